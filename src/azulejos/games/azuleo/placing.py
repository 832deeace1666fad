"""A position of Azuleo that was written into a state: what follows, and whether it can be."""

from typing import Any

import numpy as np

from azulejos.core.bits import bit
from azulejos.core.compiled import compiled
from azulejos.games.azuleo.components import (
    COPIES_OF_CROSS,
    COPIES_OF_PLATE,
    CROSSES_IN_HAND,
    FIELDS,
    KINDS,
    PAIRS,
    PLACES,
    PLATES_HELD,
    ROW_BY_ROW,
    TURNS,
)
from azulejos.games.azuleo.rules import (
    crosses_in_hand,
    crosses_in_supply,
    nothing_fits,
    put_cross,
    side_of,
)
from azulejos.games.azuleo.state import (
    AFTER_EXCHANGE,
    AFTER_SWAP,
    BLOCKADE,
    DRAW,
    EMPTY,
    FILL,
    FOR_HAND,
    FOR_PLATES,
    FOR_START,
    NONE,
    OVER,
    START,
    TURN,
    UNLIMITED,
)

#: Numbers of reasons in `refusals.IMPOSSIBLE`.
_NO_SUCH_FIELD, _COLOUR_RULE, _CROSS_FITS, _TOO_MANY_BLOCKADES, _TOO_MANY_UNSEEN = range(5)
_SIDE_TO_ACT, _CROSSES, _PLATES, _BEFORE_START, _START_MISSING, _START_ONLY = range(5, 11)
_CROSSES_HELD, _PLATES_HELD, _IDLE_ENDS, _NOTHING_ENDED, _NO_CROSS, _NOTHING_FITS = range(11, 17)
_POSSIBLE = -1
_ROW_OF = np.array([row for row, _ in PLACES], np.int8)
_COLUMN_OF = np.array([column for _, column in PLACES], np.int8)


@compiled
def place(state: Any, parts: Any) -> int:
    """Complete a state in which an empty board has been filled, and all else is written.

    `blockades` is how many there are in the game; how many are left is written. Why the position
    cannot be is returned, or −1.
    """
    why = _board(state, parts)
    if why == _POSSIBLE:
        why = _blockades(state)
    if why == _POSSIBLE and crosses_in_supply(state) < 0:
        why = _TOO_MANY_UNSEEN
    if why == _POSSIBLE and state.phase == DRAW:
        for_all = state.awaiting == FOR_HAND or state.awaiting == FOR_PLATES
        if not for_all and state.drawing != side_of(state, int(state.turn)):
            why = _SIDE_TO_ACT
    if why == _POSSIBLE:
        why = _counts(state, parts)
    if why == _POSSIBLE:
        why = _phase(state, parts)
    return why


@compiled
def _board(state: Any, parts: Any) -> int:
    """The crosses one after the other, row by row, then the blockades."""
    for number in range(FIELDS):
        field = int(ROW_BY_ROW[number])
        lies = int(state.board[field])
        if lies == EMPTY:
            continue
        parts[0] = _ROW_OF[field]
        parts[1] = _COLUMN_OF[field]
        if not state.fields >> field & 1:
            return _NO_SUCH_FIELD
        if lies == BLOCKADE:
            continue
        if not int(state.fits[field]) >> (lies - 1) & 1:
            return _COLOUR_RULE
        put_cross(state, field, lies - 1)
    for number in range(FIELDS):
        field = int(ROW_BY_ROW[number])
        if state.board[field] == BLOCKADE:
            parts[0] = _ROW_OF[field]
            parts[1] = _COLUMN_OF[field]
            if state.fits[field] != 0:
                return _CROSS_FITS
            state.free &= ~bit(field)
    state.reach &= state.free
    return _POSSIBLE


@compiled
def _blockades(state: Any) -> int:
    used = 0
    for field in range(FIELDS):
        used += state.board[field] == BLOCKADE
    if state.mode == FILL:
        state.blockades = 0
        return _TOO_MANY_BLOCKADES if used else _POSSIBLE
    if state.blockades == UNLIMITED:
        return _POSSIBLE
    if used > state.blockades:
        return _TOO_MANY_BLOCKADES
    state.blockades -= used
    return _POSSIBLE


