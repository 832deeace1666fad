"""One way for a change at a table: decided without a change, stored, applied, told."""

import inspect
import re
import sys
import threading
from pathlib import Path

import pytest

from azulejos import azul
from azulejos.core.errors import IllegalMove
from azulejos.web.commands import (
    AnswerUndo,
    AskUndo,
    CreateTable,
    PlayBotMove,
    PlayMove,
    StartRematch,
    TakeSeat,
)
from azulejos.web.new_tables import set_up
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat
from azulejos.web.table_loader import TableLoader
from azulejos.web.tables import Overtaken, Table

from .service import nearly_over

TEXT = (Path(__file__).parents[2] / "docs" / "architecture.md").read_text(encoding="utf-8")
ANA, BO = frozenset({"ana"}), frozenset({"bo"})
ME, HERE = {"kind": "me", "name": "Ana"}, {"kind": "here"}


def table_of(game="azul", record=None, **options):
    """A table of two people with a token each."""
    seats = [Seat("me", "Ana", token_hash="ana"), Seat("link", "Bo", token_hash="bo")]
    return set_up(CreateTable(game, seats, options, first=0, record=record), 1000)


def state_of(table):
    """All that a table is, but what was only looked up."""
    kept = {name: value for name, value in vars(table).items() if not name.startswith("_")}
    return kept | {
        "game": (table.game.to_dict(), table.game.states.tobytes(), table.game.record()),
        "seats": list(table.seats),
        "done": dict(table.done),
        "agreed": set(table.agreed),
    }


def do(table, command):
    """A command as the service executes it; returns the event."""
    event = table.decide(table.read(command))
    table.apply(event)
    return event


def commands_for(table):
    """One of each kind, some of which are refused."""
    legal = [str(move) for move in table.game.legal_moves()]
    position = table.game.states.tobytes()
    for by in (ANA, BO, frozenset()):
        for text in [*legal[:2], "nonsense", "9K9", "=BBYR"]:
            yield PlayMove(by, "1", text)
        yield AskUndo(by, "2")
        yield AnswerUndo(by, True)
        yield AnswerUndo(by, False)
        yield StartRematch(by)
        yield TakeSeat(tuple(by), "new", 1, "Bo the Second")
    yield PlayMove(ANA, "3", legal[0] if legal else "-", version=99)
    yield PlayBotMove(1, table.game.legal_moves()[0] if legal else None, position)


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_to_decide_changes_nothing(game):
    """Whatever is asked, at whatever point: the table is the same afterwards, also if refused."""
    tables = [table_of(game) for _ in range(3)]
    do(tables[1], PlayMove(ANA, "0", str(tables[1].game.legal_moves()[0])))
    do(tables[2], PlayMove(ANA, "0", str(tables[2].game.legal_moves()[0])))
    do(tables[2], AskUndo(ANA, "1"))
    over = table_of(game, record=nearly_over(game, left=0))
    decided = set()
    for table in (*tables, over):
        for command in commands_for(table):
            before = state_of(table)
            try:
                event = table.decide(table.read(command))
            except (Refusal, IllegalMove, Overtaken):
                pass
            else:
                assert event.version == table.version + 1
                decided.add(event.type)
            assert state_of(table) == before, command
    assert decided == {"move", "undo", "seat", "undo_asked", "undo_refused", "rematch"}


def test_an_event_applied_is_what_was_decided():
    table = table_of()
    event = table.decide(table.read(PlayMove(ANA, "1", str(table.game.legal_moves()[0]))))
    table.apply(event)
    assert (table.version, table.game.entries) == (1, 1)
    assert table.game is event.game
    assert table.done_before(PlayMove(ANA, "1", event.body["text"])) == 1
    with pytest.raises(Refusal, match="something else"):
        table.done_before(AskUndo(ANA, "1"))
    assert table.done_before(PlayMove(BO, "1", event.body["text"])) is None


def test_a_seat_is_kept_by_the_token_that_holds_it():
    """Else by one that holds another seat of the table, else by the new one."""
    table = table_of()
    table.seats = [table.seats[0], *(Seat("link", taken=False) for _ in range(2))]

    def token(by, seat):
        return table.decide(TakeSeat(by, "new", seat, "Cy")).body["token_hash"]

    assert token((), 1) == "new"
    assert token(("elsewhere",), 1) == "new"
    assert token(("elsewhere", "ana"), 1) == "ana"
    table.seats[1] = Seat("link", token_hash="bo")
    assert token(("ana", "bo"), 1) == "bo"
    assert token(("ana", "bo"), 2) == "ana"


def test_a_move_is_read_once_and_its_table_found_once(client, monkeypatch):
    made = client.new_table([ME, HERE])
    read, found = [], []
    parse, find = azul.Move.parse, TableLoader.table

    def noted(text):
        read.append(text)
        return parse(text)

    async def noted_too(self, *arguments, **options):
        found.append(arguments)
        return await find(self, *arguments, **options)

    monkeypatch.setattr(azul.Move, "parse", staticmethod(noted))
    monkeypatch.setattr(TableLoader, "table", noted_too)
    move = made["table"]["legal"][0]
    client.move(made["id"], move)
    assert read == [move]
    assert len(found) == 1
    for path, body in [
        ("undo", {"id": "u"}),
        ("seats/1", {"name": "Bo"}),
    ]:
        found.clear()
        assert client.post(f"/api/tables/{made['id']}/{path}", json=body).status_code == 200
        assert len(found) == 1, path


def journey():
    """The functions on a browser move's way, as the architecture tells them."""
    part = TEXT[TEXT.index("### A browser move") :].split("\n##")[0]
    return re.findall(r"^\| \d+ \| `([\w.]+)`", part, re.MULTILINE)


def test_a_browser_move_goes_the_way_that_is_told(service, client):
    """At most ten functions in this order, and none that is not told in between."""
    told = journey()
    assert 5 < len(told) <= 10
    made = client.new_table([ME, HERE])
    called, callers = [], {}

    def note(frame, what, _):
        if what == "call" and "/azulejos/web/" in frame.f_code.co_filename:
            name = frame.f_code.co_qualname
            called.append(name)
            while (frame := frame.f_back) and "/azulejos/web/" not in frame.f_code.co_filename:
                pass
            callers.setdefault(name, frame and frame.f_code.co_qualname)

    ready = threading.Event()
    service.loop.call_soon_threadsafe(lambda: (sys.setprofile(note), ready.set()))
    ready.wait(10)
    try:
        client.move(made["id"], made["table"]["legal"][0])
    finally:
        service.loop.call_soon_threadsafe(sys.setprofile, None)
    first = [called.index(name) for name in told]
    assert first == sorted(first)
    assert {callers[name] for name in told} <= {None, *told}


def test_only_one_place_stores_events():
    source = Path(inspect.getfile(Table)).parent
    stores = [p.stem for p in source.rglob("*.py") if "store.append(" in p.read_text("utf-8")]
    assert stores == ["table_service"]
