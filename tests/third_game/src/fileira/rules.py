"""The rules of Fileira, as compiled functions of a state."""

from typing import Any

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.core.facts import note
from fileira.facts import END, FULL_RISE, LAY, RISES
from fileira.options import LONGEST_ROW

MIN_PLAYERS, MAX_PLAYERS = 2, 3
NUMBERS, COPIES, HAND = 9, 3, 3
POINTS_A_FULL_RISE = 2

DRAW, TURN, OVER = range(3)
PHASES = ("draw", "turn", "over")
EMPTY = 0

_FIELDS = [
    ("generator", "u8"),
    ("rows", "i1", (MAX_PLAYERS, LONGEST_ROW)),  # EMPTY or a tile's number
    ("hand", "i1", (MAX_PLAYERS, NUMBERS)),  # by kind
    ("hidden", "i1", (MAX_PLAYERS,)),  # tiles in hand nobody here has seen
    ("supply", "i1", (NUMBERS,)),  # tiles not seen: the supply's and the hidden ones
    ("row_length", "i1"),
    ("players", "i1"),
    ("turn", "i1"),
    ("first", "i1"),
    ("phase", "i1"),
]
# What a copy leaves in a nameless gap is anybody's guess.
_GAP = -np.dtype(_FIELDS).itemsize % 8
#: Everything that changes in a game. Kinds of tiles count from 0; in a row 0 is nothing.
STATE = np.dtype((np.record, np.dtype([*_FIELDS, ("gap", "i1", (_GAP,))], align=True)))


@compiled
def set_up(state: Any, players: int, row_length: int, first: int) -> None:
    """An empty table; every tile is still to be drawn."""
    state.players, state.row_length = players, row_length
    state.turn = state.first = first
    state.supply[:] = COPIES
    state.phase = DRAW


@compiled
def held(state: Any, player: int) -> int:
    """How many tiles a player holds."""
    tiles = int(state.hidden[player])
    for kind in range(NUMBERS):
        tiles += state.hand[player, kind]
    return tiles


@compiled
def drawing(state: Any) -> int:
    """Who draws next: at first everybody in turn, later who has just laid."""
    for seat in range(state.players):
        player = (state.first + seat) % state.players
        if held(state, player) < HAND:
            return player
    return -1


@compiled
def may_lay(state: Any, kind: int) -> bool:
    """Whether the player to act holds a tile, as far as is known here."""
    player = state.turn
    is_possible = state.hidden[player] > 0 and state.supply[kind] > 0
    return state.hand[player, kind] > 0 or is_possible


@compiled
def lay(state: Any, row: int, place: int, kind: int, facts: Any) -> None:
    """Lay a tile of the player to act; a draw follows, or the end."""
    player = state.turn
    if state.hand[player, kind] > 0:
        state.hand[player, kind] -= 1
    else:
        state.hidden[player] -= 1
        state.supply[kind] -= 1
    rises = rises_of(state, row)
    state.rows[row, place] = kind + 1
    state.phase = OVER if rows_are_full(state) else DRAW
    if facts is not None:
        _tell_lay(state, row, place, rises, facts)


@compiled
def _tell_lay(state: Any, row: int, place: int, rises: int, facts: Any) -> None:
    """What a lay has done to a row that had so many rises before. No tile is ever laid over."""
    note(facts, LAY, state.turn, 0, row, place, state.rows[row, place])
    more = rises_of(state, row) - rises
    if more != 0:
        note(facts, RISES, row, more, more)
    if points_of(state, row) > rises_of(state, row):
        note(facts, FULL_RISE, row, POINTS_A_FULL_RISE)
    if state.phase == OVER:
        note(facts, END, -1, 0)


@compiled
def rows_are_full(state: Any) -> bool:
    for row in range(state.players):
        for place in range(state.row_length):
            if state.rows[row, place] == EMPTY:
                return False
    return True


@compiled
def draw(state: Any, player: int, kind: int, is_hidden: bool) -> None:
    """A player draws a tile; when all hands are full, the next player is to act."""
    if is_hidden:
        state.hidden[player] += 1
    else:
        state.hand[player, kind] += 1
        state.supply[kind] -= 1
    if drawing(state) < 0:
        if not rows_are_empty(state):
            state.turn = (state.turn + 1) % state.players
        state.phase = TURN


@compiled
def rows_are_empty(state: Any) -> bool:
    for row in range(state.players):
        for place in range(state.row_length):
            if state.rows[row, place] != EMPTY:
                return False
    return True


@compiled
def points_of(state: Any, player: int) -> int:
    """What a player's row is worth."""
    rises = rises_of(state, player)
    return rises + POINTS_A_FULL_RISE if rises == state.row_length - 1 else rises


@compiled
def rises_of(state: Any, player: int) -> int:
    """How often a tile is followed by a higher one."""
    rises = 0
    for place in range(1, state.row_length):
        left, right = state.rows[player, place - 1], state.rows[player, place]
        if left != EMPTY and right > left:
            rises += 1
    return rises
