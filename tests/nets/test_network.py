"""The compiled forward pass against the same sums in plain NumPy, and what it says from each seat.

Its prospects are what every side says about itself; so they go with the sides, not with seats.
"""

import numpy as np
import pytest

from azulejos.core import kernel
from azulejos.games.azul import features as azul
from azulejos.games.azul import kernel as azul_kernel
from azulejos.games.azuleo import features as azuleo
from azulejos.games.azuleo import kernel as azuleo_kernel
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import (
    NO_NETWORK,
    POINT_SCALE,
    UNIT,
    exists,
    forward,
    new_network_buffers,
    packed,
    policy_logits,
    predict_values,
    quantised,
    untrained,
)
from azulejos.nets.weights import shipped

from . import test_azul_features, test_azuleo_features
from .views import view

MAX_LEGAL = max(azul_kernel.MAX_LEGAL, azuleo_kernel.MAX_LEGAL)
AZULEO = {
    "2 players": {},
    "3 players": {"players": 3},
    "teams of four": {"players": 4},
    "fill": {"players": 1, "mode": "fill"},
    "score": {"players": 1, "mode": "score"},
}


def decided(encoder, seed):
    """A network that knows nothing of its game, but has opinions: strong heads, and biases."""
    network = untrained(
        encoder.FEATURES, encoder.SIDE_FEATURES, encoder.ACTION_FEATURES, 48, 24, seed
    )
    chance = np.random.default_rng(seed)
    return network._replace(
        first_bias=quantised(0.1 * chance.standard_normal(48)),
        second_bias=chance.standard_normal(24).astype(np.float32),
        heads=20 * network.heads,
        heads_bias=chance.standard_normal(2).astype(np.float32),
        action_bias=chance.standard_normal(encoder.ACTION_FEATURES).astype(np.float32),
    )


OF_AZUL, OF_AZULEO = decided(azul, 1), decided(azuleo, 2)


def some_of_azuleo(options):
    """Positions of two random games, a few of each, none of them over."""
    for number, states in enumerate(test_azuleo_features.states_of_games(options, games=2)):
        if number % 5 == 0 and not kernel.is_over(states[0]):
            yield states.copy()


@pytest.fixture(
    params=[*test_azul_features.KINDS, *AZULEO],
    ids=lambda kind: kind if kind in AZULEO else f"Azul, {kind[0]} players, {kind[1]}",
)
def game(request):
    """A network, and positions of every kind of game that it knows."""
    if request.param in AZULEO:
        return OF_AZULEO, list(some_of_azuleo(AZULEO[request.param]))
    players, wall = request.param
    return OF_AZUL, list(test_azul_features.positions(players, wall, seed=players))


def seen(network, states, player):
    """What the compiled network makes of a position from a player's seat: its second layer."""
    buffers = new_network_buffers(MAX_LEGAL)
    forward(packed(network), buffers, states[0], player)
    return buffers.second[: len(network.second_bias)].copy()


def told(network, states):
    """The prospects of all players and their points: (players,) each."""
    values, points = np.full((2, PLAYERS), -1.0)
    predict_values(packed(network), new_network_buffers(MAX_LEGAL), states[0], values, points)
    players = int(states["players"][0])
    assert (values[players:] == -1).all()
    assert (points[players:] == -1).all()
    return values[:players], points[:players]


def sums_of(network, states, player):
    """The sums of a network's first layer from a player's seat, in numbers that hold any."""
    table, own, others = view(states, player)
    sums = network.first_bias.astype(np.int64) + network.features[table].sum(0, np.int64)
    sums += network.side_features[0::2][own].sum(0, np.int64)
    return sums + network.side_features[1::2][others].sum(0, np.int64)


def test_a_view_is_the_sum_of_its_rows(game):
    network, positions = game
    for states in positions:
        for player in range(states["players"][0]):
            first = np.maximum(sums_of(network, states, player), 0) / UNIT
            wanted = np.maximum(network.second @ first + network.second_bias, 0)
            assert seen(network, states, player) == pytest.approx(wanted, abs=1e-4)


