"""Following a table: events in order, nothing missed, and taking back by agreement."""

import pytest

from azulejos import azul
from azulejos.web import live, streams

from .service import BOT, nearly_over

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}
LINK = {"kind": "link"}


def versioned(events):
    """The next event that is not only about who is online."""
    return next(event for event in events if "version" in event)


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
def two(service, client):
    """Two people at a table, each with a client: (table's id, client to act, the other)."""
    made = client.new_table([ME, LINK], first=0)
    with service.client() as friend:
        friend.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Eve"})
        yield made["id"], client, friend


def test_a_stream_begins_with_the_whole_table(client):
    made = client.new_table([ME, HERE], first=0)
    with client.events(made["id"]) as events:
        first = versioned(events)
        assert (first["type"], first["id"]) == ("table", 0)
        assert first["table"]["moves"] == []
        assert first["table"]["seats"][0]["online"]


def test_moves_arrive_with_all_that_is_needed_to_show_them(client):
    made = client.new_table([ME, BOT], first=0)
    with client.events(made["id"], after=0) as events:
        client.move(made["id"], made["table"]["legal"][0])
        mine, bots = versioned(events), versioned(events)
    assert (mine["id"], mine["version"], mine["n"], mine["turn"]) == (1, 1, 1, 0)
    assert mine["text"] == made["table"]["legal"][0]
    assert "moves" not in mine["table"]
    assert mine["table"]["thinking"]
    assert (bots["version"], bots["turn"]) == (2, 1)
    assert bots["table"]["legal"]


def test_the_end_of_a_round_is_told_fact_by_fact(client):
    record = nearly_over("azul", left=2)
    made = client.new_table([ME, HERE], record=record)
    scores = made["table"]["scores"]
    with client.events(made["id"], after=0) as events:
        client.play_some(made["id"], 2)
        told = [versioned(events)["facts"], versioned(events)["facts"]]
        last = client.table(made["id"])
    assert told[0][0]["kind"] == told[1][0]["kind"] == "take"
    for fact in (fact for facts in told for fact in facts if fact["points"]):
        scores[fact["player"]] += fact["points"]
    assert scores == last["result"]["scores"]
    assert told[1][-1]["kind"] == "end"


def test_who_comes_back_gets_what_was_missed(client):
    made = client.new_table([ME, HERE])
    client.play_some(made["id"], 5)
    with client.events(made["id"], after=2) as events:
        missed = [versioned(events) for _ in range(3)]
    assert [event["id"] for event in missed] == [3, 4, 5]
    assert [event["table"] is None for event in missed] == [True, True, False]
    with client.events(made["id"], headers={"Last-Event-ID": "4"}) as events:
        assert versioned(events)["id"] == 5


@pytest.mark.parametrize("after", [99, 2**40])
def test_who_was_away_too_long_gets_the_whole_table(client, after):
    made = client.new_table([ME, HERE])
    client.play_some(made["id"], 2)
    with client.events(made["id"], after=after) as events:
        assert versioned(events)["type"] == "table"


