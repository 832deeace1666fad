"""The number of lines of play from fixed deals and positions (perft.json, see make_perft.py)."""

import json

import numpy as np
import pytest

from azulejos import azul
from azulejos.core import kernel
from azulejos.games.azul.kernel import MAX_LEGAL

from .make_perft import FILE, lines_of_play

CASES = {case["name"]: case for case in json.loads(FILE.read_text())}
#: How many positions the Python objects may have to look at, for the sake of time.
MOST_FOR_GAMES = 4_000
MOST_FOR_SLOW_RULES = 100


def lines_of_game(game, depth):
    if game.phase == "deal" or game.is_over or depth == 0:
        return 1
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    lines = 0
    round_before = game.round
    for move in moves:
        game.play(move)
        # Where the game has dealt by itself, the round is over, and so is the line.
        lines += 1 if game.round != round_before else lines_of_game(game, depth - 1)
        game.undo()
    return lines


@pytest.mark.parametrize("name", CASES)
def test_lines_of_play_by_the_kernel(name):
    case = CASES[name]
    state = azul.Game.from_dict(case["position"]).state
    for depth, count in enumerate(case["counts"], start=1):
        states = np.zeros(depth + 1, azul.STATE)
        states[0] = state
        actions = np.zeros((depth + 1, MAX_LEGAL), np.int16)
        assert kernel.perft(states, actions, depth) == count, depth


@pytest.mark.parametrize("name", CASES)
def test_lines_of_play_by_games(name):
    case = CASES[name]
    game = azul.Game.from_dict(case["position"])
    before = game.state.tobytes()
    for depth, count in enumerate(case["counts"], start=1):
        if depth == 1 or case["counts"][depth - 2] <= MOST_FOR_GAMES:
            assert lines_of_game(game, depth) == count, depth
    assert game.state.tobytes() == before


@pytest.mark.parametrize("name", CASES)
def test_lines_of_play_by_the_slow_rules(name):
    """The file is what the slow rules say (deeper down: run make_perft and compare)."""
    case = CASES[name]
    for depth, count in enumerate(case["counts"], start=1):
        if depth == 1 or case["counts"][depth - 2] <= MOST_FOR_SLOW_RULES:
            assert lines_of_play(case["position"], depth, {}) == count, depth