@compiled
def _counts(state: Any, parts: Any) -> int:
    """Every kind of cross has its copies, and so has every pair of plates."""
    for kind in range(len(KINDS)):
        n = int(state.supply[kind]) + (state.start == kind)
        n += state.awaiting == AFTER_EXCHANGE and state.put_down == kind
        for side in range(state.sides):
            n += int(state.hand[side, kind])
        for field in range(FIELDS):
            lies = int(state.board[field])
            n += lies != EMPTY and lies != BLOCKADE and (lies - 1) // TURNS == kind
        if n != COPIES_OF_CROSS:
            parts[0] = n
            parts[1] = kind
            parts[2] = COPIES_OF_CROSS
            return _CROSSES
    for pair in range(len(PAIRS)):
        n = int(state.plate_supply[pair]) + int(state.discards[pair])
        n += state.awaiting == AFTER_SWAP and state.put_down == pair
        for side in range(state.sides):
            n += int(state.plates[side, pair])
        if n != COPIES_OF_PLATE:
            parts[0] = n
            parts[1] = len(KINDS) + pair
            parts[2] = COPIES_OF_PLATE
            return _PLATES
    return _POSSIBLE


@compiled
def _phase(state: Any, parts: Any) -> int:
    """What the phase says of the board, the hands and the plates."""
    crosses = blockades = 0
    for field in range(FIELDS):
        blockades += state.board[field] == BLOCKADE
        crosses += state.board[field] != EMPTY and state.board[field] != BLOCKADE
    setting_up = state.phase == DRAW and (
        state.awaiting == FOR_HAND or state.awaiting == FOR_PLATES or state.awaiting == FOR_START
    )
    if state.phase == START or setting_up:
        if crosses or blockades:
            return _BEFORE_START
    elif not crosses:
        return _START_MISSING
    if (state.phase == START) != (state.start != NONE):
        parts[0] = START
        return _START_ONLY
    if setting_up:
        return _POSSIBLE
    no_cross_left = False
    nothing_hidden = True
    for side in range(state.sides):
        why = _held(state, side, parts)
        if why != _POSSIBLE:
            return why
        no_cross_left = no_cross_left or crosses_in_hand(state, side) == 0
        nothing_hidden = nothing_hidden and state.hidden[side] == 0
    most_idle = int(state.idle_limit) * int(state.sides)
    if state.phase == START or state.phase == TURN:
        if state.idle >= most_idle:
            return _IDLE_ENDS
    if state.phase == OVER and nothing_hidden:
        if not (no_cross_left or state.idle == most_idle or nothing_fits(state)):
            return _NOTHING_ENDED
    if state.phase == TURN:
        parts[0] = side_of(state, int(state.turn))
        if crosses_in_hand(state, parts[0]) == 0:
            return _NO_CROSS
        if nothing_fits(state):
            return _NOTHING_FITS
    return _POSSIBLE


@compiled
def _held(state: Any, side: int, parts: Any) -> int:
    """Three crosses while they last, and two plates."""
    draws = state.phase == DRAW and side == state.drawing
    draws_plate = draws and state.awaiting == AFTER_SWAP
    crosses = crosses_in_hand(state, side) + (draws and not draws_plate)
    if crosses > CROSSES_IN_HAND or (crosses < CROSSES_IN_HAND and crosses_in_supply(state) != 0):
        parts[0] = CROSSES_IN_HAND
        parts[1] = side
        return _CROSSES_HELD
    plates = int(draws_plate)
    for pair in range(len(PAIRS)):
        plates += int(state.plates[side, pair])
    if plates != (0 if state.mode == FILL else PLATES_HELD):
        parts[0] = PLATES_HELD
        parts[1] = FILL
        parts[2] = side
        return _PLATES_HELD
    return _POSSIBLE
