"""Can this still be completed? Yes is shown by doing it, no by trying everything."""

import random

import pytest

from azulejos import azuleo
from azulejos.games.azuleo.components import COLUMNS, KINDS, ORIENTATIONS, TURNS
from azulejos.games.azuleo.moves import FIELD_NAMES
from azulejos.web.fill_solver import answer, filling

SMALL = [".o.", "..."]
SECONDS = 60


def alone(seed, moves, **options):
    """A board filled at random for a while; the game, not over."""
    game = azuleo.Game(players=1, seed=seed, **options)
    chance = random.Random(seed)
    for _ in range(moves):
        if game.is_over:
            break
        after = game.copy()
        after.play(chance.choice(game.legal_moves()))
        if after.is_over:
            break
        game = after
    return game


def complete(game, found):
    """Fill the board as found, with luck in every draw; the game at its end."""
    game = azuleo.Game.from_dict(game.to_dict(), draws="manual")
    ways = dict(found)
    while not game.is_over:
        if game.phase == "draw":
            game.play(f"+{wanted(game, ways)}")
            continue
        legal = {str(move) for move in game.legal_moves()}
        texts = {FIELD_NAMES[field] + ORIENTATIONS[way]: field for field, way in ways.items()}
        possible = sorted(legal & texts.keys())
        if game.phase == "start":  # where a cross in hand can follow it
            possible.sort(key=lambda text: not near_a_hand(game, ways, texts[text]))
        assert possible, "nothing in hand goes where it should"
        game.play(possible[0])
        del ways[texts[possible[0]]]
    return game


def near(field):
    row, column = divmod(field, COLUMNS)
    return {
        (row + down) * COLUMNS + column + right
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= column + right < COLUMNS
    }


def near_a_hand(game, ways, field):
    hand = game.to_dict()["sides"][0]["hand"]
    return any(KINDS[ways[f] // TURNS] in hand for f in near(field) & ways.keys())


def wanted(game, ways):
    """A cross that the supply has and a field within reach needs."""
    position = game.to_dict()
    hand = list(position["sides"][0]["hand"])
    within = [
        field
        for field in ways
        if any(
            0 <= f // COLUMNS < len(position["board"])
            and f % COLUMNS < len(position["board"][0])
            and position["board"][f // COLUMNS][f % COLUMNS]
            for f in near(field)
        )
    ]
    for field in within:
        kind = KINDS[ways[field] // TURNS]
        if kind in hand:
            hand.remove(kind)
        elif position["supply"][kind]:
            return kind
    return next(kind for kind, n in position["supply"].items() if n)


@pytest.mark.parametrize("moves", [0, 1, 3, 6])
def test_yes_is_shown_by_doing_it(moves):
    shown = 0
    for seed in range(6):
        game = alone(seed, moves)
        found = filling(game.to_dict(), SECONDS)
        if isinstance(found, dict):
            shown += 1
            assert complete(game, found).winners == [0]
    assert shown >= 2


def can_be_filled(game):
    """By trying every way to go on, on a small board, with every draw."""
    trial = azuleo.Game.from_dict(game.to_dict(), draws="manual")
    return _try(trial, set())


def _try(game, seen):
    if game.is_over:
        return bool(game.winners)
    if game.phase == "draw":
        supply = game.to_dict()["supply"]
        choices = [f"+{kind}" for kind, n in supply.items() if n]
    else:
        choices = [str(move) for move in game.legal_moves()]
    key = game.to_text()
    if key in seen:
        return False
    seen.add(key)
    for choice in choices:
        game.play(choice)
        if _try(game, seen):
            return True
        game.undo()
    return False


@pytest.mark.parametrize("free_border", [False, True])
def test_small_boards_are_judged_as_trying_everything_does(free_border):
    judged = set()
    for seed in range(40):
        game = alone(seed, 2 + seed % 3, board=SMALL, free_border=free_border)
        if game.is_over:
            continue
        truth = can_be_filled(game)
        assert answer(game.to_dict(), SECONDS) == ("yes" if truth else "no"), game.to_text()
        judged.add(truth)
    assert True in judged


def test_a_field_that_takes_no_cross_is_the_end_of_it():
    unfillable = 0
    for seed in range(30):
        game = alone(seed, 12)
        position = game.to_dict()
        if any(
            not any(game.state.fits[field] >> way & 1 for way in range(len(ORIENTATIONS)))
            for field in range(36)
            if position["board"][field // COLUMNS][field % COLUMNS] is None
        ):
            unfillable += 1
            assert answer(position, SECONDS) == "no"
    assert unfillable > 5


def test_a_part_that_cannot_be_reached():
    game = azuleo.Game(players=1, board=["ox.", ".x."], seed=1)
    assert answer(game.to_dict(), SECONDS) == "no"


def test_no_time_no_answer():
    game = azuleo.Game(players=1, seed=1)
    assert answer(game.to_dict(), 1e-9) in ("unknown", "yes")


def test_asked_through_the_api(service, client):
    made = client.new_table([{"kind": "me"}], game="azuleo", options={"players": 1, "mode": "fill"})
    ask = f"/api/tables/{made['id']}/fillable"
    assert client.get(ask).json() == {"state": "thinking"}
    client.wait(made["id"], lambda _: client.get(ask).json()["state"] != "thinking")
    assert client.get(ask).json() == {"state": "yes"}
    with service.client() as watcher:
        assert watcher.get(ask).status_code == 403
    other = client.new_table()
    refused = client.get(f"/api/tables/{other['id']}/fillable")
    assert refused.json()["error"]["code"] == "not_filling"
