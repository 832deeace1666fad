"""Clocks: what they show, what happens when time is up, and that everybody agrees on it."""

import time

import pytest

from azulejos.web.clocks import OFFERED, Clock, ClockTerms, from_code
from azulejos.web.commands import (
    AnswerUndo,
    AskUndo,
    CreateTable,
    EndTime,
    LeaveSeat,
    PlayBotMove,
    PlayMove,
    TakeSeat,
)
from azulejos.web.new_tables import set_up
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat
from azulejos.web.tables import Overtaken, Table, rebuilt
from azulejos.web.terms import Terms, terms_from_dict, terms_to_dict

from .service import BOT, Service, settings_for

A, B = frozenset("a"), frozenset("b")
MINUTE = ClockTerms("move", 60)
FISCHER = ClockTerms("fischer", 100, 10)
ME, HERE = {"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}


def two_people(clock, game="azul", others=()):
    seats = [Seat("me", "Ana", token_hash="a"), Seat("link", "Bo", token_hash="b"), *others]
    return set_up(CreateTable(game, seats, {}, first=0, clock=clock), 5_000)


class Played:
    """A table, and its events, at times in seconds after it was set up."""

    def __init__(self, table: Table):
        self.table, self.events = table, []
        self.seats = list(table.seats)

    def do(self, command, seconds):
        event = self.table.decide(command, self.at(seconds))
        self.table.apply(event)
        self.events.append(event)
        return event

    def at(self, seconds):
        return self.table.made_at + round(1_000 * seconds)

    def move(self, by, seconds):
        move = str(self.table.game.legal_moves()[0])
        return self.do(PlayMove(by, str(len(self.events)), move), seconds)

    def bot_moves(self, seconds):
        table = self.table
        seat, move = table.bot_to_move(), table.game.legal_moves()[0]
        return self.do(PlayBotMove(seat, move, table.game.states.tobytes()), seconds)

    def left(self):
        return [left / 1_000 for left in self.table.clock.left]

    def again(self):
        """The same from what would be stored, without the games that events bring."""
        stored = [
            type(event)(event.version, event.type, event.body, event.idempotency_key)
            for event in self.events
        ]
        table = self.table
        return rebuilt(table.id, table.opening, self.seats, stored, table.terms, table.made_at)


def test_terms_are_stored_as_plain_data():
    for terms in (Terms(), Terms(listed=True), Terms(clock=FISCHER)):
        assert terms_from_dict(terms_to_dict(terms)) == terms
    assert terms_to_dict(Terms()) is None


def test_a_form_names_each_clock():
    assert len({clock.code for clock in OFFERED}) == len(OFFERED)
    for clock in OFFERED:
        assert from_code(clock.code, "bot") == clock
        assert from_code(clock.code, "seat").then == "seat"
    assert from_code("move-1", "bot") is None


def test_time_for_each_move():
    played = Played(two_people(MINUTE))
    assert played.table.due == played.at(60)
    played.move(A, 59.9)
    assert (played.table.ticking, played.table.due) == (1, played.at(119.9))
    played.move(B, 60)
    assert played.left() == [60, 60]
    assert played.again().clock == played.table.clock


def test_fischer_adds_with_each_move():
    played = Played(two_people(FISCHER))
    played.move(A, 30)
    assert played.left() == [80, 100]
    played.move(B, 31)
    assert played.left() == [80, 109]
    played.do(TakeSeat(["a"], "x", 0, "Anna"), 51)  # a new name buys no time
    assert played.left() == [60, 109]
    assert played.table.due == played.at(111)
    assert played.again().clock == played.table.clock


def test_a_move_that_comes_too_late_is_refused():
    played = Played(two_people(MINUTE))
    move = str(played.table.game.legal_moves()[0])
    with pytest.raises(Refusal) as refused:
        played.table.decide(PlayMove(A, "1", move), played.at(60))
    assert refused.value.code == "time_up"


def test_nobody_ends_a_move_before_its_time():
    played = Played(two_people(MINUTE))
    with pytest.raises(Overtaken):
        played.do(EndTime(), 59.999)
    played.move(A, 59.999)
    with pytest.raises(Overtaken):
        played.do(EndTime(), 60)


def test_a_bot_makes_the_move():
    played = Played(two_people(FISCHER))
    assert played.do(EndTime(), 100).body["clock"] == {"left": [0, 100_000], "expired": 0}
    assert (played.table.ticking, played.table.due, played.table.bot_to_move()) == (None, None, 0)
    with pytest.raises(Refusal) as refused:
        played.move(A, 101)
    assert refused.value.code == "time_up"
    with pytest.raises(Overtaken):
        played.do(EndTime(), 200)
    played.bot_moves(102)
    assert not played.table.seats[0].is_bot
    assert played.left() == [10, 100]  # from now on, what each move adds
    assert (played.table.ticking, played.table.bot_to_move()) == (1, None)
    assert played.again().clock == played.table.clock
    with pytest.raises(Overtaken):
        played.table.decide(PlayBotMove(0, None, b""), None)


def test_a_bot_takes_the_seat():
    played = Played(two_people(ClockTerms("move", 60, then="seat")))
    event = played.do(EndTime(), 61)
    assert (event.type, event.body["seat"]) == ("left", 0)
    assert played.table.seats[0].is_kept
    played.bot_moves(62)
    # The last person is not left without a seat: a bot moves for them.
    assert played.table.ticking == 1
    assert played.do(EndTime(), 200).type == "time_up"
    played.bot_moves(201)
    assert played.table.seats[1].taken
    assert played.table.bot_to_move() == 0


def test_clocks_wait_for_everybody():
    table = two_people(MINUTE, others=[Seat("link", token_hash="c", taken=False)])
    played = Played(table)
    assert table.due is None
    played.do(TakeSeat([], "new", 2, "Cy"), 1_000)
    assert table.due == played.at(1_060)
    assert played.left() == [60] * 3


def test_a_seat_that_is_left_stops_no_clock():
    played = Played(two_people(FISCHER))
    with pytest.raises(Refusal) as refused:
        played.do(LeaveSeat(A, 0, to_bot=False), 90)
    assert refused.value.code == "bot_keeps_seat"
    played.do(LeaveSeat(A, 0, to_bot=True), 99)
    assert played.left() == [1, 100]
    played.do(TakeSeat([], "new", 0, "Cy"), 100)
    assert played.left() == [60, 100]  # a minute at least to arrive
    assert played.again().clock == played.table.clock


def test_taking_back_gives_no_time():
    played = Played(two_people(FISCHER))
    played.move(A, 30)
    played.do(AskUndo(A, "u"), 40)
    assert played.table.due == played.at(130)
    played.do(AnswerUndo(B, agree=True), 50)
    assert played.left() == [80, 80]
    assert (played.table.ticking, played.table.due) == (0, played.at(130))


def test_hidden_hands_that_are_drawn_anew_keep_the_clocks():
    """Then the game is replayed from a record, and what was before it is not played again."""
    seats = [Seat("me", "Ana", token_hash="a"), Seat("bot", level=1)]
    table = set_up(CreateTable("azuleo", seats, {}, first=0, clock=FISCHER), 5_000)
    played = Played(table)
    played.move(A, 20)
    while table.bot_to_move() is not None:
        played.bot_moves(21)
    played.do(AskUndo(A, "u"), 31)
    assert played.events[-1].body["record"]
    again = played.again()
    assert again.clock == table.clock
    assert again.due == table.due


def test_a_clock_is_no_faster_than_time():
    clock = Clock.set_to(MINUTE, 2, 1_000)
    assert clock.due(None) is None
    told = clock.changed("hint", {"seat": 0}, 0, 5_000, arrives=False)
    assert told is None


# ── Through the service ──────────────────────────────────────────────────────────────────────────


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_time_is_up_at_a_table(client):
    clock = {"kind": "move", "base": 5}
    made = client.new_table([ME, HERE], first=0, clock=clock)
    shown = made["table"]["clock"]
    assert (shown["ticking"], shown["expired"], shown["left"]) == (0, None, [5_000, 5_000])
    assert 0 < shown["due"] - shown["now"] <= 5_000
    with client.events(made["id"], 0) as events:
        told = next(event for event in events if event["type"] == "time_up")
        assert (told["seat"], told["table"]["legal"]) == (0, [])
        moved = next(event for event in events if event["type"] == "move")
    assert moved["turn"] == 0
    table = client.table(made["id"])
    assert (table["turn"], table["clock"]["ticking"]) == (1, 1)
    client.move(made["id"], table["legal"][0])


def test_clocks_survive_a_restart(database_url):
    """Time goes on while no server runs; whoever comes first ends the move, once."""
    first = Service(settings_for(database_url))
    with first.client() as client:
        made = client.new_table([ME, HERE], first=0, clock={"kind": "move", "base": 5})
        token = made["token"]
    first.stop()
    time.sleep(5)
    second = Service(settings_for(database_url))
    try:
        with second.client(token=token) as client:
            table = client.wait(made["id"], lambda table: table["entries"] == 1)
            assert (table["version"], table["turn"]) == (2, 1)
            assert table["clock"]["due"] - table["since"] == 5_000
    finally:
        second.stop()


def test_two_workers_end_a_move_once(postgresql):
    url = postgresql.new_database("clocks")
    first, second = Service(settings_for(url)), Service(settings_for(url))
    try:
        with first.client() as client, second.client() as other:
            ids = [
                client.new_table([ME, HERE], first=0, clock={"kind": "move", "base": 5})["id"]
                for _ in range(6)
            ]
            for table_id in ids:
                table = other.wait(table_id, lambda table: table["entries"] == 1)
                assert (table["version"], table["turn"]) == (2, 1)
    finally:
        first.stop()
        second.stop()


def test_no_clock_that_cannot_be(client):
    for clock in (
        {"kind": "move", "base": 1},
        {"kind": "move", "base": 10**9},
        {"kind": "move", "base": True},
        {"kind": "sand", "base": 60},
        {"kind": "fischer", "base": 60, "increment": -1},
        {"kind": "move", "base": 60, "then": "explode"},
        {"base": 60},
    ):
        answer = client.post("/api/tables", json={"seats": [ME, BOT], "clock": clock})
        assert code(answer) == (422, "bad_request")
    answer = client.post(
        "/api/tables",
        json={"seats": [ME, HERE], "chance": "manual", "clock": {"kind": "move", "base": 60}},
    )
    assert code(answer) == (422, "no_clock")


def test_the_form_offers_clocks(client):
    page = client.get("/new", headers={"Accept-Language": "sv"}).text
    assert "1 dag för varje drag" in page
    form = {"game": "azul", "kind0": "me", "kind1": "bot", "clock": "fischer-300-10", "filled": "1"}
    answer = client.post("/new", data=form | {"then": "seat"})
    assert answer.status_code == 303
    table = client.table(answer.headers["location"].rpartition("/")[2])
    clock = {key: table["clock"][key] for key in ("kind", "base", "increment", "then")}
    assert clock == {"kind": "fischer", "base": 300, "increment": 10, "then": "seat"}
