"""The rules of Azul, in the order of the rule page.

Everything here works on one state record (see `state.py`), compiled, in place, allocating nothing.
Nothing here checks that a move is legal: whoever takes moves from outside asks `kernel.is_legal`
first. Where moves are played only to be played, `facts` is None, and the compiler leaves out all
that tells; otherwise it is room for what happens (see `core.facts`). (An `int(…)` around a field of
the state is for the interpreter: compiled, all arithmetic is 64 bits wide; interpreted, NumPy would
stay within the narrow type of the field.)
"""

from typing import Any

import numpy as np

from azulejos.core.bits import size
from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.facts import note
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR,
    FLOOR_SPACES,
    LINES,
    POINTS_A_COLOUR,
    POINTS_A_COLUMN,
    POINTS_A_ROW,
    TILES_A_FACTORY,
)
from azulejos.games.azul.facts import (
    COLOUR,
    COLUMN,
    DEAD,
    DROP,
    END,
    FALL,
    IDLE,
    MARKER_TAKEN,
    NO_SPACE,
    NOTHING_TO_DEAL,
    PAY,
    PLACE,
    ROUND,
    ROW,
    ROW_COMPLETE,
    TAKE,
    TILE,
)
from azulejos.games.azul.state import (
    ALL_OPEN,
    CENTRE,
    COLOURED,
    DEAL,
    FLOOR_COST,
    FULL_BAG,
    MARKER,
    OFFER,
    OVER,
    TILING,
    colour_of_pick,
    colours_at,
    count,
    from_running_totals,
    lines_for,
    offer_bit,
    on_floor,
    running_totals,
    sources_with,
    tiles,
    total,
    with_line_closed,
    with_line_for,
    with_on_floor,
    without_one,
)

# ── Set-up ───────────────────────────────────────────────────────────────────────────────────────


@compiled
def set_up(state: Any, players: int, wall_kind: int, first: int, idle_limit: int) -> None:
    """Empty boards, a full bag, and the first deal about to begin. The generator is left alone."""
    state.offers = 0
    state.sources[:] = 0
    state.bag = FULL_BAG
    state.lid = 0
    state.open[:] = ALL_OPEN
    state.wall[:] = 0
    state.shows[:] = 0
    state.floor[:] = 0
    state.score[:] = 0
    state.round_number = 1
    state.line_count[:] = 0
    state.line_colour[:] = 0
    state.floor_count[:] = 0
    state.players = players
    state.wall_kind = wall_kind
    state.phase = DEAL
    state.turn = first
    state.first = first
    state.marker_in_centre = 0
    state.dealt = 0
    state.tiled = 0
    state.idle = 0
    state.idle_limit = idle_limit


@compiled
def factories(state: Any) -> int:
    """Two, three and four players use five, seven and nine factories."""
    return 2 * state.players + 1


# ── 1. Deal ──────────────────────────────────────────────────────────────────────────────────────
# Chance is a step of its own: one tile.


@compiled
def to_draw_from(state: Any) -> int:
    """The tiles the next one is drawn from: the bag or, only when it is empty, the lid's."""
    if state.bag != 0:
        return state.bag
    return state.lid


@compiled
def deal_tile(state: Any, colour: int) -> None:
    """A tile of this colour is drawn onto the factory being filled."""
    if state.bag == 0:
        state.bag = state.lid
        state.lid = 0
    state.bag -= tiles(colour, 1)
    factory = 1 + int(state.dealt) // TILES_A_FACTORY
    state.sources[factory] += tiles(colour, 1)
    state.offers |= offer_bit(factory, colour)
    state.dealt += 1
    all_filled = state.dealt == TILES_A_FACTORY * factories(state)
    nothing_left = state.bag == 0 and state.lid == 0
    if all_filled or nothing_left:
        _begin_offer(state)


