"""Why a draw is refused: which of the rules' reasons it is. (Why a move is: see `host`.)"""

from typing import Any

from azulejos.core.reasons import GAME_OVER, Reason
from azulejos.games.azuleo import reasons
from azulejos.games.azuleo.actions import FIRST_PLATE, HIDDEN_CROSS
from azulejos.games.azuleo.moves import Draw
from azulejos.games.azuleo.rules import (
    awaits_plate,
)
from azulejos.games.azuleo.state import DRAW, FOR_START, OVER


def impossible_draw(state: Any, draw: Draw) -> Reason | None:
    """Why a draw cannot happen in this state; None if it can."""
    if state.phase != DRAW:
        return GAME_OVER() if state.phase == OVER else reasons.NOTHING_TO_DRAW()
    if awaits_plate(state) != (draw.what == "plate"):
        return reasons.PLATE_EXPECTED() if awaits_plate(state) else reasons.CROSS_EXPECTED()
    if draw.outcome == HIDDEN_CROSS:
        seen_by_all = state.awaiting == FOR_START or state.open_hands
        return reasons.SEEN_BY_ALL() if seen_by_all else None
    left = (
        state.plate_supply[draw.outcome - FIRST_PLATE]
        if draw.what == "plate"
        else state.supply[draw.outcome]
    )
    return None if left > 0 else reasons.NONE_LEFT(kind=draw.kind)
