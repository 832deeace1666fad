"""The compiled forward pass against the same sums in plain NumPy."""

import numpy as np
import pytest

from azulejos import batch
from azulejos.azul import kernel
from azulejos.kernel import legal, settle
from azulejos.nets import azul as rows
from azulejos.nets.network import (
    MOST_FACTS,
    NONE,
    PLAYERS,
    POINT_SCALE,
    UNIT,
    exists,
    in_units,
    new_room,
    policy,
    prospects,
    think,
    untrained,
)

from .test_azul_rows import positions


@pytest.fixture(scope="module")
def network():
    return untrained(rows.FACTS, rows.CHOICES, 48, 24, seed=1)


def second_layer(network, states, player):
    held = np.zeros(MOST_FACTS, np.int16)
    n = rows.facts(states[0], player, held)
    sums = network.first_bias.astype(np.int64) + network.facts[held[:n]].astype(np.int64).sum(0)
    first = np.maximum(sums, 0) / UNIT
    return np.maximum(network.second @ first + network.second_bias, 0)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_prospects(network, players):
    room = new_room(network, kernel.MAX_LEGAL)
    for states in positions(players, "coloured", seed=players):
        for player in range(players):
            values, points = np.zeros(PLAYERS), np.zeros(PLAYERS)
            think(network, room, states[0], player)
            prospects(network, room, states[0], player, values, points)
            second = second_layer(network, states, player)
            heads = network.heads @ second + network.heads_bias
            chances = np.exp(heads[:players]) / np.exp(heads[:players]).sum()
            order = (player + np.arange(players)) % players
            assert values[order] == pytest.approx(chances, abs=1e-5)
            assert points[order] == pytest.approx(
                POINT_SCALE * heads[PLAYERS : PLAYERS + players], abs=1e-3
            )
            assert (values[players:] == 0).all()


def test_policy(network):
    room = new_room(network, kernel.MAX_LEGAL)
    states = batch.new("azul", 1, seed=2)
    settle(states[0])
    actions = np.zeros(kernel.MAX_LEGAL, np.int16)
    logits = np.zeros(kernel.MAX_LEGAL, np.float32)
    n = legal(states[0], actions)
    player = int(states["turn"][0])
    think(network, room, states[0], player)
    policy(network, room, states[0], actions, n, logits)
    pairs = np.zeros((n, 2), np.int16)
    rows.choices(states[0], actions, n, pairs)
    second = second_layer(network, states, player)
    wanted = network.choices[pairs].sum(1) @ second + network.choices_bias[pairs].sum(1)
    assert logits[:n] == pytest.approx(wanted, abs=1e-4)


def test_weights_too_large_for_the_first_layer_are_cut_off():
    assert in_units(np.array([1.0, -1000.0, 1000.0])).tolist() == [UNIT, -(2**15), 2**15 - 1]


def test_no_network_is_none():
    assert not exists(NONE)
    assert exists(untrained(1, 1, 1, 1))
