"""Exact endings: with few tiles left in the last round, the best level never errs."""

import numba
import numpy as np
import pytest

from azulejos import azul, bots
from azulejos.bots.levels import LEVELS
from azulejos.core import kernel
from azulejos.search.endgame import solve

COLOURS = "BYRKW"
TILES_OF_A_COLOUR = 20


def certain_to_end(position):
    """A complete line will fill the last space of its row, whatever else happens."""
    for board in position["boards"]:
        for number, (row, line) in enumerate(zip(board["wall"], board["lines"], strict=True), 1):
            if line["count"] != number or row.count(None) != 1:
                continue
            column = [other[row.index(None)] for other in board["wall"]]
            if position["wall"] == "coloured" or line["colour"] not in column:
                return True
    return False


def last_tiles(seed, wall, tiles=8):
    """A position of two players with few tiles left, in a round that certainly ends the game."""
    game = azul.Game(2, wall, seed=seed)
    players = [bots.make("level:2", "azul", 2 * seed + seat) for seat in range(2)]
    while not game.is_over:
        position = game.to_dict()
        left = sum(map(sum, position["factories"])) + sum(position["centre"])
        if position["phase"] == "offer" and left <= tiles and certain_to_end(position):
            return game
        game.play(players[game.turn].choose(game))
    return None


def crowded(seed, wall):
    """Eight tiles in many groups, and lines with room for them: far more ways than play leaves."""
    rng = np.random.default_rng([seed, wall == "grey"])
    position = azul.Game(2, wall, seed=seed).to_dict() | {"round": 5}
    left = rng.integers(6, 9)
    factories = np.zeros((5, 5), int)
    for _ in range(left):
        factory = rng.integers(2)
        if factories[factory].sum() < 4:
            factories[factory, rng.integers(5)] += 1
    # A factory holds four tiles: what is short of that has gone to the centre.
    position["centre"] = factories[:2][factories[:2].sum(axis=1) < 4].sum(axis=0).tolist()
    factories[factories.sum(axis=1) < 4] = 0
    position["factories"] = factories.tolist()
    if rng.integers(2):
        owner = int(rng.integers(2))
        position |= {"marker_in_centre": False, "first": owner}
        position["boards"][owner]["floor"] = ["M"]
    for board in position["boards"]:
        board["score"] = int(rng.integers(15, 40))
        row = [COLOURS[(column - 4) % 5] for column in range(5)]
        row[row.index("B")] = None
        board["wall"][4] = row
        board["lines"][4] = {"colour": "B", "count": 5}
        line = int(rng.integers(1, 4))
        board["lines"][line] = {"colour": COLOURS[rng.integers(5)], "count": 1}
    bag = np.full(5, TILES_OF_A_COLOUR) - factories.sum(axis=0) - position["centre"]
    for board in position["boards"]:
        for letter in [letter for row in board["wall"] for letter in row if letter]:
            bag[COLOURS.index(letter)] -= 1
        for line in board["lines"]:
            if line["count"]:
                bag[COLOURS.index(line["colour"])] -= line["count"]
    return azul.Game.from_dict(position | {"bag": bag.tolist()}, seed=seed)


def positions():
    found = []
    for wall in ("coloured", "grey"):
        found += [crowded(seed, wall) for seed in range(3)]
        played = (last_tiles(seed, wall) for seed in range(100))
        found += [game for game in played if game is not None][:24]
    return found


@numba.njit
def brute_force(states, actions, player, depth):
    """(share of the win, margin) that `player` gets when both play their best: every move tried."""
    # An own stack instead of recursion, and no pruning: nothing in common with the solver.
    count = np.zeros(depth, np.int64)
    tried = np.zeros(depth, np.int64)
    best = np.zeros((depth, 2))
    shares, points = np.zeros(4), np.zeros(4)
    at = 0
    count[0] = kernel.legal(states[0], actions[0])
    best[0] = 9e9 if kernel.to_move(states[0]) != player else -9e9
    while True:
        if tried[at] < count[at]:
            states[at + 1] = states[at]
            kernel.apply(states[at + 1], actions[at, tried[at]])
            tried[at] += 1
            at += 1
            if kernel.is_over(states[at]):
                kernel.returns(states[at], shares)
                kernel.scores(states[at], points)
                found = (shares[player], points[player] - points[1 - player])
            else:
                count[at] = kernel.legal(states[at], actions[at])
                tried[at] = 0
                best[at] = 9e9 if kernel.to_move(states[at]) != player else -9e9
                continue
        else:
            found = (best[at, 0], best[at, 1])
        if at == 0:
            return found
        at -= 1
        ahead = found > (best[at, 0], best[at, 1])
        if ahead if kernel.to_move(states[at]) == player else found < (best[at, 0], best[at, 1]):
            best[at, 0], best[at, 1] = found


def value_of(game, player):
    """What `player` gets from here if both play their best."""
    if game.is_over:
        share = (player in game.winners) / len(game.winners)
        return share, game.scores[player] - game.scores[1 - player]
    states = np.zeros(26, game.KERNEL.STATE)
    states[0] = game.state
    actions = np.zeros((26, game.KERNEL.MAX_LEGAL), np.int16)
    return brute_force(states, actions, player, 25)


POSITIONS = positions()


@pytest.mark.parametrize("game", POSITIONS, ids=lambda game: game.to_text()[:40])
def test_level_8_never_errs_in_the_last_tiles(game):
    player = game.turn
    values = {}
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        values[move] = value_of(after, player)
    chosen = bots.make("level:8", "azul", 1).choose(game)
    assert values[chosen] == max(values.values())


def test_the_positions_leave_something_to_decide():
    assert len(POSITIONS) > 50
    assert max(len(game.legal_moves()) for game in POSITIONS) >= 25
    assert all(certain_to_end(game.to_dict()) for game in POSITIONS)


def test_the_solver_gives_up_when_there_is_too_much():
    game = azul.Game(2, seed=1)
    assert solve(azul.Game.KERNEL, game._states, 1000) is None


def test_only_the_highest_level_solves():
    assert [level.exact > 0 for level in LEVELS["azul"]] == [False] * 7 + [True]
