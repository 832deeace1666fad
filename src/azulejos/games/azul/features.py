"""Input features of Azul: see `features`."""

from itertools import combinations_with_replacement
from typing import Any

import numpy as np

from azulejos.core.bits import lowest, size
from azulejos.core.compiled import compiled
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR_SPACES,
    LINES,
    MAX_PLAYERS,
    TILES_A_COLOUR,
    TILES_A_FACTORY,
)
from azulejos.games.azul.kernel import ACTIONS_A_SOURCE, TILING_ACTIONS
from azulejos.games.azul.rules import (
    column_for,
    column_of,
    columns_for,
    factories,
    pending_line,
    points_of_tile,
    row_of,
)
from azulejos.games.azul.state import CENTRE, COLOURED, TILING, count
from azulejos.nets.features import COMMON, MAX_ACTIVE, OF_SIDE, SEEN

_COLOURS = len(COLOURS)
_TILES = _COLOURS * TILES_A_COLOUR

# ── What lies in a factory ───────────────────────────────────────────────────────────────────────
#: One to four tiles of five colours, in any order.
_LOADS = [
    load
    for n in range(1, TILES_A_FACTORY + 1)
    for load in combinations_with_replacement(range(5), n)
]
LOADS = len(_LOADS)
#: The index of a load, by its counts as digits of base five: int16 (5⁵,).
_LOAD_OF = np.full(5**5, -1, np.int16)
for _number, _load in enumerate(_LOADS):
    _LOAD_OF[sum(5**colour for colour in _load)] = _number

# ── Indexes: the table, then four boards ─────────────────────────────────────────────────────────
_MAX_IN_CENTRE = 8
_HEAP_STEPS = 11
_ROUNDS = 8
_MARGINS, _MARGIN_STEP = 41, 2
_SCORES, _SCORE_STEP = 32, 4
_MAX_POINTS = 10

_FACTORY = 0
_CENTRE = _FACTORY + LOADS
_MARKER = _CENTRE + _COLOURS * _MAX_IN_CENTRE
_BAG = _MARKER + 1
_LID = _BAG + _COLOURS * _HEAP_STEPS
_PLAYERS = _LID + _COLOURS * _HEAP_STEPS
_WALL_KIND = _PLAYERS + MAX_PLAYERS + 1
_ROUND = _WALL_KIND + 2
_PHASE = _ROUND + _ROUNDS
_PENDING = _PHASE + 4
_MARGIN = _PENDING + LINES * _COLOURS
FEATURES = _MARGIN + _MARGINS

_LINE = 0  # a line's tiles and colour: 5 × (1 + … + 5)
_TILE = _LINE + _COLOURS * 15  # a space of the wall is filled; on the grey wall, where
_ROW_SHOWS = _TILE + 25  # any colour may be there, the colours that rows and columns show
_COLUMN_SHOWS = _ROW_SHOWS + LINES * _COLOURS
_IN_ROW = _COLUMN_SHOWS + 5 * _COLOURS  # tiles in a row, a column, of a colour
_IN_COLUMN = _IN_ROW + 25
_OF_COLOUR = _IN_COLUMN + 25
_ON_FLOOR = _OF_COLOUR + 25
_SCORE = _ON_FLOOR + FLOOR_SPACES
_AFTER = _SCORE + _SCORES  # seats after the starting player
_NEXT = _AFTER + MAX_PLAYERS  # the most points of a row's next tile
_WILL = _NEXT + LINES * _MAX_POINTS  # points of the tile of a line begun
SIDE_FEATURES = _WILL + 15 * _MAX_POINTS

# The table; lines, rows, columns, colours and the rest of each board; three for every tile.
assert 31 + MAX_PLAYERS * (5 * 5 + 5 + 3) + 3 * _TILES < MAX_ACTIVE

#: Action features. The first: the tiles (1 to 5 or more) of a colour taken from the centre or a
#: factory to a line, or a tile of a colour put in a space of the wall. The second: the load of the
#: factory they are taken from.
_MAX_TAKEN = 5
_TAKES = _COLOURS * (LINES + 1) * _MAX_TAKEN * 2
_PLACES = _TAKES
_FROM = _PLACES + 25 * _COLOURS
_NOTHING = _FROM + _COLOURS * (LOADS + 1)
ACTION_FEATURES = _NOTHING + 1


@compiled
def load_of(heap: int) -> int:
    """The index of what lies in a factory, or −1 if nothing does."""
    digits = 0
    for colour in range(_COLOURS - 1, -1, -1):
        digits = 5 * digits + count(heap, colour)
    return int(_LOAD_OF[digits])


@compiled
def features(state: Any, active: Any, spans: Any) -> int:
    """Write the active features by parts; returns how many sides (players) there are."""
    players = int(state.players)
    n = _table(state, active)
    spans[COMMON, 0], spans[COMMON, 1] = 0, n
    for player in range(players):
        best = -1000
        for other in range(players):
            if other != player:
                best = max(best, int(state.score[other]))
        margin = (int(state.score[player]) - best) // _MARGIN_STEP + _MARGINS // 2
        active[n] = _MARGIN + min(max(margin, 0), _MARGINS - 1)
        spans[SEEN + player, 0], spans[SEEN + player, 1] = n, n + 1
        spans[OF_SIDE + player, 0] = n + 1
        n = _board(state, player, active, n + 1)
        spans[OF_SIDE + player, 1] = n
    return players


