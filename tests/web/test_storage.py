"""What is stored, and how a database comes to be up to date."""

import asyncio
import json

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from azulejos import azul
from azulejos.web.commands import CreateTable, PlayMove
from azulejos.web.new_tables import set_up
from azulejos.web.seats import Seat, tidy_name
from azulejos.web.settings import from_environment
from azulejos.web.storage import Conflict, Store, bring_up_to_date, migrate, open_database
from azulejos.web.storage.schema import METADATA
from azulejos.web.tables import rebuilt


def in_database(url, work):
    """Run something with an empty, up-to-date database."""

    async def main():
        database = open_database(from_environment({"AZULEJOS_DATABASE_URL": url}).database_url)
        try:
            await bring_up_to_date(database)
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(main())


def new_table():
    seats = [Seat("me", token_hash="h"), Seat("bot", level=1)]
    return set_up(CreateTable("azul", seats, {}, first=0), 100)


def migrations():
    config = Config()
    folder = str(migrate.Path(migrate.__file__).parent / "migrations")
    config.set_main_option("script_location", folder)
    return config


def to_revision(connection, revision):
    """Take a database that is up to date back to an earlier version."""
    config = migrations()
    config.attributes["connection"] = connection
    command.downgrade(config, revision)


def test_the_newest_migration_is_known():
    assert ScriptDirectory.from_config(migrations()).get_heads() == [migrate.NEWEST]


def test_migrations_lead_to_the_schema(database_url):
    async def work(database):
        await bring_up_to_date(database)  # a second time changes nothing

        def differences(connection):
            return compare_metadata(MigrationContext.configure(connection), METADATA)

        return await database.do(differences)

    assert in_database(database_url, work) == []


def test_several_processes_may_start_at_once(database_url):
    async def main():
        url = from_environment({"AZULEJOS_DATABASE_URL": database_url}).database_url
        databases = [open_database(url) for _ in range(3)]
        await asyncio.gather(*map(bring_up_to_date, databases))
        for database in databases:
            await database.close()

    asyncio.run(main())


def test_first_connections_to_a_new_file_wait_for_each_other(tmp_path):
    async def main():
        for i in range(50):  # without waiting, about one in four fails
            databases = [open_database(f"sqlite:///{tmp_path}/{i}.sqlite3") for _ in range(3)]
            await asyncio.gather(*(database.do(lambda _: None) for database in databases))
            for database in databases:
                await database.close()

    asyncio.run(main())


def test_the_same_version_is_stored_once(database_url):
    async def work(database):
        store = Store(database, 1)
        table = new_table()
        await store.create(table)
        event = table.decide(PlayMove(frozenset({"h"}), "1", table.game.legal_moves()[0]))
        await store.append(table, event)
        with pytest.raises(Conflict):
            await store.append(table, event)
        stored = await store.load(table.id)
        assert [event.version for event in stored.events] == [1]
        assert await store.load("nowhere") is None
        assert await store.version_of(table.id) == 1
        assert await store.table_of("h") == table.id
        assert await store.live_tables() == (1, 0)

    in_database(database_url, work)


def test_what_an_earlier_version_has_stored_is_migrated(database_url):
    """Its tables, columns and data had other names."""
    columns = "id, game, opening, seats, version, created, touched, over, bot_due, worker"
    of_table = {
        "id": "old",
        "game": "azul",
        "seats": '[{"kind": "me", "name": "Ana", "level": null, "holder": "h", "taken": true}, '
        '{"kind": "link", "name": "", "level": null, "holder": "f", "taken": false}]',
        **{"version": 2, "created": 0, "touched": 0, "over": False, "bot_due": False, "worker": 1},
    }
    move = azul.Game(seed=1)
    opening = json.dumps(move.record())
    move.play(move.legal_moves()[0])
    told = move.log_entry(0)
    body = {"n": 0, "turn": told.turn, "text": told.made.text, "drawn": []}
    sat = {"seat": 1, "name": "Bo", "holder": "g"}

    def write(connection):
        to_revision(connection, "0002")
        names = ", ".join(f":{name}" for name in columns.split(", "))
        row = of_table | {"opening": opening}
        connection.execute(sa.text(f"INSERT INTO tables ({columns}) VALUES ({names})"), row)
        for version, type_, data, key in [(1, "move", body, "h:1"), (2, "seat", sat, None)]:
            event = {"v": version, "t": type_, "b": json.dumps(data), "k": key}
            into = "INSERT INTO happenings (table_id, version, type, body, key) "
            connection.execute(sa.text(into + "VALUES ('old', :v, :t, :b, :k)"), event)
        into = "INSERT INTO holders (holder, table_id) VALUES ('g', 'old')"
        connection.execute(sa.text(into))

    async def work(database):
        store = Store(database, 1)
        await database.do(write)
        await bring_up_to_date(database)
        assert await store.table_of("g") == "old"
        stored = await store.load("old")
        table = rebuilt(stored.id, stored.opening, stored.seats, stored.events)
        assert [seat.token_hash for seat in table.seats] == ["h", "g"]
        assert table.game.entries == 1
        again = PlayMove(frozenset({"h"}), "1", body["text"])
        assert table.done_before(table.read(again)) == 1
        event = table.decide(PlayMove(frozenset("g"), "2", table.game.legal_moves()[0]))
        await store.append(table, event)
        keys = sa.text("SELECT idempotency_key FROM events ORDER BY version")
        assert await database.do(lambda c: c.execute(keys).scalars().all()) == ["h:1", None, "g:2"]
        await database.do(lambda c: to_revision(c, "0002"))
        seat = sa.text("SELECT body FROM happenings WHERE type = 'seat'")
        return await database.do(lambda c: c.execute(seat).scalar())

    back = in_database(database_url, work)
    assert (json.loads(back) if isinstance(back, str) else back) == sat


def test_old_tables_are_forgotten(database_url):
    async def work(database):
        store = Store(database, 1)
        old, new = new_table(), new_table()
        await store.create(old)
        await store.create(new)
        await database.do(
            lambda c: c.execute(
                sa.text("UPDATE tables SET touched = 0 WHERE id = :id"), {"id": old.id}
            )
        )
        assert await store.forget_old(30) == 1
        assert await store.load(old.id) is None
        assert await store.table_of("h") == new.id

    in_database(database_url, work)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Ana  ", "Ana"),
        ("a\nb\tc", "a b c"),
        ("x" * 50, "x" * 24),
        ("\u202eevil\u0000", "evil"),
        ("e\u0301", "é"),
        ("<script>", "<script>"),  # pages escape; here nothing is lost
        ("", ""),
    ],
)
def test_names_are_tidied(typed, kept):
    assert tidy_name(typed) == kept
