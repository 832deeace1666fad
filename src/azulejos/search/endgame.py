"""Exact search of the rest of a round between two players: alpha–beta with a transposition table.

When few tiles remain, the whole tree down to the next chance step is small enough to be searched.
Where the game ends with the round, the result is exact. Elsewhere leaves are positions between two
rounds, evaluated by the value network, or heuristically where there is none.
"""

import time
from functools import cache
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled
from azulejos.core.kernel import apply, is_chance, is_over, legal, to_move
from azulejos.nets.network import is_there
from azulejos.search.config import HEURISTIC, VALUE_NETWORK, SearchConfig
from azulejos.search.evaluators import evaluate_leaf
from azulejos.search.heuristics import (
    decisions_left,
    ends_before_chance,
    heuristic_priors,
    is_duplicate,
)
from azulejos.search.tree import sort_by_prior
from azulejos.search.workspace import Workspace, new_workspace

#: Decisions that the rest of a round can have at most, to be searched.
MAX_PLY = 24
#: Positions searched between two looks at the clock: some ten milliseconds.
_POSITIONS_A_CHUNK = 4_000
#: Entries of the transposition table, a power of two; a newer entry replaces an older one.
_TABLE_SIZE = 1 << 15
#: Only the evaluator matters here, not the settings of PUCT.
_HEURISTIC_ONLY = SearchConfig(HEURISTIC, c_puct=0.0, prior_temperature=0.0, fpu_reduction=0.0)
#: What a table entry's value is: nothing yet, exact, or a bound.
_EMPTY, _EXACT, _LOWER_BOUND, _UPPER_BOUND = range(4)


#: With at most so many decisions left in a round a player tries the solver.
_MAX_DECISIONS = 10
#: Positions that it searches in the time of a visit, about.
_POSITIONS_A_VISIT = 10
#: For what ends the game: eight tiles in eight groups took 600 thousand on a grey wall.
_POSITIONS_OF_AN_ENDING = 2_000_000


class SolverWorkspace(NamedTuple):
    """The search stack and the transposition table.

    The stack is explicit because Numba's cache does not hold recursive functions.
    """

    stack: Any  # a record, see `solver_dtype`
    words: NDArray[np.uint64]  # (DEEPEST + 2, words of a state): the states in it


