"""What a table asks of a state of Azuleo: see `azulejos.core.host`."""

from typing import Any

import numpy as np

from azulejos.core.bits import bit
from azulejos.core.compiled import compiled
from azulejos.core.kernel import scores
from azulejos.games.azuleo.actions import (
    FIRST_EXCHANGE,
    FIRST_SWAP,
    PASS,
    claimed_by,
    is_claim,
    is_lay,
    laid_by,
)
from azulejos.games.azuleo.components import (
    DOTTED,
    FIELDS,
    KINDS,
    MISSING,
    MOST_COLUMNS,
    PLACES,
    POINT_OF,
    TURNS,
)
from azulejos.games.azuleo.options import OPTIONS
from azulejos.games.azuleo.rules import (
    SWAPS_IN_A_ROW,
    awaits_plate,
    has_lay,
    kinds_in_hand,
    may_exchange,
    may_swap,
    set_up,
    side_of,
)
from azulejos.games.azuleo.state import (
    BLOCKADE,
    DRAW,
    EMPTY,
    FILL,
    FOUND,
    NORMAL,
    OVER,
    START,
)

#: Numbers of reasons in `refusals`.
_OVER, _PLATE_FIRST, _CROSS_FIRST, _START_FIRST, _START_ON_DOTTED, _START_IS, _ONLY_LAY = range(7)
_NOT_IN_HAND, _FIELD_OCCUPIED, _NO_SUCH_FIELD, _NOT_BESIDE, _COLOUR_RULE = range(7, 12)
_AZULEO_UNMATCHED, _PAIR_UNMATCHED, _CROSS_WOULD_FIT, _BLOCKADES_USED_UP = range(12, 16)
_NO_SUCH_PLATE, _MOST_SWAPS, _SWAP_FIRST, _LAY_FIRST, _EXCHANGE_INSTEAD = range(16, 21)
_NO_EXCHANGES, _NO_CROSS_TO_DRAW = range(21, 23)

_AT = {option.name: place for place, option in enumerate(OPTIONS)}
_MODE, _CLAIMS, _LENIENT, _OPEN_HANDS, _EXCHANGE = (
    _AT[name] for name in ("mode", "claims", "lenient", "open_hands", "exchange")
)
_BLOCKADES, _FREE_BORDER, _BOARD, _IDLE_LIMIT = (
    _AT[name] for name in ("blockades", "free_border", "board", "idle_limit")
)
_FINAL_CLAIMS, _BORDER_PAIRS, _EQUAL_PLATES = (
    _AT[name] for name in ("final_claims", "border_pairs", "equal_plates")
)
_MISSING, _DOTTED, _NEXT_ROW = ord(MISSING), ord(DOTTED), ord("/")
#: The field in each row and column, row by row: int64.
_FIELD_IN = np.array([PLACES.index(divmod(i, MOST_COLUMNS)) for i in range(FIELDS)], np.int64)


@compiled
def begin(state: Any, players: int, first: int, choices: Any) -> bool:
    """Not where the mode is for another number of players, or no dotted field is on the board."""
    state.mode = choices[_MODE]
    state.claims = choices[_CLAIMS]
    state.lenient = choices[_LENIENT]
    state.open_hands = choices[_OPEN_HANDS]
    state.exchange = choices[_EXCHANGE]
    state.blockades = choices[_BLOCKADES]
    state.free_border = choices[_FREE_BORDER]
    state.idle_limit = choices[_IDLE_LIMIT]
    state.final_claims = choices[_FINAL_CLAIMS]
    state.border_pairs = choices[_BORDER_PAIRS]
    state.equal_plates = choices[_EQUAL_PLATES]
    fields = dotted = row = column = 0
    at = choices[_BOARD]
    while choices[at] != 0:
        if choices[at] == _NEXT_ROW:
            row, column = row + 1, 0
        else:
            field = bit(_FIELD_IN[MOST_COLUMNS * row + column])
            if choices[at] != _MISSING:
                fields |= field
            if choices[at] == _DOTTED:
                dotted |= field
            column += 1
        at += 1
    state.fields = fields
    state.dotted = dotted
    set_up(state, players, first)
    return (state.mode == NORMAL) == (players > 1) and dotted != 0


