"""The memory one thread searches with, allocated once: buffers, and the networks it evaluates."""

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from azulejos.nets.features import PLAYERS
from azulejos.nets.network import (
    FIRST_LAYER_DTYPE,
    NO_NETWORKS,
    Networks,
    Weights,
    network_buffers_dtype,
    packed,
)

#: How many decisions a visit may descend: more than a round has, where there are rounds. A visit
#: that gets so deep is evaluated there.
MAX_PLY = 64


class Workspace(NamedTuple):
    """A thread's buffers, and the two networks, which threads share."""

    buffers: Any  # a record, see `workspace_dtype`
    value_network: Weights
    policy_network: Weights


@cache
def workspace_dtype(kernel: Any, number: np.dtype[Any] = FIRST_LAYER_DTYPE) -> np.dtype[Any]:
    """The record of one thread's buffers for a game. kernel: the game's kernel module.

    number: dtype of the weights in the value network's first layer.
    """
    fields: list[Any] = [
        ("states", kernel.STATE, (1,)),  # the position a visit has reached
        ("actions", np.int16, (kernel.MAX_LEGAL,)),
        ("priors", np.float32, (kernel.MAX_LEGAL,)),
        ("path", np.int32, (MAX_PLY + 1,)),  # nodes of a visit, from the root
        ("possible", np.int64, (kernel.ACTIONS,)),  # stamp of when the action was last legal
        ("known", np.int64, (kernel.ACTIONS,)),  # stamp of when a child for it was last seen
        ("stamp", np.int64),  # a counter, so that the two above never have to be cleared
        ("values", np.float64, (PLAYERS,)),
        ("points", np.float64, (PLAYERS,)),
        ("heuristic", np.float64, (2, PLAYERS)),  # values and points of the heuristic evaluation
        ("value_network", network_buffers_dtype(kernel.MAX_LEGAL, number)),
        ("policy_network", network_buffers_dtype(kernel.MAX_LEGAL)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


def new_workspace(kernel: Any, networks: Networks = NO_NETWORKS) -> Workspace:
    """A workspace for a game. kernel: the game's kernel module.

    networks: without a policy network, priors are heuristic. Evaluators from VALUE_NETWORK on need
    a value network.
    """
    buffers = np.zeros(1, workspace_dtype(kernel, networks.value.features.dtype))[0]
    return Workspace(buffers, packed(networks.value), packed(networks.policy))


def for_another_thread(workspace: Workspace) -> Workspace:
    """The same networks with buffers of their own."""
    return workspace._replace(buffers=np.zeros_like(workspace.buffers)[()])
