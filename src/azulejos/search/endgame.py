"""Exact search of the rest of a round between two players: alpha–beta, to the horizon or the end.

When few tiles remain, everything that can still happen before the next chance step can be looked
at. Where the game ends with the round the result is exact; elsewhere it is as good as the forecast,
or as the outlook of whoever has a mind.
Positions reached by different orders of the same moves are looked at once.
"""

import time
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.compiled import compiled
from azulejos.kernel import apply, is_chance, is_over, legal, to_move
from azulejos.nets.network import NOBODY, Mind, exists
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
    """Room for the work, by how deep a position is, and what is remembered.

    The depths are kept here, not by recursion: a recursive function does not survive Numba's cache.
    """

    states: NDArray[Any]  # (DEEPEST + 2,), as all that goes by depth
    words: NDArray[np.uint64]  # (…, words of a state): the same memory
    keys: NDArray[np.uint64]  # what the state is remembered by
    actions: NDArray[np.int16]  # (…, MAX_LEGAL), in the order in which they are tried
    looks: NDArray[np.float32]  # (…, MAX_LEGAL)
    ways: NDArray[np.int64]  # actions there are
    tried: NDArray[np.int64]  # actions tried
    chosen: NDArray[np.int64]  # the best action so far
    window: NDArray[np.float64]  # (…, 2): what the value is wanted between
    narrowed: NDArray[np.float64]  # (…, 2): what is left of that
    best: NDArray[np.float64]  # the best value so far, for whoever is to move
    depth: NDArray[np.int64]  # (1,): of the position that is looked at next
    spent: NDArray[np.int64]  # (1,): positions looked at
    known_keys: NDArray[np.uint64]  # (_REMEMBERED,)
    known_values: NDArray[np.float64]  # (_REMEMBERED,)
    known_kinds: NDArray[np.int8]  # (_REMEMBERED,)


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
    mind: Mind = NOBODY,
    style: Style = _AT_A_GLANCE,
    end: float | None = None,
    stop: Event | None = None,
) -> Solution | None:
    """Solve a state of two players (1,) in which a decision is due.

    mind: of a learned player, whose outlook judges where the round does not end the game. style:
    how it judges; what it says of searching does not matter.

    None if it would take more positions than allowed, or is not done by `end` (as perf_counter
    tells the time) or when `stop` is set.
    """
    room, scratch = _new_room(kernel), new_scratch(kernel, mind)
    style = style._replace(evaluator=OUTLOOK if exists(mind.outlook) else FORECAST)
    room.states[0] = root[0]
    room.window[0] = -1.0, 2.0
    while room.spent[0] < most_positions:
        most = int(min(room.spent[0] + _POSITIONS_A_LOOK, most_positions))
        value = _solve(room, scratch, style, most)
        if not np.isnan(value):
            return Solution(int(room.chosen[0]), float(value), int(room.spent[0]))
        late = end is not None and time.perf_counter() >= end
        if late or (stop is not None and stop.is_set()):
            break
    return None


def make_ready(kernel: Any) -> None:
    """Compile, if need be, before any clock runs."""
    _solve(_new_room(kernel), new_scratch(kernel), _AT_A_GLANCE, 0)


def _new_room(kernel: Any) -> Room:
    depths = DEEPEST + 2
    states = np.zeros(depths, kernel.STATE)
    return Room(
        states,
        states.view(np.uint64).reshape(depths, -1),
        np.zeros(depths, np.uint64),
        np.zeros((depths, kernel.MAX_LEGAL), np.int16),
        np.zeros((depths, kernel.MAX_LEGAL), np.float32),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.int64),
        np.zeros(depths, np.int64),
        np.zeros((depths, 2)),
        np.zeros((depths, 2)),
        np.zeros(depths),
        np.zeros(1, np.int64),
        np.zeros(1, np.int64),
        np.zeros(_REMEMBERED, np.uint64),
        np.zeros(_REMEMBERED),
        np.full(_REMEMBERED, _NOTHING, np.int8),
    )


