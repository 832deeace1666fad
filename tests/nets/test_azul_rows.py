"""Azul as facts: each in its place, and the same for positions that are the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import batch
from azulejos.azul import kernel
from azulejos.azul.rules import factories
from azulejos.kernel import apply, is_over, legal, random_legal, settle
from azulejos.nets import azul as rows
from azulejos.nets.network import MOST_FACTS

KINDS = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "gray")]


def positions(players, wall, seed, every=7):
    """States of one random game, now and then also between two rounds."""
    states = batch.new("azul", 1, seed=seed, players=players, wall=wall)
    state = states[0]
    number = 0
    while not is_over(state):
        number += 1
        if state.phase == 0:
            yield states.copy()
            settle(state)
            continue
        if number % every == 0:
            yield states.copy()
        apply(state, random_legal(state))


def facts(states, player):
    held = np.full(MOST_FACTS, -1, np.int16)
    n = rows.facts(states[0], player, held)
    assert (held[n:] == -1).all()
    return sorted(held[:n].tolist())


def turned(states, by):
    """The same position with everybody moved on by so many seats."""
    players = int(states["players"][0])
    new = states.copy()
    for name in new.dtype.names:
        if new.dtype[name].shape[:1] == (4,):
            new[name][0, :players] = np.roll(states[name][0, :players], by, axis=0)
    for name in ("turn", "first"):
        new[name] = (states[name] + by) % players
    return new


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_rows_are_where_they_belong(players, wall):
    for states in positions(players, wall, seed=3):
        for player in range(players):
            held = facts(states, player)
            assert min(held) >= 0
            assert max(held) < rows.FACTS
        actions = np.zeros(kernel.MAX_LEGAL, np.int16)
        n = legal(states[0], actions)
        pairs = np.full((kernel.MAX_LEGAL, 2), -1, np.int16)
        rows.choices(states[0], actions, n, pairs)
        assert (pairs[:n] >= 0).all()
        assert (pairs[:n] < rows.CHOICES).all()
        assert (pairs[n:] == -1).all()


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_seats_are_told_from_the_viewer_on(players, wall):
    for states in positions(players, wall, seed=4):
        for by in range(1, players):
            moved = turned(states, by)
            for player in range(players):
                assert facts(states, player) == facts(moved, (player + by) % players)


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_factories_are_interchangeable(seed, chance):
    for states in positions(2, "coloured", seed, every=11):
        shuffled = states.copy()
        order = list(range(1, factories(states[0]) + 1))
        chance.shuffle(order)
        shuffled["sources"][0, 1 : len(order) + 1] = states["sources"][0, order]
        assert facts(states, 0) == facts(shuffled, 0)


@pytest.mark.parametrize("players", [2, 4])
def test_what_differs_is_told_apart(players):
    """Scores, walls, lines, the marker, what lies on the table: a change of each changes facts."""
    states = next(s for s in positions(players, "coloured", seed=5) if s["round_number"][0] == 3)
    known = facts(states, 0)
    for name, change in (
        ("score", 20),
        ("first", None),
        ("bag", None),
        ("line_count", None),
        ("shows", None),
        ("round_number", 1),
    ):
        other = states.copy()
        field = other[name][0]
        if name == "first":
            other["first"] = (states["first"] + 1) % players
        elif name == "bag":
            other["bag"] = 0
        elif name == "line_count":
            field[1, 4] = 0 if field[1, 4] else 3
        elif name == "shows":
            field[1, 0] ^= 1 << 12
        elif name == "score":
            field[1] += change
        else:
            other[name] = states[name] + change
        assert facts(other, 0) != known, name


def test_choices_tell_actions_apart():
    states = batch.new("azul", 1, seed=1)
    settle(states[0])
    actions = np.zeros(kernel.MAX_LEGAL, np.int16)
    n = legal(states[0], actions)
    pairs = np.zeros((n, 2), np.int16)
    rows.choices(states[0], actions, n, pairs)
    loads = {int(load): source for source, load in enumerate(states["sources"][0])}
    if len(loads) == len(set(states["sources"][0].tolist())):
        assert len({tuple(pair) for pair in pairs.tolist()}) == n
