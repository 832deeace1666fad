"""Fileira's side of the kernel contract: see `azulejos.core.kernel`.

An action is ``9 × (5 × row + place) + kind``; an outcome of chance is the kind of tile drawn, or
HIDDEN for one that is not seen (only ever given from outside).
"""

import sys
from typing import Any

import numpy as np

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.kernel import register
from fileira.options import LONGEST_ROW
from fileira.rules import (
    DRAW,
    EMPTY,
    HAND,
    NUMBERS,
    OVER,
    TURN,
    draw,
    drawing,
    held,
    lay,
    may_lay,
    points_of,
)
from fileira.rules import MAX_PLAYERS as MAX_PLAYERS
from fileira.rules import STATE as STATE

ACTIONS_A_ROW = LONGEST_ROW * NUMBERS
ACTIONS = MAX_PLAYERS * ACTIONS_A_ROW
MAX_LEGAL = ACTIONS
HIDDEN = NUMBERS
OUTCOMES = NUMBERS + 1
#: Draws in one go at the most: the set-up.
MOST_DRAWS = MAX_PLAYERS * HAND

_TABLE = 4
_SEAT = LONGEST_ROW + 1
_BEFORE_SEATS = _TABLE + 2 * NUMBERS
#: Length of an observation: see `observe`.
OBSERVATION = _BEFORE_SEATS + MAX_PLAYERS * _SEAT


def is_wide(states: Any) -> bool:
    """There is one action space."""
    return False


def actions_for(players: int, wide: bool = False) -> int:
    """How much of the action space a game of so many players uses."""
    return players * ACTIONS_A_ROW


def observation_for(players: int, wide: bool = False) -> int:
    """How much of an observation a game of so many players uses."""
    return _BEFORE_SEATS + players * _SEAT


@compiled
def is_over(state: Any) -> bool:
    return state.phase == OVER


@compiled
def is_chance(state: Any) -> bool:
    return state.phase == DRAW


@compiled
def to_move(state: Any) -> int:
    return state.turn if state.phase == TURN else -1


# ── Decisions ────────────────────────────────────────────────────────────────────────────────────


@compiled
def is_legal(state: Any, action: int) -> bool:
    if state.phase != TURN or action < 0 or action >= ACTIONS:
        return False
    row, rest = divmod(action, ACTIONS_A_ROW)
    place, kind = divmod(rest, NUMBERS)
    if row >= state.players or place >= state.row_length:
        return False
    return state.rows[row, place] == EMPTY and may_lay(state, kind)


@compiled
def legal(state: Any, actions: Any) -> int:
    n = 0
    if state.phase != TURN:
        return n
    for row in range(state.players):
        for place in range(state.row_length):
            if state.rows[row, place] == EMPTY:
                for kind in range(NUMBERS):
                    if may_lay(state, kind):
                        actions[n] = row * ACTIONS_A_ROW + place * NUMBERS + kind
                        n += 1
    return n


@compiled
def _kinds(state: Any) -> int:
    kinds = 0
    for kind in range(NUMBERS):
        kinds += may_lay(state, kind)
    return kinds


@compiled
def count_legal(state: Any) -> int:
    if state.phase != TURN:
        return 0
    free = 0
    for row in range(state.players):
        for place in range(state.row_length):
            free += state.rows[row, place] == EMPTY
    return free * _kinds(state)


@compiled
def nth_legal(state: Any, n: int) -> int:
    nth_place, nth_kind = divmod(n, _kinds(state))
    for row in range(state.players):
        for place in range(state.row_length):
            if state.rows[row, place] == EMPTY:
                if nth_place == 0:
                    for kind in range(NUMBERS):
                        if may_lay(state, kind):
                            if nth_kind == 0:
                                return row * ACTIONS_A_ROW + place * NUMBERS + kind
                            nth_kind -= 1
                nth_place -= 1
    return -1  # not reached


@compiled
def random_legal(state: Any) -> int:
    return nth_legal(state, below(state, count_legal(state)))


@compiled
def mask(state: Any, allowed: Any) -> None:
    for action in range(len(allowed)):
        allowed[action] = is_legal(state, action)


