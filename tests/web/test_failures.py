"""Disks and databases that fail: a sentence for people, nothing lost, all goes on afterwards."""

import asyncio
import logging
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from uuid import uuid4

import pytest

from azulejos.web import pubsub

from . import postgres
from .network import Line
from .service import BOT, FREELY_BY_ENVIRONMENT, Client, Service, settings_for

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


class Player:
    """Plays both seats of a table and remembers what was acknowledged."""

    def __init__(self, client):
        self.client = client
        made = client.new_table([ME, HERE])
        self.path, self.id = f"/api/tables/{made['id']}", made["id"]
        self.legal = made["table"]["legal"]
        self.acknowledged = 0

    def move(self):
        """The answer to a move; one that was not acknowledged is sent again with the same id."""
        if not hasattr(self, "sent"):
            self.sent = {"id": uuid4().hex, "move": self.legal[0]}
        answer = self.client.post(f"{self.path}/moves", json=self.sent)
        if answer.status_code == 200:
            self.acknowledged += 1
            del self.sent
            until(lambda: self.client.get(self.path).status_code == 200)
            self.legal = self.client.table(self.id)["legal"]
        return answer

    def move_until_it_goes(self):
        until(lambda: self.move().status_code == 200)

    def check(self):
        """Each move that was acknowledged is there once."""
        table = self.client.table(self.id)
        assert table["entries"] == table["version"] == self.acknowledged


class Follower:
    """Follows a table through all its streams, and keeps the versions in the order they came in."""

    def __init__(self, service, table_id):
        self.versions, self.wholes = [], 0
        self._stop = False
        self._of = service, table_id
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        until(lambda: self.wholes)

    def _follow(self):
        service, table_id = self._of
        with service.client() as client, client.events(table_id) as events:
            for event in events:
                self.wholes += event["type"] == "table"
                if "version" in event:
                    self.versions.append(event["version"])


# ── Disks ────────────────────────────────────────────────────────────────────────────────────────

NAMESPACE = ["unshare", "-rm", "sh", "-c"]


def can_mount():
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return (
        subprocess.run([*NAMESPACE, "mount -t tmpfs x /mnt"], capture_output=True).returncode == 0
    )


needs_mounts = pytest.mark.skipif(not can_mount(), reason="no file system can be mounted here")


def serve_in(folder, mount, **options):
    """A server with a small disk of its own."""
    environment = {**os.environ, **FREELY_BY_ENVIRONMENT, "AZULEJOS_DATA": str(folder)}
    return subprocess.Popen(
        [*NAMESPACE, f"{mount}; exec {sys.executable} -m azulejos serve --port 0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**environment, "AZULEJOS_FREE_DISK": "1"},
    )


def fill(path):
    """Leave nothing free."""
    with path.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(b"x" * 65536)


@needs_mounts
def test_a_full_disk(tmp_path):
    process = serve_in(tmp_path, f"mount -t tmpfs -o size=4m x {tmp_path}")
    try:
        address = re.search(r"http://\S+", process.stdout.readline()).group()
        filler = Path(f"/proc/{process.pid}/root{tmp_path}/filler")
        with Client(address) as client:
            player = Player(client)
            player.move_until_it_goes()
            until(lambda: client.get("/readyz").status_code == 200)
            fill(filler)
            while player.move().status_code == 200:  # some room is left in the file itself
                pass
            assert code(player.move()) == (503, "storage_full")
            assert client.table(player.id)["entries"] == player.acknowledged
            until(lambda: client.get("/readyz").status_code == 503)
            assert "MB" in client.get("/readyz").json()["checks"]["disk"]
            assert client.get("/healthz").status_code == 200
            page = client.post(
                "/new",
                data={"quick": "azul"},
                headers={"Accept": "text/html", "Accept-Language": "de"},
            )
            assert page.status_code == 503
            assert "Festplatte" in page.text
            filler.unlink()
            player.move_until_it_goes()
            player.check()
            until(lambda: client.get("/readyz").status_code == 200)
    finally:
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=30)
    assert "Traceback" not in said
    assert "full" in said
    assert process.returncode == 0


@needs_mounts
def test_a_disk_that_can_only_be_read_from_the_beginning(tmp_path):
    process = serve_in(tmp_path, f"mount -t tmpfs -o ro x {tmp_path}")
    out, said = process.communicate(timeout=60)
    assert (process.returncode, out) == (1, "")
    assert re.fullmatch(r"azulejos: cannot use the database .*: Read-only file system\n", said)


def test_a_disk_that_can_only_be_read_later(tmp_path):
    service = Service(settings_for(f"sqlite:///{tmp_path}/t.sqlite3"))

    def set_writable(is_writable):
        def work(connection):
            connection.exec_driver_sql(f"PRAGMA query_only = {'OFF' if is_writable else 'ON'}")

        database = service.table_service.store.database
        asyncio.run_coroutine_threadsafe(database.look(work), service.loop).result(10)

    try:
        with service.client() as client:
            player = Player(client)
            player.move_until_it_goes()
            set_writable(False)
            assert code(player.move()) == (503, "storage_read_only")
            assert client.table(player.id)["entries"] == 1
            assert client.get(f"/t/{player.id}").status_code == 200
            until(lambda: client.get("/readyz").status_code == 503)
            set_writable(True)
            player.move_until_it_goes()
            player.check()
    finally:
        service.stop()


