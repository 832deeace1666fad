"""The network: facts in, prospects or a policy out, small enough for a search on one core.

    first  = relu(bias + the sum of the rows of all facts that hold)      (WIDTH,)
    second = relu(a matrix × first + bias)                                (DEPTH,)
    win, points = two matrices × second + biases                          (PLAYERS,) each
    policy of an action = second · (the action's two rows), + their biases

The first layer is most of the work, and what it costs is memory: its rows are whole numbers of 16
bits, which halves it. Prospects are in the order of seats from the player asked about: chances to
win (softmax over those who play), and how many points each will end with.

A learned player has two of these, its `Mind`: the outlook tells prospects, the guide tells which
actions to look at first.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled import compiled_fast
from azulejos.nets.rows import choices, facts

PLAYERS = 4
#: No position of any game has more facts at once.
MOST_FACTS = 480
#: One unit of the first layer is so many of its whole numbers: sums stay between −64 and 64.
UNIT = 512
#: Points are learnt in units of so many.
POINT_SCALE = 40.0


class Network(NamedTuple):
    """Weights. With no rows at all it stands for "no network"."""

    facts: NDArray[np.int16]  # (facts, width), in 1 / UNIT
    first_bias: NDArray[np.int16]  # (width,), in 1 / UNIT
    second: NDArray[np.float32]  # (depth, width)
    second_bias: NDArray[np.float32]  # (depth,)
    heads: NDArray[np.float32]  # (2 × PLAYERS, depth): win, points
    heads_bias: NDArray[np.float32]  # (2 × PLAYERS,)
    choices: NDArray[np.float32]  # (choices, depth)
    choices_bias: NDArray[np.float32]  # (choices,)


class Room(NamedTuple):
    """Room for one thread's evaluations."""

    rows: NDArray[np.int16]  # (MOST_FACTS,)
    sums: NDArray[np.int16]  # (width,)
    first: NDArray[np.float32]  # (width,)
    second: NDArray[np.float32]  # (depth,)
    heads: NDArray[np.float32]  # (2 × PLAYERS,)
    choices: NDArray[np.int16]  # (most legal, 2)


class Mind(NamedTuple):
    """What a learned player knows: prospects, and what to look at first."""

    outlook: Network
    guide: Network


def new_room(network: Network, most_legal: int) -> Room:
    """Room for a network and a game with so many legal actions at the most."""
    depth, width = network.second.shape
    return Room(
        np.zeros(MOST_FACTS, np.int16),
        np.zeros(width, network.facts.dtype),
        np.zeros(width, np.float32),
        np.zeros(depth, np.float32),
        np.zeros(2 * PLAYERS, np.float32),
        np.zeros((most_legal, 2), np.int16),
    )


@compiled_fast
def exists(network: Network) -> bool:
    """Whether there is a network at all."""
    return len(network.first_bias) > 0


@compiled_fast
def think(network: Network, room: Room, state: Any, player: int) -> None:
    """Fill `room.second` with what the network makes of a position, seen from a player's seat."""
    _add_rows(network, room, facts(state, player, room.rows))
    for j in range(len(room.first)):
        room.first[j] = max(room.sums[j], 0) * np.float32(1 / UNIT)
    for k in range(len(room.second)):
        row = network.second[k]
        total = network.second_bias[k]
        for j in range(len(room.first)):
            total += row[j] * room.first[j]
        room.second[k] = max(total, np.float32(0))


@compiled_fast
def _add_rows(network: Network, room: Room, n: int) -> None:
    """Add up the rows of n facts, eight at a time: sums are loaded and stored once for eight."""
    weights, rows, sums = network.facts, room.rows, room.sums
    for j in range(len(sums)):
        sums[j] = network.first_bias[j]
    i = 0
    while i + 8 <= n:
        a, b, c, d = (
            weights[rows[i]],
            weights[rows[i + 1]],
            weights[rows[i + 2]],
            weights[rows[i + 3]],
        )
        i += 4
        e, f, g, h = (
            weights[rows[i]],
            weights[rows[i + 1]],
            weights[rows[i + 2]],
            weights[rows[i + 3]],
        )
        i += 4
        for j in range(len(sums)):
            sums[j] += a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j]
    while i < n:
        a = weights[rows[i]]
        for j in range(len(sums)):
            sums[j] += a[j]
        i += 1


@compiled_fast
def prospects(
    network: Network, room: Room, state: Any, player: int, values: Any, points: Any
) -> None:
    """After `think`: every player's chance to win and final points, float64 (PLAYERS,)."""
    players = int(state.players)
    for seat in range(players):
        room.heads[seat] = _head(network, room, seat)
        room.heads[PLAYERS + seat] = _head(network, room, PLAYERS + seat)
    best = room.heads[0]
    for seat in range(players):
        best = max(best, room.heads[seat])
    total = np.float32(0)
    for seat in range(players):
        whose = player + seat if player + seat < players else player + seat - players
        values[whose] = math.exp(room.heads[seat] - best)
        total += values[whose]
        points[whose] = POINT_SCALE * room.heads[PLAYERS + seat]
    for whose in range(players):
        values[whose] /= total


@compiled_fast
def _head(network: Network, room: Room, number: int) -> Any:
    row = network.heads[number]
    total = network.heads_bias[number]
    for k in range(len(room.second)):
        total += row[k] * room.second[k]
    return total


@compiled_fast
def policy(network: Network, room: Room, state: Any, actions: Any, n: int, out: Any) -> None:
    """After `think` of the player to move: the logit of each of n actions, float32 (n,)."""
    choices(state, actions, n, room.choices)
    for i in range(n):
        one, other = network.choices[room.choices[i, 0]], network.choices[room.choices[i, 1]]
        logit = network.choices_bias[room.choices[i, 0]] + network.choices_bias[room.choices[i, 1]]
        for k in range(len(room.second)):
            logit += room.second[k] * (one[k] + other[k])
        out[i] = logit


def in_units(weights: NDArray[Any]) -> NDArray[np.int16]:
    """Weights of the first layer as the whole numbers it is computed with."""
    return np.clip(np.round(UNIT * weights), -(2**15), 2**15 - 1).astype(np.int16)


def untrained(facts: int, choices: int, width: int, depth: int, seed: int = 0) -> Network:
    """A network that knows nothing yet: small random weights."""
    chance = np.random.default_rng(seed)

    def weights(*shape: int, spread: float) -> NDArray[np.float32]:
        return (spread * chance.standard_normal(shape)).astype(np.float32)

    return Network(
        in_units(weights(facts, width, spread=0.05)),
        np.zeros(width, np.int16),
        weights(depth, width, spread=(2 / max(width, 1)) ** 0.5),
        np.zeros(depth, np.float32),
        weights(2 * PLAYERS, depth, spread=0.02),
        np.zeros(2 * PLAYERS, np.float32),
        weights(choices, depth, spread=0.02),
        np.zeros(choices, np.float32),
    )


#: No network at all, and nobody's mind.
NONE = untrained(0, 0, 0, 0)
NOBODY = Mind(NONE, NONE)
