"""The network: facts in, prospects or a policy out, small enough for a search on one core.

    first  = relu(bias + the sum of the rows of all facts that a side sees)   (WIDTH,)
    second = relu(a matrix × first + bias)                                    (DEPTH,)
    win, points of that side = two rows · second + biases
    policy of an action = second · (the action's two rows), + their biases

The first layer is most of the work, and what it costs is memory: its rows are whole numbers of 16
bits, which halves it. A fact about a side counts in one way for that side and in another for all
others: both are added up at once, so that seeing a position from every seat costs little more than
seeing it from one.

A learned player has two of these, its `Mind`: the outlook tells prospects (every side is asked
about itself, and a softmax brings what they say together), the guide tells which actions to look at
first.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled import compiled_fast
from azulejos.nets.rows import (
    COMMON,
    MOST_FACTS,
    OF_SIDE,
    PARTS,
    PLAYERS,
    SEEN,
    choices,
    facts,
)

#: One unit of the first layer is so many of its whole numbers: sums stay between −64 and 64.
UNIT = 512
#: Points are learnt in units of so many.
POINT_SCALE = 40.0


class Network(NamedTuple):
    """Weights. With no rows at all it stands for "no network"."""

    facts: NDArray[np.int16]  # of the table (facts, width), in 1 / UNIT
    side_facts: NDArray[np.int16]  # (2 × facts, width): each about the viewer's side, then another
    first_bias: NDArray[np.int16]  # (width,), in 1 / UNIT
    second: NDArray[np.float32]  # (depth, width)
    second_bias: NDArray[np.float32]  # (depth,)
    heads: NDArray[np.float32]  # (2, depth): win, points
    heads_bias: NDArray[np.float32]  # (2,)
    choices: NDArray[np.float32]  # (choices, depth)
    choices_bias: NDArray[np.float32]  # (choices,)


class Room(NamedTuple):
    """Room for one thread's evaluations."""

    rows: NDArray[np.int16]  # (MOST_FACTS,)
    spans: NDArray[np.int16]  # (PARTS, 2)
    sums: NDArray[np.int16]  # (width,)
    of_sides: NDArray[np.int16]  # (PLAYERS, width): sums for each side
    seen: NDArray[np.int16]  # (width,): sums about a side for others; sums as a side sees it
    first: NDArray[np.float32]  # (width,)
    second: NDArray[np.float32]  # (depth,)
    heads: NDArray[np.float32]  # (2, PLAYERS): win, points of each side
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
        np.zeros((PARTS, 2), np.int16),
        np.zeros(width, network.facts.dtype),
        np.zeros((PLAYERS, width), network.facts.dtype),
        np.zeros(width, network.facts.dtype),
        np.zeros(width, np.float32),
        np.zeros(depth, np.float32),
        np.zeros((2, PLAYERS), np.float32),
        np.zeros((most_legal, 2), np.int16),
    )


@compiled_fast
def exists(network: Network) -> bool:
    """Whether there is a network at all."""
    return len(network.first_bias) > 0


@compiled_fast
def think(network: Network, room: Room, state: Any, player: int) -> None:
    """Fill `room.second` with what the network makes of a position, seen from a player's seat."""
    sides = facts(state, room.rows, room.spans)
    viewer = player % sides
    sums, width = room.sums, len(room.sums)
    for j in range(width):
        sums[j] = network.first_bias[j]
    _add_rows(network.facts, 1, 0, room, COMMON, sums)
    _add_rows(network.facts, 1, 0, room, SEEN + viewer, sums)
    for side in range(sides):
        other = 0 if side == viewer else 1
        _add_rows(network.side_facts, 2, other, room, OF_SIDE + side, sums)
    for j in range(width):
        room.first[j] = max(sums[j], 0) * np.float32(1 / UNIT)
    _second_layer(network, room)


