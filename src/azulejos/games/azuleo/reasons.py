"""Why a move or a draw is refused, in the words of the rules."""

from typing import Any

from azulejos.games.azuleo.actions import FIRST_PLATE, HIDDEN_CROSS, laid_by
from azulejos.games.azuleo.components import KINDS, PAIRS, POINT_OF, TURNS
from azulejos.games.azuleo.moves import FIELD_NAMES, Draw, Move
from azulejos.games.azuleo.rules import (
    SWAPS_IN_A_ROW,
    awaits_plate,
    has_lay,
    kinds_in_hand,
    may_exchange,
    may_swap,
    side_of,
)
from azulejos.games.azuleo.state import DRAW, EMPTY, FILL, FOR_START, OVER, START


def why_illegal(state: Any, move: Move) -> str:
    """The rule that an illegal move breaks in this state."""
    if state.phase == OVER:
        return "the game is over"
    if state.phase == DRAW:
        return f"a {'plate' if awaits_plate(state) else 'cross'} has to be drawn first"
    if state.phase == START:
        return _why_no_start(state, move)
    if state.mode == FILL and move.what != "lay":
        return "filling the board, you can only lay crosses"
    reasons = {
        "lay": _why_no_lay,
        "claim": _why_no_claim,
        "swap": _why_no_swap,
        "exchange": _why_no_exchange,
        "pass": _why_no_pass,
    }
    return reasons[move.what](state, move)


def _why_no_start(state: Any, move: Move) -> str:
    if move.what != "lay":
        return "the start cross has to be laid first"
    if not state.dotted >> _field(move) & 1:
        return "the start cross goes on a dotted field"
    return f"the start cross is a {KINDS[state.start]}"


def _field(move: Move) -> int:
    assert move.field is not None
    return FIELD_NAMES.index(move.field)


def _why_not_free(state: Any, field: int) -> str:
    if state.board[field] != EMPTY:
        return "the field is occupied"
    if not state.free >> field & 1:
        return "the board has no such field"
    return ""


def _why_no_lay(state: Any, move: Move) -> str:
    field = _field(move)
    _, orientation = laid_by(move.action)
    side = side_of(state, int(state.turn))
    if not kinds_in_hand(state, side) >> orientation & 1:
        return f"there is no {KINDS[orientation // TURNS]} in the hand"
    not_free = _why_not_free(state, field)
    if not_free:
        return not_free
    if not state.reach >> field & 1:
        return "a cross is laid beside a coloured cross, edge to edge"
    if not int(state.fits[field]) >> orientation & 1:
        return (
            "the colour rule: at a corner point opposite triangles have the same colour and "
            "neighbouring ones differ"
        )
    if any(state.triangles[point] == 3 for point in POINT_OF[field]) and not state.lenient:
        return "of the azuleos a cross completes, one must match one of your plates"
    return "one of the combinations a cross makes must match one of your plates"


def _why_no_claim(state: Any, move: Move) -> str:
    not_free = _why_not_free(state, _field(move))
    if not_free:
        return not_free
    if int(state.fits[_field(move)]) != 0:
        return "the field is not unplayable: a cross would fit"
    return "the blockade crosses are used up"


def _why_no_swap(state: Any, move: Move) -> str:
    side = side_of(state, int(state.turn))
    if not state.plates[side, PAIRS.index(move.colours)]:
        return f"you have no plate {move.colours}"
    if state.swaps[side] >= SWAPS_IN_A_ROW:
        return f"at most {SWAPS_IN_A_ROW} swaps in a row"
    return "there is no plate to draw"


def _why_no_pass(state: Any, move: Move) -> str:  # noqa: ARG001
    side = side_of(state, int(state.turn))
    if may_swap(state, side):
        return f"a turn is given up only after {SWAPS_IN_A_ROW} swaps in a row"
    if has_lay(state, side):
        return "a turn is given up only when no cross can be laid"
    return "in this game a cross is exchanged instead, while there are any to draw"


def _why_no_exchange(state: Any, move: Move) -> str:
    side = side_of(state, int(state.turn))
    if not state.exchange:
        return "this game is played without exchanges"
    if may_exchange(state, side):
        return f"there is no {move.colours} in the hand"
    if not may_swap(state, side) and not has_lay(state, side):
        return "there is no cross to draw: pass"
    return _why_no_pass(state, move)


def impossible_draw(state: Any, draw: Draw) -> str:
    """Why a draw cannot happen in this state; an empty text if it can."""
    if state.phase != DRAW:
        return "the game is over" if state.phase == OVER else "nothing is to be drawn now"
    if awaits_plate(state) != (draw.what == "plate"):
        return f"a {'plate' if awaits_plate(state) else 'cross'} is to be drawn"
    if draw.outcome == HIDDEN_CROSS:
        seen_by_all = state.awaiting == FOR_START or state.open_hands
        return "everybody sees this cross" if seen_by_all else ""
    left = (
        state.plate_supply[draw.outcome - FIRST_PLATE]
        if draw.what == "plate"
        else state.supply[draw.outcome]
    )
    return "" if left > 0 else f"there is no {draw.kind} left to draw"