@compiled
def refusal(state: Any, action: int, parts: Any) -> int:
    """The rule that an illegal action breaks."""
    if state.phase == OVER:
        return _OVER
    if state.phase == DRAW:
        return _PLATE_FIRST if awaits_plate(state) else _CROSS_FIRST
    if state.phase == START:
        return _why_no_start(state, action, parts)
    if is_lay(action):
        return _why_no_lay(state, action, parts)
    if state.mode == FILL:
        return _ONLY_LAY
    if is_claim(action):
        return _why_no_claim(state, claimed_by(action))
    if action < FIRST_EXCHANGE:
        return _why_no_swap(state, action - FIRST_SWAP, parts)
    if action < PASS:
        return _why_no_exchange(state, action - FIRST_EXCHANGE, parts)
    return _why_no_pass(state, parts)


@compiled
def _why_no_start(state: Any, action: int, parts: Any) -> int:
    if not is_lay(action):
        return _START_FIRST
    field, _ = laid_by(action)
    if not state.dotted >> field & 1:
        return _START_ON_DOTTED
    parts[0] = state.start
    return _START_IS


@compiled
def _why_not_free(state: Any, field: int) -> int:
    """0 where it is free."""
    if state.board[field] != EMPTY:
        return _FIELD_OCCUPIED
    return 0 if state.free >> field & 1 else _NO_SUCH_FIELD


@compiled
def _why_no_lay(state: Any, action: int, parts: Any) -> int:
    field, orientation = laid_by(action)
    side = side_of(state, int(state.turn))
    if not kinds_in_hand(state, side) >> orientation & 1:
        parts[0] = orientation // TURNS
        return _NOT_IN_HAND
    not_free = _why_not_free(state, field)
    if not_free:
        return not_free
    if not state.reach >> field & 1:
        return _NOT_BESIDE
    if not int(state.fits[field]) >> orientation & 1:
        return _COLOUR_RULE
    completes = False
    for corner in range(4):
        completes = completes or state.triangles[POINT_OF[field, corner]] == 3
    return _AZULEO_UNMATCHED if completes and not state.lenient else _PAIR_UNMATCHED


@compiled
def _why_no_claim(state: Any, field: int) -> int:
    not_free = _why_not_free(state, field)
    if not_free:
        return not_free
    return _CROSS_WOULD_FIT if state.fits[field] != 0 else _BLOCKADES_USED_UP


@compiled
def _why_no_swap(state: Any, pair: int, parts: Any) -> int:
    if not state.plates[side_of(state, int(state.turn)), pair]:
        parts[0] = len(KINDS) + pair
        return _NO_SUCH_PLATE
    parts[0] = SWAPS_IN_A_ROW  # there is always a plate to draw
    return _MOST_SWAPS


@compiled
def _why_no_pass(state: Any, parts: Any) -> int:
    side = side_of(state, int(state.turn))
    if may_swap(state, side):
        parts[0] = SWAPS_IN_A_ROW
        return _SWAP_FIRST
    return _LAY_FIRST if has_lay(state, side) else _EXCHANGE_INSTEAD


@compiled
def _why_no_exchange(state: Any, kind: int, parts: Any) -> int:
    side = side_of(state, int(state.turn))
    if not state.exchange:
        return _NO_EXCHANGES
    if may_exchange(state, side):
        parts[0] = kind
        return _NOT_IN_HAND
    if not may_swap(state, side) and not has_lay(state, side):
        return _NO_CROSS_TO_DRAW
    return _why_no_pass(state, parts)


@compiled
def conceal(state: Any, player: int) -> None:
    """Crosses in others' hands are hidden there, and count among those not seen."""
    state.generator = 0
    if state.open_hands:
        return
    for side in range(state.sides):
        if side != side_of(state, player):
            for kind in range(len(KINDS)):
                state.supply[kind] += state.hand[side, kind]
                state.hidden[side] += state.hand[side, kind]
                state.hand[side, kind] = 0


@compiled
def is_shown(state: Any, action: int) -> bool:
    """Claims are to be found, unless the game shows them."""
    return state.claims != FOUND or not is_claim(action)


@compiled
def has_secrets(state: Any) -> bool:
    return state.players > 1 and not state.open_hands


@compiled
def compared(state: Any, points: Any) -> None:
    """The scores; where the board is filled, the crosses on it."""
    if state.mode != FILL:
        scores(state, points)
        return
    points[0] = 0
    for field in range(FIELDS):
        points[0] += state.board[field] != EMPTY and state.board[field] != BLOCKADE