@compiled
def deal_at_random(state: Any) -> None:
    """All that is left of this deal, by the state's own generator, as `deal_tile` would do it."""
    wanted = TILES_A_FACTORY * factories(state) - state.dealt
    if state.bag == 0:
        state.bag = state.lid
        state.lid = 0
    in_bag = total(state.bag)
    bag = running_totals(int(state.bag))
    dealt = int(state.dealt)
    for _ in range(wanted):
        if in_bag == 0:
            if state.lid == 0:
                break
            in_bag = total(state.lid)
            bag = running_totals(int(state.lid))
            state.lid = 0
        pick = below(state, in_bag)
        colour = colour_of_pick(bag, pick)
        bag = without_one(bag, colour)
        in_bag -= 1
        factory = 1 + dealt // TILES_A_FACTORY
        state.sources[factory] += tiles(colour, 1)
        state.offers |= offer_bit(factory, colour)
        dealt += 1
    state.bag = from_running_totals(bag)
    _begin_offer(state)


@compiled
def _begin_offer(state: Any) -> None:
    """The marker goes to the centre; its owner moves first."""
    state.phase = OFFER
    state.dealt = 0
    state.marker_in_centre = 1
    state.turn = state.first


# ── 2. Offer ─────────────────────────────────────────────────────────────────────────────────────


@compiled
def may_take(state: Any, source: int, colour: int, line: int) -> bool:
    """Whether the player to move may take a colour from a source and put it on a line.

    A player must take, so there is no passing. Any source that shows the colour will do. A line
    takes one colour only, never one that its wall row already shows, and nothing once it is
    complete; the floor line takes everything. The words `offers` and `open` know all that.
    """
    offered = sources_with(state.offers, colour) >> source & 1
    taken = lines_for(state.open[state.turn], colour) >> line & 1
    return offered & taken == 1


@compiled
def take(state: Any, source: int, colour: int, line: int, facts: Any) -> None:
    """The player to move takes all tiles of a colour from a source and puts them on a line."""
    player = int(state.turn)
    heap = int(state.sources[source])
    taken = count(heap, colour)
    rest = heap - tiles(colour, taken)
    if facts is not None:
        note(facts, TAKE, player, 0, source, colour, taken)
    if source == CENTRE:
        state.sources[CENTRE] = rest
        state.offers &= ~offer_bit(CENTRE, colour)
        if state.marker_in_centre:
            _take_marker(state, player, facts)  # before the tiles are placed
    else:
        # The rest of the factory is pushed into the centre.
        shown = colours_at(state.offers, source)
        state.sources[source] = 0
        state.sources[CENTRE] += rest
        state.offers = (state.offers & ~(shown << source)) | (shown & ~offer_bit(CENTRE, colour))
    _place(state, player, line, colour, taken, facts)
    # The offer ends when factories and centre are empty.
    if state.offers == 0:
        _begin_tiling(state, facts)
    else:
        state.turn = next_player(state, player)


@compiled
def next_player(state: Any, player: int) -> int:
    """Clockwise."""
    return player + 1 if player + 1 < state.players else 0


@compiled
def _take_marker(state: Any, player: int, facts: Any) -> None:
    """Onto the leftmost free space of the floor line; if that is full it costs nothing."""
    state.marker_in_centre = 0
    state.first = player
    occupied = int(state.floor_count[player])
    if facts is not None:
        note(facts, MARKER_TAKEN, player, 0, occupied if occupied < FLOOR_SPACES else NO_SPACE)
    if occupied < FLOOR_SPACES:
        state.floor[player] = with_on_floor(int(state.floor[player]), occupied, MARKER, 1)
        state.floor_count[player] = occupied + 1


@compiled
def _place(state: Any, player: int, line: int, colour: int, taken: int, facts: Any) -> None:
    """All tiles taken go to one line; what does not fit falls to the floor line.

    (A line fills from right to left; how many tiles it holds is all that matters.)
    """
    falling = taken
    if line != FLOOR:
        room = line + 1 - int(state.line_count[player, line])
        placed = min(taken, room)
        falling = taken - placed
        if facts is not None:
            note(facts, PLACE, player, 0, line, colour, placed)
        state.line_count[player, line] += placed
        state.line_colour[player, line] = colour
        # A complete line takes nothing more, an incomplete one only its own colour.
        state.open[player] = with_line_closed(state.open[player], line)
        if placed < room:
            state.open[player] = with_line_for(state.open[player], line, colour)
    if falling > 0:
        _fall(state, player, colour, falling, facts)


