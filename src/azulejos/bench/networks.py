"""How fast the networks that ship are: one position at a time, as a search asks them; one core."""

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import batch
from azulejos.bench.runs import RUNS
from azulejos.nets import weights
from azulejos.nets.loops import policy_each, prospects_each
from azulejos.nets.network import Network, new_room, packed
from azulejos.nets.rows import PLAYERS

#: Positions asked about in turn, some moves into random games.
_POSITIONS = 4096
_MOVES = 24


def network_speed(game: str, seconds: float) -> dict[str, int]:
    """Evaluations a second: prospects by the outlook; a policy over legal actions by the guide."""
    states = _positions(game)
    mind = weights.shipped(game)
    most = batch.kernel_of(states).MAX_LEGAL
    values, points = np.zeros((2, len(states), PLAYERS))
    actions = np.zeros((len(states), most), np.int16)
    logits = np.zeros((len(states), most), np.float32)
    return {
        "outlook_per_s": _rate(prospects_each, mind.outlook, states, (values, points), seconds),
        "guide_per_s": _rate(policy_each, mind.guide, states, (actions, logits), seconds),
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
    room, weights = new_room(batch.kernel_of(states).MAX_LEGAL), packed(network)
    ask(weights, room, states, *out)  # compiles
    best = 0.0
    for _ in range(RUNS):
        asked = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds / RUNS:
            ask(weights, room, states, *out)
            asked += len(states)
        best = max(best, asked / (time.perf_counter() - begun))
    return round(best)
