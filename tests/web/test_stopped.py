"""Tables at which nothing goes on: bots stop, the log says so once, and the viewers are told."""

import asyncio
import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
import sqlalchemy as sa

from azulejos.web import bot_turns
from azulejos.web.storage.schema import EVENTS, TABLES

from .service import BOT, FREELY, Service, settings_for

ME = {"kind": "me", "name": "Ana"}
MOST = 6


@pytest.fixture
def start(database_url):
    """Starts servers one after the other with the same storage."""
    running = []

    def start(limits=FREELY):
        for earlier in running:
            earlier.stop()
        running[:] = [Service(settings_for(database_url, limits))]
        return running[0]

    yield start
    for last in running:
        last.stop()


def in_storage(service, statement):
    work = service.table_service.store.database.do(lambda c: c.execute(statement).all())
    return asyncio.run_coroutine_threadsafe(work, service.loop).result(10)


def change_storage(service, statement):
    work = service.table_service.store.database.do(lambda c: c.execute(statement).rowcount)
    return asyncio.run_coroutine_threadsafe(work, service.loop).result(10)


def bot_due(service, table_id):
    [row] = in_storage(service, sa.select(TABLES.c.bot_due).where(TABLES.c.id == table_id))
    return row.bot_due


def test_at_the_limit_of_entries_bots_stop(start, caplog):
    service = start(replace(FREELY, entries=MOST))
    with service.client() as client:
        made = client.new_table([BOT, BOT])
        table = client.wait(made["id"], lambda t: t["stopped"] == "too_long")
        assert (table["entries"], table["thinking"], table["result"]) == (MOST, False, None)
        assert not bot_due(service, made["id"])
        time.sleep(1)
        assert not service.table_service.bot_turns.tasks
    assert not caplog.records


def test_at_the_limit_of_entries_people_can_take_back_and_no_more(start):
    service = start(replace(FREELY, entries=MOST))
    with service.client() as client:
        made = client.new_table([ME, {"kind": "here"}])
        for _ in range(MOST):
            table = client.table(made["id"])
            client.move(made["id"], table["legal"][0])
        table = client.table(made["id"])
        assert (table["stopped"], table["legal"]) == ("too_long", [])
        refused = client.try_move(made["id"], "3B2")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "too_long")
        client.post(f"/api/tables/{made['id']}/undo", json={"id": "u"})
        assert client.table(made["id"])["stopped"] is None


