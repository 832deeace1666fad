"""Azul as facts: each in its place, and the same for positions that are the same."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import batch
from azulejos.core.kernel import apply, is_over, legal, random_legal, resolve_chance
from azulejos.games.azul import features as encoder
from azulejos.games.azul import kernel
from azulejos.games.azul.rules import factories

from .views import View, is_within, view

KINDS = [(players, wall) for players in (2, 3, 4) for wall in ("coloured", "grey")]


def positions(players, wall, seed, every=7):
    """States of one random game, now and then also between two rounds."""
    states = batch.new("azul", 1, seed=seed, players=players, wall=wall)
    state = states[0]
    number = 0
    while not is_over(state):
        number += 1
        if state.phase == 0:
            yield states.copy()
            resolve_chance(state)
            continue
        if number % every == 0:
            yield states.copy()
        apply(state, random_legal(state))


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


def with_boards_swapped(states, one, other):
    """The same position where two have what was the other's; who begins is not touched."""
    new = states.copy()
    for name in new.dtype.names:
        if new.dtype[name].shape[:1] == (4,):
            new[name][0, [one, other]] = states[name][0, [other, one]]
    new["turn"] = {one: other, other: one}.get(int(states["turn"][0]), states["turn"])
    return new


def without_order(seen):
    """A view that does not tell how long after who begins anybody's turn comes."""
    order = range(encoder._AFTER, encoder._AFTER + 4)
    own, others = ([row for row in part if row not in order] for part in (seen.own, seen.others))
    return View(seen.table, own, others)


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_rows_are_where_they_belong(players, wall):
    for states in positions(players, wall, seed=3):
        for player in range(players):
            assert is_within(view(states, player), encoder)
        actions = np.zeros(kernel.MAX_LEGAL, np.int16)
        n = legal(states[0], actions)
        pairs = np.full((kernel.MAX_LEGAL, 2), -1, np.int16)
        encoder.action_features(states[0], actions, n, pairs)
        assert (pairs[:n] >= 0).all()
        assert (pairs[:n] < encoder.ACTION_FEATURES).all()
        assert (pairs[n:] == -1).all()


@pytest.mark.parametrize(("players", "wall"), KINDS)
def test_seats_are_told_from_the_viewer_on(players, wall):
    for states in positions(players, wall, seed=4):
        for by in range(1, players):
            moved = turned(states, by)
            for player in range(players):
                assert view(states, player) == view(moved, (player + by) % players)


@pytest.mark.parametrize(("players", "wall"), KINDS[2:])
def test_all_others_are_alike(players, wall):
    for states in positions(players, wall, seed=6):
        swapped = with_boards_swapped(states, 1, 2)
        for player in {*range(players)} - {1, 2}:
            assert view(states, player) == view(swapped, player)
        for before, after in ((1, 2), (2, 1)):
            assert without_order(view(states, before)) == without_order(view(swapped, after))


@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_factories_are_interchangeable(seed, chance):
    for states in positions(2, "coloured", seed, every=11):
        shuffled = states.copy()
        order = list(range(1, factories(states[0]) + 1))
        chance.shuffle(order)
        shuffled["sources"][0, 1 : len(order) + 1] = states["sources"][0, order]
        assert view(states, 0) == view(shuffled, 0)


@pytest.mark.parametrize("players", [2, 4])
def test_what_differs_is_told_apart(players):
    """Scores, walls, lines, the marker, what lies on the table: a change of each changes facts."""
    states = next(s for s in positions(players, "coloured", seed=5) if s["round_number"][0] == 3)
    known = view(states, 0)
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
        assert view(other, 0) != known, name


def test_action_features_tell_actions_apart():
    states = batch.new("azul", 1, seed=1)
    resolve_chance(states[0])
    actions = np.zeros(kernel.MAX_LEGAL, np.int16)
    n = legal(states[0], actions)
    pairs = np.zeros((n, 2), np.int16)
    encoder.action_features(states[0], actions, n, pairs)
    loads = {int(load): source for source, load in enumerate(states["sources"][0])}
    if len(loads) == len(set(states["sources"][0].tolist())):
        assert len({tuple(pair) for pair in pairs.tolist()}) == n