@compiled
def apply(state: Any, action: int) -> None:
    _play(state, action, None)


@compiled
def tell(state: Any, action: int, facts: Any) -> int:
    """`apply`, and append what it did; what is drawn is no fact, since the others do not see it."""
    _play(state, action, facts)
    return facts[0, 0]


@compiled
def _play(state: Any, action: int, facts: Any) -> None:
    row, rest = divmod(action, ACTIONS_A_ROW)
    place, kind = divmod(rest, NUMBERS)
    lay(state, row, place, kind, facts)


# ── Chance ───────────────────────────────────────────────────────────────────────────────────────


@compiled
def chance_weights(state: Any, weights: Any) -> int:
    weights[:] = 0
    weighed = 0
    for kind in range(NUMBERS):
        weights[kind] = state.supply[kind]
        weighed += state.supply[kind]
    return weighed


@compiled
def chance(state: Any, outcome: int) -> None:
    draw(state, drawing(state), outcome, outcome == HIDDEN)


@compiled
def _pick(state: Any) -> int:
    """A kind at random, each as likely as there are tiles of it that nobody has seen."""
    tiles = 0
    for kind in range(NUMBERS):
        tiles += state.supply[kind]
    pick = below(state, tiles)
    kind = 0
    while pick >= state.supply[kind]:
        pick -= state.supply[kind]
        kind += 1
    return kind


@compiled
def sample_chance(state: Any) -> int:
    kind = _pick(state)
    draw(state, drawing(state), kind, False)
    return kind


@compiled
def resolve_chance(state: Any) -> None:
    while state.phase == DRAW:
        sample_chance(state)


# ── Results and knowledge ────────────────────────────────────────────────────────────────────────


@compiled
def scores(state: Any, points: Any) -> None:
    for player in range(state.players):
        points[player] = points_of(state, player)


@compiled
def standings(state: Any, ranks: Any) -> None:
    scores(state, ranks)


@compiled
def returns(state: Any, shares: Any) -> None:
    best = winners = 0
    for player in range(state.players):
        points = points_of(state, player)
        if points > best or player == 0:
            best, winners = points, 0
        winners += points == best
    for player in range(state.players):
        has_won = state.phase == OVER and points_of(state, player) == best
        shares[player] = 1.0 / winners if has_won else 0.0


@compiled
def determinize(state: Any, player: int, seed: int) -> None:
    """Every tile the player cannot see is put back and drawn anew, each as likely as any other."""
    state.generator = np.uint64(seed)
    for other in range(state.players):
        if other != player:
            state.hidden[other] = held(state, other)
            for kind in range(NUMBERS):
                state.supply[kind] += state.hand[other, kind]
                state.hand[other, kind] = 0
    for holder in range(state.players):
        for _ in range(state.hidden[holder]):
            kind = _pick(state)
            state.supply[kind] -= 1
            state.hand[holder, kind] += 1
        state.hidden[holder] = 0


@compiled
def observe(state: Any, player: int, out: Any) -> None:
    """What a player knows, as int16 (OBSERVATION,).

    Players, the row length, the phase and the seat to move (counted from the player); the own hand
    by kind; tiles not seen by kind; and for each seat, the own first, its row and how many tiles
    are in hand.
    """
    out[:] = 0
    out[0], out[1], out[2] = state.players, state.row_length, state.phase
    out[3] = (state.turn - player + state.players) % state.players
    for kind in range(NUMBERS):
        out[_TABLE + kind] = state.hand[player, kind]
        out[_TABLE + NUMBERS + kind] = state.supply[kind]
    for seat in range(state.players):
        other = (player + seat) % state.players
        at = _BEFORE_SEATS + seat * _SEAT
        for place in range(LONGEST_ROW):
            out[at + place] = state.rows[other, place]
        out[at + LONGEST_ROW] = held(state, other)
        if other != player:
            for kind in range(NUMBERS):
                out[_TABLE + NUMBERS + kind] += state.hand[other, kind]


register(sys.modules[__name__])
