"""Losing on time: who is out, when that ends the game, and what records tell of it."""

import pytest

from azulejos import games
from azulejos.core.errors import RecordError
from azulejos.web import on_time
from azulejos.web.clocks import ClockTerms
from azulejos.web.commands import (
    AnswerUndo,
    AskUndo,
    CreateTable,
    EndTime,
    LeaveSeat,
    StartRematch,
)
from azulejos.web.events import READS
from azulejos.web.new_tables import set_up
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat
from azulejos.web.tables import Overtaken
from azulejos.web.views import View

from .service import BOT, Service, nearly_over, settings_for
from .test_clocks import ME, A, B, Played, code, two_people

LOSE = ClockTerms("move", 60, then="lose")
C = frozenset("c")
THIRD = Seat("link", "Cy", token_hash="c")
CLOCK = {"kind": "move", "base": 5, "then": "lose"}


def three_people(game="azul", record=None):
    seats = [Seat("me", "Ana", token_hash="a"), Seat("link", "Bo", token_hash="b"), THIRD]
    return set_up(CreateTable(game, seats, {}, first=0, clock=LOSE, record=record), 5_000)


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_of_two_the_other_wins(game):
    played = Played(two_people(LOSE, game))
    played.move(A, 1)
    event = played.do(EndTime(), 61)
    assert (event.type, event.body["needs"]) == ("lost_on_time", READS)
    table = played.table
    assert (table.is_over, table.turn, table.ticking, table.due) == (True, None, None, None)
    assert (table.bot_to_move(), table.standing().over) == (None, True)
    result = table.result()
    late = event.body["seat"]
    assert (result["winners"], result["order"]) == ([1 - late], [1 - late, late])
    assert result["scores"] == table.game.scores
    for command in (AskUndo(A, "u"), LeaveSeat(B, 1, to_bot=True), EndTime()):
        with pytest.raises((Refusal, Overtaken)):
            played.do(command, 70)
    with pytest.raises(Refusal) as refused:
        played.move(A, 71)
    assert refused.value.code == "game_over"
    again = played.again()
    assert (again.on_time, again.result()) == (table.on_time, result)
    assert played.do(StartRematch(A), 72).new_table.clock is not None


def test_of_three_a_bot_plays_on_and_cannot_win():
    played = Played(three_people())
    event = played.do(EndTime(), 60)
    assert (event.body["lost"], "winners" in event.body) == ([0], False)
    table = played.table
    assert not table.is_over
    assert (table.bot_to_move(), table.ticking) == (0, None)
    with pytest.raises(Refusal) as refused:
        played.move(A, 61)
    assert refused.value.code == "time_up"
    for command in (AskUndo(A, "u"), LeaveSeat(A, 0, to_bot=True)):
        with pytest.raises(Refusal):
            played.do(command, 61)
    played.bot_moves(62)
    played.move(B, 63)
    # Who is out is not asked about an undo.
    assert table.decide(AskUndo(B, "v"), played.at(64)).body["token_hash"] == "b"
    assert played.again().on_time == table.on_time
    # The next ends it: one is left.
    event = played.do(EndTime(), 130)
    assert event.body["lost"] == [0, 2]
    assert table.result()["winners"] == [1]
    assert table.result()["order"][0] == 1


def test_who_is_out_has_no_say_in_an_undo():
    played = Played(three_people())
    played.do(EndTime(), 60)
    played.bot_moves(61)
    played.move(B, 62)
    played.do(AskUndo(B, "u"), 63)
    for agree in (True, False):
        with pytest.raises(Refusal) as refused:
            played.do(AnswerUndo(A, agree), 64)
        assert refused.value.code == "others_agree"
    assert played.do(AnswerUndo(C, agree=True), 65).type == "undo"


def test_when_no_person_is_left_points_decide():
    others = [Seat("bot", level=1), Seat("bot", level=1)]
    seats = [Seat("me", "Ana", token_hash="a"), *others]
    table = set_up(CreateTable("azul", seats, {}, first=0, clock=LOSE), 5_000)
    played = Played(table)
    played.do(EndTime(), 60)
    assert table.is_over
    assert table.result()["winners"] == [1, 2]  # at 0 points each
    assert table.result()["order"] == [1, 2, 0]


def test_who_plays_alone_ends_without_a_win():
    seats = [Seat("me", "Ana", token_hash="a")]
    table = set_up(CreateTable("azuleo", seats, {}, first=0, clock=LOSE), 5_000)
    played = Played(table)
    played.do(EndTime(), 60)
    assert (table.is_over, table.result()["winners"]) == (True, [])


def test_a_team_loses_together():
    seats = [Seat("link", token_hash=letter) for letter in "abcd"]
    table = set_up(CreateTable("azuleo", seats, {}, first=0, clock=LOSE), 5_000)
    assert table.game.sides == 2
    played = Played(table)
    assert played.do(EndTime(), 60).body == {
        "seat": 0,
        "lost": [0, 2],
        "winners": [1, 3],
        "needs": READS,
        "at": played.at(60),
        "clock": {"left": [0, 60_000, 60_000, 60_000], "expired": None},
    }


