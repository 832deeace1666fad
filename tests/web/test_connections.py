"""A slow, silent or greedy client costs its sockets, and nobody else anything."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from dataclasses import replace

import httpx
import pytest

from azulejos.web import connections
from azulejos.web.metrics import CONNECTIONS_CUT

from .service import BOT, FREELY_BY_ENVIRONMENT, Service, settings_for

ME = {"kind": "me"}
GET = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def start(tmp_path, monkeypatch):
    """Starts a server; its times are short."""
    for name, seconds in (
        *(("HEADERS_TIME", 0.5), ("BODY_TIME", 0.5), ("READING_TIME", 1.0), ("KEEP_ALIVE", 1.0)),
        *(("LEAVING_TIME", 0.3), ("ROUND", 0.1)),
    ):
        monkeypatch.setattr(connections, name, seconds)
    running = []

    def start(**others):
        url = f"sqlite:///{tmp_path}/t.sqlite3"
        running.append(Service(settings_for(url, **others)))
        return running[-1]

    yield start
    for service in running:
        service.stop()


def connected(service):
    return socket.create_connection(service.listener.getsockname(), 20)


def rest_of(sock, seconds=10):
    """What comes until the other side ends the connection."""
    sock.settimeout(seconds)
    said = b""
    try:
        while part := sock.recv(65536):
            said += part
    except ConnectionResetError:
        pass
    return said


def ask(sock):
    """The status line of the answer to a request, which is read to its end."""
    sock.sendall(GET)
    said = b""
    while not said.endswith(b"}"):
        part = sock.recv(65536)
        assert part, said
        said += part
    return said.split(b"\r\n")[0]


def cut(why):
    return CONNECTIONS_CUT.labels(why)._value.get()


def test_who_says_nothing_is_let_go(start):
    service = start()
    with connected(service) as sock:
        assert rest_of(sock) == b""


@pytest.mark.parametrize(
    "beginning",
    [
        b"GET / HTTP/1.1\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
    ],
)
def test_who_goes_on_too_slowly_is_told_so(start, beginning):
    service = start()
    with connected(service) as sock:
        sock.sendall(beginning)
        begun = time.monotonic()
        try:
            while time.monotonic() - begun < 5:  # a byte now and then does not help
                time.sleep(0.1)
                sock.sendall(b"x")
        except OSError:
            pass
        assert time.monotonic() - begun < 4
    with connected(service) as sock:
        sock.sendall(beginning)
        assert rest_of(sock).startswith(b"HTTP/1.1 408 ")


def test_between_requests_nothing_keeps_a_connection(start):
    service = start()
    with connected(service) as sock:
        ask(sock)
        begun = time.monotonic()
        try:
            while time.monotonic() - begun < 8:
                sock.sendall(b"\r\n")
                time.sleep(0.1)
        except OSError:
            pass
        assert 0.5 < time.monotonic() - begun < 6


def test_who_asks_again_in_time_stays(start):
    service = start()
    with connected(service) as sock:
        for _ in range(5):
            assert ask(sock) == b"HTTP/1.1 200 OK"
            time.sleep(0.4)


def test_streams_stay(start):
    service = start()
    with service.client() as client:
        made = client.new_table([ME, BOT])
        with client.events(made["id"]) as events:
            next(events)
            time.sleep(2)
            with service.client(token=made["token"]) as player:
                player.move(made["id"], player.table(made["id"])["legal"][0])
            assert any(event["type"] == "move" for event in events)


def test_who_does_not_read_is_cut_off(start):
    service = start()
    before = cut("slow_reader")
    with socket.socket() as sock:
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        sock.connect(service.listener.getsockname())
        sock.sendall(b"GET /new HTTP/1.1\r\nHost: localhost\r\n\r\n" * 300)
        with service.client() as other:
            until = time.monotonic() + 20
            while cut("slow_reader") == before:
                assert time.monotonic() < until
                assert other.get("/healthz").elapsed.total_seconds() < 5
                time.sleep(0.1)


def test_headers_without_an_end(start):
    service = start()
    with connected(service) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n")
        said = b""
        try:
            for _ in range(1000):
                sock.sendall(b"X-Long: " + b"x" * 1000 + b"\r\n")
            said = rest_of(sock)
        except OSError:
            pass
        assert said == b"" or said.startswith(b"HTTP/1.1 431 ")


def test_a_crowd_of_silent_ones_keeps_nobody_out(start, monkeypatch):
    monkeypatch.setattr(connections, "HEADERS_TIME", 30.0)
    service = start(connections=20)
    with service.client() as player, ExitStack() as crowd:
        made = player.new_table([ME, BOT])
        with player.events(made["id"]) as events:
            next(events)
            for n in range(60):
                crowd.enter_context(connected(service))
                if n % 10 == 0:
                    with service.client(token=made["token"]) as other:
                        assert other.get("/healthz").status_code == 200
            with service.client(token=made["token"]) as other:
                other.move(made["id"], other.table(made["id"])["legal"][0])
            assert any(event["type"] == "move" for event in events)


def test_one_address_has_so_many(start):
    limits = settings_for("sqlite:///x").limits
    service = start(proxies=(), limits=replace(limits, client_connections=3))
    with ExitStack() as crowd:
        first = [crowd.enter_context(connected(service)) for _ in range(3)]
        for sock in first:
            assert ask(sock) == b"HTTP/1.1 200 OK"
        last = crowd.enter_context(connected(service))
        assert ask(last) == b"HTTP/1.1 200 OK"
        assert rest_of(first[0]) == b""  # which had done nothing for longest


@pytest.mark.skipif(sys.platform != "linux", reason="needs a limit of files")
def test_300_silent_connections_with_256_files(tmp_path):
    command = f"ulimit -n 256; exec {sys.executable} -m azulejos serve --port 0"
    environment = {**os.environ, **FREELY_BY_ENVIRONMENT, "AZULEJOS_DATA": str(tmp_path)}
    process = subprocess.Popen(
        ["sh", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
    )
    try:
        address = re.search(r"http://\S+", process.stdout.readline()).group()
        where = ("127.0.0.1", int(address.rsplit(":", 1)[1]))
        with ExitStack() as crowd:
            for n in range(300):
                crowd.enter_context(socket.create_connection(where, 20))
                if n % 60 == 59:
                    assert httpx.get(f"{address}/healthz", timeout=20).status_code == 200
    finally:
        process.send_signal(signal.SIGTERM)
        said, _ = process.communicate(timeout=30)
    assert process.returncode == 0
    assert "Traceback" not in said
    assert len(said.splitlines()) < 10
