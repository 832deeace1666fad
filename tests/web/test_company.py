"""Company at a table: open tables, who watches, phrases, and seats that are given up."""

import time
from contextlib import ExitStack

import pytest

from azulejos.web import leaving
from azulejos.web.commands import AskUndo, CreateTable, LeaveSeat, PlayMove, TakeSeat
from azulejos.web.new_tables import set_up
from azulejos.web.open_tables import KEPT
from azulejos.web.phrases import PHRASES
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat
from azulejos.web.tables import rebuilt

from .service import BOT, Service, nearly_over, settings_for

ME = {"kind": "me", "name": "Ana"}
LINK = {"kind": "link"}
MINUTE = 60_000


@pytest.fixture
def visit():
    """Clients of a service."""
    with ExitStack() as clients:
        yield lambda service: clients.enter_context(service.client())


def together(visit, service, game="azul"):
    """Two people at a table: the clients, and its id."""
    ana, bo = visit(service), visit(service)
    made = ana.new_table([ME, LINK], game=game)
    assert bo.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Bo"}).status_code == 200
    return ana, bo, made["id"]


def leave(client, table_id, seat, to_bot):
    return client.post(f"/api/tables/{table_id}/seats/{seat}/leave", json={"to_bot": to_bot})


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


# ── Deciding and applying ────────────────────────────────────────────────────────────────────────


def two_people(game="azul", **more):
    seats = [Seat("me", "Ana", token_hash="a"), Seat("link", "Bo", token_hash="b")]
    return set_up(CreateTable(game, seats, {}, first=0, **more), 5_000)


def do(table, command, at=None):
    event = table.decide(command, at)
    table.apply(event)
    return event


A, B = frozenset("a"), frozenset("b")


def test_a_bot_keeps_a_seat_until_somebody_sits_down():
    table = two_people()
    events = [do(table, LeaveSeat(A, 0, to_bot=True))]
    assert (table.seats[0].is_bot, table.seats[0].level, table.seats[0].is_open) == (True, 1, True)
    assert table.seats_of(A) == ()
    assert table.bot_to_move() == 0
    events.append(do(table, TakeSeat(["c"], "c", 0, "Cy")))
    assert table.seats[0] == Seat("link", "Cy", token_hash="c")
    assert table.bot_to_move() is None
    seats = [Seat("me", "Ana", token_hash="a"), Seat("link", "Bo", token_hash="b")]
    assert rebuilt(table.id, table.opening, seats, events).seats == table.seats


def test_a_seat_that_is_left_free_waits():
    table = two_people()
    do(table, LeaveSeat(B, 1, to_bot=False))
    assert not table.seats[1].taken
    assert table.seats[1].token_hash is None
    assert table.seats_of([""]) == ()
    do(table, TakeSeat([], "new", 1, "Di"))
    assert table.seats_of(["new"]) == (1,)


def test_who_may_give_up_a_seat():
    table = two_people()
    for command, expected in [
        (LeaveSeat(frozenset("x"), 0, to_bot=True), "not_seated"),
        (LeaveSeat(B, 0, to_bot=True), "not_absent"),
        (LeaveSeat(B, 3, to_bot=True), "no_such_seat"),
    ]:
        with pytest.raises(Refusal) as refused:
            table.decide(command)
        assert refused.value.code == expected
    do(table, LeaveSeat(B, 1, to_bot=True))
    for seat, expected in [(1, "nobody_sits_here"), (0, "last_person")]:
        with pytest.raises(Refusal) as refused:
            table.decide(LeaveSeat(A, seat, to_bot=True))
        assert refused.value.code == expected
    do(table, LeaveSeat(A, 0, to_bot=False))


def test_others_give_a_seat_away_after_an_absence():
    table = two_people()
    begun = table.made_at + 1_000
    move = str(table.game.legal_moves()[0])
    do(table, PlayMove(A, "1", move), begun)
    assert table.game.turn == 1
    absent = LeaveSeat(A, 1, to_bot=True)
    long = leaving.ABSENCE * MINUTE
    for command, at in [
        (absent, begun + long - 1),
        (LeaveSeat(A, 1, to_bot=True, online=frozenset({1})), begun + long),
        (LeaveSeat(B, 0, to_bot=True), begun + long),  # it is not that one's turn
    ]:
        with pytest.raises(Refusal) as refused:
            table.decide(command, at)
        assert refused.value.code == "not_absent"
    do(table, absent, begun + long)
    assert table.bot_to_move() == 1


def test_time_at_a_table_does_not_go_back():
    table = two_people()
    later = table.made_at + 5_000
    first = do(table, PlayMove(A, "1", str(table.game.legal_moves()[0])), later)
    second = do(table, PlayMove(B, "2", str(table.game.legal_moves()[0])), later - 4_000)
    assert (first.body["at"], second.body["at"], table.last_at) == (later, later, later)


def test_a_question_of_who_leaves_is_no_longer_asked():
    table = two_people()
    do(table, PlayMove(A, "1", str(table.game.legal_moves()[0])))
    do(table, AskUndo(A, "2"))
    assert table.asked is not None
    do(table, LeaveSeat(A, 0, to_bot=True))
    assert table.asked is None


