"""What a table asks of a state of Azul: see `azulejos.core.host`."""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.games.azul.components import LINES
from azulejos.games.azul.kernel import ACTIONS_A_SOURCE, TILING_ACTIONS
from azulejos.games.azul.options import OPTIONS
from azulejos.games.azul.rules import factories, pending_line, row_of, set_up
from azulejos.games.azul.state import CENTRE, DEAL, OVER, TILING, count

#: Numbers of reasons in `refusals`.
_OVER, _NOT_DEALT_YET, _TILE_FIRST, _TILED_FROM_TOP, _SPACE_OCCUPIED, _COLOUR_IN_COLUMN = range(6)
_OFFER_GOES_ON, _NO_SUCH_FACTORY, _NOT_IN_CENTRE, _NOT_IN_FACTORY = range(6, 10)
_LINE_COMPLETE, _LINE_HOLDS_OTHER, _COLOUR_IN_ROW = range(10, 13)

_WALL, _IDLE_LIMIT = ([option.name for option in OPTIONS].index(n) for n in ("wall", "idle_limit"))


@compiled
def begin(state: Any, players: int, first: int, choices: Any) -> bool:
    set_up(state, players, choices[_WALL], first, choices[_IDLE_LIMIT])
    return True


@compiled
def refusal(state: Any, action: int, parts: Any) -> int:
    """The rule that an illegal action breaks. Lines, columns and factories count from 1."""
    if state.phase == OVER:
        return _OVER
    if state.phase == DEAL:
        return _NOT_DEALT_YET
    if state.phase == TILING:
        return _why_no_tiling(state, action, parts)
    return _why_no_taking(state, action, parts)


@compiled
def _why_no_tiling(state: Any, action: int, parts: Any) -> int:
    player = int(state.turn)
    line = pending_line(state, player)
    parts[0] = line + 1
    if action >= TILING_ACTIONS:
        return _TILE_FIRST
    if action // 5 != line:
        return _TILED_FROM_TOP
    column = action % 5
    parts[0] = column + 1
    if row_of(int(state.wall[player]), line) >> column & 1:
        parts[1] = line + 1
        return _SPACE_OCCUPIED
    return _COLOUR_IN_COLUMN


@compiled
def _why_no_taking(state: Any, action: int, parts: Any) -> int:
    if action < TILING_ACTIONS:
        return _OFFER_GOES_ON
    source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
    colour, line = divmod(rest, LINES + 1)
    if source > factories(state):
        parts[0] = state.players
        parts[1] = factories(state)
        return _NO_SUCH_FACTORY
    if count(int(state.sources[source]), colour) == 0:
        if source == CENTRE:
            parts[0] = colour
            return _NOT_IN_CENTRE
        parts[0] = source
        parts[1] = colour
        return _NOT_IN_FACTORY
    held = int(state.line_count[state.turn, line])
    parts[0] = line + 1
    if held == line + 1:
        return _LINE_COMPLETE
    if held > 0:
        parts[1] = state.line_colour[state.turn, line]
        return _LINE_HOLDS_OTHER
    parts[1] = colour
    return _COLOUR_IN_ROW


@compiled
def has_secrets(state: Any) -> bool:  # noqa: ARG001
    return False


@compiled
def round_of(state: Any) -> int:
    return state.round_number
