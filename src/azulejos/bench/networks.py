"""Speed of the networks that ship: one position at a time, as in a search, on one core."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch
from azulejos.bench.runs import RUNS
from azulejos.nets import weights
from azulejos.nets.features import PLAYERS
from azulejos.nets.loops import policy_logits_each, predict_values_each
from azulejos.nets.network import Network, new_network_buffers, packed

#: Positions asked about in turn, some moves into random games.
_POSITIONS = 4096
_MOVES = 24


def network_speed(game: str, seconds: float) -> dict[str, int]:
    """Evaluations a second: values of all sides; logits of all legal actions."""
    states = _positions(game)
    networks = weights.shipped(game)
    most = batch.kernel_of(states).MAX_LEGAL
    values, points = np.zeros((2, len(states), PLAYERS))
    actions = np.zeros((len(states), most), np.int16)
    logits = np.zeros((len(states), most), np.float32)
    return {
        "value_per_s": _rate(
            predict_values_each, networks.value, states, (values, points), seconds
        ),
        "policy_per_s": _rate(
            policy_logits_each, networks.policy, states, (actions, logits), seconds
        ),
    }


def _positions(game: str) -> NDArray[Any]:
    states = batch.new(game, _POSITIONS, seed=1, players=2)
    for _ in range(_MOVES):
        batch.step(states, batch.choices(states))
    return states[~batch.over(states)]


def _rate(
    ask: Any, network: Network, states: NDArray[Any], out: tuple[Any, Any], seconds: float
) -> int:
    """Positions a second, the best of several runs."""
    buffers, weights = new_network_buffers(batch.kernel_of(states).MAX_LEGAL), packed(network)
    ask(weights, buffers, states, *out)  # compiles
    best = 0.0
    for _ in range(RUNS):
        asked = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds / RUNS:
            ask(weights, buffers, states, *out)
            asked += len(states)
        best = max(best, asked / (time.perf_counter() - begun))
    return round(best)
