"""Old and new versions side by side: whoever plays at both notices nothing of it."""

import json
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

import azulejos
from azulejos.web import events
from azulejos.web.storage import StorageFailed, check_storage
from azulejos.web.storage.appending import CHANNEL

from .service import BOT, Process, Service, settings_for

INSERT = "INSERT INTO events (table_id, version, type, body) VALUES (%s, %s, %s, %s)"
ME, HERE = {"kind": "me"}, {"kind": "here"}


@pytest.fixture
def older(tmp_path):
    """The folder of a version that does not know of hints yet: it passes over them."""
    package = tmp_path / "azulejos"
    shutil.copytree(Path(azulejos.__file__).parent, package, ignore=shutil.ignore_patterns("*.pyc"))
    tables = package / "web" / "tables.py"
    text = tables.read_text()
    assert 'case "hint":' in text
    tables.write_text(text.replace('case "hint":', 'case "not yet":'))
    return str(tmp_path)


def test_people_play_on_while_the_service_is_upgraded(postgresql, older):
    url = postgresql.new_database("upgraded")
    servers = [Process(url, PYTHONPATH=older), Process(url)]
    old, new = servers
    try:
        with old.client() as at_old, new.client() as at_new:
            made = at_old.new_table([ME, BOT], first=0)
            table_id = made["id"]
            at_new.headers["Authorization"] = f"Bearer {made['token']}"
            with at_old.events(table_id, after=0) as told:
                for n in range(6):
                    client = (at_new, at_old)[n % 2]
                    table = client.wait_for_turn(table_id)
                    if n % 3 == 0:  # what only the new one knows
                        asked = {"id": f"hint {n}"}
                        hinted = at_new.post(f"/api/tables/{table_id}/hint", json=asked)
                        while hinted.status_code == 503:
                            time.sleep(0.2)
                            hinted = at_new.post(f"/api/tables/{table_id}/hint", json=asked)
                        assert hinted.status_code == 200, hinted.text
                    client.move(table_id, table["legal"][0])
                final = at_new.wait_for_turn(table_id)
                seen = []
                while not seen or seen[-1]["version"] < final["version"]:
                    seen.append(next(event for event in told if "version" in event))
            assert [event["version"] for event in seen] == list(range(1, final["version"] + 1))
            assert [event["type"] for event in seen].count("hint") == 2
            assert at_old.table(table_id)["position"] == final["position"]
            assert final["seats"][0]["hints"] == 2
            old.process.terminate()
            assert old.process.wait(20) == 0
            # What had been done at the old one is done, and the new one goes on alone.
            assert at_new.moves(table_id)[-1]["n"] == final["entries"]
            at_new.move(table_id, final["legal"][0])
    finally:
        for server in servers:
            if server.process.poll() is None:
                server.kill()
            server.process.stdout.close()


def test_what_only_newer_versions_know_is_left_to_them(postgresql, monkeypatch):
    import psycopg

    url = postgresql.new_database("newer_events")
    service = Service(settings_for(url))
    try:
        with service.client() as client:
            table_id = client.new_table([ME, HERE])["id"]
            legal = client.table(table_id)["legal"]
            with (
                client.events(table_id, after=0) as told,
                psycopg.connect(url) as newer,
            ):
                client.move(table_id, legal[0])
                assert next(event for event in told if "version" in event)["version"] == 1
                body = json.dumps({"needs": events.READS + 1})
                row = table_id, 2, "tomorrow", body
                newer.execute(
                    "INSERT INTO events (table_id, version, type, body) VALUES (%s, %s, %s, %s)",
                    row,
                )
                newer.execute("UPDATE tables SET version = 2 WHERE id = %s", (table_id,))
                newer.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"1:{table_id}"))
                newer.commit()
                assert not [event for event in told if "version" in event]  # the stream ends
                for _ in range(2):
                    answer = client.get(f"/api/tables/{table_id}")
                    assert (answer.status_code, answer.json()["error"]["code"]) == (
                        503,
                        "for_newer",
                    )
                    assert answer.headers["Retry-After"]
                (why,) = newer.execute(
                    "SELECT set_aside FROM tables WHERE id = %s", (table_id,)
                ).fetchone()
                assert why is None
            client.new_table([ME, HERE])  # all else goes on
            monkeypatch.setattr(events, "READS", events.READS + 1)
            assert client.table(table_id)["version"] == 2
            client.move(table_id, client.table(table_id)["legal"][0])
    finally:
        service.stop()


def test_a_newer_database_is_used_if_it_only_has_more(tmp_path):
    path = tmp_path / "tables.sqlite3"
    url = f"sqlite:///{path}"
    check_storage(url)
    for revision, is_fine in (("0099", True), ("0100", False)):
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute(f"ALTER TABLE tables ADD COLUMN later{revision} TEXT")
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        if is_fine:
            check_storage(url)
        else:
            with pytest.raises(StorageFailed, match="newer version"):
                check_storage(url)
