"""The networks over arrays of states, one position at a time (batch size 1), as in a search."""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.core.kernel import legal, to_move
from azulejos.nets.network import Weights, forward, policy_logits, predict_values


@compiled
def predict_values_each(
    network: Weights, buffers: Any, states: Any, values: Any, points: Any
) -> None:
    """Win probabilities and final points in every position: float64 (states, PLAYERS) each."""
    for i in range(len(states)):
        predict_values(network, buffers, states[i], values[i], points[i])


@compiled
def policy_logits_each(
    network: Weights, buffers: Any, states: Any, actions: Any, logits: Any
) -> None:
    """The logits of the legal actions where a decision is due: float32 (states, MAX_LEGAL).

    actions: written, the legal ones in the same order, int16 (states, MAX_LEGAL).
    """
    for i in range(len(states)):
        forward(network, buffers, states[i], to_move(states[i]))
        n = legal(states[i], actions[i])
        policy_logits(network, buffers, states[i], actions[i], n, logits[i])
