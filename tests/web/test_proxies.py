"""The recipes for proxies in deploy/: a real nginx and a real Caddy before a real server."""

import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from azulejos.web import streams
from azulejos.web.settings import Limits

from .service import FREELY, Service, settings_for

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")
CADDY = shutil.which("caddy")
NAME = "azul.example"
#: What the recipe gives a body, and what a test waits for.
BODY_TIME = "30s", "1s"
#: Event streams of one client.
STREAMS = 6
ME, HERE = {"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}


def free_ports(count):
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def replaced(text, *changes):
    """A recipe with what each site changes; every change is of something that is there."""
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    return text


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A key and a certificate of the name, signed by itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("certificate")
    key, chain = folder / "key.pem", folder / "chain.pem"
    command = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    own = ["-subj", f"/CN={NAME}", "-addext", f"subjectAltName=DNS:{NAME}"]
    files = ["-keyout", str(key), "-out", str(chain)]
    subprocess.run([*command.split(), *own, *files], check=True, capture_output=True)
    return key, chain


@pytest.fixture(scope="module")
def upstream(tmp_path_factory):
    """A club's server at loopback, in which streams say something every two seconds."""
    url = f"sqlite:///{tmp_path_factory.mktemp('club')}/t.sqlite3"
    limits = replace(FREELY, streams=STREAMS)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "HEARTBEAT", 2)
        service = Service(settings_for(url, limits, hosts=frozenset({NAME}), is_local=False))
        yield service
        service.stop()


class Proxy:
    """A proxy that runs by one of the recipes, at loopback."""

    def __init__(self, kind, folder, certificate, upstream):
        self.kind, self.folder = kind, folder
        self.plain, self.secure, admin = free_ports(3)
        self.chain = certificate[1]
        self.log = folder / "log"
        behind = urlsplit(upstream.address).netloc
        make = self._nginx if kind == "nginx" else self._caddy
        command = make(certificate, behind, admin)
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env=os.environ | {"SITE": NAME, "UPSTREAM": behind, "HOME": str(folder)},
            )
        for _ in range(600):
            try:
                socket.create_connection(("127.0.0.1", self.secure), 1).close()
                return
            except OSError:
                assert self.process.poll() is None, self.log.read_text()
                time.sleep(0.05)
        raise AssertionError("the proxy does not start")

    def _nginx(self, certificate, behind, _):
        key, chain = certificate
        site = replaced(
            (DEPLOY / "nginx.conf").read_text(),
            ("127.0.0.1:8000", behind),
            ("listen 80", f"listen 127.0.0.1:{self.plain}"),
            ("listen 443", f"listen 127.0.0.1:{self.secure}"),
            ("/etc/letsencrypt/live/azul.example/fullchain.pem", str(chain)),
            ("/etc/letsencrypt/live/azul.example/privkey.pem", str(key)),
            (f"client_body_timeout   {BODY_TIME[0]}", f"client_body_timeout {BODY_TIME[1]}"),
        )
        site = re.sub(r"^ *listen \[::\].*\n", "", site, flags=re.MULTILINE)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        folders = "".join(f"{k}_temp_path {self.folder}/{k};" for k in kinds)
        user = "user root;" if os.getuid() == 0 else ""
        conf = self.folder / "nginx.conf"
        conf.write_text(
            f"daemon off; {user} pid {self.folder}/pid; error_log stderr; worker_processes 1;"
            f"events {{}} http {{ access_log off; {folders}\n{site}\n}}"
        )
        return [NGINX, "-p", self.folder, "-e", "stderr", "-c", conf]

    def _caddy(self, certificate, _, admin):
        key, chain = certificate
        own = f"http_port {self.plain}\n\thttps_port {self.secure}\n\tadmin 127.0.0.1:{admin}\n"
        own += "\tdefault_bind 127.0.0.1\n"
        site = replaced(
            (DEPLOY / "Caddyfile").read_text(),
            ("{\n\tservers {", f"{{\n\t{own}\tservers {{"),
            ("{$SITE:azul.example} {\n", f"{{$SITE:azul.example}} {{\n\ttls {chain} {key}\n"),
        )
        file = self.folder / "Caddyfile"
        file.write_text(site)
        return [CADDY, "run", "--adapter", "caddyfile", "--config", file]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def client(self, **headers):
        """A browser that trusts the certificate, and reaches the name at this machine."""
        context = ssl.create_default_context(cafile=str(self.chain))
        return Browser(self, context, headers)

    def connection(self):
        """A socket, for those who do not send whole requests."""
        context = ssl.create_default_context(cafile=str(self.chain))
        plain = socket.create_connection(("127.0.0.1", self.secure), 20)
        return context.wrap_socket(plain, server_hostname=NAME)


class Browser(httpx.Client):
    def __init__(self, proxy, context, headers):
        headers = {"Host": NAME, "Origin": f"https://{NAME}"} | headers
        super().__init__(
            base_url=f"https://127.0.0.1:{proxy.secure}",
            verify=context,
            headers=headers,
            timeout=30,
        )

    def send(self, request, **more):
        request.extensions["sni_hostname"] = NAME
        return super().send(request, **more)


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request, tmp_path_factory, certificate, upstream):
    if {"nginx": NGINX, "caddy": CADDY}[request.param] is None:
        pytest.skip(f"{request.param} is not installed")
    running = Proxy(request.param, tmp_path_factory.mktemp("proxy"), certificate, upstream)
    yield running
    running.stop()


