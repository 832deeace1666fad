"""Tastes of opponents in Azul: what each likes in a move (see `search.tastes`)."""

from typing import Any

from azulejos.core.bits import size
from azulejos.core.compiled import compiled
from azulejos.games.azul.components import COLOURS, FLOOR, LINES
from azulejos.games.azul.kernel import ACTIONS_A_SOURCE, TILING_ACTIONS
from azulejos.games.azul.rules import column_for
from azulejos.games.azul.state import CENTRE, COLOURED, count

HANDFULS, SHORT_LINES, ONE_COLOUR, COLUMNS, MARKER, SPOILING = range(1, 7)
#: The spaces of the first column of a wall, one in each row.
_FIRST_COLUMN = sum(1 << 5 * row for row in range(5))
_NOWHERE = -1


@compiled
def taste(state: Any, action: int, number: int) -> float:
    source, colour, line, column = _parted(action)
    if number == HANDFULS:
        return min(_taken(state, source, colour), 8) / 8
    if number == SHORT_LINES:
        return 0.0 if line == FLOOR else (LINES - 1 - line) / 4
    if number == MARKER:
        return 1.0 if source == CENTRE and state.marker_in_centre else 0.0
    if number == ONE_COLOUR:
        return _shown(state, colour, line)
    if number == COLUMNS:
        return _grown(state, colour, line, column)
    return _wanted(state, source, colour) if number == SPOILING else 0.0


@compiled
def _parted(action: int) -> tuple[int, int, int, int]:
    """Source, colour, line and column of an action; NOWHERE for what it has not."""
    if action < TILING_ACTIONS:
        line, column = divmod(action, 5)
        return _NOWHERE, _NOWHERE, line, column
    source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
    colour, line = divmod(rest, LINES + 1)
    return source, colour, line, _NOWHERE


@compiled
def _taken(state: Any, source: int, colour: int) -> int:
    """Many tiles at once."""
    return 0 if source == _NOWHERE else count(int(state.sources[source]), colour)


@compiled
def _shown(state: Any, colour: int, line: int) -> float:
    """The colour its wall shows most of already."""
    if colour == _NOWHERE or line == FLOOR:
        return 0.0
    return size(int(state.shows[state.turn, colour])) / len(COLOURS)


@compiled
def _grown(state: Any, colour: int, line: int, column: int) -> float:
    """Columns that have grown tall."""
    if line == FLOOR:
        return 0.0
    if column == _NOWHERE:
        if state.wall_kind != COLOURED:
            return 0.0
        column = column_for(line, colour)
    return size(int(state.wall[state.turn]) & _FIRST_COLUMN << column) / 5


@compiled
def _wanted(state: Any, source: int, colour: int) -> float:
    """What the next player has begun to collect."""
    if source == _NOWHERE:
        return 0.0
    following = (state.turn + 1) % state.players
    wanted = 0
    for line in range(LINES):
        held = int(state.line_count[following, line])
        if held > 0 and state.line_colour[following, line] == colour:
            wanted = max(wanted, line + 1 - held)
    return min(_taken(state, source, colour), wanted) / 4
