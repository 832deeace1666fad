"""Evaluation of leaves: every player's value and final points.

A *value* is a player's expected result, from 0 (loses for certain) to 1 (wins for certain): the
share of the win, with a small weight for the margin in points.
"""

from typing import Any

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.elementary import exp
from azulejos.core.kernel import (
    apply,
    is_over,
    is_partner,
    play_at_random,
    returns,
    scores,
    to_move,
)
from azulejos.nets.network import Weights, predict_values
from azulejos.search.config import (
    MIXED,
    RANDOM_ROLLOUT,
    ROLLOUT,
    ROLLOUT_THEN_VALUE_NETWORK,
    VALUE_NETWORK,
    SearchConfig,
)
from azulejos.search.heuristics import heuristic_points, rollout, score_scale
from azulejos.search.workspace import Workspace

#: Weight of the margin in points within a value, so that a certain win is still extended and a
#: certain loss kept small; and the scale, in points, of the logistic function that maps it to 0…1.
MARGIN_WEIGHT = 0.03
MARGIN_SCALE = 20.0
#: Solo games have no opponent: p points (or fields filled) have the value p / (p + SOLO_SCALE).
SOLO_SCALE = 60.0
#: Resolution of the random choice of MIXED.
_MIX_STEPS = 1024


@compiled
def evaluate_leaf(workspace: Workspace, config: SearchConfig) -> None:
    """Write values and points of the position in the buffers, by the configured evaluator.

    The position may be played on.
    """
    buffers = workspace.buffers
    state = buffers.states[0]
    evaluator, weight = config.evaluator, config.heuristic_weight
    if evaluator == MIXED:
        uses_heuristic = below(state, _MIX_STEPS) < _MIX_STEPS * weight
        evaluator = ROLLOUT if uses_heuristic else VALUE_NETWORK
        weight = 0.0
    if evaluator == RANDOM_ROLLOUT:
        play_at_random(state)
    elif evaluator in (ROLLOUT, ROLLOUT_THEN_VALUE_NETWORK):
        rollout(state, buffers.actions[:])
    if evaluator >= VALUE_NETWORK and not is_over(state):
        _evaluate_by_network(workspace.value_network, buffers)
        if weight > 0.0:
            evaluate(state, buffers.heuristic[0], buffers.heuristic[1])
            _mix_in(buffers, weight)
    else:
        evaluate(state, buffers.values[:], buffers.points[:])


@compiled
def _mix_in(buffers: Any, weight: float) -> None:
    """Blend in the heuristic evaluation: the errors of the two are only partly correlated."""
    for player in range(buffers.states[0].players):
        buffers.values[player] += weight * (buffers.heuristic[0, player] - buffers.values[player])
        buffers.points[player] += weight * (buffers.heuristic[1, player] - buffers.points[player])


@compiled
def _evaluate_by_network(value_network: Weights, buffers: Any) -> None:
    """Values and points by the value network."""
    state, values, points = buffers.states[0], buffers.values[:], buffers.points[:]
    predict_values(value_network, buffers.value_network, state, values, points)
    if state.players == 1:
        values[0] = points[0] / (points[0] + SOLO_SCALE)
        return
    for p in range(state.players):
        values[p] *= 1.0 - MARGIN_WEIGHT
    _add_win_chances(state, points, MARGIN_SCALE, MARGIN_WEIGHT, values)


@compiled
def evaluate(state: Any, values: Any, points: Any) -> None:
    """Values and points: of the result if the game is over, else by the heuristic evaluation.

    values, points: float64 (PLAYERS,).
    """
    if state.players == 1:
        heuristic_points(state, points)
        values[0] = points[0] / (points[0] + SOLO_SCALE)
        return
    if is_over(state):
        scores(state, points)
        returns(state, values)
    else:
        heuristic_points(state, points)
        _add_win_chances(state, points, score_scale(state), 1.0, values)
    for player in range(state.players):
        values[player] *= 1.0 - MARGIN_WEIGHT
    _add_win_chances(state, points, MARGIN_SCALE, MARGIN_WEIGHT, values)


@compiled
def _add_win_chances(state: Any, points: Any, spread: float, weight: float, values: Any) -> None:
    """Add to the values (at weight 1: set them to) a softmax of points / spread over the sides.

    Partners are one side and have the same value.
    """
    best = points[0]
    for player in range(state.players):
        best = max(best, points[player])
    total = 0.0
    for player in range(state.players):
        counted = False  # partners are counted once
        for earlier in range(player):
            counted = counted or is_partner(state, earlier, player)
        if not counted:
            total += exp((points[player] - best) / spread)
    for player in range(state.players):
        weight_of_one = weight * exp((points[player] - best) / spread) / total
        values[player] = weight_of_one if weight == 1.0 else values[player] + weight_of_one


@compiled
def margin_of(state: Any, points: Any, player: int) -> float:
    """A player's points above the best opponent's; in a solo game, the points."""
    if state.players == 1:
        return points[0]
    best = -1e9
    for other in range(state.players):
        if not is_partner(state, player, other):
            best = max(best, points[other])
    return points[player] - best


@compiled
def evaluate_one_ply(states: Any, action: int, actions: Any, values: Any, points: Any) -> float:
    """Write values and points after an action and one rollout; returns the mover's margin.

    states: (1,), changed. actions: scratch, int16 (MAX_LEGAL,). values, points: float64 (PLAYERS,).
    """
    state = states[0]
    player = to_move(state)
    apply(state, action)
    rollout(state, actions)
    evaluate(state, values, points)
    return margin_of(state, points, player)
