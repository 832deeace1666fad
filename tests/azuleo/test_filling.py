"""Can this still be completed? Yes is shown by doing it, no by trying everything."""

import random
import threading
import time

import numpy as np
import pytest

from azulejos import azuleo
from azulejos.games.azuleo import filling
from azulejos.games.azuleo.components import COLUMNS, KINDS, ORIENTATIONS, TURNS
from azulejos.games.azuleo.filling import fill
from azulejos.games.azuleo.moves import FIELD_NAMES

from .cp_filling import answer as cp_answer
from .filling_positions import MAKERS, positions

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
        found = fill(game.state)
        if found.answer == "yes":
            shown += 1
            assert complete(game, found.filling).winners == [0]
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
        assert fill(game.state).answer == ("yes" if truth else "no"), game.to_text()
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
            assert fill(game.state).answer == "no"
    assert unfillable > 5


def test_a_part_that_cannot_be_reached():
    game = azuleo.Game(players=1, board=["ox.", ".x."], seed=1)
    assert fill(game.state).answer == "no"


def test_while_a_draw_is_due_it_may_bring_anything():
    """From the first draw of the set-up to the one after each lay, against trying everything."""
    judged = {"yes": 0, "no": 0}
    for seed in range(6):
        chance = random.Random(seed)
        game = azuleo.Game(players=1, draws="manual", board=[".o", ".."], free_border=seed % 2 > 0)
        while not game.is_over:
            truth = "yes" if can_be_filled(game) else "no"
            assert fill(game.state).answer == truth, game.to_text()
            judged[truth] += 1
            if game.phase == "draw":
                supply = game.to_dict()["supply"]
                game.play("+" + chance.choice([kind for kind in KINDS if supply[kind]]))
            else:
                game.play(chance.choice(game.legal_moves()))
    assert judged["yes"] > 20


@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_it_agrees_with_constraint_programming(maker):
    """On a hundred positions of each maker; benchmarks/filling.py compares thousands."""
    judged = {"yes": 0, "no": 0}
    for seed in range(25):
        for game in positions(seed, maker, 4):
            found = fill(game.state).answer
            assert found == cp_answer(game.to_dict(), SECONDS), game.to_text()
            judged[found] += 1
    assert min(judged.values()) >= 5


def hard():
    """Some 40,000 trials: crosses of two kinds are left, which a whole board hardly ever admits."""
    game = alone(11, 0)
    game.state.supply[:] = [0, 0, 15, 0, 17, 0]
    return game.state


def test_it_is_given_up_after_so_many_trials_at_an_hour_or_when_told():
    found = fill(hard(), 300)
    assert found == ("unknown", {}, 300)
    stop = threading.Event()
    stop.set()
    assert fill(hard(), 10_000_000, stop=stop).answer == "unknown"
    late = fill(hard(), 10_000_000, end=time.perf_counter())
    assert late.answer == "unknown"
    assert late.trials < 10_000


def test_it_can_be_asked_to_go_on():
    """A search in small parts makes the same trials as one in a go."""
    whole = np.zeros(1, filling.SEARCH)[0]
    parts = whole.copy()
    answer = filling.begin(whole, hard())
    assert answer == filling.begin(parts, hard())
    answer = filling.go_on(whole, 10_000_000)
    most = 0
    while (part := filling.go_on(parts, most)) == filling._UNKNOWN:
        most += 7
    assert part == answer
    assert parts.trials == whole.trials > 1_000


def test_another_board_is_searched_in_the_same_room():
    search = np.zeros(1, filling.SEARCH)[0]
    for seed in range(10):
        game = alone(seed, seed % 5)
        begun = filling.begin(search, game.state)
        answer = filling.go_on(search, 1_000_000) if begun == filling._UNKNOWN else begun
        assert filling._ANSWERS[answer] == fill(game.state).answer