@cache
def solver_dtype(kernel: Any) -> np.dtype[Any]:
    """The record of a solver for a game: the stack, by depth, and the transposition table."""
    depths = MAX_PLY + 2
    fields: list[Any] = [
        ("states", kernel.STATE, (depths,)),
        ("keys", np.uint64, (depths,)),  # hash of the state, without its generator
        ("actions", np.int16, (depths, kernel.MAX_LEGAL)),  # in the order of search
        ("priors", np.float32, (depths, kernel.MAX_LEGAL)),
        ("count", np.int64, (depths,)),  # number of actions
        ("tried", np.int64, (depths,)),  # actions searched so far
        ("chosen", np.int64, (depths,)),  # the best action so far
        ("window", np.float64, (depths, 2)),  # alpha and beta at the start of the node
        ("alpha_beta", np.float64, (depths, 2)),  # alpha and beta now
        ("best", np.float64, (depths,)),  # the best value so far for the player to move
        ("depth", np.int64),  # of the position searched next
        ("spent", np.int64),  # positions searched
        ("table_keys", np.uint64, (_TABLE_SIZE,)),
        ("table_values", np.float64, (_TABLE_SIZE,)),
        ("table_bounds", np.int8, (_TABLE_SIZE,)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


class Solution(NamedTuple):
    """The best action and its value."""

    action: int
    value: float  # for the player to move, see `evaluators`
    positions: int  # searched


def solve(
    kernel: Any,
    root: Any,
    max_positions: int,
    *,
    workspace: Workspace | None = None,
    config: SearchConfig = _HEURISTIC_ONLY,
    end: float | None = None,
    stop: Event | None = None,
) -> Solution | None:
    """Solve a state of two players (1,) in which a decision is due.

    workspace: its value network evaluates leaves where the round does not end the game. config:
    only `heuristic_weight` matters. end: a time of `time.perf_counter`.

    None if more than `max_positions` would be needed, or when the time is up or `stop` is set.
    """
    solver, workspace = _new_solver(kernel), workspace or new_workspace(kernel)
    stack = solver.stack
    config = config._replace(
        evaluator=VALUE_NETWORK if is_there(workspace.value_network) else HEURISTIC
    )
    stack.states[0] = root[0]
    stack.window[0] = -1.0, 2.0
    while stack.spent < max_positions:
        limit = int(min(stack.spent + _POSITIONS_A_CHUNK, max_positions))
        value = go_on_solving(solver, workspace, config, limit)
        if not np.isnan(value):
            return Solution(int(stack.chosen[0]), float(value), int(stack.spent))
        late = end is not None and time.perf_counter() >= end
        if late or (stop is not None and stop.is_set()):
            break
    return None


@compiled
def worth_solving(state: Any, exact: int, visits: int) -> int:
    """How many positions the solver may search here for a player; 0 where it is not to be tried.

    exact: positions it may search where the round does not end the game; 0 for no solver. visits:
    of the search that it is a part of; −1 if that is bounded by time.
    """
    if exact == 0 or state.players != 2 or decisions_left(state) > _MAX_DECISIONS:
        return 0
    most = _POSITIONS_OF_AN_ENDING if ends_before_chance(state) else exact
    return most if visits < 0 else min(most, _POSITIONS_A_VISIT * visits)


def make_ready(kernel: Any) -> None:
    """Compile, if not cached, before a clock runs."""
    go_on_solving(_new_solver(kernel), new_workspace(kernel), _HEURISTIC_ONLY, 0)


def _new_solver(kernel: Any) -> SolverWorkspace:
    stack = np.zeros(1, solver_dtype(kernel))
    words = stack["states"].view(np.uint64).reshape(MAX_PLY + 2, -1)
    return SolverWorkspace(stack[0], words)


@compiled
def begin_solving(solver: SolverWorkspace, root: Any) -> None:
    """Take up a new position, (1,); nothing is known of it."""
    stack = solver.stack
    stack.table_keys[:] = 0
    stack.table_bounds[:] = _EMPTY
    stack.states[0] = root[0]
    stack.window[0, 0] = -1.0
    stack.window[0, 1] = 2.0
    stack.depth = 0
    stack.spent = 0


@compiled
def go_on_solving(
    solver: SolverWorkspace, workspace: Workspace, config: SearchConfig, limit: int
) -> float:
    """The value of the first state for its player to move; `chosen[0]` is the best action.

    NaN when `limit` positions have been searched and there are more: call it again to go on.
    """
    stack = solver.stack
    player = to_move(stack.states[0])
    depth = stack.depth
    while stack.spent < limit:
        value = _known_value(solver, workspace, depth, player, config)
        if np.isnan(value):
            _expand(stack, depth, player)
        else:
            done = True
            while done:
                if depth == 0:
                    return value
                depth -= 1
                done = _update(stack, depth, value, player)
                if done:
                    value = _store(stack, depth)
        stack.states[depth + 1] = stack.states[depth]
        apply(stack.states[depth + 1], stack.actions[depth, stack.tried[depth]])
        stack.tried[depth] += 1
        stack.window[depth + 1, 0] = stack.alpha_beta[depth, 0]
        stack.window[depth + 1, 1] = stack.alpha_beta[depth, 1]
        depth += 1
    stack.depth = depth
    return np.nan


@compiled
def _known_value(
    solver: SolverWorkspace, workspace: Workspace, depth: int, player: int, config: SearchConfig
) -> float:
    """The value of a leaf, or of a state in the table, for `player`; otherwise NaN."""
    stack = solver.stack
    state = stack.states[depth]
    stack.spent += 1
    if is_over(state) or is_chance(state) or depth > MAX_PLY:
        return _leaf_value(workspace, state, player, config)
    stack.keys[depth] = _key(solver.words[depth])
    slot = _slot(stack.keys[depth])
    if stack.table_keys[slot] == stack.keys[depth]:
        known, kind = stack.table_values[slot], stack.table_bounds[slot]
        if (
            kind == _EXACT
            or (kind == _LOWER_BOUND and known >= stack.window[depth, 1])
            or (kind == _UPPER_BOUND and known <= stack.window[depth, 0])
        ):
            return known
    return np.nan


@compiled
def _expand(stack: Any, depth: int, player: int) -> None:
    """Start a node: its actions without duplicates, in the order of their heuristic priors."""
    state = stack.states[depth]
    actions, priors = stack.actions[depth], stack.priors[depth]
    kept = 0
    for i in range(legal(state, actions)):
        if not is_duplicate(state, actions[i]):
            actions[kept] = actions[i]
            kept += 1
    heuristic_priors(state, actions, kept, priors)
    sort_by_prior(actions, priors, kept)
    stack.count[depth] = kept
    stack.tried[depth] = 0
    stack.alpha_beta[depth, 0] = stack.window[depth, 0]
    stack.alpha_beta[depth, 1] = stack.window[depth, 1]
    stack.best[depth] = -1.0 if to_move(state) == player else 2.0


@compiled
def _update(stack: Any, depth: int, value: float, player: int) -> bool:
    """Take in the value of the action searched last; returns whether the node is done (cut-off)."""
    if to_move(stack.states[depth]) == player:
        better = value > stack.best[depth]
        if better:
            stack.best[depth] = value
            stack.alpha_beta[depth, 0] = max(stack.alpha_beta[depth, 0], value)
    else:
        better = value < stack.best[depth]
        if better:
            stack.best[depth] = value
            stack.alpha_beta[depth, 1] = min(stack.alpha_beta[depth, 1], value)
    if better:
        stack.chosen[depth] = stack.actions[depth, stack.tried[depth] - 1]
    cut = stack.alpha_beta[depth, 0] >= stack.alpha_beta[depth, 1]
    return cut or stack.tried[depth] == stack.count[depth]


@compiled
def _store(stack: Any, depth: int) -> float:
    """Store a node's value in the transposition table, and return it."""
    value = stack.best[depth]
    slot = _slot(stack.keys[depth])
    stack.table_keys[slot] = stack.keys[depth]
    stack.table_values[slot] = value
    stack.table_bounds[slot] = _EXACT
    if value <= stack.window[depth, 0]:
        stack.table_bounds[slot] = _UPPER_BOUND
    elif value >= stack.window[depth, 1]:
        stack.table_bounds[slot] = _LOWER_BOUND
    return value


@compiled
def _key(words: Any) -> np.uint64:
    """A hash of a state without its generator, which is its first word."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for i in range(1, len(words)):
        key = (key ^ words[i]) * np.uint64(0xD6E8FEB86659FD93)
        key ^= key >> np.uint64(32)
    return key


@compiled
def _slot(key: np.uint64) -> int:
    """The table entry of a key."""
    return int(key & np.uint64(_TABLE_SIZE - 1))


@compiled
def _leaf_value(workspace: Workspace, state: Any, player: int, config: SearchConfig) -> float:
    """The evaluation of a leaf for a player."""
    workspace.buffers.states[0] = state
    evaluate_leaf(workspace, config)
    return workspace.buffers.values[player]
