"""Heuristics of Azul: priors, rollouts to the end of a round, a linear evaluation between rounds.

The evaluation is a linear function of a board's features (score, tiles, rows, columns and colours
under way, lines begun). Its weights come from a regression of final scores in games of strong
players, one set for each wall, number of players and stage of the game. The stage is the length of
the longest row, which tells how many rounds are left.
"""

from typing import Any

import numpy as np

from azulejos.core.bits import size
from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.games.azul.components import COLOURS, FLOOR, FLOOR_SPACES, LINES
from azulejos.games.azul.greedy import greedy as greedy
from azulejos.games.azul.heuristic_weights import SCORE_SCALE, WEIGHTS
from azulejos.games.azul.kernel import ACTIONS_A_SOURCE, TILING_ACTIONS
from azulejos.games.azul.rules import (
    choose_column,
    column_for,
    column_of,
    columns_for,
    pending_line,
    points_of_tile,
    row_of,
    take,
)
from azulejos.games.azul.state import (
    CENTRE,
    COLOURED,
    DEAL,
    FLOOR_COST,
    OFFER,
    SOURCES,
    TILING,
    count,
    lines_for,
)

# ── One ply ──────────────────────────────────────────────────────────────────────────────────────

#: Points that a tile is worth beyond its own, by how many tiles its column, its row and its colour
#: then have: each brings the bonus of 7, 2 or 10 nearer.
_COLUMN_POTENTIAL = np.array([0.0, 0.4, 0.8, 1.5, 2.6, 7.0], np.float32)
_ROW_POTENTIAL = np.array([0.0, 0.1, 0.2, 0.3, 0.4, 2.0], np.float32)
_COLOUR_POTENTIAL = np.array([0.0, 0.3, 0.8, 1.8, 3.2, 10.0], np.float32)
#: Points that the first move of the next round is worth.
_MARKER_WORTH = 1.0
#: An incomplete line is worth this part of what its completion is worth, times the part filled.
_BEGUN = 0.45
#: Points off for every tile still missing from a line begun.
_MISSING = 0.25


@compiled
def planned_wall(state: Any, player: int) -> int:
    """The wall as it will be when the lines that are complete now have been tiled."""
    wall = int(state.wall[player])
    if state.wall_kind == COLOURED:
        for line in range(LINES):
            if state.line_count[player, line] == line + 1:
                wall |= 1 << (5 * line + column_for(line, int(state.line_colour[player, line])))
    return wall


@compiled
def worth_of_tile(state: Any, player: int, wall: int, line: int, column: int, colour: int) -> float:
    """Points of a tile on the wall, now and in expected bonuses."""
    after = wall | 1 << (5 * line + column)
    worth = float(points_of_tile(after, line, column))
    worth += _COLUMN_POTENTIAL[size(column_of(after, column))]
    worth += _ROW_POTENTIAL[size(row_of(after, line))]
    placed = 1
    shows = int(state.shows[player, colour])
    for row in range(5):
        if row_of(shows, row) != 0:
            placed += 1
    return worth + _COLOUR_POTENTIAL[min(placed, 5)]


@compiled
def worth_of_line(state: Any, player: int, wall: int, line: int, colour: int) -> float:
    """What completing a line with a colour is worth, in the best column if there is a choice."""
    if state.wall_kind == COLOURED:
        return worth_of_tile(state, player, wall, line, column_for(line, colour), colour)
    shows = int(state.shows[player, colour])
    shown = (shows | shows >> 5 | shows >> 10 | shows >> 15 | shows >> 20) & 31
    columns = ~(row_of(wall, line) | shown) & 31
    best = -3.0  # nowhere to go: the line drops to the floor
    for column in range(5):
        if columns >> column & 1:
            best = max(best, worth_of_tile(state, player, wall, line, column, colour))
    return best


@compiled
def move_score(state: Any, player: int, taken: int, line: int, worth: float, marker: int) -> float:
    """Points that `taken` tiles on a line are worth, if completing it is worth `worth`.

    marker: 1 if the first-player marker is taken too.
    """
    occupied = int(state.floor_count[player])
    falling = taken
    gain = _MARKER_WORTH * marker
    if line != FLOOR:
        room = line + 1 - int(state.line_count[player, line])
        fitting = min(taken, room)
        falling = taken - fitting
        if fitting == room:
            gain += worth
        else:
            part = (line + 1 - room + fitting) / (line + 1)
            gain += _BEGUN * worth * part - _MISSING * (room - fitting)
    cost = FLOOR_COST[min(FLOOR_SPACES, occupied + falling + marker)] - FLOOR_COST[occupied]
    return gain - cost