@compiled
def _fall(state: Any, player: int, colour: int, falling: int, facts: Any) -> None:
    """To the floor line from the left; when it is full, to the lid."""
    occupied = int(state.floor_count[player])
    kept = min(falling, FLOOR_SPACES - occupied)
    if facts is not None:
        note(facts, FALL, player, 0, colour, kept, falling - kept)
    state.floor[player] = with_on_floor(int(state.floor[player]), occupied, colour + 1, kept)
    state.floor_count[player] = occupied + kept
    state.lid += tiles(colour, falling - kept)


# ── 3. Tiling ────────────────────────────────────────────────────────────────────────────────────


@compiled
def _begin_tiling(state: Any, facts: Any) -> None:
    if state.wall_kind == COLOURED:
        for player in range(state.players):
            for line in range(LINES):  # from top to bottom
                if state.line_count[player, line] == line + 1:
                    colour = int(state.line_colour[player, line])
                    tile_wall(state, player, line, column_for(line, colour), facts)
        _end_round(state, facts)
    else:
        state.phase = TILING
        _next_placement(state, facts)


@compiled
def column_for(row: int, colour: int) -> int:
    """Where the coloured wall takes a colour: row 0 reads B Y R K W, row 1 W B Y R K, and so on."""
    return (colour + row) % len(COLOURS)


@compiled
def tile_wall(state: Any, player: int, line: int, column: int, facts: Any) -> None:
    """The rightmost tile of a complete line moves to the wall; its other tiles go to the lid."""
    colour = int(state.line_colour[player, line])
    space = 1 << (5 * line + column)
    state.wall[player] |= space
    state.shows[player, colour] |= space
    points = points_of_tile(state.wall[player], line, column)
    state.score[player] += points
    if facts is not None:
        across, down = runs_of_tile(state.wall[player], line, column)
        note(facts, TILE, player, points, line, column, colour, across, down)
    state.lid += tiles(colour, line)
    state.tiled = 1
    _empty_line(state, player, line)


@compiled
def _empty_line(state: Any, player: int, line: int) -> None:
    """An empty line takes every colour that its row of the wall does not show yet."""
    state.line_count[player, line] = 0
    state.line_colour[player, line] = 0
    lines = with_line_closed(state.open[player], line)
    for colour in range(len(COLOURS)):
        if state.shows[player, colour] >> 5 * line & 31 == 0:
            lines = with_line_for(lines, line, colour)
    state.open[player] = lines


def _run(row: int, place: int) -> int:
    """Length of the unbroken run through a place of a row of five, given as five bits."""
    length = 1
    for step in (-1, 1):
        neighbour = place + step
        while 0 <= neighbour < 5 and row >> neighbour & 1:
            length += 1
            neighbour += step
    return length


#: `_run` for every row and place: int8 (32, 5).
_RUN = np.array([[_run(row, place) for place in range(5)] for row in range(32)], np.int8)


@compiled
def runs_of_tile(wall: int, row: int, column: int) -> tuple[int, int]:
    """How long the unbroken runs across and down through a tile are, itself included."""
    return _RUN[row_of(wall, row), column], _RUN[column_of(wall, column), row]


@compiled
def points_of_tile(wall: int, row: int, column: int) -> int:
    """What a tile just placed scores: its runs of two or more across and down, or else 1."""
    across, down = runs_of_tile(wall, row, column)
    points = 0
    if across > 1:
        points += across
    if down > 1:
        points += down
    return max(points, 1)


#: The first space of every row.
_FIRST_COLUMN = sum(1 << 5 * row for row in range(5))


