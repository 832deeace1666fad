"""Backups: whole and of one moment while moves are being played, and back into either database."""

import gzip
import json
import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import sqlalchemy as sa

from azulejos.web.settings import from_environment
from azulejos.web.storage import StorageFailed, backup, check_storage
from azulejos.web.storage.backup import Backup, BadBackup, back_up, restore
from azulejos.web.storage.engine import blocking_engine

from .service import Service, settings_for
from .test_storage import to_revision

ME, HERE = {"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}


def address(url):
    return from_environment({"AZULEJOS_DATABASE_URL": url}).database_url


def rows(url, name):
    """All rows of a table, whatever its columns are."""
    engine = blocking_engine(address(url))
    with engine.connect() as connection:
        table = sa.Table(name, sa.MetaData(), autoload_with=connection)
        found = [dict(row) for row in connection.execute(sa.select(table)).mappings()]
    engine.dispose()
    return sorted(found, key=lambda row: json.dumps(row, sort_keys=True))


def changed(url, *statements):
    engine = blocking_engine(address(url))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(sa.text(statement))
    engine.dispose()


@pytest.fixture
def elsewhere(request, tmp_path):
    """Makes empty databases of either kind."""

    def make(kind):
        if kind == "sqlite":
            return f"sqlite:///{tmp_path / 'elsewhere' / 'tables.sqlite3'}"
        return request.getfixturevalue("postgresql").new_database("elsewhere")

    return make


@pytest.fixture
def filled(database_url):
    """A database with one table, and no server."""
    check_storage(address(database_url))
    table = (
        "'t1', 'azul', '{\"é\"\\: [1, 2.5, null]}', '[]', 1, 1700000000000, 1700000000001, false,"
        " true, 9007199254740993, NULL, 'it does \"not\" replay',"
        " '{\"listed\"\\: true}', NULL, 1700000000002, NULL"
    )
    changed(
        database_url,
        f"INSERT INTO tables VALUES ({table})",
        "INSERT INTO events VALUES ('t1', 1, 'move', '{\"n\"\\: 0}', 'h:1')",
        "INSERT INTO seat_tokens VALUES ('abc', 't1')",
        "INSERT INTO reviews VALUES ('t1', 'd', 0, 7, 5, NULL)",
        "INSERT INTO push_subscriptions VALUES ('t1', 'h', 'd', 'e', 'k', 'a', 'en', 1)",
        "INSERT INTO workers VALUES (5, 1)",
    )
    return database_url


NAMES = ("tables", "events", "seat_tokens", "push_subscriptions", "reviews")


def test_taken_while_moves_are_played(database_url, elsewhere, tmp_path):
    """Every table of the backup replays, and has all that was acknowledged before it began."""
    service = Service(settings_for(database_url))
    kind = "postgresql" if database_url.startswith("sqlite") else "sqlite"
    halt, told, tables = threading.Event(), {}, {}

    def play(number):
        chance = random.Random(number)
        with service.client() as client:
            made = client.new_table([ME, HERE], game="azul")
            tables[made["id"]] = made["token"]
            while not halt.is_set():
                table = client.table(made["id"])
                if table["turn"] is None:
                    return
                played = client.move(made["id"], chance.choice(table["legal"]))
                told[made["id"]] = played["version"]
                time.sleep(0.02)  # no game shall be over before the last backup

    players = [threading.Thread(target=play, args=(number,)) for number in range(3)]
    try:
        for player in players:
            player.start()
        while len(told) < 3 or min(told.values()) < 3:
            assert any(player.is_alive() for player in players)
            time.sleep(0.01)
        files = []
        for number in range(4):
            before = dict(told)
            file, contents = back_up(address(database_url), tmp_path / f"{number}.backup")
            files.append((before, file))
            assert contents.rows["tables"] == 3
        assert all(player.is_alive() for player in players), "they were still playing"
    finally:
        halt.set()
        for player in players:
            player.join()
        service.stop()
    events = rows(database_url, "events")
    for before, file in files:
        url = elsewhere(kind)
        if kind == "sqlite":
            Path(url.removeprefix("sqlite:///")).unlink(missing_ok=True)
        restore(address(url), Backup(file))
        versions = {row["id"]: row["version"] for row in rows(url, "tables")}
        assert all(versions[table] >= version for table, version in before.items())
        kept = [row for row in events if row["version"] <= versions[row["table_id"]]]
        assert rows(url, "events") == kept
    again = Service(settings_for(url))
    try:
        for table_id, token in tables.items():
            with again.client(token=token) as client:
                table = client.table(table_id)
                assert table["version"] == versions[table_id]
                client.move(table_id, table["legal"][0])
    finally:
        again.stop()


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_everything_comes_back(filled, elsewhere, kind, tmp_path):
    file, contents = back_up(address(filled), tmp_path)
    assert file.name.startswith("azulejos-")
    assert file.suffix == ".backup"
    assert file.stat().st_mode & 0o777 == 0o600
    assert dict(contents.rows) == dict.fromkeys(NAMES, 1)
    assert Backup(file).contents == contents
    url = elsewhere(kind)
    restore(address(url), Backup(file))
    for name in NAMES:
        assert rows(url, name) == rows(filled, name), name
    assert rows(url, "workers") == [], "processes of yesterday"
    check_storage(address(url))
    assert [path.name for path in tmp_path.glob(".*")] == []


def test_into_a_database_that_a_server_has_only_made(filled, elsewhere, tmp_path):
    file, _ = back_up(address(filled), tmp_path / "b")
    url = elsewhere("sqlite")
    check_storage(address(url))
    restore(address(url), Backup(file))
    assert rows(url, "tables") == rows(filled, "tables")


def test_an_older_backup_is_brought_up_to_date(database_url, elsewhere, tmp_path):
    """One from before tables, columns and data got the names that they have now."""
    check_storage(address(database_url))
    engine = blocking_engine(address(database_url))
    with engine.begin() as connection:
        to_revision(connection, "0002")
    engine.dispose()
    seats = '[{"kind"\\: "me", "name"\\: "Ana", "level"\\: null, "holder"\\: "h", "taken"\\: true}]'
    changed(
        database_url,
        "INSERT INTO tables (id, game, opening, seats, version, created, touched, over, bot_due)"
        f" VALUES ('old', 'azul', '{{}}', '{seats}', 0, 0, 0, false, false)",
        "INSERT INTO holders (holder, table_id) VALUES ('h', 'old')",
    )
    file, contents = back_up(address(database_url), tmp_path / "b")
    assert contents.schema == "0002"
    assert contents.rows["holders"] == 1
    for kind in ("sqlite", "postgresql"):
        url = elsewhere(kind)
        restore(address(url), Backup(file))
        assert rows(url, "seat_tokens") == [{"token_hash": "h", "table_id": "old"}]
        assert rows(url, "tables")[0]["seats"][0]["token_hash"] == "h"
        check_storage(address(url))


def test_what_is_there_is_not_overwritten(filled, elsewhere, tmp_path):
    file, _ = back_up(address(filled), tmp_path / "b")
    before = rows(filled, "tables")
    with pytest.raises(StorageFailed, match="restore into an empty one"):
        restore(address(filled), Backup(file))
    assert rows(filled, "tables") == before
    with pytest.raises(FileExistsError):
        back_up(address(filled), file)
    Backup(file)


def test_while_a_server_runs_nothing_is_restored(database_url, filled, elsewhere, tmp_path):
    file, _ = back_up(address(filled), tmp_path / "b")
    url = address(elsewhere("sqlite"))
    with backup.one_server(url), pytest.raises(StorageFailed, match="another server uses"):
        restore(url, Backup(file))
    restore(url, Backup(file))
    url = address(elsewhere("postgresql"))
    service = Service(settings_for(url))
    try:
        with pytest.raises(StorageFailed, match="a server uses the database: end it first"):
            restore(url, Backup(file))
    finally:
        service.stop()
    restore(url, Backup(file))


def test_newer_versions_are_refused(filled, elsewhere, tmp_path):
    file, _ = back_up(address(filled), tmp_path / "b")
    lines = gzip.decompress(file.read_bytes()).split(b"\n")
    for change in ({"schema": "9999"}, {"version": 2}):
        head = json.dumps(json.loads(lines[0]) | change | {"by": "7.0"}).encode()
        newer = tmp_path / "newer"
        newer.write_bytes(gzip.compress(b"\n".join([head, *lines[1:]])))
        with pytest.raises(BadBackup, match=r"of a newer version of azulejos \(7\.0\)"):
            Backup(newer)
    url = elsewhere("sqlite")
    check_storage(address(url))
    changed(url, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageFailed, match="newer version"):
        restore(address(url), Backup(file))
    with pytest.raises(StorageFailed, match="newer version"):
        back_up(address(url), tmp_path / "c")
    assert not (tmp_path / "c").exists()


@pytest.fixture
def small(tmp_path):
    url = f"sqlite:///{tmp_path / 'small.sqlite3'}"
    zeros, nulls = ", ".join("000000"), ", ".join(["NULL"] * 6)
    check_storage(address(url))
    changed(
        url,
        *(
            f"INSERT INTO tables VALUES ('t{n}', 'azul', '{{}}', '[]', {zeros}, {nulls})"
            for n in range(3)
        ),
    )
    return back_up(address(url), tmp_path / "small.backup")[0]


def test_damage_is_noticed(small, tmp_path):
    """Cut at any place, or with any byte changed, it is no backup."""
    whole, damaged = small.read_bytes(), tmp_path / "damaged"
    for length in range(0, len(whole), 3):
        damaged.write_bytes(whole[:length])
        with pytest.raises(BadBackup):
            Backup(damaged)
    text = gzip.decompress(whole)
    for place in range(len(text)):
        wrong = text[:place] + bytes([text[place] ^ 1]) + text[place + 1 :]
        damaged.write_bytes(gzip.compress(wrong, 1))
        with pytest.raises(BadBackup):
            Backup(damaged)
    lines = text.splitlines(keepends=True)
    for changed_lines in (lines[:-1], lines[:2] + lines[3:], [*lines, lines[-1]], lines[1:]):
        damaged.write_bytes(gzip.compress(b"".join(changed_lines), 1))
        with pytest.raises(BadBackup):
            Backup(damaged)


def test_nothing_is_left_of_a_restore_that_fails(small, tmp_path, monkeypatch):
    url = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    good = Backup(small)
    parts = list(good.parts())
    monkeypatch.setattr(good, "parts", lambda: iter([*parts, parts[-1]]))  # the same key again
    with pytest.raises(StorageFailed, match="UNIQUE"):
        restore(address(url), good)
    with sqlite3.connect(tmp_path / "new.sqlite3") as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    connection.close()
    restore(address(url), Backup(small))


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *map(str, arguments)],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"} | environment,
    )


