"""After kill -9 every table is as it was, and bots whose turn it is go on."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from .service import BOT, Process

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}


def shown(table):
    """A table without what is only of the moment."""
    return {k: v for k, v in table.items() if k != "seats"}


def test_every_table_is_as_it_was(database_url):
    first = Process(database_url)
    with first.client() as client:
        azul = client.new_table([ME, HERE])
        azuleo = client.new_table([ME, HERE], game="azuleo")
        link = client.new_table([ME, {"kind": "link"}])
        for made in (azul, azuleo):
            client.play_some(made["id"], 12)
        client.post(f"/api/tables/{azul['id']}/undo", json={"id": "u"})
        made = (azul, azuleo, link)
        before = [client.table(table["id"]) for table in made]
        move = before[0]["legal"][0]
        version = client.move(azul["id"], move, id="once")["version"]
        before[0] = client.table(azul["id"])
        cookies = dict(client.cookies)
    first.kill()
    second = Process(database_url)
    try:
        with second.client() as client:
            client.cookies.update(cookies)
            assert [shown(client.table(t["id"])) for t in made] == [shown(t) for t in before]
            again = client.move(azul["id"], move, id="once")
            assert again == {"version": version, "replayed": True}
            client.play_some(azuleo["id"], 3)
        with second.client(token=azuleo["token"]) as program:
            assert program.table(azuleo["id"])["mine"] == [0, 1]
    finally:
        second.kill()


def test_killed_in_the_middle_of_moves(database_url):
    """Whatever was acknowledged is there; what was not, is there whole or not at all."""
    first = Process(database_url)
    acknowledged = {}

    def play(number):
        with first.client() as client:
            try:
                made = client.new_table([ME, HERE])
                acknowledged[number] = (made["id"], made["token"], 0)
                while True:
                    table = client.table(made["id"])
                    version = client.move(made["id"], table["legal"][0])["version"]
                    acknowledged[number] = (made["id"], made["token"], version)
            except (httpx.TransportError, IndexError):
                return

    people = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    for person in people:
        person.start()
    while len(acknowledged) < 3 or min(version for *_, version in acknowledged.values()) < 3:
        time.sleep(0.01)
    first.kill()
    for person in people:
        person.join()
    second = Process(database_url)
    try:
        for table_id, token, version in acknowledged.values():
            with second.client(token=token) as client:
                table = client.table(table_id)
                assert table["version"] in (version, version + 1)
                assert table["entries"] == table["version"]
                record = client.get(f"/api/tables/{table_id}/record").json()
                assert len([t for t in record["turns"] if t is not None]) == table["entries"]
                client.new_table([ME, HERE], record=record)
    finally:
        second.kill()


def test_bots_go_on_after_a_restart(database_url):
    """Bots alone at their tables: killed in mid-game, they play to the end with the next server."""
    first = Process(database_url)
    with first.client() as client:
        slow = {"kind": "bot", "level": 8}
        tables = [client.new_table([slow, slow]) for _ in range(2)]
        client.wait(tables[0]["id"], lambda t: t["entries"] > 3)
    first.kill()
    second = Process(database_url)
    try:
        with second.client() as client:
            for made in tables:
                before = client.table(made["id"])["entries"]
                client.wait(made["id"], lambda t, before=before: t["entries"] > before + 3)
    finally:
        second.kill()


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM"])
def test_a_server_ends_when_it_is_told_to(tmp_path, name):
    running = Process(f"sqlite:///{tmp_path}/t.sqlite3")
    with running.client() as client:
        made = client.new_table([ME, BOT])
        with client.events(made["id"]) as events:
            next(events)
            start = time.monotonic()
            running.process.send_signal(getattr(signal, name))
            assert list(events) == []
        assert running.process.wait(10) in (0, -signal.SIGTERM)
        assert time.monotonic() - start < 5
    assert "Traceback" not in running.process.stdout.read()
    running.process.stdout.close()


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_nothing_outlives_a_killed_server(tmp_path):
    """Its compilers neither, which are at work while nothing is compiled."""
    places = {"AZULEJOS_DATA": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "cache")}
    running = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "serve", "--port", "0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | places,
    )
    found = Path(f"/proc/{running.pid}/task/{running.pid}/children")
    children = []
    end = time.monotonic() + 30
    while not children and time.monotonic() < end:
        children = found.read_text().split()
        time.sleep(0.01)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    assert children
    end = time.monotonic() + 20
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < end
        time.sleep(0.1)
