"""Exact endings: with few tiles left in the last round, the best level never errs."""

import random

import pytest

from azulejos import azul, bots, kernel
from azulejos.search.endgame import solve


def last_round(seed, tiles):
    """A position of two players with few tiles left, in a round that certainly ends the game."""
    rng = random.Random(seed)
    game = azul.Game(2, "coloured", seed=seed)
    while not game.is_over:
        position = game.to_dict()
        left = sum(map(sum, position["factories"])) + sum(position["centre"])
        if position["phase"] == "offer" and left <= tiles and certain_to_end(position):
            return game
        moves = game.legal_moves()
        # Like sensible players: lines rather than the floor.
        lines = [move for move in moves if move.line]
        game.play(rng.choice(lines or moves))
    return None


def certain_to_end(position):
    """A complete line will fill the last space of its row."""
    return any(
        sum(space is not None for space in row) == 4 and line["count"] == number
        for board in position["boards"]
        for number, (row, line) in enumerate(zip(board["wall"], board["lines"], strict=True), 1)
    )


def positions(wanted, tiles=8):
    found = []
    seed = 0
    while len(found) < wanted:
        game = last_round(seed, tiles)
        if game is not None:
            found.append(game)
        seed += 1
    return found


def brute_force(game, player, seen):
    """(share of the win, margin) that `player` gets when both play their best; every move tried."""
    if game.is_over:
        share = (player in game.winners) / len(game.winners)
        return share, game.scores[player] - game.scores[1 - player]
    key = game.state.tobytes()[8:]  # all but the generator
    if key not in seen:
        results = []
        for move in game.legal_moves():
            game.play(move)
            results.append(brute_force(game, player, seen))
            game.undo()
        seen[key] = (max if game.turn == player else min)(results)
    return seen[key]


@pytest.mark.parametrize("number", range(24))
def test_level_8_never_errs_in_the_last_tiles(number, cases):
    game = cases[number]
    player = game.turn
    best = brute_force(game.copy(), player, {})
    chosen = bots.make("level:8", "azul", 1).choose(game)
    after = game.copy()
    after.play(chosen)
    assert brute_force(after, player, {}) == best


@pytest.fixture(scope="module", name="cases")
def _cases():
    return positions(24, tiles=8)


def test_the_solver_gives_up_when_there_is_too_much():
    game = azul.Game(seed=1)
    assert solve(game.KERNEL, game._states, 1000) is None


def test_the_solver_agrees_with_the_result_it_predicts(cases):
    """Playing the solved moves on leads to the value that was promised at the start."""
    for game in cases[:4]:
        game = game.copy()
        player = game.turn
        _, value, _ = solve(game.KERNEL, game._states, 10**6)
        while not game.is_over and not kernel.is_chance(game.state):
            action, _, _ = solve(game.KERNEL, game._states, 10**6)
            game.play(azul.Move.of_action(action))
        share = (player in game.winners) / len(game.winners)
        assert abs(value - share) < 0.03 + 1e-9
