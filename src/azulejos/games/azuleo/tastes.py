"""Tastes of opponents in Azuleo: what each likes in a move (see `search.tastes`)."""

from typing import Any

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.games.azuleo.actions import FIRST_EXCHANGE, FIRST_SWAP, is_lay, laid_by
from azulejos.games.azuleo.components import FIELDS, PLACES

BORDER, MIDDLE, OTHER_PLATES, COMPANY = range(1, 5)
#: Row and column of every field: int8 (fields, 2).
_PLACES = np.array(PLACES, np.int8)


@compiled
def taste(state: Any, action: int, number: int) -> float:
    if number == OTHER_PLATES:  # the next one might be better
        return 1.0 if FIRST_SWAP <= action < FIRST_EXCHANGE else 0.0
    if not is_lay(action):
        return 0.0
    field, _ = laid_by(action)
    if number == BORDER:  # where it is quiet
        return 1.0 - _inwards(state, field)
    if number == MIDDLE:
        return _inwards(state, field)
    return _neighbours(state, field) / 8 if number == COMPANY else 0.0


@compiled
def _inwards(state: Any, field: int) -> float:
    """How far a field lies from the edge of the board: 0 there, 1 in the middle."""
    rows = columns = 0
    for other in range(FIELDS):
        if state.fields >> other & 1:
            rows = max(rows, _PLACES[other, 0] + 1)
            columns = max(columns, _PLACES[other, 1] + 1)
    row, column = _PLACES[field, 0], _PLACES[field, 1]
    steps = min(min(row, column), min(rows - 1 - row, columns - 1 - column))
    return steps / max(1, (min(rows, columns) - 1) // 2)


@compiled
def _neighbours(state: Any, field: int) -> int:
    """How many of the fields around have something on them."""
    around = 0
    for other in range(FIELDS):
        beside = (
            abs(_PLACES[other, 0] - _PLACES[field, 0]) <= 1
            and abs(_PLACES[other, 1] - _PLACES[field, 1]) <= 1
        )
        around += beside and state.board[other] != 0
    return around