@compiled_fast
def prospects(network: Network, room: Room, state: Any, values: Any, points: Any) -> None:
    """Every player's chance to win and final points, float64 (PLAYERS,); partners have the same."""
    sides = facts(state, room.rows, room.spans)
    sums, width = room.sums, len(room.sums)
    for j in range(width):
        sums[j] = network.first_bias[j]
    _add_rows(network.facts, 1, 0, room, COMMON, sums)
    for side in range(sides):
        of_side = room.of_sides[side]
        for j in range(width):
            room.seen[j] = 0
            of_side[j] = 0
        _add_rows(network.side_facts, 2, 1, room, OF_SIDE + side, room.seen)
        for j in range(width):  # what is added for all is taken from the side itself
            sums[j] += room.seen[j]
            of_side[j] -= room.seen[j]
        _add_rows(network.side_facts, 2, 0, room, OF_SIDE + side, of_side)
        _add_rows(network.facts, 1, 0, room, SEEN + side, of_side)
    best = np.float32(-1e9)
    for side in range(sides):
        of_side = room.of_sides[side]
        for j in range(width):
            room.seen[j] = sums[j] + of_side[j]
        for j in range(width):
            room.first[j] = max(room.seen[j], 0) * np.float32(1 / UNIT)
        _second_layer(network, room)
        room.heads[0, side] = _head(network, room, 0)
        room.heads[1, side] = _head(network, room, 1)
        best = max(best, room.heads[0, side])
    total = np.float32(0)
    for side in range(sides):
        room.heads[0, side] = math.exp(room.heads[0, side] - best)
        total += room.heads[0, side]
    for player in range(state.players):
        side = player % sides
        values[player] = room.heads[0, side] / total
        points[player] = POINT_SCALE * room.heads[1, side]


@compiled_fast
def _add_rows(weights: Any, step: int, first: int, room: Room, part: int, sums: Any) -> None:
    """Add the rows of a part of the facts to sums (width,): of a fact, step × its number + first.

    Eight at a time: sums are loaded and stored once for eight.
    """
    rows = room.rows
    i, end = int(room.spans[part, 0]), int(room.spans[part, 1])
    while i + 8 <= end:
        a, b, c, d = (
            weights[step * rows[i] + first],
            weights[step * rows[i + 1] + first],
            weights[step * rows[i + 2] + first],
            weights[step * rows[i + 3] + first],
        )
        i += 4
        e, f, g, h = (
            weights[step * rows[i] + first],
            weights[step * rows[i + 1] + first],
            weights[step * rows[i + 2] + first],
            weights[step * rows[i + 3] + first],
        )
        i += 4
        for j in range(len(sums)):
            sums[j] += a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j]
    while i < end:
        a = weights[step * rows[i] + first]
        for j in range(len(sums)):
            sums[j] += a[j]
        i += 1


@compiled_fast
def _second_layer(network: Network, room: Room) -> None:
    for k in range(len(room.second)):
        row = network.second[k]
        total = network.second_bias[k]
        for j in range(len(room.first)):
            total += row[j] * room.first[j]
        room.second[k] = max(total, np.float32(0))


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


def untrained(
    facts: int, side_facts: int, choices: int, width: int, depth: int, seed: int = 0
) -> Network:
    """A network that knows nothing yet: small random weights."""
    chance = np.random.default_rng(seed)

    def weights(*shape: int, spread: float) -> NDArray[np.float32]:
        return (spread * chance.standard_normal(shape)).astype(np.float32)

    return Network(
        in_units(weights(facts, width, spread=0.05)),
        in_units(weights(2 * side_facts, width, spread=0.05)),
        np.zeros(width, np.int16),
        weights(depth, width, spread=(2 / max(width, 1)) ** 0.5),
        np.zeros(depth, np.float32),
        weights(2, depth, spread=0.02),
        np.zeros(2, np.float32),
        weights(choices, depth, spread=0.02),
        np.zeros(choices, np.float32),
    )


#: No network at all, and nobody's mind.
NONE = untrained(0, 0, 0, 0, 0)
NOBODY = Mind(NONE, NONE)
