"""Nobody gets what is not theirs: every payload of every viewer over whole games.

While a game of Azuleo runs, what a viewer may know is told by `Game.view` and `public_record` of
the game itself; here everything that the service sends is held against the server's own game.
"""

import json
import random
import re

import pytest

from .service import BOT

ME = {"kind": "me", "name": "Ana"}
LINK = {"kind": "link"}
GAMES = [
    ("azuleo", {"players": 2}),
    ("azuleo", {"players": 3, "exchange": True, "claims": "automatic"}),
    ("azuleo", {"players": 4}),
    ("azul", {"players": 2, "wall": "grey"}),
]
#: Keys that no payload has, whatever their value.
NEVER = re.compile(r"seed|generator|holder|token|supply_order", re.IGNORECASE)


class CurrentGame:
    """The server's own game at a table, as it is whenever it is asked."""

    def __init__(self, service, table_id):
        self.live = service.table_service.cache.get(table_id)

    def __getattr__(self, name):
        return getattr(self.live.table.game, name)


def keys_of(data):
    if isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from keys_of(value)
    elif isinstance(data, list):
        for value in data:
            yield from keys_of(value)


def check(payload, game, mine):
    """A payload about a running or finished game, for who sits on these seats."""
    for key in keys_of(payload):
        assert not NEVER.search(key), key
    generator = str(int(game.state.generator))
    assert generator not in json.dumps(payload)
    for position in positions_in(payload):
        check_position(position, game, mine)


def positions_in(data):
    if isinstance(data, dict):
        if "sides" in data:
            yield data
        for value in data.values():
            yield from positions_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from positions_in(value)


def check_position(position, game, mine):
    """Hands of other sides, and supplies, are numbers."""
    sides = {seat % len(position["sides"]) for seat in mine}
    for side, shown in enumerate(position["sides"]):
        if side not in sides:
            assert isinstance(shown["hand"], int), (side, mine)
    assert isinstance(position["supply"], int)
    assert isinstance(position["plate_supply"], int)


def check_draws(client, table, game, mine):
    """The draws in a table's list are those of the record this viewer may have."""
    told = [*table["opening"]]
    moves = client.moves(table["id"])
    assert table["moves"] == moves[-len(table["moves"]) :]
    for entry in moves:
        told += [entry["text"], *entry["drawn"]]
    seat = mine[0] if mine else None
    assert told == game.public_record(seat)["moves"]


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_payload_of_every_viewer(service, name, options):
    players = options["players"]
    chance = random.Random(players)
    with service.client() as ana, service.client() as eve, service.client() as watcher:
        seats = [ME, LINK, BOT, BOT][:players]
        made = ana.new_table(seats, game=name, options=options)
        table_id = made["id"]
        sat = eve.post(f"/api/tables/{table_id}/seats/1", json={"name": "Eve"}).json()
        game = CurrentGame(service, table_id)
        del made["token"], made["seat_links"]  # the creator's own, given once
        check(made, game, [0])
        check(sat, game, [1])
        viewers = [(ana, [0]), (eve, [1]), (watcher, [])]
        with (
            ana.events(table_id) as to_ana,
            eve.events(table_id) as to_eve,
            watcher.events(table_id) as to_watcher,
        ):
            moves = 0
            while True:
                table = ana.wait(table_id, lambda t: t["turn"] in (None, 0, 1))
                if table["turn"] is None:
                    break
                mover = (ana, eve)[table["turn"]]
                legal = mover.table(table_id)["legal"]
                move = chance.choice(legal)
                check(mover.move(table_id, move), game, [])
                moves += 1
                if moves % 7 == 1:
                    look_at_everything(table_id, game, viewers)
            final = game.is_over
            assert final
            for events, (_, mine) in zip((to_ana, to_eve, to_watcher), viewers, strict=True):
                read_events(events, game, mine)
        table = watcher.table(table_id)
        assert table["result"]
        check_draws(watcher, table, game, [])  # a finished game's record shows all


