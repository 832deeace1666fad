"""Exact search of the rest of a round between two players: alpha–beta, to the horizon or the end.

When few tiles remain, everything that can still happen before the next chance step can be looked
at. Where the game ends with the round the result is exact; elsewhere it is as good as the forecast,
or as the outlook of whoever has a mind.
Positions reached by different orders of the same moves are looked at once.
"""

import time
from functools import cache
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled import compiled
from azulejos.kernel import apply, is_chance, is_over, legal, to_move
from azulejos.nets.network import is_there
from azulejos.search.knowledge import appeals, is_twin
from azulejos.search.tree import (
    FORECAST,
    OUTLOOK,
    Scratch,
    Style,
    judge,
    new_scratch,
    sort_by_appeal,
)

#: How deep the rest of a round can be; with more decisions to come, search does not try.
DEEPEST = 24
#: Positions between two looks at the clock: some ten milliseconds.
_POSITIONS_A_LOOK = 4_000
#: Positions that are remembered, a power of two; a newer one takes an older one's place.
_REMEMBERED = 1 << 15
#: How those judge who have no mind; there is nothing to be searched for.
_AT_A_GLANCE = Style(FORECAST, exploration=0.0, warmth=0.0, caution=0.0)
#: What is remembered of a position: its value, or a bound to it.
_NOTHING, _EXACTLY, _AT_LEAST, _AT_MOST = range(4)


class Room(NamedTuple):
    """Room for the work.

    The depths are kept here, not by recursion: a recursive function does not survive Numba's cache.
    """

    memory: Any  # a record, see `room_dtype`
    words: NDArray[np.uint64]  # (DEEPEST + 2, words of a state): the states in it