def test_values_are_what_every_side_says_of_itself(game):
    network, positions = game
    for states in positions:
        players = int(states["players"][0])
        sides = int(states["sides"][0]) if network is OF_AZULEO else players
        heads = np.array([network.heads @ seen(network, states, p) for p in range(players)])
        wins, points = (heads + network.heads_bias).T
        chances = np.exp(wins) / np.exp(wins[:sides]).sum()
        assert told(network, states)[0] == pytest.approx(chances, abs=1e-4)
        assert told(network, states)[1] == pytest.approx(POINT_SCALE * points, abs=1e-2)


@pytest.mark.parametrize("name", ["azul", "azuleo"])
def test_the_sums_of_what_ships_fit_their_numbers(name):
    if name == "azul":
        kinds = [test_azul_features.positions(*kind, seed=3) for kind in test_azul_features.KINDS]
    else:
        kinds = [some_of_azuleo(options) for options in AZULEO.values()]
    most = np.iinfo(np.int16).max
    for network in shipped(name):
        for states in (states for positions in kinds for states in positions):
            for player in range(states["players"][0]):
                sums = sums_of(network, states, player)
                assert abs(sums).max() < most / 2, "and there is room for positions not seen here"


def test_sides_have_values_of_their_own():
    """What the tests here compare is not the same for all."""
    for network, positions in (
        (OF_AZUL, test_azul_features.positions(4, "coloured", seed=1)),
        (OF_AZULEO, some_of_azuleo({"players": 3})),
    ):
        values = np.array([told(network, states)[0] for states in positions])
        assert np.ptp(values, axis=1).mean() > 0.02


def test_who_moves_to_another_seat_takes_the_values_along(game):
    network, positions = game
    for states in positions:
        if network is OF_AZUL:
            moved = test_azul_features.turned(states, 1)
        else:
            moved = test_azuleo_features.one_seat_on(states)
        for before, after in zip(told(network, states), told(network, moved), strict=True):
            assert np.roll(before, 1) == pytest.approx(after, rel=1e-5)


@pytest.mark.parametrize(("players", "wall"), test_azul_features.KINDS[2:])
def test_boards_of_others_can_be_swapped(players, wall):
    """Nobody else thinks otherwise; nor do the two, but for the order in which turns come."""
    side_features = OF_AZUL.side_features.copy()
    side_features[2 * azul._AFTER : 2 * (azul._AFTER + PLAYERS)] = 0
    without_order = OF_AZUL._replace(side_features=side_features)
    order = [0, 2, 1, 3][:players]
    for states in test_azul_features.positions(players, wall, seed=6):
        swapped = test_azul_features.with_boards_swapped(states, 1, 2)
        for player in {*range(players)} - {1, 2}:
            assert (seen(OF_AZUL, states, player) == seen(OF_AZUL, swapped, player)).all()
        before, after = told(without_order, states), told(without_order, swapped)
        for part, again in zip(before, after, strict=True):
            assert part[order] == pytest.approx(again, rel=1e-5)


def test_partners_have_the_same_values():
    for states in some_of_azuleo({"players": 4}):
        for told_of in told(OF_AZULEO, states):
            assert (told_of[:2] == told_of[2:]).all()
        assert told(OF_AZULEO, states)[0][:2].sum() == pytest.approx(1)


def test_policy(game):
    network, positions = game
    encoder = azul if network is OF_AZUL else azuleo
    for states in positions:
        if kernel.is_chance(states[0]):
            continue
        actions, logits = np.zeros(MAX_LEGAL, np.int16), np.zeros(MAX_LEGAL, np.float32)
        n = kernel.legal(states[0], actions)
        player = kernel.to_move(states[0])
        buffers, weights = new_network_buffers(MAX_LEGAL), packed(network)
        forward(weights, buffers, states[0], player)
        policy_logits(weights, buffers, states[0], actions, n, logits)
        pairs = np.zeros((n, 2), np.int16)
        encoder.action_features(states[0], actions, n, pairs)
        wanted = network.action_features[pairs].sum(1) @ seen(network, states, player)
        assert logits[:n] == pytest.approx(wanted + network.action_bias[pairs].sum(1), abs=1e-4)


def test_weights_too_large_for_the_first_layer_are_cut_off():
    assert quantised(np.array([1.0, -1000.0, 1000.0])).tolist() == [UNIT, -(2**15), 2**15 - 1]


def test_no_network_is_none():
    assert not exists(NO_NETWORK)
    assert exists(untrained(1, 1, 1, 1, 1))
