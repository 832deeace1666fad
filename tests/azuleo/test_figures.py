"""The rule page's figures of random play, within sampling error.

Players claim every blockade, lay when they can (uniformly among the legal lays, or, "greedy",
among those with the most points), and swap a random plate only when they cannot.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numba
import numpy as np
import pytest

from azulejos import azuleo
from azulejos.core import kernel as contract
from azulejos.games.azuleo import kernel

from . import slow_rules as slow
from .slow_play import play_game

GAMES = 3_000
COLUMNS = ("crosses", "unplayable", "stuck", "points", "azuleos")
PUBLISHED = {  # crosses on the board, unplayable fields, % of turns without a lay, points, azuleos
    (2, False): (28.27, 7.03, 18.2, 54.5, 5.13),
    (3, False): (28.40, 7.11, 21.6, 36.3, 5.02),
    (2, True): (30.51, 4.94, 18.1, 75.3, 10.79),
    (3, True): (30.26, 5.21, 20.0, 50.2, 10.15),
}
ROUNDED = (0.005, 0.005, 0.05, 0.05, 0.005)  # the published figures are known to this

LAY, CLAIM, OTHER = 0, 1, 2
WHAT = np.array(
    [
        {"lay": LAY, "claim": CLAIM}.get(azuleo.Move.of_action(action).what, OTHER)
        for action in range(kernel.ACTIONS)
    ]
)
LYING = [None] + [azuleo.Move.of_action(action).colours for action in range(24)] + ["#"]


@numba.njit
def choose(state: Any, room: Any, greedy: bool, what: Any) -> tuple[int, bool]:
    """The action such a player takes, and whether there was a lay (in a turn, after the claims)."""
    actions = np.empty(kernel.MAX_LEGAL, np.int16)
    best = np.empty(kernel.MAX_LEGAL, np.int16)
    points = np.empty(kernel.MAX_PLAYERS, np.int32)
    count = kernel.legal(state, actions)
    most, kept = -1, 0
    player = kernel.to_move(state)
    kernel.scores(state, points)
    before = points[player]
    for action in actions[:count]:
        if what[action] == CLAIM:
            return action, True
        if what[action] == LAY:
            gained = 0
            if greedy:
                room[0] = state
                kernel.apply(room[0], action)
                kernel.scores(room[0], points)
                gained = points[player] - before
            if gained > most:
                most, kept = gained, 0
            if gained == most:
                best[kept] = action
                kept += 1
    if kept:
        return best[np.random.randint(kept)], True
    return actions[np.random.randint(count)], False


@numba.njit
def play_all(states: Any, room: Any, greedy: bool, seed: int, what: Any, counts: Any) -> None:
    """Play every game to its end; `counts` gets turns and turns without a lay, (games, 2)."""
    np.random.seed(seed)
    for number in range(len(states)):
        state = states[number]
        kernel.resolve_chance(state)
        start = True
        while not kernel.is_over(state):
            action, has_lay = choose(state, room, greedy, what)
            if what[action] != CLAIM and not start:
                counts[number, 0] += 1
                counts[number, 1] += not has_lay
            start = False
            kernel.apply(state, action)
            kernel.resolve_chance(state)


def figures(players: int, greedy: bool) -> dict[str, np.ndarray[Any, Any]]:
    """The figures of each of `GAMES` games."""
    new = azuleo.Game(players, first=0, draws="manual")
    states = np.zeros(GAMES, kernel.STATE)
    states[:] = new.state
    contract.seed_all(states, 20 + players)
    counts = np.zeros((GAMES, 2), np.int64)
    play_all(states, np.zeros(1, kernel.STATE), greedy, 7, WHAT, counts)
    rows = []
    shown = np.zeros(kernel.OBSERVATION, np.int16)
    points = np.zeros(kernel.MAX_PLAYERS, np.int32)
    for state in states:
        kernel.observe(state, 0, shown)
        kernel.scores(state, points)
        board = [[LYING[n] for n in shown[16 + 6 * row : 22 + 6 * row]] for row in range(6)]
        crosses = sum(cell not in (None, "#") for row in board for cell in row)
        d: slow.Position = {"options": slow.DEFAULT_OPTIONS, "board": board}
        blocked = sum(row.count("#") for row in board)
        inside = [(row, column) for row in range(1, 6) for column in range(1, 6)]
        complete = sum(None not in slow.triangles(d, point) for point in inside)
        unplayable = blocked + len(slow.unplayable_fields(d))
        rows.append((crosses, unplayable, points[:players].mean(), complete))
    table = dict(zip(("crosses", "unplayable", "points", "azuleos"), np.array(rows).T, strict=True))
    return {**table, "turns": counts[:, 0], "stuck": counts[:, 1]}


def mean_and_error(table: dict[str, Any], column: str) -> tuple[float, float]:
    """A figure and its standard error; "stuck" is a share of all turns, in per cent."""
    values = np.asarray(table[column], float)
    games = len(values)
    if column == "stuck":
        turns = np.asarray(table["turns"], float)
        share = values.sum() / turns.sum()
        values = 100 * (share + (values - share * turns) / turns.mean())
    return float(values.mean()), float(values.std(ddof=1)) / math.sqrt(games)


def assert_agrees(table: dict[str, Any], published: tuple[float, ...], games: int) -> None:
    """Every column within four standard errors of the difference of the two samples."""
    for column, expected, rounded in zip(COLUMNS, published, ROUNDED, strict=True):
        mean, error = mean_and_error(table, column)
        both = error * math.sqrt(1 + games / 3_000)
        assert abs(mean - expected) < 4 * both + rounded, (column, mean, expected, both)


@pytest.mark.parametrize(("players", "greedy"), PUBLISHED)
def test_published_figures(players: int, greedy: bool) -> None:
    assert_agrees(figures(players, greedy), PUBLISHED[players, greedy], GAMES)


def test_published_figures_by_the_slow_rules() -> None:
    """The slow rules play the same game; a small sample, so a wide error."""
    rng = Random(2)
    played = [play_game(2, False, rng) for _ in range(40)]
    table = {column: [game[column] for game in played] for column in (*COLUMNS, "turns")}
    assert_agrees(table, PUBLISHED[2, False], 40)