def test_only_so_much_is_remembered(service, client):
    made = client.new_table([ME, HERE])
    for number in range(live.REMEMBERED // 2 + 1):
        client.move(made["id"], client.table(made["id"])["legal"][0])
        client.post(f"/api/tables/{made['id']}/undo", json={"id": str(number)})
    with client.events(made["id"], after=0) as events:
        assert versioned(events)["type"] == "table"


def test_who_is_online_is_told(two):
    table_id, ana, eve = two
    with ana.events(table_id) as events:
        versioned(events)
        assert not ana.table(table_id)["seats"][1]["online"]
        with eve.events(table_id):
            assert next(events) == {"type": "online", "seats": [0, 1], "watching": 0}
            assert ana.table(table_id)["seats"][1]["online"]
        assert next(events) == {"type": "online", "seats": [0], "watching": 0}


def test_everybody_hears_of_a_new_neighbour(service, client):
    made = client.new_table([ME, LINK])
    with service.client() as friend, client.events(made["id"], after=0) as events:
        friend.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Eve"})
        event = versioned(events)
    assert (event["type"], event["seat"]) == ("seat", 1)
    assert event["table"]["seats"][1]["name"] == "Eve"
    assert "token_hash" not in str(event)


def test_a_reader_who_is_too_slow_gets_the_whole_table():
    stream = streams.Stream(frozenset())
    for number in range(streams.MOST_WAITING + 1):
        stream.send(b"%d" % number)
    assert stream.has_missed
    assert not stream.waiting


# ── Taking back ──────────────────────────────────────────────────────────────────────────────────


def test_against_bots_an_undo_takes_back_to_the_last_decision(client):
    made = client.new_table([ME, BOT], first=0)
    nothing = client.post(f"/api/tables/{made['id']}/undo", json={"id": "x"})
    assert code(nothing) == (409, "nothing_to_undo")
    assert not made["table"]["undo"]["can"]
    client.move(made["id"], made["table"]["legal"][0])
    table = client.wait_for_turn(made["id"])
    assert table["undo"] == {"can": True, "asks": False, "asked_by": None, "agreed": []}
    first = client.post(f"/api/tables/{made['id']}/undo", json={"id": "u"}).json()
    again = client.post(f"/api/tables/{made['id']}/undo", json={"id": "u"}).json()
    assert (first["replayed"], again) == (False, {"version": first["version"], "replayed": True})
    table = client.table(made["id"])
    assert (table["entries"], table["turn"]) == (0, 0)
    assert table["position"] == made["table"]["position"]


def test_undoing_across_a_deal_deals_afresh(client):
    """The same last move of a round, again and again: not always the same factories."""
    game = azul.Game(seed=1)
    while game.round == 1:
        game.play(game.legal_moves()[0])
    last = str(game.log_entry(game.entries - 1).made.text)
    made = client.new_table([ME, HERE], record=game.after(game.entries - 1).record())
    client.move(made["id"], last)
    deals = set()
    for number in range(6):
        deals.add(str(client.table(made["id"])["moves"][-1]["drawn"]))
        client.post(f"/api/tables/{made['id']}/undo", json={"id": str(number)})
        client.move(made["id"], last)
    assert len(deals) > 1


def test_online_the_others_are_asked(two):
    table_id, ana, eve = two
    start = ana.table(table_id)
    ana.move(table_id, start["legal"][0])
    assert ana.table(table_id)["undo"]["asks"]
    assert code(eve.post(f"/api/tables/{table_id}/undo/answer", json={"agree": True})) == (
        409,
        "no_undo_asked",
    )
    ana.post(f"/api/tables/{table_id}/undo", json={"id": "u"})
    assert eve.table(table_id)["undo"]["asked_by"] == 0
    assert ana.table(table_id)["entries"] == 1
    own = ana.post(f"/api/tables/{table_id}/undo/answer", json={"agree": True})
    assert code(own) == (409, "others_agree")
    twice = ana.post(f"/api/tables/{table_id}/undo", json={"id": "v"})
    assert code(twice) == (409, "undo_asked")
    with ana.events(table_id, after=ana.table(table_id)["version"]) as events:
        eve.post(f"/api/tables/{table_id}/undo/answer", json={"agree": False})
        assert versioned(events)["type"] == "undo_refused"
    ana.post(f"/api/tables/{table_id}/undo", json={"id": "w"})
    eve.post(f"/api/tables/{table_id}/undo/answer", json={"agree": True})
    table = ana.table(table_id)
    assert (table["entries"], table["undo"]["asked_by"]) == (0, None)


def test_a_move_answers_an_undo_too(two):
    table_id, ana, eve = two
    ana.move(table_id, ana.table(table_id)["legal"][0])
    ana.post(f"/api/tables/{table_id}/undo", json={"id": "u"})
    eve.move(table_id, eve.table(table_id)["legal"][0])
    assert eve.table(table_id)["undo"]["asked_by"] is None


def test_all_others_must_agree(service, client):
    made = client.new_table([ME, LINK, LINK], options={"players": 3}, first=0)
    table_id = made["id"]
    with service.client() as bo, service.client() as cy:
        bo.post(f"/api/tables/{table_id}/seats/1", json={"name": "Bo"})
        cy.post(f"/api/tables/{table_id}/seats/2", json={"name": "Cy"})
        client.move(table_id, made["table"]["legal"][0])
        client.post(f"/api/tables/{table_id}/undo", json={"id": "u"})
        bo.post(f"/api/tables/{table_id}/undo/answer", json={"agree": True})
        asked = client.table(table_id)
        assert (asked["entries"], asked["undo"]["agreed"]) == (1, [1])
        cy.post(f"/api/tables/{table_id}/undo/answer", json={"agree": True})
        assert client.table(table_id)["entries"] == 0


def test_what_was_shown_at_the_end_is_not_taken_back(client):
    made = client.new_table([ME, BOT], game="azuleo", record=nearly_over("azuleo", 1))
    table = client.play_some(made["id"], 100)
    assert table["turn"] is None
    assert not table["undo"]["can"]
