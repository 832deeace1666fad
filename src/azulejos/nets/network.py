"""The networks: small enough for a search that evaluates one position at a time on one core.

    first  = relu(bias + sum of the weights of all active features of a view)   (width,)
    second = relu(matrix · first + bias)                                        (depth,)
    heads (value network): win logit, points = two rows · second + biases
    logit of an action (policy network) = second · (sum of its two features' rows) + their biases

As in NNUE, the first layer is sparse, quantised to 16-bit integers and by far the most work, which
is memory traffic. A *view* is the position as one side sees it. A feature about a side has one row
of weights for that side's own view and one for all other views; sums that views share are computed
once, so all views of a position cost little more than one.

Floating-point numbers are added up in the order that is written here, nowhere in one of the
compiler's choice: the same weights give the same results, to the last bit, on any CPU and in a
browser.

A trained player has two, its `Networks`. The value network is evaluated once for every side, and a
softmax over the sides' win logits gives win probabilities. The policy network gives priors.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled
from azulejos.core.elementary import exp
from azulejos.nets.features import (
    COMMON,
    MAX_ACTIVE,
    OF_SIDE,
    PARTS,
    PLAYERS,
    SEEN,
    action_features,
    features,
)
from azulejos.nets.lanes import LANES, add_weighted_rows, product_with_sum

#: Quantisation of the first layer: integers in 1 / UNIT, so sums stay between −64 and 64.
UNIT = 512
#: The dtype of the first layer's weights; `tools/compare_sizes.py` also tries float32.
FIRST_LAYER_DTYPE = np.dtype(np.int16)
#: Sizes of the two layers at most; and `depth` is at most `width`.
MAX_WIDTH, MAX_DEPTH = 1024, 64
#: The points head is in units of so many points.
POINT_SCALE = 40.0


class Network(NamedTuple):
    """A network's weights. One of width 0 stands for "no network"."""

    features: NDArray[np.int16]  # about the table (FEATURES, width), in 1 / UNIT
    #: (2 × SIDE_FEATURES, width), in 1 / UNIT: for each the viewer's own row, then the opponents'.
    side_features: NDArray[np.int16]
    first_bias: NDArray[np.int16]  # (width,), in 1 / UNIT
    second: NDArray[np.float32]  # (depth, width)
    second_bias: NDArray[np.float32]  # (depth,)
    heads: NDArray[np.float32]  # (2, depth): win, points; value network only
    heads_bias: NDArray[np.float32]  # (2,)
    action_features: NDArray[np.float32]  # (ACTION_FEATURES, depth); policy network only
    action_bias: NDArray[np.float32]  # (ACTION_FEATURES,)


class Weights(NamedTuple):
    """A network packed for compiled code: three arrays instead of nine.

    Every array in a signature costs time per call, and much more when it is compiled.
    """

    first: NDArray[np.int16]  # (1 + FEATURES + 2 × SIDE_FEATURES, width): the bias first
    #: (width + 1, depth): a row for each number of the first layer; the last row is the biases.
    second: NDArray[np.float32]
    last: NDArray[np.float32]  # (heads + ACTION_FEATURES, depth + 1): the last column is the biases
    side_features: int  # first row of the side features, in `first`
    action_features: int  # first row of the action features, in `last`