@compiled
def _table(state: Any, active: Any) -> int:
    """The features of the table; returns how many are active."""
    n = 0
    for factory in range(1, factories(state) + 1):
        heap = int(state.sources[factory])
        if heap != 0:
            active[n] = _FACTORY + load_of(heap)
            n += 1
    centre = int(state.sources[CENTRE])
    bag, lid = int(state.bag), int(state.lid)
    for colour in range(_COLOURS):
        lying = min(count(centre, colour), _MAX_IN_CENTRE)
        if lying > 0:
            active[n] = _CENTRE + _MAX_IN_CENTRE * colour + lying - 1
            n += 1
        active[n] = _BAG + _HEAP_STEPS * colour + count(bag, colour) // 2
        active[n + 1] = _LID + _HEAP_STEPS * colour + count(lid, colour) // 2
        n += 2
    if state.marker_in_centre:
        active[n] = _MARKER
        n += 1
    active[n] = _PLAYERS + state.players
    active[n + 1] = _WALL_KIND + state.wall_kind
    active[n + 2] = _ROUND + min(int(state.round_number) - 1, _ROUNDS - 1)
    active[n + 3] = _PHASE + state.phase
    n += 4
    if state.phase == TILING:
        line = pending_line(state, int(state.turn))
        active[n] = _PENDING + _COLOURS * line + state.line_colour[state.turn, line]
        n += 1
    return n


@compiled
def _board(state: Any, player: int, active: Any, n: int) -> int:
    """The features about a player: the board, the score, the place in the order of play."""
    wall = int(state.wall[player])
    for line in range(LINES):
        held = int(state.line_count[player, line])
        if held > 0:
            place = _COLOURS * (line * (line + 1) // 2 + held - 1)
            colour = int(state.line_colour[player, line])
            active[n] = _LINE + place + colour
            points = _points_of_line(state, player, wall, line, colour)
            active[n + 1] = _WILL + 2 * place + max(points, 1) - 1
            n += 2
        points = _most_points(wall, line)
        if points > 0:
            active[n] = _NEXT + _MAX_POINTS * line + points - 1
            n += 1
        in_row = size(row_of(wall, line))
        if in_row > 0:
            active[n] = _IN_ROW + 5 * line + in_row - 1
            n += 1
        in_column = size(column_of(wall, line))
        if in_column > 0:
            active[n] = _IN_COLUMN + 5 * line + in_column - 1
            n += 1
    for colour in range(_COLOURS):
        spaces = int(state.shows[player, colour])
        of_colour = size(spaces)
        if of_colour > 0:
            active[n] = _OF_COLOUR + 5 * colour + min(of_colour, 5) - 1
            n += 1
        if state.wall_kind == COLOURED:
            continue
        while spaces != 0:
            line, column = divmod(lowest(spaces), 5)
            active[n] = _ROW_SHOWS + _COLOURS * line + colour
            active[n + 1] = _COLUMN_SHOWS + _COLOURS * column + colour
            n += 2
            spaces &= spaces - 1
    spaces = wall
    while spaces != 0:
        active[n] = _TILE + lowest(spaces)
        n += 1
        spaces &= spaces - 1
    on_floor = int(state.floor_count[player])
    if on_floor > 0:
        active[n] = _ON_FLOOR + on_floor - 1
        n += 1
    active[n] = _SCORE + min(int(state.score[player]) // _SCORE_STEP, _SCORES - 1)
    n += 1
    players = int(state.players)
    active[n] = _AFTER + (player - int(state.first) + players) % players
    return n + 1


@compiled
def _most_points(wall: int, line: int) -> int:
    """The most points that a tile on a row of the wall can make now; 0 if the row is full."""
    most = 0
    for column in range(5):
        if wall >> (5 * line + column) & 1 == 0:
            most = max(most, points_of_tile(wall | 1 << (5 * line + column), line, column))
    return most


@compiled
def _points_of_line(state: Any, player: int, wall: int, line: int, colour: int) -> int:
    """The most points that the tile of a line begun can make now; 0 if it has no space."""
    if state.wall_kind == COLOURED:
        column = column_for(line, colour)
        return points_of_tile(wall | 1 << (5 * line + column), line, column)
    most = 0
    columns = columns_for(state, player, line)
    for column in range(5):
        if columns >> column & 1:
            most = max(most, points_of_tile(wall | 1 << (5 * line + column), line, column))
    return most


@compiled
def action_features(state: Any, actions: Any, n: int, out: Any) -> None:
    """Write two features of each of n actions: int16 (n, 2)."""
    for i in range(n):
        action = int(actions[i])
        if action < TILING_ACTIONS:
            colour = int(state.line_colour[state.turn, action // 5])
            out[i, 0] = _PLACES + _COLOURS * action + colour
            out[i, 1] = _NOTHING
            continue
        source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
        colour, line = divmod(rest, LINES + 1)
        heap = int(state.sources[source])
        taken = min(count(heap, colour), _MAX_TAKEN)
        from_centre = 1 if source == CENTRE else 0
        what = _COLOURS * line + colour
        out[i, 0] = (2 * what + from_centre) * _MAX_TAKEN + taken - 1
        load = LOADS if source == CENTRE else load_of(heap)
        out[i, 1] = _FROM + _COLOURS * load + colour


@compiled
def is_covered(state: Any) -> bool:  # noqa: ARG001
    return True


def supports(states: Any) -> bool:  # noqa: ARG001
    """Whether the features cover all these games: always, in this game."""
    return True