def test_a_table_that_does_not_replay(start, caplog):
    service = start()
    with service.client() as client:
        table_id = client.new_table([ME, BOT], first=0)["id"]
        client.play_some(table_id, 2)
        client.wait_for_turn(table_id)
    damaged = sa.update(EVENTS).where(EVENTS.c.table_id == table_id, EVENTS.c.version == 2)
    assert change_storage(service, damaged.values(body={"n": 1, "text": "9Q9", "drawn": []}))
    due = sa.update(TABLES).where(TABLES.c.id == table_id).values(bot_due=True, worker=None)
    assert change_storage(service, due)
    service = start()
    with caplog.at_level(logging.WARNING), service.client() as client:
        for _ in range(3):
            answer = client.get(f"/api/tables/{table_id}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (500, "unreadable")
        page = client.get(f"/t/{table_id}", headers={"Accept": "text/html"})
        assert "cannot be read any more" in page.text
        time.sleep(2.5)  # a second look for bots that nobody moves
        assert not service.table_service.bot_turns.tasks
        said = [record for record in caplog.records if table_id in record.getMessage()]
        assert [record.exc_info for record in said] == [None]
        assert not bot_due(service, table_id)
        assert client.get("/healthz").status_code == 200


def test_a_bot_that_fails_again_and_again_stops(start, monkeypatch, caplog):
    monkeypatch.setattr(bot_turns, "SOON", 0.01)
    service = start()
    tries = []

    async def broken(*_):
        tries.append(1)
        raise RuntimeError("out of order")

    monkeypatch.setattr(service.table_service.bots, "move", broken)
    with service.client() as client, service.client() as watcher:
        made = client.new_table([ME, BOT], first=0)
        with watcher.events(made["id"], after=0) as events:
            client.move(made["id"], made["table"]["legal"][0])
            event = next(e for e in events if e.get("type") == "table")
            assert event["table"]["stopped"] == "bots_failed"
        assert len(tries) == bot_turns.ATTEMPTS + 1
        assert caplog.text.count("Traceback") == 1
        table = client.table(made["id"])
        assert (table["stopped"], table["thinking"]) == ("bots_failed", False)
        monkeypatch.undo()
        client.post(f"/api/tables/{made['id']}/undo", json={"id": "u"})
        client.move(made["id"], made["table"]["legal"][0])
        client.wait(made["id"], lambda t: t["entries"] == 2 and t["stopped"] is None)


def test_a_table_forgotten_while_a_bot_thinks(start, monkeypatch):
    """Its bot stops, and whoever asks is told that there is none."""
    service = start()
    with service.client() as client:
        made = client.new_table([ME, BOT], first=0)
        assert change_storage(service, sa.delete(TABLES).where(TABLES.c.id == made["id"]))
        refused = client.try_move(made["id"], made["table"]["legal"][0])
        assert refused.status_code == 404
        assert client.get(f"/api/tables/{made['id']}").status_code == 404
        assert not service.table_service.bot_turns.tasks


def test_nul_bytes_are_nothing_we_know(service, client, caplog):
    made = client.new_table([ME, {"kind": "here"}])
    table_id = made["id"]
    for path in ("/t/%00", f"/t/{table_id}%00", "/seat/%00", "/api/tables/%00", "/static/%00"):
        assert client.get(path).status_code == 404, path
    for path in ("events", "entries", "record", "tally", "positions/0", "reason?move=%00"):
        answer = client.get(f"/api/tables/a%00b/{path}")
        assert answer.status_code == 404, (path, answer.text)
    move = made["table"]["legal"][0]
    nul = "\0"
    bodies = [
        (f"/api/tables/{table_id}/moves", {"id": nul, "move": move}, 422),
        (f"/api/tables/{table_id}/moves", {"id": "a" + nul, "move": move}, 422),
        (f"/api/tables/{table_id}/moves", {"id": "a", "move": nul}, 422),
        (f"/api/tables/{table_id}/undo", {"id": nul}, 422),
        (f"/api/tables/{table_id}/seats/0", {"name": f"A{nul}na"}, 200),
        ("/api/tables", {"seats": [ME | {"name": nul}, BOT]}, 201),
        ("/api/tables", {"game": nul}, 422),
        ("/api/tables", {"position": nul, "seats": [ME, BOT]}, 422),
        ("/api/tables", {"record": {nul: nul}}, 422),
        ("/api/tables", {"game": "azuleo", "options": {"board": [nul * 6] * 6}}, 422),
    ]
    for path, body, status in bodies:
        answer = client.post(path, json=body)
        assert answer.status_code == status, (path, body, answer.text)
    surrogate = b'{"id": "\\ud800", "move": "%s"}' % move.encode()
    json_type = {"Content-Type": "application/json"}
    answer = client.post(f"/api/tables/{table_id}/moves", content=surrogate, headers=json_type)
    assert answer.status_code == 422
    cookies = {"Cookie": "seat_a\\000=\\000", "Authorization": "Bearer \\000"}
    assert client.get(f"/api/tables/{table_id}", headers=cookies).status_code == 200
    assert client.table(table_id)["entries"] == 0
    assert "Traceback" not in caplog.text
    assert "storage" not in caplog.text


def test_who_waits_when_the_server_ends_is_told_so(start, monkeypatch, caplog):
    """What takes longer than the server waits is refused, without a word in the log."""
    service = start()
    begun = threading.Event()

    async def endless(*_):
        begun.set()
        await asyncio.sleep(60)

    with service.client() as client:
        made = client.new_table([ME, {"kind": "here"}])
        monkeypatch.setattr(service.table_service.store, "append", endless)
        with ThreadPoolExecutor(1) as pool:
            asked = pool.submit(client.try_move, made["id"], made["table"]["legal"][0])
            assert begun.wait(20)
            service.stop()
            answer = asked.result(20)
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "closing")
    assert "Traceback" not in caplog.text