@cache
def room_dtype(kernel: Any) -> np.dtype[Any]:
    """A record with room by how deep a position is, and for what is remembered."""
    depths = DEEPEST + 2
    fields: list[Any] = [
        ("states", kernel.STATE, (depths,)),
        ("keys", np.uint64, (depths,)),  # what the state is remembered by
        ("actions", np.int16, (depths, kernel.MAX_LEGAL)),  # in the order in which they are tried
        ("looks", np.float32, (depths, kernel.MAX_LEGAL)),
        ("ways", np.int64, (depths,)),  # actions there are
        ("tried", np.int64, (depths,)),  # actions tried
        ("chosen", np.int64, (depths,)),  # the best action so far
        ("window", np.float64, (depths, 2)),  # what the value is wanted between
        ("narrowed", np.float64, (depths, 2)),  # what is left of that
        ("best", np.float64, (depths,)),  # the best value so far, for whoever is to move
        ("depth", np.int64),  # of the position that is looked at next
        ("spent", np.int64),  # positions looked at
        ("known_keys", np.uint64, (_REMEMBERED,)),
        ("known_values", np.float64, (_REMEMBERED,)),
        ("known_kinds", np.int8, (_REMEMBERED,)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


class Solution(NamedTuple):
    """What is best, and what it is worth."""

    action: int
    value: float  # share of the win for the player to move, with a little for the margin
    positions: int  # looked at


def solve(
    kernel: Any,
    root: Any,
    most_positions: int,
    *,
    scratch: Scratch | None = None,
    style: Style = _AT_A_GLANCE,
    end: float | None = None,
    stop: Event | None = None,
) -> Solution | None:
    """Solve a state of two players (1,) in which a decision is due.

    scratch: of a learned player, whose outlook judges where the round does not end the game. style:
    how it judges; what it says of searching does not matter.

    None if it would take more positions than allowed, or is not done by `end` (as perf_counter
    tells the time) or when `stop` is set.
    """
    room, scratch = _new_room(kernel), scratch or new_scratch(kernel)
    memory = room.memory
    style = style._replace(evaluator=OUTLOOK if is_there(scratch.outlook) else FORECAST)
    memory.states[0] = root[0]
    memory.window[0] = -1.0, 2.0
    while memory.spent < most_positions:
        most = int(min(memory.spent + _POSITIONS_A_LOOK, most_positions))
        value = _solve(room, scratch, style, most)
        if not np.isnan(value):
            return Solution(int(memory.chosen[0]), float(value), int(memory.spent))
        late = end is not None and time.perf_counter() >= end
        if late or (stop is not None and stop.is_set()):
            break
    return None


def make_ready(kernel: Any) -> None:
    """Compile, if need be, before any clock runs."""
    _solve(_new_room(kernel), new_scratch(kernel), _AT_A_GLANCE, 0)


def _new_room(kernel: Any) -> Room:
    memory = np.zeros(1, room_dtype(kernel))
    words = memory["states"].view(np.uint64).reshape(DEEPEST + 2, -1)
    return Room(memory[0], words)


@compiled
def _solve(room: Room, scratch: Scratch, style: Style, most: int) -> float:
    """The value of the first state for its player to move; `chosen[0]` is the best action.

    Not a number when so many positions have been looked at and there are more: it can be asked to
    go on.
    """
    memory = room.memory
    player = to_move(memory.states[0])
    depth = memory.depth
    while memory.spent < most:
        value = _value_at_once(room, scratch, depth, player, style)
        if np.isnan(value):
            _open(memory, depth, player)
        else:
            done = True
            while done:
                if depth == 0:
                    return value
                depth -= 1
                done = _learn(memory, depth, value, player)
                if done:
                    value = _remember(memory, depth)
        memory.states[depth + 1] = memory.states[depth]
        apply(memory.states[depth + 1], memory.actions[depth, memory.tried[depth]])
        memory.tried[depth] += 1
        memory.window[depth + 1, 0] = memory.narrowed[depth, 0]
        memory.window[depth + 1, 1] = memory.narrowed[depth, 1]
        depth += 1
    memory.depth = depth
    return np.nan


@compiled
def _value_at_once(room: Room, scratch: Scratch, depth: int, player: int, style: Style) -> float:
    """The value of a state for `player`, if it is final or remembered; otherwise not a number."""
    memory = room.memory
    state = memory.states[depth]
    memory.spent += 1
    if is_over(state) or is_chance(state) or depth > DEEPEST:
        return _worth(scratch, state, player, style)
    memory.keys[depth] = _key(room.words[depth])
    place = _place(memory.keys[depth])
    if memory.known_keys[place] == memory.keys[depth]:
        known, kind = memory.known_values[place], memory.known_kinds[place]
        if (
            kind == _EXACTLY
            or (kind == _AT_LEAST and known >= memory.window[depth, 1])
            or (kind == _AT_MOST and known <= memory.window[depth, 0])
        ):
            return known
    return np.nan


@compiled
def _open(memory: Any, depth: int, player: int) -> None:
    """Begin with a state: its actions without twins, the most appealing (completions) first."""
    state = memory.states[depth]
    actions, looks = memory.actions[depth], memory.looks[depth]
    kept = 0
    for i in range(legal(state, actions)):
        if not is_twin(state, actions[i]):
            actions[kept] = actions[i]
            kept += 1
    appeals(state, actions, kept, looks)
    sort_by_appeal(actions, looks, kept)
    memory.ways[depth] = kept
    memory.tried[depth] = 0
    memory.narrowed[depth, 0] = memory.window[depth, 0]
    memory.narrowed[depth, 1] = memory.window[depth, 1]
    memory.best[depth] = -1.0 if to_move(state) == player else 2.0


@compiled
def _learn(memory: Any, depth: int, value: float, player: int) -> bool:
    """What the action tried last leads to; returns whether no other can matter any more."""
    if to_move(memory.states[depth]) == player:
        better = value > memory.best[depth]
        if better:
            memory.best[depth] = value
            memory.narrowed[depth, 0] = max(memory.narrowed[depth, 0], value)
    else:
        better = value < memory.best[depth]
        if better:
            memory.best[depth] = value
            memory.narrowed[depth, 1] = min(memory.narrowed[depth, 1], value)
    if better:
        memory.chosen[depth] = memory.actions[depth, memory.tried[depth] - 1]
    cut = memory.narrowed[depth, 0] >= memory.narrowed[depth, 1]
    return cut or memory.tried[depth] == memory.ways[depth]


@compiled
def _remember(memory: Any, depth: int) -> float:
    """Remember what was found of a state, and return its value."""
    value = memory.best[depth]
    place = _place(memory.keys[depth])
    memory.known_keys[place] = memory.keys[depth]
    memory.known_values[place] = value
    memory.known_kinds[place] = _EXACTLY
    if value <= memory.window[depth, 0]:
        memory.known_kinds[place] = _AT_MOST
    elif value >= memory.window[depth, 1]:
        memory.known_kinds[place] = _AT_LEAST
    return value


@compiled
def _key(words: Any) -> np.uint64:
    """A number for a state without its generator, which comes first."""
    key = np.uint64(0x9E3779B97F4A7C15)
    for i in range(1, len(words)):
        key = (key ^ words[i]) * np.uint64(0xD6E8FEB86659FD93)
        key ^= key >> np.uint64(32)
    return key


@compiled
def _place(key: np.uint64) -> int:
    """Where it is remembered."""
    return int(key & np.uint64(_REMEMBERED - 1))


@compiled
def _worth(scratch: Scratch, state: Any, player: int, style: Style) -> float:
    """The prospects of a state as it stands: the outlook's where there is one."""
    scratch.room.states[0] = state
    judge(scratch, style)
    return scratch.room.values[player]