def test_who_is_out_does_not_win_by_points():
    """Of three: the rules count the points of who has lost on time, the table does not."""
    record = nearly_over("azul", left=1, players=3)
    table = three_people(record=record)
    turn = table.game.turn
    played = Played(table)
    played.do(EndTime(), 60)
    while not table.is_over:
        by = {0: A, 1: B, 2: C}
        if table.bot_to_move() is not None:
            played.bot_moves(61)
        else:
            played.move(by[table.turn], 61)
    assert turn not in table.result()["winners"]
    assert table.result()["order"][-1] == turn
    best = max(points for n, points in enumerate(table.game.scores) if n != turn)
    assert {table.game.scores[n] for n in table.result()["winners"]} == {best}
    told = View(table, (0,)).record()
    assert told["on_time"] == {"lost": [turn], "winners": table.result()["winners"]}
    assert told["result"] == table.game.result()


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_record_tells_it_and_is_opened_with_it(game):
    played = Played(two_people(LOSE, game))
    played.move(A, 1)
    late = played.do(EndTime(), 61).body["seat"]
    record = View(played.table, ()).record()
    assert (record["result"], record["on_time"]) == (None, {"lost": [late], "winners": [1 - late]})
    assert "+?" not in record["moves"]  # all is open now
    assert games.spec(game).module.replay(record).entries == 1
    seats = [Seat("me", token_hash="a"), Seat("here", token_hash="a")]
    again = set_up(CreateTable(game, seats, {}, record=record, keep_names=True), 5_000)
    assert (again.is_over, again.result()["winners"]) == (True, [1 - late])
    assert [seat.name for seat in again.seats] == ["Ana", "Bo"]
    assert View(again, (0, 1)).record() == record
    earlier = set_up(CreateTable(game, seats, {}, record=record, at=0), 5_000)
    assert not earlier.is_over


def test_a_record_that_tells_nonsense_is_refused():
    played = Played(two_people(LOSE))
    record = View(played.table, ()).record()
    for told in (
        {"lost": [2]},
        {"lost": [0, 0]},
        {"lost": [0], "winners": [0]},
        {"winners": [0]},
        {"lost": "0"},
        [],
        {"lost": [0], "more": 1},
    ):
        with pytest.raises(RecordError):
            games.spec("azul").module.replay(record | {"on_time": told})
    for told in ({"lost": [0]}, {"lost": [], "winners": [0]}):
        assert on_time.of_head(record | {"on_time": told}) == on_time.NOBODY


# ── Through the service ──────────────────────────────────────────────────────────────────────────


def test_a_game_is_lost_at_a_table(database_url):
    first = Service(settings_for(database_url))
    try:
        with first.client() as client:
            made = client.new_table([ME, BOT], game="azuleo", first=0, clock=CLOCK, listed=True)
            id_, token = made["id"], made["token"]
            with client.events(id_, 0) as events:
                told = next(event for event in events if event["type"] == "lost_on_time")
            table = told["table"]
            assert (told["seat"], table["result"]["winners"]) == (0, [1])
            assert (table["turn"], table["legal"], table["phase"]) == (None, [], "over")
            assert table["on_time"] == [0]
            assert client.get("/api/open").json()["tables"] == []
            assert code(client.post(f"/api/tables/{id_}/undo", json={"id": "u"}))[0] == 409
            assert client.get(f"/t/{id_}/explore", follow_redirects=False).status_code == 303
    finally:
        first.stop()
    second = Service(settings_for(database_url))
    try:
        with second.client(token=token) as client:
            table = client.table(id_)
            assert (table["on_time"], table["result"]["winners"]) == ([0], [1])
            [mine] = client.get("/api/mine").json()["tables"]
            assert (mine["turn"], mine["on_time"], mine["result"]["winners"]) == (None, [0], [1])
            answer = client.post(f"/api/tables/{id_}/branch", json={"at": 0})
            assert answer.status_code == 201
            assert not answer.json()["table"]["result"]
            url = client.post(f"/api/tables/{id_}/rematch", json={}).json()["url"]
            assert client.table(url.removeprefix("/t/"))["clock"]["then"] == "lose"
    finally:
        second.stop()


def test_the_form_offers_it(client):
    page = client.get("/new", headers={"Accept-Language": "de"}).text
    assert "Die Partie ist verloren" in page
    form = {"game": "azul", "kind0": "me", "kind1": "bot", "clock": "move-30", "filled": "1"}
    answer = client.post("/new", data=form | {"then": "lose"})
    assert client.table(answer.headers["location"].rpartition("/")[2])["clock"]["then"] == "lose"
