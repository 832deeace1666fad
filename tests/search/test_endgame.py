"""Exact endings: with few tiles left in the last round, the best level never errs."""

from itertools import product

import numba
import numpy as np
import pytest

from azulejos import azul, bots
from azulejos.bots.levels import LEVELS
from azulejos.core import kernel
from azulejos.search.endgame import solve
from azulejos.search.heuristics import ends_before_chance

COLOURS = "BYRKW"
TILES_OF_A_COLOUR = 20


def certain_to_end(game):
    """Whatever happens until chance comes again or the game is over, it is over then."""
    states, actions = [game._states.copy()], np.zeros(game.KERNEL.MAX_LEGAL, np.int16)
    known = set()
    while states:
        state = states.pop()
        if kernel.is_over(state[0]):
            continue
        if kernel.is_chance(state[0]):
            return False
        for action in actions[: kernel.legal(state[0], actions)].tolist():
            after = state.copy()
            kernel.apply(after[0], action)
            if after.tobytes() not in known:
                known.add(after.tobytes())
                states.append(after)
    return True


def ends(game):
    """What the rules know without playing on."""
    return bool(ends_before_chance(game.state))


def last_tiles(seed, wall, tiles=8):
    """A position of two players with few tiles left, in a round that certainly ends the game."""
    game = azul.Game(2, wall, seed=seed)
    players = [bots.make("greedy", "azul", 2 * seed + seat) for seat in range(2)]
    while not game.is_over:
        position = game.to_dict()
        left = sum(map(sum, position["factories"])) + sum(position["centre"])
        if position["phase"] == "offer" and left <= tiles and ends(game):
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
        last, line = 4, int(rng.integers(1, 4))
        if wall == "grey":  # the line above may not bring a blue tile into the last column first
            last, line = 1, line + 1
            board["wall"][0][0] = "B"
        row = [COLOURS[(column - last) % 5] for column in range(5)]
        row[row.index("B")] = None
        board["wall"][last] = row
        board["lines"][last] = {"colour": "B", "count": last + 1}
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
def test_the_highest_level_never_errs_in_the_last_tiles(game):
    player = game.turn
    values = {}
    for move in game.legal_moves():
        after = game.copy()
        after.play(move)
        values[move] = value_of(after, player)
    chosen = bots.make("level:10", "azul", 1).choose(game)
    assert values[chosen] == max(values.values())


def test_the_positions_leave_something_to_decide():
    assert len(POSITIONS) > 50
    assert max(len(game.legal_moves()) for game in POSITIONS) >= 25
    assert all(map(ends, POSITIONS))
    assert all(map(certain_to_end, [game for game in POSITIONS if len(game.legal_moves()) < 5]))


# ── Whether the round ends the game ──────────────────────────────────────────────────────────────


def nearly_done(seed, wall):
    """Boards with a row that lacks one tile, its line complete; lines above it; few tiles left.

    None where there are not so many tiles.
    """
    rng = np.random.default_rng([seed, wall == "grey", 7])
    position = azul.Game(2, wall, seed=seed).to_dict() | {"round": 5}
    position |= {"factories": [[0] * 5] * 5, "marker_in_centre": False, "first": 0}
    position["boards"][0]["floor"] = ["M"]
    for board in position["boards"]:
        rows, columns = np.arange(5), np.arange(5)
        if wall == "grey":
            rows, columns = rng.permutation(5), rng.permutation(5)
        square = [[COLOURS[(column - row) % 5] for column in columns] for row in rows]
        last = int(rng.integers(1, 5))
        gap = int(rng.integers(5))
        for row, column in product(range(5), range(5)):
            kept = column != (gap + row) % 5 and rng.integers(3) == 0
            kept = column != gap if row == last else kept
            board["wall"][row][column] = square[row][column] if kept else None
        for row in range(5):
            wanting = [c for c in COLOURS if c not in board["wall"][row]]
            colour = square[last][gap] if square[last][gap] in wanting else wanting[0]
            if row == last:
                board["lines"][row] = {"colour": colour, "count": row + 1}
            elif rng.integers(2):
                colour = colour if rng.integers(2) else wanting[int(rng.integers(len(wanting)))]
                board["lines"][row] = {"colour": colour, "count": int(rng.integers(1, row + 2))}
        position["centre"][COLOURS.index(square[last][gap])] += int(rng.integers(3))
    position["centre"][int(rng.integers(5))] += 1
    lies = np.array(position["centre"])
    for board in position["boards"]:
        for letter in [letter for row in board["wall"] for letter in row if letter]:
            lies[COLOURS.index(letter)] += 1
        for line in board["lines"]:
            if line["count"]:
                lies[COLOURS.index(line["colour"])] += line["count"]
    if lies.max() > TILES_OF_A_COLOUR:
        return None
    return azul.Game.from_dict(position | {"bag": (TILES_OF_A_COLOUR - lies).tolist()}, seed=seed)


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_a_round_is_only_called_the_last_if_every_way_to_play_it_is(wall):
    known = certain = 0
    for seed in range(60):
        game = nearly_done(seed, wall)
        while game is not None and not game.is_over and game.phase != "deal":
            is_certain = certain_to_end(game)
            assert is_certain or not ends(game), game.to_text()
            known, certain = known + ends(game), certain + is_certain
            game.play(game.legal_moves()[-1])
    assert known > 60
    assert known > 0.9 * certain


def test_the_solver_gives_up_when_there_is_too_much():
    game = azul.Game(2, seed=1)
    assert solve(azul.Game.KERNEL, game._states, 1000) is None


def test_only_the_highest_level_solves():
    assert [level.exact > 0 for level in LEVELS["azul"]] == [False] * 9 + [True]


def test_an_analysis_says_whether_it_is_proven():
    player = bots.make("level:10", "azul", 1)
    ending = last_tiles(3, "coloured", tiles=5)
    found = next(player.deepen(ending, piece=500, visits=100, nodes=1 << 16))
    assert found.is_proven
    opening = next(player.deepen(azul.Game(seed=1), piece=5, visits=100, nodes=1 << 16))
    assert not opening.is_proven