def packed(network: Network) -> Weights:
    """A network packed for the compiled search; `depth` is filled up with zeros (`LANES`)."""
    first = np.concatenate([network.first_bias[None], network.features, network.side_features])
    depth, width = network.second.shape
    padded = -(-depth // LANES) * LANES
    second = np.zeros((width + 1, padded), np.float32)
    second[:width, :depth] = network.second.T
    second[width, :depth] = network.second_bias
    last = np.zeros((len(network.heads) + len(network.action_features), padded + 1), np.float32)
    last[:, :depth] = np.concatenate([network.heads, network.action_features])
    last[:, padded] = np.concatenate([network.heads_bias, network.action_bias])
    return Weights(first, second, last, 1 + len(network.features), len(network.heads))


@cache
def network_buffers_dtype(
    max_legal: int, number: np.dtype[Any] = FIRST_LAYER_DTYPE
) -> np.dtype[Any]:
    """The record of one thread's buffers, for networks of any size.

    max_legal: MAX_LEGAL of the game's kernel. number: dtype of the first layer's weights.
    """
    fields: list[Any] = [
        ("active", np.int16, (MAX_ACTIVE,)),
        ("spans", np.int16, (PARTS, 2)),
        ("sums", number, (MAX_WIDTH,)),
        ("of_sides", number, (PLAYERS, MAX_WIDTH)),  # sums of each side's own view only
        ("seen", number, (MAX_WIDTH,)),  # opponents' sums about a side; a view's sums
        ("first", np.float32, (MAX_WIDTH,)),
        ("lit", np.int16, (MAX_WIDTH,)),  # which of these are not 0
        ("second", np.float32, (MAX_DEPTH,)),
        ("heads", np.float32, (2, PLAYERS)),  # win, points of each side
        ("action_features", np.int16, (max_legal, 2)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


class Networks(NamedTuple):
    """A trained player's value and policy network."""

    value: Network
    policy: Network


def new_network_buffers(max_legal: int) -> Any:
    """Buffers for a network, in a game with at most so many legal actions: a record."""
    return np.zeros(1, network_buffers_dtype(max_legal))[0]


def exists(network: Network) -> bool:
    """Whether there is a network at all."""
    return len(network.first_bias) > 0


@compiled
def is_there(network: Weights) -> bool:
    """Whether there is a network at all."""
    return network.first.shape[1] > 0


@compiled
def forward(network: Weights, buffers: Any, state: Any, player: int) -> None:
    """Forward pass of a player's view, up to the second layer: fills `buffers.second`."""
    sides = features(state, buffers.active, buffers.spans)
    viewer = player % sides
    width = network.first.shape[1]
    sums = buffers.sums[:width]
    for j in range(width):
        sums[j] = network.first[0, j]
    _add_features(network, buffers, COMMON, sums)
    _add_features(network, buffers, SEEN + viewer, sums)
    for side in range(sides):
        _add_side_features(network, buffers, 0 if side == viewer else 1, side, sums)
    _second_layer(network, buffers, sums)


@compiled
def predict_values(network: Weights, buffers: Any, state: Any, values: Any, points: Any) -> None:
    """Every player's win probability and final points, float64 (PLAYERS,); partners' are equal."""
    sides = features(state, buffers.active, buffers.spans)
    width = network.first.shape[1]
    sums, seen = buffers.sums[:width], buffers.seen[:width]
    for j in range(width):
        sums[j] = network.first[0, j]
    _add_features(network, buffers, COMMON, sums)
    for side in range(sides):
        of_side = buffers.of_sides[side, :width]
        for j in range(width):
            seen[j] = 0
            of_side[j] = 0
        _add_side_features(network, buffers, 1, side, seen)
        for j in range(width):  # all views get the opponents' row, so the own view subtracts it
            sums[j] += seen[j]
            of_side[j] -= seen[j]
        _add_side_features(network, buffers, 0, side, of_side)
        _add_features(network, buffers, SEEN + side, of_side)
    best = np.float32(-1e9)
    for side in range(sides):
        of_side = buffers.of_sides[side, :width]
        for j in range(width):
            seen[j] = sums[j] + of_side[j]
        _second_layer(network, buffers, seen)
        buffers.heads[0, side] = _head(network, buffers, 0)
        buffers.heads[1, side] = _head(network, buffers, 1)
        best = max(best, buffers.heads[0, side])
    total = np.float32(0)
    for side in range(sides):
        buffers.heads[0, side] = exp(buffers.heads[0, side] - best)
        total += buffers.heads[0, side]
    for player in range(state.players):
        side = player % sides
        values[player] = buffers.heads[0, side] / total
        points[player] = POINT_SCALE * buffers.heads[1, side]


@compiled
def _add_features(network: Weights, buffers: Any, part: int, sums: Any) -> None:
    """Add the weights of a part of the table's features to sums (width,)."""
    _add_rows(network.first, 1, 1, buffers, part, sums)


@compiled
def _add_side_features(network: Weights, buffers: Any, other: int, side: int, sums: Any) -> None:
    """Add the weights of the features about a side to sums (width,).

    other: 0 for the side's own view, 1 for other views.
    """
    _add_rows(network.first, 2, network.side_features + other, buffers, OF_SIDE + side, sums)


@compiled
def _add_rows(weights: Any, step: int, first: int, buffers: Any, part: int, sums: Any) -> None:
    """Add the rows of a part of the active features to sums: rows step × feature + first.

    Eight at a time, so that the sums are loaded and stored once for eight rows.
    """
    active = buffers.active
    i, end = int(buffers.spans[part, 0]), int(buffers.spans[part, 1])
    while i + 8 <= end:
        a, b, c, d = (
            weights[step * active[i] + first],
            weights[step * active[i + 1] + first],
            weights[step * active[i + 2] + first],
            weights[step * active[i + 3] + first],
        )
        i += 4
        e, f, g, h = (
            weights[step * active[i] + first],
            weights[step * active[i + 1] + first],
            weights[step * active[i + 2] + first],
            weights[step * active[i + 3] + first],
        )
        i += 4
        for j in range(len(sums)):
            sums[j] += a[j] + b[j] + c[j] + d[j] + e[j] + f[j] + g[j] + h[j]
    while i < end:
        a = weights[step * active[i] + first]
        for j in range(len(sums)):
            sums[j] += a[j]
        i += 1


@compiled
def _second_layer(network: Weights, buffers: Any, sums: Any) -> None:
    """The second layer, of the sums of a view (width,).

    More than half of the first layer's numbers are 0 and left out.
    """
    width, depth = network.first.shape[1], network.second.shape[1]
    first, lit, second = buffers.first[:width], buffers.lit[:width], buffers.second[:depth]
    for j in range(width):
        first[j] = max(sums[j], 0) * np.float32(1 / UNIT)
    n = 0
    for j in range(width):
        lit[n] = j
        n += sums[j] > 0
    for k in range(depth):
        second[k] = network.second[width, k]
    add_weighted_rows(network.second, lit, n, first, second)
    for k in range(depth):
        second[k] = max(second[k], np.float32(0))


@compiled
def _head(network: Weights, buffers: Any, number: int) -> Any:
    row, depth = network.last[number], network.second.shape[1]
    total = row[depth]
    for k in range(depth):
        total += row[k] * buffers.second[k]
    return total


@compiled
def policy_logits(
    network: Weights, buffers: Any, state: Any, actions: Any, n: int, out: Any
) -> None:
    """The logits of n actions, float32 (n,), after `forward` for the player to move."""
    action_features(state, actions, n, buffers.action_features)
    depth = network.second.shape[1]
    for i in range(n):
        one = network.last[network.action_features + buffers.action_features[i, 0]]
        other = network.last[network.action_features + buffers.action_features[i, 1]]
        logit = product_with_sum(buffers.second[:], one, other, depth)
        out[i] = logit + (one[depth] + other[depth])


def quantised(weights: NDArray[Any]) -> NDArray[np.int16]:
    """Weights of the first layer as 16-bit integers, in 1 / UNIT."""
    return np.clip(np.round(UNIT * weights), -(2**15), 2**15 - 1).astype(np.int16)


def untrained(
    features: int, side_features: int, action_features: int, width: int, depth: int, seed: int = 0
) -> Network:
    """A network with small random weights."""
    rng = np.random.default_rng(seed)

    def weights(*shape: int, spread: float) -> NDArray[np.float32]:
        return (spread * rng.standard_normal(shape)).astype(np.float32)

    return Network(
        quantised(weights(features, width, spread=0.05)),
        quantised(weights(2 * side_features, width, spread=0.05)),
        np.zeros(width, np.int16),
        weights(depth, width, spread=(2 / max(width, 1)) ** 0.5),
        np.zeros(depth, np.float32),
        weights(2, depth, spread=0.02),
        np.zeros(2, np.float32),
        weights(action_features, depth, spread=0.02),
        np.zeros(action_features, np.float32),
    )


#: The absence of a network, and of both.
NO_NETWORK = untrained(0, 0, 0, 0, 0)
NO_NETWORKS = Networks(NO_NETWORK, NO_NETWORK)