@compiled
def _solve(room: Room, scratch: Scratch, style: Style, most: int) -> float:
    """The value of the first state for its player to move; room.chosen[0] is the best action.

    Not a number when so many positions have been looked at and there are more: it can be asked to
    go on.
    """
    player = to_move(room.states[0])
    depth = room.depth[0]
    while room.spent[0] < most:
        value = _value_at_once(room, scratch, depth, player, style)
        if np.isnan(value):
            _open(room, depth, player)
        else:
            done = True
            while done:
                if depth == 0:
                    return value
                depth -= 1
                done = _learn(room, depth, value, player)
                if done:
                    value = _remember(room, depth)
        room.states[depth + 1] = room.states[depth]
        apply(room.states[depth + 1], room.actions[depth, room.tried[depth]])
        room.tried[depth] += 1
        room.window[depth + 1, 0] = room.narrowed[depth, 0]
        room.window[depth + 1, 1] = room.narrowed[depth, 1]
        depth += 1
    room.depth[0] = depth
    return np.nan


@compiled
def _value_at_once(room: Room, scratch: Scratch, depth: int, player: int, style: Style) -> float:
    """The value of a state for `player`, if it is final or remembered; otherwise not a number."""
    state = room.states[depth]
    room.spent[0] += 1
    if is_over(state) or is_chance(state) or depth > DEEPEST:
        return _worth(scratch, state, player, style)
    room.keys[depth] = _key(room.words[depth])
    place = _place(room.keys[depth])
    if room.known_keys[place] == room.keys[depth]:
        known, kind = room.known_values[place], room.known_kinds[place]
        if (
            kind == _EXACTLY
            or (kind == _AT_LEAST and known >= room.window[depth, 1])
            or (kind == _AT_MOST and known <= room.window[depth, 0])
        ):
            return known
    return np.nan


@compiled
def _open(room: Room, depth: int, player: int) -> None:
    """Begin with a state: its actions without twins, the most appealing (completions) first."""
    state = room.states[depth]
    actions, looks = room.actions[depth], room.looks[depth]
    kept = 0
    for i in range(legal(state, actions)):
        if not is_twin(state, actions[i]):
            actions[kept] = actions[i]
            kept += 1
    appeals(state, actions, kept, looks)
    sort_by_appeal(actions, looks, kept)
    room.ways[depth] = kept
    room.tried[depth] = 0
    room.narrowed[depth, 0] = room.window[depth, 0]
    room.narrowed[depth, 1] = room.window[depth, 1]
    room.best[depth] = -1.0 if to_move(state) == player else 2.0


@compiled
def _learn(room: Room, depth: int, value: float, player: int) -> bool:
    """What the action tried last leads to; returns whether no other can matter any more."""
    if to_move(room.states[depth]) == player:
        better = value > room.best[depth]
        if better:
            room.best[depth] = value
            room.narrowed[depth, 0] = max(room.narrowed[depth, 0], value)
    else:
        better = value < room.best[depth]
        if better:
            room.best[depth] = value
            room.narrowed[depth, 1] = min(room.narrowed[depth, 1], value)
    if better:
        room.chosen[depth] = room.actions[depth, room.tried[depth] - 1]
    cut = room.narrowed[depth, 0] >= room.narrowed[depth, 1]
    return cut or room.tried[depth] == room.ways[depth]


@compiled
def _remember(room: Room, depth: int) -> float:
    """Remember what was found of a state, and return its value."""
    value = room.best[depth]
    place = _place(room.keys[depth])
    room.known_keys[place] = room.keys[depth]
    room.known_values[place] = value
    room.known_kinds[place] = _EXACTLY
    if value <= room.window[depth, 0]:
        room.known_kinds[place] = _AT_MOST
    elif value >= room.window[depth, 1]:
        room.known_kinds[place] = _AT_LEAST
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
    scratch.states[0] = state
    judge(scratch, style)
    return scratch.values[player]
