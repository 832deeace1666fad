"""Servers that cannot start say why in a line; several workers begin and end like one."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from azulejos.web.storage import one_server

from .service import BOT, Process

ME = {"kind": "me", "name": "Ana"}
NOWHERE = "postgresql://me:secret@127.0.0.1:1/azulejos"


def failing(*arguments, **environment):
    """What a server that cannot start says: code, and the one line."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("AZULEJOS_")}
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "serve", *arguments],
        env=own | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert "secret" not in done.stderr
    [line] = done.stderr.splitlines()
    return done.returncode, line


@pytest.mark.parametrize("workers", ["1", "2"])
def test_without_a_database(workers):
    code, line = failing("--port", "0", "--workers", workers, AZULEJOS_DATABASE_URL=NOWHERE)
    assert code == 1
    assert "cannot use the database PostgreSQL: " in line
    assert "refused" in line


@pytest.mark.parametrize("workers", ["1", "2"])
def test_where_the_port_is_taken(workers):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        code, line = failing("--port", port, "--workers", workers, AZULEJOS_DATABASE_URL=NOWHERE)
    assert code == 1
    assert f"cannot listen at 127.0.0.1, port {port}" in line


def test_a_folder_that_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    code, line = failing("--port", "0", AZULEJOS_DATA=str(tmp_path / "file" / "folder"))
    assert code == 1
    assert "cannot use the database" in line
    assert "Not a directory" in line


@pytest.mark.parametrize(
    "content", [b"This is no database. " * 500, b"SQLite format 3\0" + b"x" * 9000]
)
def test_a_damaged_database(tmp_path, content):
    (tmp_path / "tables.sqlite3").write_bytes(content)
    code, line = failing("--port", "0", AZULEJOS_DATA=str(tmp_path))
    assert code == 1
    assert "tables.sqlite3: " in line
    assert (tmp_path / "tables.sqlite3").read_bytes() == content


def test_a_database_of_a_newer_version(tmp_path):
    with sqlite3.connect(tmp_path / "tables.sqlite3") as connection:
        connection.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")
    connection.close()
    code, line = failing("--port", "0", AZULEJOS_DATA=str(tmp_path))
    assert code == 1
    assert "newer version" in line


def test_misspelt_settings_are_named(tmp_path):
    code, line = failing(AZULEJOS_DATA=str(tmp_path), AZULEJOS_DATABSE_URL="postgresql://x")
    assert code == 2
    assert "AZULEJOS_DATABSE_URL is no setting; AZULEJOS_DATABASE_URL is" in line


def test_a_second_server_on_a_file(tmp_path):
    """It would show old tables, and not know of the first one's bots."""
    with one_server(f"sqlite:///{tmp_path / 'tables.sqlite3'}"):
        code, line = failing("--port", "0", AZULEJOS_DATA=str(tmp_path))
    assert code == 1
    assert "another server uses the database" in line
    assert "tables.sqlite3" in line


def test_settings_in_files_of_secrets(tmp_path):
    (tmp_path / "AZULEJOS_DATABASE_URL").write_text(NOWHERE + "\n")
    code, line = failing("--port", "0", AZULEJOS_SECRETS=str(tmp_path))
    assert code == 1
    assert "cannot use the database PostgreSQL: " in line
    (tmp_path / "AZULEJOS_DATABSE_URL").write_text("x")
    code, line = failing("--port", "0", AZULEJOS_SECRETS=str(tmp_path))
    assert code == 2
    assert "AZULEJOS_DATABSE_URL is no setting" in line


# ── Several workers ──────────────────────────────────────────────────────────────────────────────


def children(pid):
    """The workers of a server."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        command = Path(f"/proc/{child}/cmdline").read_bytes()
        if b"spawn_main" in command:
            found.append(int(child))
    return found


@pytest.fixture
def many(postgresql):
    """A server of two workers."""
    running = Process(postgresql.new_database("many"), "--workers", "2")
    in_a_row = 0
    until = time.monotonic() + 300
    while in_a_row < 10:  # whichever of them answers
        assert time.monotonic() < until
        is_ready = httpx.get(f"{running.address}/healthz").json()["ready"]
        in_a_row = in_a_row + 1 if is_ready else 0
        time.sleep(0.02)
    yield running
    if running.process.poll() is None:
        running.kill()


def wait_until(condition):
    until = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def measured(service, name):
    """The value of a metric without labels."""
    text = httpx.get(f"{service.address}/metrics").text
    [value] = re.findall(rf"^{name} (\S+)$", text, re.MULTILINE)
    return float(value)


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_workers_end_politely(many, name):
    with many.client() as client, many.client() as other:
        made = client.new_table([ME, BOT])
        with client.events(made["id"]) as one, other.events(made["id"]) as another:
            next(one), next(another)
            start = time.monotonic()
            many.process.send_signal(getattr(signal, name))
            for events in (one, another):
                list(events)  # to its end: what is cut off raises an error
        assert many.process.wait(20) == 0
        assert time.monotonic() - start < 5
    said = many.process.stdout.readlines()
    assert [line for line in said if "compiling for this machine" not in line] == []
    many.process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_the_place_of_a_worker_that_died_is_taken_again(many):
    pid = many.process.pid
    wait_until(lambda: len(children(pid)) == 2)
    victim, other = children(pid)
    os.kill(victim, signal.SIGKILL)
    told = iter(many.process.stdout.readline, "")
    assert any(f"Worker {victim} was ended by SIGKILL" in line for line in told)
    wait_until(lambda: len(children(pid)) == 2 and victim not in children(pid))
    many.wait_until_it_answers()
    assert other in children(pid)
    # Whichever worker is asked tells what all of them have measured.
    wait_until(lambda: measured(many, "azulejos_workers") == 2)
    wait_until(lambda: measured(many, "azulejos_worker_starts_total") == 3)
    wait_until(lambda: measured(many, "azulejos_listener_up") == 2)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_no_worker_outlives_who_looks_after_it(many):
    pid = many.process.pid
    wait_until(lambda: len(children(pid)) == 2)
    both = children(pid)
    os.kill(pid, signal.SIGKILL)
    many.process.wait()
    wait_until(lambda: not any(Path(f"/proc/{worker}").exists() for worker in both))
    many.process.stdout.close()