@compiled
def heuristic_priors(state: Any, actions: Any, n: int, out: Any) -> None:
    """Write how good each action looks one ply ahead, in points."""
    player = int(state.turn)
    wall = planned_wall(state, player)
    for i in range(n):
        action = int(actions[i])
        if action < TILING_ACTIONS:
            line, column = divmod(action, 5)
            colour = int(state.line_colour[player, line])
            out[i] = worth_of_tile(state, player, wall, line, column, colour)
            continue
        source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
        colour, line = divmod(rest, LINES + 1)
        taken = count(int(state.sources[source]), colour)
        marker = 1 if source == CENTRE and state.marker_in_centre else 0
        worth = 0.0
        if line != FLOOR:
            worth = worth_of_line(state, player, wall, line, colour)
        out[i] = move_score(state, player, taken, line, worth, marker)


# ── Rollouts ────────────────────────────────────────────────────────────────────────

#: Uniform noise on the move scores of a rollout, in points.
_ROLLOUT_NOISE = 1.5


@compiled
def rollout(state: Any, actions: Any) -> None:  # noqa: ARG001
    """Play the round to its end, each player by the best move score plus noise."""
    while state.phase == OFFER:
        _take_best(state)
    while state.phase == TILING:
        _choose_best_column(state)


@compiled
def _take_best(state: Any) -> None:
    player = int(state.turn)
    wall = planned_wall(state, player)
    best = -1000.0
    best_source, best_colour, best_line = 0, 0, 0
    for colour in range(len(COLOURS)):
        sources = (state.offers >> 10 * colour) & 1023
        if sources == 0:
            continue
        lines = lines_for(state.open[player], colour)
        for line in range(LINES + 1):
            if lines >> line & 1 == 0:
                continue
            worth = 0.0
            if line != FLOOR:
                worth = worth_of_line(state, player, wall, line, colour)
            for source in range(2 * state.players + 2):
                if sources >> source & 1 == 0:
                    continue
                marker = 1 if source == CENTRE and state.marker_in_centre else 0
                taken = count(int(state.sources[source]), colour)
                value = move_score(state, player, taken, line, worth, marker)
                value += _ROLLOUT_NOISE * below(state, 1024) / 1024.0
                if value > best:
                    best = value
                    best_source, best_colour, best_line = source, colour, line
    take(state, best_source, best_colour, best_line, None)


@compiled
def _choose_best_column(state: Any) -> None:
    player = int(state.turn)
    line = pending_line(state, player)
    colour = int(state.line_colour[player, line])
    wall = int(state.wall[player])
    columns = columns_for(state, player, line)
    best, chosen = -1000.0, 0
    for column in range(5):
        if columns >> column & 1:
            value = worth_of_tile(state, player, wall, line, column, colour)
            if value > best:
                best, chosen = value, column
    choose_column(state, chosen, None)


# ── Between two rounds ───────────────────────────────────────────────────────────────────────────

#: Features of a board (see `linear_points`), and stages of the game that have weights of their own.
FEATURES = 31
STAGES = 5


@compiled
def stage(state: Any) -> int:
    """Tiles in the longest row of any wall: 0 to 4."""
    longest = 0
    for player in range(state.players):
        for row in range(5):
            longest = max(longest, size(row_of(int(state.wall[player]), row)))
    return min(longest, STAGES - 1)