def test_the_commands(small, tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    restored = run("restore", small, AZULEJOS_DATA=str(old))
    assert restored.returncode == 0, restored.stderr
    assert restored.stdout.startswith("Restored: 3 tables with 0 events, of 20")
    made = run("backup", tmp_path, AZULEJOS_DATA=str(old))
    assert made.returncode == 0, made.stderr
    assert made.stdout.startswith("Backed up 3 tables with 0 events, of 20")
    (file,) = tmp_path.glob("azulejos-*.backup")
    checked = run("restore", file, "--check", AZULEJOS_DATA=str(new))
    assert checked.stdout.startswith("It is whole: 3 tables")
    assert not new.exists()
    (tmp_path / "none").write_bytes(b"nothing")
    for arguments, code, words in (
        (("backup", file), 1, "it is there already"),
        (("backup", "/nowhere/at/all"), 1, "no such file or directory"),
        (("restore", file), 1, "restore into an empty one"),
        (("restore", tmp_path / "none"), 2, "it is no backup of azulejos"),
        (("restore", tmp_path / "missing"), 2, "no such file or directory"),
    ):
        failed = run(*arguments, AZULEJOS_DATA=str(old))
        assert failed.returncode == code, failed
        assert words in failed.stderr
        assert failed.stderr.count("\n") == 1, failed.stderr
    missing = run("backup", tmp_path, AZULEJOS_DATA=str(new))
    assert (missing.returncode, new.exists()) == (1, False)
    assert "there is no database" in missing.stderr


def test_a_database_that_does_not_answer(tmp_path):
    url = f"postgresql://azulejos:secret@127.0.0.1:1/azulejos?host={tmp_path}"
    failed = run("backup", tmp_path, AZULEJOS_DATABASE_URL=url)
    assert failed.returncode == 1
    assert "cannot use the database PostgreSQL" in failed.stderr
    assert "secret" not in failed.stderr
    assert failed.stderr.count("\n") == 1