@compiled
def row_of(wall: int, row: int) -> int:
    """The tiled columns of a row: five bits."""
    return wall >> 5 * row & 31


@compiled
def column_of(wall: int, column: int) -> int:
    """The tiled rows of a column: five bits, which one multiplication brings together."""
    return ((int(wall) >> column & _FIRST_COLUMN) * 0x11111) >> 16 & 31


@compiled
def _pay_floor(state: Any, player: int, facts: Any) -> None:
    """The floor line costs points, but no score goes below 0."""
    lost = min(int(state.score[player]), int(FLOOR_COST[state.floor_count[player]]))
    state.score[player] -= lost
    if facts is not None and state.floor_count[player] > 0:
        note(facts, PAY, player, -lost, state.floor_count[player])


@compiled
def end_round_for(state: Any, player: int, facts: Any) -> None:
    """What the end of the round would bring one player as the boards lie now.

    It is not played but foreseen, in a copy. On a grey wall the player chooses the columns then, so
    that only the floor line is certain.
    """
    if state.wall_kind == COLOURED:
        for line in range(LINES):
            if state.line_count[player, line] == line + 1:
                colour = int(state.line_colour[player, line])
                tile_wall(state, player, line, column_for(line, colour), facts)
    _pay_floor(state, player, facts)
    if has_complete_row(state):
        _score_bonuses(state, player, facts)


@compiled
def _end_round(state: Any, facts: Any) -> None:
    """The floor lines, when every player's lines are done; then the end, or the next deal."""
    for player in range(state.players):
        _pay_floor(state, player, facts)
        for space in range(state.floor_count[player]):
            lying = on_floor(state.floor[player], space)
            if lying != MARKER:
                state.lid += tiles(lying - 1, 1)
        state.floor[player] = 0
        state.floor_count[player] = 0
    # The marker stays with its owner, also if nobody took from the centre.
    state.marker_in_centre = 0
    # Rounds in a row in which no player moved a tile to a wall are counted.
    if state.tiled:
        state.idle = 0
    else:
        state.idle += 1
    state.tiled = 0
    # All tiles are on boards: nothing is left to deal, and the game is over.
    nothing_to_deal = state.bag == 0 and state.lid == 0
    over = has_complete_row(state) or state.idle >= state.idle_limit or nothing_to_deal
    if over or (state.idle > 0 and is_dead(state)):
        _end_game(state, facts)
        if facts is not None:
            note(facts, END, -1, 0, _why_over(state))
    else:
        state.round_number += 1
        if facts is not None:
            note(facts, ROUND, state.first, 0, state.round_number)
        state.phase = DEAL
        state.turn = state.first


# ── Grey wall ────────────────────────────────────────────────────────────────────────────────────


@compiled
def columns_for(state: Any, player: int, line: int) -> int:
    """Where a line's tile may go on a grey wall, as five bits.

    Free columns of its row, and such as do not show its colour yet. If there are any, placing is
    compulsory; every one of them is a move, even a single one.
    """
    shows = int(state.shows[player, state.line_colour[player, line]])
    # Fold the rows onto the first: columns that show the colour anywhere.
    shown = (shows | shows >> 5 | shows >> 10 | shows >> 15 | shows >> 20) & 31
    return ~(row_of(state.wall[player], line) | shown) & 31


@compiled
def pending_line(state: Any, player: int) -> int:
    """The topmost complete line of a player, or FLOOR when there is none."""
    for line in range(LINES):
        if state.line_count[player, line] == line + 1:
            return line
    return FLOOR


@compiled
def _next_placement(state: Any, facts: Any) -> None:
    """Find whose choice it is: from the marker's owner clockwise, lines from top to bottom.

    A line with nowhere to go drops by itself when its turn comes.
    """
    player = int(state.first)
    for _ in range(state.players):
        line = pending_line(state, player)
        while line != FLOOR:
            if columns_for(state, player, line) != 0:
                state.turn = player
                return
            colour = int(state.line_colour[player, line])
            if facts is not None:
                note(facts, DROP, player, 0, line, colour, line + 1)
            _fall(state, player, colour, line + 1, facts)
            _empty_line(state, player, line)
            line = pending_line(state, player)
        player = next_player(state, player)
    _end_round(state, facts)


