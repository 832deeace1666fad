"""The networks over arrays of states, one position at a time, as a search asks them."""

from typing import Any

from azulejos.compiled import compiled
from azulejos.kernel import legal, to_move
from azulejos.nets.network import Weights, policy, prospects, think


@compiled
def prospects_each(network: Weights, room: Any, states: Any, values: Any, points: Any) -> None:
    """Chances to win and final points in every position: float64 (states, PLAYERS) each."""
    for i in range(len(states)):
        prospects(network, room, states[i], values[i], points[i])


@compiled
def policy_each(network: Weights, room: Any, states: Any, actions: Any, logits: Any) -> None:
    """The logits of the legal actions wherever a decision is due: float32 (states, MAX_LEGAL).

    actions: the legal ones, int16 (states, MAX_LEGAL), in the same order.
    """
    for i in range(len(states)):
        think(network, room, states[i], to_move(states[i]))
        n = legal(states[i], actions[i])
        policy(network, room, states[i], actions[i], n, logits[i])
