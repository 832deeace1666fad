"""An undo against bots that hide their hands: what somebody has learned is worth nothing then."""

import asyncio

from azulejos import azuleo
from azulejos.web.tables import rebuilt

from .service import BOT, Service, settings_for

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}


def game_at(service, table_id):
    """The server's own game."""
    return service.table_service.cache.get(table_id).table.game


def stored_game(service, table_id):
    """The game that a restart, or another worker, would go on with."""
    work = service.table_service.store.load(table_id)
    stored = asyncio.run_coroutine_threadsafe(work, service.loop).result(10)
    return rebuilt(stored.id, stored.opening, stored.seats, stored.events).game


def seen(table):
    """What a table shows of the game."""
    keys = ("position", "legal", "opening", "moves", "turn", "viewer", "gains", "entries")
    return {key: table[key] for key in keys}


def take_back(client, table_id, command):
    answer = client.post(f"/api/tables/{table_id}/undo", json={"id": command})
    assert answer.status_code == 200, answer.text
    return client.table(table_id)


def test_it_teaches_nothing(service, client):
    """The same decision again and again: it looks the same, and the bot's hand is another."""
    made = client.new_table([ME, BOT], game="azuleo", first=0)
    table_id = made["id"]
    before = client.play_some(table_id, 4)
    before = client.wait_for_turn(table_id)
    truth = game_at(service, table_id).state.hand[1].tolist()
    hands = []
    for number in range(30):
        client.move(table_id, before["legal"][0])
        client.wait(table_id, lambda t: not t["thinking"])
        after = take_back(client, table_id, str(number))
        assert seen(after) == seen(before)
        hands.append(game_at(service, table_id).state.hand[1].tolist())
    assert len(set(map(tuple, hands))) > 5
    assert hands.count(truth) < 15
    assert stored_game(service, table_id).to_dict() == game_at(service, table_id).to_dict()


def test_the_record_replays_and_shows_everybody_the_same_at_the_end(service, client):
    made = client.new_table([ME, BOT, BOT], game="azuleo", options={"players": 3})
    table_id = made["id"]
    with service.client() as watcher, watcher.events(table_id, after=0) as events:
        for number in range(3):
            client.play_some(table_id, 2)
            client.wait_for_turn(table_id)
            take_back(client, table_id, str(number))
        heard = [next(e for e in events if e["type"] == "undo") for _ in range(3)]
        assert all("record" not in event for event in heard)
        client.play_some(table_id, 500)
        table = watcher.table(table_id)
        assert table["result"]
        record = watcher.get(f"/api/tables/{table_id}/record").json()
        told = list(table["opening"])
        for entry in watcher.moves(table_id):
            told += [entry["text"], *entry["drawn"]]
    assert record["moves"] == told
    assert "+?" not in told
    assert azuleo.replay(record).scores == table["result"]["scores"]
    of_game = {key: value for key, value in record.items() if key not in ("date", "seats")}
    assert stored_game(service, table_id).record() == of_game


def test_other_workers_go_on_with_the_same_hands(postgresql):
    url = postgresql.new_database("undo")
    here, there = Service(settings_for(url)), Service(settings_for(url))
    try:
        with here.client() as client, there.client(token=None) as other:
            made = client.new_table([ME, BOT], game="azuleo", first=0)
            table_id = made["id"]
            other.headers["Authorization"] = f"Bearer {made['token']}"
            other.table(table_id)
            for number in range(3):
                client.play_some(table_id, 2)
                client.wait_for_turn(table_id)
                table = take_back(client, table_id, str(number))
                assert seen(other.table(table_id)) == seen(table)
                games = [game_at(service, table_id).to_dict() for service in (here, there)]
                assert games[0] == games[1]
    finally:
        here.stop()
        there.stop()


def test_people_at_both_sides_keep_their_hands(service, client):
    made = client.new_table([ME, HERE], game="azuleo", first=0)
    table_id = made["id"]
    client.play_some(table_id, 3)
    before = game_at(service, table_id).state.hand.tolist()
    turn = client.table(table_id)
    client.move(table_id, turn["legal"][0])
    take_back(client, table_id, "u")
    assert game_at(service, table_id).state.hand.tolist() == before