def look_at_everything(table_id, game, viewers):
    """Whatever can be asked for, by each viewer, while the bots are not thinking."""
    for client, mine in viewers:
        table = client.wait(table_id, lambda t: not t["thinking"])
        check(table, game, mine)
        check_draws(client, table, game, mine)
        assert bool(table["legal"]) == (table["turn"] in mine)
        assert bool(table["gains"]) <= (table["turn"] in mine)
        for path in ("tally", "record", f"positions/{table['entries'] // 2}", "goal"):
            answer = client.get(f"/api/tables/{table_id}/{path}")
            if path == "record":
                record = answer.json()
                assert record["moves"] == game.public_record(mine[0] if mine else None)["moves"]
            elif answer.status_code == 200:
                check(answer.json(), game, mine)
        page = client.get(f"/t/{table_id}").text
        block = re.search(r'<script type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
        check(json.loads(block.group(1)), game, mine)
        for path in ("advice", f"branch?at={table['entries']}"):
            assert client.get(f"/api/tables/{table_id}/{path}").status_code >= 400


def read_events(events, game, mine):
    for event in events:
        check(event, game, mine)
        if event.get("type") == "move" and event["table"]["result"] is None:
            side_sees = [seat % getattr(game, "sides", game.players) for seat in mine]
            entry = game.log_entry(event["n"] - 1)
            for shown, drawn in zip(event["drawn"], entry.drawn, strict=True):
                hidden = drawn.only_for is not None and drawn.only_for not in side_sees
                assert shown == ("+?" if hidden else drawn.text)
        if event.get("table") and event["table"]["result"]:
            return


def test_people_at_one_screen_see_only_what_whoever_is_to_act_may(service, client):
    made = client.new_table([ME, {"kind": "here"}, BOT], game="azuleo", options={"players": 3})
    for _ in range(6):
        table = client.play_some(made["id"], 1)
        assert table["viewer"] == (table["turn"] if table["turn"] in (0, 1) else None)
        check_position(table["position"], None, [] if table["viewer"] is None else [table["turn"]])


def test_the_slider_shows_no_hand_but_that_of_whoever_acts_now(service, client):
    made = client.new_table([ME, {"kind": "here"}], game="azuleo")
    for _ in range(6):
        table = client.play_some(made["id"], 1)
        for n in range(table["entries"] + 1):
            shown = client.get(f"/api/tables/{made['id']}/positions/{n}").json()
            hands = [side["hand"] for side in shown["position"]["sides"]]
            assert isinstance(hands[1 - table["turn"]], int)


def test_advice_at_a_real_table_is_for_whoever_is_to_act(service, client):
    options = {"players": 2}
    draws = ["+RYBG"] * 3 + ["+RBYG"] * 3 + ["%RY", "%RB", "%YB", "%YG", "+RYGB"]
    made = client.new_table(
        [ME, {"kind": "link"}], game="azuleo", options=options, chance="manual", first=0
    )
    with service.client() as friend:
        friend.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Eve"})
        for draw in draws:
            answer = client.try_move(made["id"], draw)
            assert answer.status_code == 200, answer.text
        path = f"/api/tables/{made['id']}/advice?ms=10"
        assert client.table(made["id"])["turn"] == 0
        assert client.get(path).status_code == 200
        assert friend.get(path).status_code == 403


def test_who_plays_alone_hides_nothing_whoever_looks_first(service, client):
    made = client.new_table([ME], game="azuleo", options={"players": 1, "mode": "fill"})
    with service.client() as watcher:
        for one, other in ((watcher, client), (client, watcher)):
            first, second = (who.table(made["id"])["position"] for who in (one, other))
            assert first == second
            assert len(first["sides"][0]["hand"]) == 3
            client.move(made["id"], client.table(made["id"])["legal"][0])