def test_a_slow_disk(tmp_path, caplog):
    """What is not answered in time is 503, and is played once for all that."""
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3", storage_timeout=0.5)
    service = Service(settings)
    try:
        with service.client() as client:
            player = Player(client)
            player.move_until_it_goes()
            other = sqlite3.connect(tmp_path / "t.sqlite3", isolation_level=None)
            for _ in range(3):
                other.execute("BEGIN IMMEDIATE")  # as long as this lasts, nobody else can write
                assert code(player.move()) == (503, "no_storage")
                assert client.get("/healthz").status_code == 200
                other.execute("ROLLBACK")
                player.move_until_it_goes()
            other.close()
            player.check()
    finally:
        service.stop()
    assert "Traceback" not in caplog.text


def test_a_bot_answers_a_move_that_was_stored_late(tmp_path):
    """Of which nobody knew that it was stored, until it was sent again."""
    settings = settings_for(f"sqlite:///{tmp_path}/t.sqlite3", storage_timeout=0.5)
    service = Service(settings)
    try:
        with service.client() as client:
            made = client.new_table([ME, BOT], first=0)
            path, sent = f"/api/tables/{made['id']}", {"id": "late"}
            sent["move"] = made["table"]["legal"][0]
            other = sqlite3.connect(tmp_path / "t.sqlite3", isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            assert code(client.post(f"{path}/moves", json=sent)) == (503, "no_storage")
            other.execute("ROLLBACK")
            other.close()
            until(lambda: client.post(f"{path}/moves", json=sent).json().get("replayed"))
            until(lambda: client.table(made["id"])["version"] > 1)
    finally:
        service.stop()


# ── PostgreSQL ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def failing_postgresql():
    """A PostgreSQL that nobody else uses."""
    if postgres.programs() is None:
        pytest.skip("PostgreSQL is not installed")
    running = postgres.Postgres()
    yield running
    running.stop()


@pytest.fixture
def lined(failing_postgresql, monkeypatch):
    """Two workers, the line to their PostgreSQL, and that."""
    monkeypatch.setattr(pubsub, "PULSE", 0.5)
    monkeypatch.setattr(pubsub, "LATEST", 1.0)
    failing_postgresql.new_database("failing")
    line = Line(failing_postgresql)
    settings = settings_for(line.url("failing"), storage_timeout=1.0)
    both = [Service(replace(settings)) for _ in range(2)]
    yield both, line, failing_postgresql
    for service in both:
        service.stop()
    line.close()


def interrupted(lined, begin, end, seconds_at_most=15):
    """Play through an interruption of any kind: refused honestly in it, complete after it."""
    (one, other), *_ = lined
    with one.client() as client:
        player = Player(client)
        follower = Follower(other, player.id)
        for _ in range(2):
            player.move_until_it_goes()
            before = player.acknowledged
            begin()
            begun = time.monotonic()
            answers = [player.move(), client.get(player.path), client.get("/readyz")]
            for _ in range(3):
                answers.append(client.post("/api/tables", json={}))
            assert {answer.status_code for answer in answers} <= {200, 201, 503}
            assert any(answer.status_code == 503 for answer in answers)
            assert time.monotonic() - begun < seconds_at_most
            assert client.get("/healthz").status_code == 200
            end()
            player.move_until_it_goes()
            assert player.acknowledged > before
        player.check()
        until(lambda: follower.versions[-1] == player.acknowledged)
        assert follower.versions == sorted(set(follower.versions))
        until(lambda: all(s.table_service.listener.is_up for s in (one, other)))
        until(lambda: client.get("/readyz").status_code == 200)


def test_a_postgresql_that_has_stopped(lined, caplog):
    database = lined[2]
    with caplog.at_level(logging.WARNING):
        interrupted(lined, database.pause, database.resume)
    assert "Traceback" not in caplog.text


def test_a_postgresql_that_is_restarted(lined, caplog):
    database = lined[2]
    with caplog.at_level(logging.WARNING):
        interrupted(lined, database.crash, database.start)
    assert "Traceback" not in caplog.text


def test_a_network_that_swallows_everything(lined, caplog):
    line = lined[1]
    with caplog.at_level(logging.WARNING):
        interrupted(lined, line.silence, line.mend)
    assert "Traceback" not in caplog.text


def test_a_network_that_is_cut(lined, caplog):
    """Connections end; new ones find nobody for a while."""
    _, line, database = lined
    target = line.target

    def cut():
        line.target = str(database.folder / "nobody")
        line.cut()

    def mend():
        line.target = target

    with caplog.at_level(logging.WARNING):
        interrupted(lined, cut, mend)
    assert "Traceback" not in caplog.text


def test_who_only_looks_does_not_notice_that_connections_were_dropped(lined):
    import psycopg

    (one, _), _, database = lined
    drop = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'failing'"
    with one.client() as client, psycopg.connect(database.url(), autocommit=True) as connection:
        player = Player(client)
        for _ in range(5):
            player.move_until_it_goes()
            connection.execute(drop)
            assert client.get(player.path).status_code == 200
        player.check()


def test_a_postgresql_that_can_only_be_read(failing_postgresql):
    """As a standby is, or one whose disk is full."""
    import psycopg

    url = failing_postgresql.new_database("read_only")
    service = Service(settings_for(url))

    def set_read_only(how):
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(
                f"ALTER DATABASE read_only SET default_transaction_read_only = {how}"
            )
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = 'read_only' AND pid <> pg_backend_pid()"
            )

    try:
        with service.client() as client:
            player = Player(client)
            player.move_until_it_goes()
            set_read_only("on")
            until(lambda: player.move().json()["error"]["code"] == "storage_read_only")
            until(lambda: client.get(player.path).status_code == 200)
            set_read_only("off")
            player.move_until_it_goes()
            player.check()
    finally:
        service.stop()
