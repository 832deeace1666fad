"""The greedy player of Azul: a fixed reference, which looks no further than this round's points.

It takes what brings the most points when the walls are tiled: the points of a tile whose line it
completes, less what falls to the floor line. Among equals it prefers more tiles on the line, then
chance decides.
"""

from typing import Any

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.games.azul.components import FLOOR, FLOOR_SPACES, LINES
from azulejos.games.azul.kernel import ACTIONS_A_SOURCE, TILING_ACTIONS, legal
from azulejos.games.azul.rules import column_for, points_of_tile
from azulejos.games.azul.state import CENTRE, COLOURED, FLOOR_COST, count


@compiled
def greedy(state: Any, actions: Any) -> int:
    """The greedy action. actions: room for the legal ones, int16 (MAX_LEGAL,)."""
    best = -1000
    chosen = -1
    equals = 0
    for i in range(legal(state, actions)):
        action = int(actions[i])
        gain = 8 * points_at_once(state, action) + tiles_placed(state, action)
        equals = equals + 1 if gain == best else 1
        if gain > best or (gain == best and below(state, equals) == 0):
            best = gain
            chosen = action
    return chosen


@compiled
def points_at_once(state: Any, action: int) -> int:
    """What an action brings when this round is tiled, if nothing else happened."""
    player = int(state.turn)
    wall = int(state.wall[player])
    if action < TILING_ACTIONS:
        row, column = divmod(action, 5)
        return points_of_tile(wall | 1 << action, row, column)
    source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
    colour, line = divmod(rest, LINES + 1)
    placed = tiles_placed(state, action)
    falling = count(int(state.sources[source]), colour) - placed
    if source == CENTRE and state.marker_in_centre:
        falling += 1
    occupied = int(state.floor_count[player])
    points = FLOOR_COST[occupied] - FLOOR_COST[min(FLOOR_SPACES, occupied + falling)]
    if line != FLOOR and state.line_count[player, line] + placed == line + 1:
        if state.wall_kind == COLOURED:
            column = column_for(line, colour)
            points += points_of_tile(wall | 1 << (5 * line + column), line, column)
        else:
            points += 1
    return points


@compiled
def tiles_placed(state: Any, action: int) -> int:
    """How many tiles an action puts on a pattern line."""
    if action < TILING_ACTIONS:
        return 0
    source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
    colour, line = divmod(rest, LINES + 1)
    if line == FLOOR:
        return 0
    room = line + 1 - int(state.line_count[state.turn, line])
    return min(room, count(int(state.sources[source]), colour))