@pytest.fixture(scope="module")
def table(proxy):
    """A table that was set up through the proxy, and who holds its seats."""
    with proxy.client() as client:
        answer = client.post("/api/tables", json={"seats": [ME, HERE]})
        assert answer.status_code == 201, answer.text
        yield answer


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_pages_come_by_https(proxy):
    with proxy.client() as client:
        page = client.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"] == "max-age=31536000"
        assert "content-security-policy" in page.headers
        plain = httpx.get(f"http://127.0.0.1:{proxy.plain}/t/x?y=1", headers={"Host": NAME})
        assert plain.status_code == 308
        assert plain.headers["location"] == f"https://{NAME}/t/x?y=1"


def test_other_names_get_nothing(proxy):
    with proxy.client(Host="elsewhere.example") as client, suppress(httpx.RemoteProtocolError):
        answer = client.get("/")  # or not even an answer
        assert (answer.status_code, answer.text) in ((421, ""), (200, ""))
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    plain = socket.create_connection(("127.0.0.1", proxy.secure), 20)
    with plain, pytest.raises(ssl.SSLError):
        context.wrap_socket(plain, server_hostname="elsewhere.example")


def test_what_our_pages_send_is_taken_and_nobody_elses(proxy, table):
    assert "; Secure" in table.headers["set-cookie"], "the server knows that it was HTTPS"
    with proxy.client() as client:
        path = f"/api/tables/{table.json()['id']}/moves"
        for origin in ("https://elsewhere.example", f"http://{NAME}", "null"):
            refused = client.post(path, json={"id": "x", "move": "x"}, headers={"Origin": origin})
            assert code(refused) == (403, "cross_site"), origin


def test_who_asks_is_told_by_the_proxy_alone(proxy, table):
    """Whoever says that they are somebody else is still counted as who they are."""
    path, answers = f"/api/tables/{table.json()['id']}/events", []
    with proxy.client() as client, ExitStack() as streams:
        for number in range(STREAMS + 2):
            given = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": f"for=10.0.0.{number}"}
            answer = streams.enter_context(client.stream("GET", path, headers=given))
            answers.append(answer.status_code)
    assert answers[0] == 200
    assert answers[-1] == 429


def test_metrics_stay_inside(proxy, upstream):
    with proxy.client() as client:
        assert client.get("/metrics").status_code == 404
    assert httpx.get(f"{upstream.address}/metrics").status_code == 200


def test_events_arrive_when_they_happen(proxy, table):
    """A proxy that buffered would keep them until the stream ends, which it does not."""
    table_id, token = table.json()["id"], {"Authorization": f"Bearer {table.json()['token']}"}
    path = f"/api/tables/{table_id}"
    with (
        proxy.client(**token) as client,
        proxy.client() as follower,
        follower.stream("GET", f"{path}/events") as stream,
    ):
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines = stream.iter_lines()
        for _ in range(3):
            now = client.get(path).json()
            body = {"id": f"m{now['version']}", "move": now["legal"][0]}
            version = client.post(f"{path}/moves", json=body).json()["version"]
            told = (json.loads(line[5:]) for line in lines if line.startswith("data:"))
            assert any(event.get("version") == version for event in told)


def test_streams_outlive_the_limits_of_requests(proxy, table):
    """A stream on which nothing happens is not cut off by what is meant for silent clients."""
    path = f"/api/tables/{table.json()['id']}/events"
    with proxy.client() as client, client.stream("GET", path) as stream:
        beats = (line for line in stream.iter_lines() if line.startswith(":"))
        assert [next(beats, None) for _ in range(2)] == [": still here"] * 2


def test_the_service_says_something_before_the_proxy_gives_up():
    text = (DEPLOY / "nginx.conf").read_text()
    assert int(re.search(r"proxy_read_timeout (\d+)s", text)[1]) > 2 * streams.HEARTBEAT


def test_bodies_have_an_end(proxy):
    with proxy.client() as client:
        large = client.post("/api/tables", content=b" " * 500_000)
        assert large.status_code == 413
        told = {"record": {"x": "y" * 250_000}}
        assert client.post("/api/tables", json=told).status_code in (400, 422, 429), "passed on"


def test_slow_bodies_are_cut_off(proxy):
    if proxy.kind == "caddy":
        pytest.skip("Caddy passes them on: the service cuts them off after 30 seconds itself")
    with proxy.connection() as client:
        head = f"POST /api/tables HTTP/1.1\r\nHost: {NAME}\r\nContent-Length: 100\r\n\r\n{{"
        client.sendall(head.encode())
        answer = client.recv(10_000)
    assert answer == b"" or b" 408 " in answer.partition(b"\r\n")[0]


def test_both_protocols(proxy):
    context = ssl.create_default_context(cafile=str(proxy.chain))
    for protocol in ("h2", "http/1.1"):
        context.set_alpn_protocols([protocol])
        plain = socket.create_connection(("127.0.0.1", proxy.secure), 20)
        with plain, context.wrap_socket(plain, server_hostname=NAME) as secure:
            assert secure.selected_alpn_protocol() == protocol


def test_nginx_takes_all_bodies_that_the_service_takes():
    size = re.search(r"client_max_body_size  (\d+)k", (DEPLOY / "nginx.conf").read_text())[1]
    assert int(size) * 1000 > Limits().record_bytes