@compiled
def choose_column(state: Any, column: int, facts: Any) -> None:
    """The player whose choice it is puts the pending line's tile into a column."""
    player = int(state.turn)
    tile_wall(state, player, pending_line(state, player), column, facts)
    _next_placement(state, facts)


# ── End of the game ──────────────────────────────────────────────────────────────────────────────


@compiled
def has_complete_row(state: Any) -> bool:
    for player in range(state.players):
        if complete_rows(state.wall[player]) > 0:
            return True
    return False


@compiled
def is_dead(state: Any) -> bool:
    """Whether no line of anybody can be completed any more: to be asked between two rounds.

    What a line still needs must all come from bag and lid, since tiles in other lines only come
    free when a line is completed.
    """
    left = int(state.bag) + int(state.lid)
    for player in range(state.players):
        for colour in range(len(COLOURS)):
            lines = lines_for(state.open[player], colour)
            for line in range(LINES):
                within_reach = int(state.line_count[player, line]) + count(left, colour) > line
                if within_reach and lines >> line & 1:
                    return False
    return True


@compiled
def full_rows(wall: int) -> int:
    """The complete rows, as five bits."""
    rows = 0
    for row in range(5):
        if row_of(wall, row) == 31:
            rows |= 1 << row
    return rows


@compiled
def full_columns(wall: int) -> int:
    """The complete columns, as five bits."""
    columns = 0
    for column in range(5):
        if column_of(wall, column) == 31:
            columns |= 1 << column
    return columns


@compiled
def full_colours(state: Any, player: int) -> int:
    """Colours with all five of their tiles on the wall, one in every row: as five bits."""
    colours = 0
    for colour in range(len(COLOURS)):
        shows = int(state.shows[player, colour])
        in_every_row = True
        for row in range(5):
            if row_of(shows, row) == 0:
                in_every_row = False
        if in_every_row:
            colours |= 1 << colour
    return colours


@compiled
def complete_rows(wall: int) -> int:
    return size(full_rows(wall))


@compiled
def _end_game(state: Any, facts: Any) -> None:
    state.phase = OVER
    state.turn = state.first  # nobody's, and equal positions shall be equal to the last byte
    for player in range(state.players):
        _score_bonuses(state, player, facts)


@compiled
def _score_bonuses(state: Any, player: int, facts: Any) -> None:
    wall = int(state.wall[player])
    _score_bonus(state, player, full_rows(wall), POINTS_A_ROW, ROW, facts)
    _score_bonus(state, player, full_columns(wall), POINTS_A_COLUMN, COLUMN, facts)
    _score_bonus(state, player, full_colours(state, player), POINTS_A_COLOUR, COLOUR, facts)


@compiled
def _why_over(state: Any) -> int:
    if has_complete_row(state):
        return ROW_COMPLETE
    if state.bag == 0 and state.lid == 0:
        return NOTHING_TO_DEAL
    return IDLE if state.idle >= state.idle_limit else DEAD


@compiled
def _score_bonus(
    state: Any, player: int, complete: int, points: int, kind: int, facts: Any
) -> None:
    """Points for all that is complete of a kind, given as five bits."""
    state.score[player] += points * size(complete)
    if facts is not None:
        for index in range(5):
            if complete >> index & 1:
                note(facts, kind, player, points, index)


@compiled
def standing(state: Any, player: int) -> int:
    """A number that orders players as the result does: points, then complete rows."""
    return 8 * state.score[player] + complete_rows(state.wall[player])


@compiled
def has_won(state: Any, player: int) -> bool:
    """Most points win; among equals, more complete rows; still equal, the win is shared."""
    if state.phase != OVER:
        return False
    for other in range(state.players):
        if standing(state, other) > standing(state, player):
            return False
    return True
