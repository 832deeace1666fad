"""A position of Azul that was written into a state: what follows, and whether it can be."""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR,
    FLOOR_SPACES,
    LINES,
    MAX_PLAYERS,
    TILES_A_COLOUR,
    TILES_A_FACTORY,
)
from azulejos.games.azul.rules import column_for, columns_for, complete_rows, is_dead, pending_line
from azulejos.games.azul.state import (
    ALL_OPEN,
    CENTRE,
    COLOURED,
    DEAL,
    MARKER,
    OFFER,
    OVER,
    SOURCES,
    TILING,
    count,
    offer_bit,
    on_floor,
    total,
    with_line_closed,
    with_line_for,
)

#: Numbers of reasons in `refusals.IMPOSSIBLE`.
_FACTORY_HOLDS, _OTHER_COLOUR, _TWICE_IN_ROW, _TWICE_IN_COLUMN, _SHOWN_IN_ROW, _TILES = range(6)
_NOTHING_OFFERED, _STILL_OFFERED, _COMPLETE_LINE, _CLEARED, _MARKER_HELD = range(6, 11)
_ONE_MARKER, _MARKER_BEFORE, _MARKER_NOWHERE, _ROW_ENDS, _IDLE_ENDS, _NOTHING_ENDED = range(11, 17)
_OWNERS_TURN, _NOTHING_LEFT, _NOT_COMPLETABLE, _NO_DECISIONS = range(17, 21)
_TILES_FIRST, _NOWHERE, _NOTHING_TO_TILE = range(21, 24)
_POSSIBLE = -1
#: The spaces of the first column.
_COLUMN = 0x108421


@compiled
def place(state: Any, parts: Any) -> int:
    """Complete a state by what its tiles say; why it cannot be, or −1.

    Of the words kept up to date by the rules, `offers`, `open` and `wall` are written here.
    """
    why = _offers(state, parts)
    for player in range(MAX_PLAYERS):
        state.open[player] = ALL_OPEN  # also of those who do not play, as `rules.set_up` has it
    for player in range(state.players):
        if why == _POSSIBLE:
            why = _wall(state, player, parts)
        if why == _POSSIBLE:
            why = _lines(state, player, parts)
    if why == _POSSIBLE:
        why = _tiles(state, parts)
    if why == _POSSIBLE:
        why = _marker(state, parts)
    if why == _POSSIBLE:
        why = _phase(state, parts)
    if why == _POSSIBLE and state.phase == TILING:
        why = _tiling(state, parts)
    return why


@compiled
def _offers(state: Any, parts: Any) -> int:
    state.offers = 0
    for source in range(SOURCES):
        heap = int(state.sources[source])
        if source != CENTRE and total(heap) > TILES_A_FACTORY:
            parts[0] = TILES_A_FACTORY
            parts[1] = total(heap)
            parts[2] = source - 1
            return _FACTORY_HOLDS
        for colour in range(len(COLOURS)):
            if count(heap, colour) > 0:
                state.offers |= offer_bit(source, colour)
    return _POSSIBLE


@compiled
def _wall(state: Any, player: int, parts: Any) -> int:
    """Row by row: what lies on a space agrees with all before it."""
    parts[0] = player
    wall = 0
    for row in range(5):
        for column in range(5):
            space = 5 * row + column
            for colour in range(len(COLOURS)):
                shows = int(state.shows[player, colour])
                if not shows >> space & 1:
                    continue
                before = shows & ((1 << space) - 1)
                parts[1] = row
                parts[2] = column
                if state.wall_kind == COLOURED and column != column_for(row, colour):
                    return _OTHER_COLOUR
                if before >> 5 * row & 31:
                    return _TWICE_IN_ROW
                if before & _COLUMN << column:
                    return _TWICE_IN_COLUMN
                wall |= 1 << space
    state.wall[player] = wall
    return _POSSIBLE


