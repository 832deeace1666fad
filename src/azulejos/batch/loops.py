"""The contract's functions over an array of states, compiled: what `azulejos.batch` does in parts.

Every function works on one part of a batch: states (games,), and arrays whose first axis is the
same games. The shapes are in `azulejos.batch`.
"""

from typing import Any

import numpy as np

from azulejos.core.compiled import compiled, compiled_with_arrays
from azulejos.core.kernel import (
    apply,
    is_chance,
    is_legal,
    is_over,
    mask,
    observe,
    play_at_random,
    random_legal,
    resolve_chance,
    returns,
    scores,
    to_move,
)
from azulejos.search.heuristics import greedy

#: Who plays on when nobody is asked.
POLICIES = ("random", "greedy")
RANDOM, GREEDY = range(len(POLICIES))


@compiled
def resolve_chance_each(states: Any) -> None:
    for i in range(len(states)):
        resolve_chance(states[i])


@compiled
def step_each(states: Any, actions: Any, played: Any) -> None:
    for i in range(len(states)):
        played[i] = is_legal(states[i], actions[i])
        if played[i]:
            apply(states[i], actions[i])
            resolve_chance(states[i])


@compiled
def mask_each(states: Any, out: Any) -> None:
    for i in range(len(states)):
        mask(states[i], out[i])


@compiled
def observe_each(states: Any, players: Any, out: Any) -> None:
    for i in range(len(states)):
        observe(states[i], players[i], out[i])


@compiled
def mover_each(states: Any, out: Any) -> None:
    for i in range(len(states)):
        out[i] = to_move(states[i])


@compiled
def over_each(states: Any, out: Any) -> None:
    for i in range(len(states)):
        out[i] = is_over(states[i])


@compiled
def scores_each(states: Any, out: Any) -> None:
    for i in range(len(states)):
        scores(states[i], out[i])


@compiled
def returns_each(states: Any, out: Any) -> None:
    for i in range(len(states)):
        returns(states[i], out[i])


@compiled
def choice(state: Any, policy: int, actions: Any) -> int:
    """What a policy does. actions: room for the legal ones, int16 (MAX_LEGAL,)."""
    if policy == GREEDY:
        return greedy(state, actions)
    return random_legal(state)


@compiled_with_arrays
def choose_each(states: Any, out: Any, policy: int, most_legal: int) -> None:
    actions = np.empty(most_legal, np.int16)
    for i in range(len(states)):
        out[i] = choice(states[i], policy, actions) if to_move(states[i]) >= 0 else -1


@compiled_with_arrays
def play_out_each(states: Any, moves: Any, policy: int, most_legal: int) -> None:
    if policy == RANDOM:
        for i in range(len(states)):
            moves[i] = play_at_random(states[i])
        return
    actions = np.empty(most_legal, np.int16)
    for i in range(len(states)):
        moves[i] = play_greedily(states[i], actions)


@compiled
def play_greedily(state: Any, actions: Any) -> int:
    """Play a game to its end, every decision the greedy player's; returns how many."""
    moves = 0
    resolve_chance(state)
    while not is_over(state):
        while not is_over(state) and not is_chance(state):
            apply(state, greedy(state, actions))
            moves += 1
        resolve_chance(state)
    return moves