# ── Through the service ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_bot_plays_on_for_who_has_left(visit, service, game):
    ana, bo, table_id = together(visit, service, game)
    assert code(leave(bo, table_id, 0, True)) == (409, "not_absent")
    assert leave(bo, table_id, 1, True).status_code == 200
    assert bo.table(table_id)["mine"] == []
    seat = ana.table(table_id)["seats"][1]
    assert (seat["kind"], seat["open"], seat["name"]) == ("bot", True, "")
    ana.play_some(table_id, 3)  # so the bot moves in between
    assert code(bo.try_move(table_id, "1BF")) == (403, "not_seated")
    assert bo.post(f"/api/tables/{table_id}/seats/1", json={"name": "Bo"}).status_code == 200
    assert bo.table(table_id)["mine"] == [1]
    assert code(ana.post(f"/api/tables/{table_id}/seats/1", json={"name": "x"})) == (
        409,
        "seat_taken",
    )


def test_a_left_seat_survives_a_restart(visit, database_url):
    first = Service(settings_for(database_url))
    ana, bo, table_id = together(visit, first)
    assert leave(bo, table_id, 1, True).status_code == 200
    before = ana.table(table_id)["seats"]
    first.stop()
    second = Service(settings_for(database_url))
    try:
        with second.client() as again:
            after = again.table(table_id)["seats"]
        assert [seat["kind"] for seat in after] == [seat["kind"] for seat in before]
        assert after[1]["open"]
    finally:
        second.stop()


def test_the_list_of_open_tables(visit, service):
    ana = visit(service)
    hidden = ana.new_table([ME, LINK])["id"]
    joined = ana.new_table([ME, LINK], game="azuleo", listed=True)["id"]
    watched = ana.new_table([ME, BOT], listed=True)["id"]
    time.sleep(KEPT)
    found = {table["id"]: table for table in ana.get("/api/open").json()["tables"]}
    assert hidden not in found
    assert {joined, watched} <= set(found)
    ids = list(found)
    assert ids.index(joined) < ids.index(watched)
    assert found[joined]["seats"][1]["taken"] is False
    page = visit(service).get("/tables").text
    assert f"/t/{joined}" in page
    assert f"/t/{watched}" in page
    assert f"/t/{hidden}" not in page
    assert ana.post(f"/api/tables/{joined}/seats/1", json={"name": "Bo"}).status_code == 200
    over = ana.new_table([ME, {"kind": "here"}], record=nearly_over("azul", 1), listed=True)["id"]
    ana.play_some(over, 5)
    time.sleep(KEPT)
    found = {table["id"]: table for table in ana.get("/api/open").json()["tables"]}
    assert over not in found
    assert found[joined]["seats"][1]["name"] == "Bo"


def test_a_listed_table_tells_no_secret(visit, service):
    ana = visit(service)
    made = ana.new_table([ME, LINK], game="azuleo", listed=True)
    time.sleep(KEPT)
    text = ana.get("/api/open").text
    assert made["token"] not in text
    assert made["seat_links"]["1"].rpartition("/")[2] not in text
    found = next(t for t in ana.get("/api/open").json()["tables"] if t["id"] == made["id"])
    assert set(found) == {"id", "url", "game", "options", "clock", "seats", "entries", "touched"}
    assert set(found["seats"][0]) == {"kind", "name", "level", "taken", "open"}


def test_how_many_watch(visit, service):
    ana, bo, table_id = together(visit, service)
    with ana.events(table_id, 0) as events, visit(service).events(table_id, 0):
        told = next(event for event in events if event["type"] == "online" and event["watching"])
        assert told["watching"] == 1
        assert bo.table(table_id)["watching"] == 1
    bo.wait(table_id, lambda table: table["watching"] == 0)


def test_a_phrase_is_told_and_kept_nowhere(visit, service):
    ana, bo, table_id = together(visit, service)
    version = ana.table(table_id)["version"]
    with bo.events(table_id, version) as events:
        answer = ana.post(f"/api/tables/{table_id}/phrases", json={"phrase": "well_played"})
        assert answer.status_code == 204
        told = next(event for event in events if event["type"] == "phrase")
        assert (told["seat"], told["phrase"], "id" in told) == (0, "well_played", False)
    assert ana.table(table_id)["version"] == version


def test_what_cannot_be_said(visit, service):
    ana, _, table_id = together(visit, service)
    path = f"/api/tables/{table_id}/phrases"
    assert code(visit(service).post(path, json={"phrase": "hello"})) == (403, "not_seated")
    assert ana.post(path, json={"phrase": "you are a fool"}).status_code == 422
    answers = [ana.post(path, json={"phrase": PHRASES[0]}).status_code for _ in range(9)]
    assert answers[:3] == [204] * 3
    assert 429 in answers


def test_the_invitation_says_who_invites_to_what(visit, service):
    ana = visit(service)
    options = {"wall": "grey"}
    made = ana.new_table([ME, LINK], options=options)
    page = visit(service).get(made["url"]).text
    assert 'property="og:description" content="Ana invites you to a game of Azul."' in page
    assert "Wall – Grey" in page
    german = visit(service).get(made["url"], headers={"Accept-Language": "de"}).text
    assert "Ana lädt dich" in german