@compiled
def _lines(state: Any, player: int, parts: Any) -> int:
    open_lines = ALL_OPEN
    for line in range(LINES):
        held = int(state.line_count[player, line])
        open_lines = with_line_closed(open_lines, line)
        for colour in range(len(COLOURS)):
            is_shown = int(state.shows[player, colour]) >> 5 * line & 31 != 0
            holds_it = held > 0 and state.line_colour[player, line] == colour
            if holds_it and is_shown:
                parts[0] = player
                parts[1] = line
                return _SHOWN_IN_ROW
            if not is_shown and held <= line and (held == 0 or holds_it):
                open_lines = with_line_for(open_lines, line, colour)
    state.open[player] = open_lines
    return _POSSIBLE


@compiled
def _tiles(state: Any, parts: Any) -> int:
    """Every colour has its twenty tiles."""
    for colour in range(len(COLOURS)):
        n = count(int(state.bag), colour) + count(int(state.lid), colour)
        for source in range(SOURCES):
            n += count(int(state.sources[source]), colour)
        for player in range(state.players):
            for space in range(25):
                n += int(state.shows[player, colour]) >> space & 1
            for line in range(LINES):
                if state.line_colour[player, line] == colour:
                    n += int(state.line_count[player, line])
            for space in range(FLOOR_SPACES):
                n += on_floor(int(state.floor[player]), space) == colour + 1
        if n != TILES_A_COLOUR:
            parts[0] = n
            parts[1] = colour
            parts[2] = TILES_A_COLOUR
            return _TILES
    return _POSSIBLE


@compiled
def _marker(state: Any, parts: Any) -> int:
    """What the phase says of tiles offered, complete lines, floors and the marker."""
    parts[0] = state.phase
    if state.phase == OFFER and state.offers == 0:
        return _NOTHING_OFFERED
    if state.phase != OFFER and state.offers != 0:
        return _STILL_OFFERED
    if state.phase == DEAL or state.phase == OVER:
        for player in range(state.players):
            parts[1] = player
            if pending_line(state, player) != FLOOR:
                return _COMPLETE_LINE
        for player in range(state.players):
            parts[1] = player
            if state.floor_count[player]:
                return _CLEARED
        return _MARKER_HELD if state.marker_in_centre else _POSSIBLE
    markers = 0
    owner = -1
    for player in range(state.players):
        for space in range(FLOOR_SPACES):
            if on_floor(int(state.floor[player]), space) == MARKER:
                markers += 1
                owner = player
    if markers > 1 or (markers > 0 and state.marker_in_centre):
        return _ONE_MARKER
    if markers > 0 and owner != state.first:
        parts[0] = owner
        return _MARKER_BEFORE
    if markers == 0 and not state.marker_in_centre:
        if state.floor_count[state.first] < FLOOR_SPACES:
            return _MARKER_NOWHERE
    return _POSSIBLE


@compiled
def _phase(state: Any, parts: Any) -> int:
    """What the phase says of complete rows, the idle limit, and what is left to deal."""
    rows = 0
    for player in range(state.players):
        parts[0] = player
        complete = complete_rows(int(state.wall[player]))
        rows += complete
        if complete and (state.phase == DEAL or state.phase == OFFER):
            return _ROW_ENDS
    is_empty = state.bag == 0 and state.lid == 0
    dead = state.idle > 0 and is_dead(state)
    if state.phase == DEAL or state.phase == OFFER:
        if state.idle == state.idle_limit:
            return _IDLE_ENDS
    if state.phase == OVER:
        if not (rows or is_empty or dead or state.idle == state.idle_limit):
            return _NOTHING_ENDED
    if state.phase == DEAL:
        parts[0] = state.phase
        if state.turn != state.first:
            return _OWNERS_TURN
        if is_empty:
            return _NOTHING_LEFT
        if dead:
            return _NOT_COMPLETABLE
    return _POSSIBLE


@compiled
def _tiling(state: Any, parts: Any) -> int:
    if state.wall_kind == COLOURED:
        return _NO_DECISIONS
    for seat in range(state.players):
        player = (state.first + seat) % state.players
        line = pending_line(state, player)
        if line == FLOOR:
            continue
        parts[0] = player
        parts[1] = line
        if player != state.turn:
            return _TILES_FIRST
        return _NOWHERE if columns_for(state, player, line) == 0 else _POSSIBLE
    return _NOTHING_TO_TILE
