"""Hints at tables: who may have one, how far it tells, and that it is counted and kept."""

from uuid import uuid4

import pytest

from .service import BOT, Service, nearly_over, settings_for

ME, HERE, LINK = {"kind": "me"}, {"kind": "here"}, {"kind": "link"}


@pytest.fixture(scope="module")
def service(database_of_file):
    running = Service(settings_for(database_of_file))
    yield running
    running.stop()


def ask(client, table_id, name=None):
    return client.post(f"/api/tables/{table_id}/hint", json={"id": name or uuid4().hex})


def told(client, table_id):
    answer = ask(client, table_id)
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_first_where_then_the_move_then_why(client, service, game):
    table_id = client.new_table([ME, BOT], game=game, first=0)["id"]
    table = client.wait_for_turn(table_id)
    assert table["may_hint"]
    assert table["hint"] is None
    first = told(client, table_id)
    assert first["why"] is None
    shown = client.table(table_id)["hint"]
    assert shown["step"] == 1
    assert shown["where"]
    assert shown["move"] is None
    assert shown["instead"] is None
    told(client, table_id)
    shown = client.table(table_id)["hint"]
    assert shown["move"] in table["legal"]
    assert shown["where"] in shown["move"]
    why = told(client, table_id)["why"]
    assert why
    assert told(client, table_id)["why"] == why  # to who comes back
    # Who watches learns that a hint was taken, and nothing more.
    with service.client() as watcher:
        seen = watcher.table(table_id)
        assert seen["hint"] is None
        assert not seen["may_hint"]
        assert [seat["hints"] for seat in seen["seats"]] == [1, 0]
        assert ask(watcher, table_id).status_code == 403
    client.move(table_id, shown["move"])
    table = client.wait_for_turn(table_id)
    assert table["hint"] is None
    assert table["seats"][0]["hints"] == 1


def test_a_request_sent_twice_is_one_step(client):
    table_id = client.new_table([ME, BOT], game="azul", first=0)["id"]
    client.wait_for_turn(table_id)
    assert (
        ask(client, table_id, "same").json()["version"]
        == ask(client, table_id, "same").json()["version"]
    )
    assert client.table(table_id)["hint"]["step"] == 1


def test_hints_survive_a_restart_and_are_in_the_record(database_url):
    running = Service(settings_for(database_url))
    with running.client() as client:
        made = client.new_table([ME, HERE], game="azul", record=nearly_over("azul", 2))
        table_id, token = made["id"], made["token"]
        told(client, table_id)
        before = client.table(table_id)
    running.stop()
    running = Service(settings_for(database_url))
    with running.client(token=token) as client:
        table = client.table(table_id)
        assert table["hint"] == before["hint"]
        told(client, table_id)
        assert client.table(table_id)["hint"]["move"]
        client.play_some(table_id, 3)
        record = client.get(f"/api/tables/{table_id}/record").json()
        counts = [seat.get("hints", 0) for seat in record["seats"]]
        assert sum(counts) == 1
        # Whoever opens the record reads it there, too.
        again = client.new_table(record=record, game="azul")["table"]
        assert [seat["hints"] for seat in again["seats"]] == counts
    running.stop()


def test_at_one_screen_all_may_and_each_is_counted(client):
    table_id = client.new_table([ME, HERE], game="azul", first=0)["id"]
    for seat in (0, 1):
        table = client.table(table_id)
        assert table["turn"] == seat
        told(client, table_id)
        client.move(table_id, table["legal"][0])
    assert [seat["hints"] for seat in client.table(table_id)["seats"]] == [1, 1]


def test_never_where_people_play_from_different_seats(client, service):
    for seats in ([ME, LINK], [ME, LINK, BOT]):
        made = client.new_table(seats, game="azul", first=0)
        table_id = made["id"]
        answer = ask(client, table_id)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_hints")
        with service.client() as friend:
            assert friend.post(f"/api/tables/{table_id}/seats/1", json={"name": "Bo"}).is_success
            assert not friend.table(table_id)["may_hint"]
            assert not client.table(table_id)["may_hint"]
            assert ask(client, table_id).status_code == 403
            assert ask(friend, table_id).status_code == 403


def test_only_if_the_table_is_set_up_so(client):
    table_id = client.new_table([ME, BOT], game="azul", first=0, hints=False)["id"]
    assert not client.table(table_id)["may_hint"]
    assert ask(client, table_id).json()["error"]["code"] == "no_hints"
    form = {"filled": "1", "game": "azul", "kind0": "me", "kind1": "bot", "first": "0"}
    for ticked, may in (({}, False), ({"hints": "1"}, True)):
        answer = client.post("/new", data=form | ticked, follow_redirects=False)
        table_id = answer.headers["location"].removeprefix("/t/")
        assert client.wait_for_turn(table_id)["may_hint"] is may


def test_a_hint_is_for_ones_own_turn_and_a_running_game(client):
    table_id = client.new_table([ME, {"kind": "bot", "level": 1}], game="azul", first=0)["id"]
    table = client.play_some(table_id, 200)
    assert table["result"]
    answer = ask(client, table_id)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "game_over")


def test_a_rematch_begins_without_hints(client):
    table_id = client.new_table([ME, HERE], game="azul", record=nearly_over("azul", 1))["id"]
    told(client, table_id)
    client.play_some(table_id, 3)
    url = client.post(f"/api/tables/{table_id}/rematch").json()["url"]
    again = client.table(url.removeprefix("/t/"))
    assert [seat["hints"] for seat in again["seats"]] == [0, 0]
    assert again["may_hint"]


def test_taken_back_a_decision_counts_again(client):
    table_id = client.new_table([ME, HERE], game="azul", first=0)["id"]
    told(client, table_id)
    client.move(table_id, client.table(table_id)["legal"][0])
    assert client.post(f"/api/tables/{table_id}/undo", json={"id": uuid4().hex}).is_success
    table = client.table(table_id)
    assert table["hint"] is None
    told(client, table_id)
    assert client.table(table_id)["seats"][0]["hints"] == 2