@compiled
def linear_points(state: Any, player: int, weights: Any) -> float:
    """The weighted sum of a board's features. weights: float64 (FEATURES,).

    ========  =====================================================================================
    0         the score
    1         the first-player marker
    2 to 6    columns with 1 to 5 tiles
    7 to 11   colours with 1 to 5 tiles
    12 to 16  rows with 1 to 5 tiles
    17 to 21  what the five rows' next tiles would score: the best for each row, from the top
    22 to 26  for each line begun, the part of it filled, from the top
    27        those parts times what the line's tile will be worth
    28        tiles still missing from lines begun
    29        points of the floor line to come, where the round is not over
    30        lines that are empty
    ========  =====================================================================================
    """
    wall = int(state.wall[player])
    total = weights[0] * state.score[player]
    total += weights[29] * FLOOR_COST[state.floor_count[player]]
    if state.first == player:
        total += weights[1]
    for column in range(5):
        tiles = size(column_of(wall, column))
        if tiles > 0:
            total += weights[1 + tiles]
    for colour in range(len(COLOURS)):
        shows = int(state.shows[player, colour])
        tiles = 0
        for row in range(5):
            if row_of(shows, row) != 0:
                tiles += 1
        if tiles > 0:
            total += weights[6 + tiles]
    for row in range(5):
        tiles = size(row_of(wall, row))
        if tiles > 0:
            total += weights[11 + tiles]
        best = 0
        for column in range(5):
            if wall >> (5 * row + column) & 1 == 0:
                best = max(best, points_of_tile(wall | 1 << (5 * row + column), row, column))
        total += weights[17 + row] * best
        held = int(state.line_count[player, row])
        if held > 0:
            colour = int(state.line_colour[player, row])
            part = held / (row + 1)
            total += weights[22 + row] * part
            total += weights[27] * part * worth_of_line(state, player, wall, row, colour)
            total += weights[28] * (row + 1 - held)
        else:
            total += weights[30]
    return float(total)


@compiled
def heuristic_points(state: Any, points: Any) -> None:
    """Each player's expected final score, for a position between two rounds."""
    weights = WEIGHTS[state.wall_kind, state.players - 2, stage(state)]
    for player in range(state.players):
        points[player] = linear_points(state, player, weights)


@compiled
def score_scale(state: Any) -> float:
    """Scale, in points, of the logistic error of the difference between two players' scores."""
    return SCORE_SCALE[state.wall_kind, state.players - 2, stage(state)]


@compiled
def is_horizon(state: Any) -> bool:
    """Whether a round has ended: the next deal can be anything."""
    return state.phase == DEAL


@compiled
def is_hidden(state: Any) -> bool:  # noqa: ARG001
    """Azul has no hidden information."""
    return False


@compiled
def is_duplicate(state: Any, action: int) -> bool:
    """Whether an earlier factory has the same tiles: the two are interchangeable."""
    return representative(state, action) != action


@compiled
def representative(state: Any, action: int) -> int:
    """The same with the first factory that has the same tiles."""
    source = (action - TILING_ACTIONS) // ACTIONS_A_SOURCE
    for other in range(1, source):
        if state.sources[other] == state.sources[source]:
            return action - ACTIONS_A_SOURCE * (source - other)
    return action


@compiled
def decisions_left(state: Any) -> int:
    """One for every colour of every source, or for every complete line to be tiled.

    On the grey wall tiling follows taking. Its few decisions are not counted while tiles are taken.
    """
    if state.phase == OFFER:
        return size(int(state.offers))
    complete = 0
    for player in range(state.players):
        for line in range(LINES):
            if state.line_count[player, line] == line + 1:
                complete += 1
    return complete


@compiled
def ends_before_chance(state: Any) -> bool:
    """Whether a complete line is certain to fill its row, which makes this round the last."""
    for player in range(state.players):
        wall = int(state.wall[player])
        for line in range(LINES):
            complete = state.line_count[player, line] == line + 1
            if complete and size(row_of(wall, line)) == 4 and _has_a_place(state, player, line):
                return True
    return False


@compiled
def _has_a_place(state: Any, player: int, line: int) -> bool:
    """Whether a complete line's tile has a column, whatever is tiled before it.

    The row lacks one tile. On a grey wall a line above, which is tiled earlier, may bring the
    line's colour into that very column: if it is complete with that colour, or can still be.
    """
    last = columns_for(state, player, line)
    if last == 0 or state.wall_kind == COLOURED:
        return last != 0
    colour = int(state.line_colour[player, line])
    left = 0
    for source in range(SOURCES):
        left += count(int(state.sources[source]), colour)
    for above in range(line):
        row = row_of(int(state.wall[player]), above)
        shows = row_of(int(state.shows[player, colour]), above) != 0
        # A row that this very column completes would end the game as well.
        if shows or row & last or size(row) == 4:
            continue
        held = int(state.line_count[player, above])
        is_of_colour = held == 0 or state.line_colour[player, above] == colour
        if is_of_colour and above + 1 - held <= left:
            return False
    return True
