"""The state of a game of Azul: one record of 256 bytes, and how its words are packed.

Three kinds of packed words keep the rules fast; the functions below name what is done to them.

*Tiles*, 30 bits: how many of each colour lie somewhere (a factory, the centre, the bag, the lid).
Six bits a colour, so that two heaps merge in one addition.

*Offers*, 50 bits: bit ``10 × colour + source`` tells that the source shows the colour. Source 0 is
the centre, source n the n-th factory.

*Open*, 30 bits a player: bit ``6 × colour + line`` tells that the line takes the colour. Line 5 is
the floor line, which takes everything. It is kept up to date as the board changes.
"""

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR_LOSSES,
    FLOOR_SPACES,
    LINES,
    MAX_FACTORIES,
    MAX_PLAYERS,
    TILES_A_COLOUR,
)
from azulejos.games.azul.options import WALLS

CENTRE = 0
SOURCES = 1 + MAX_FACTORIES
#: Points lost when the first n spaces of the floor line are occupied, n from 0 to 7.
FLOOR_COST = np.array([sum(FLOOR_LOSSES[:n]) for n in range(FLOOR_SPACES + 1)], np.int8)
#: What lies on a space of the floor line: 0 nothing, colour + 1, or the first-player marker.
MARKER = 6

DEAL, OFFER, TILING, OVER = range(4)
PHASES = ("deal", "offer", "tiling", "over")
COLOURED = WALLS.index("coloured")

_FIELDS = [
    ("generator", "u8"),
    ("offers", "i8"),  # which source shows which colour
    ("sources", "i4", (SOURCES,)),  # tiles of the centre and of each factory
    ("bag", "i4"),  # tiles
    ("lid", "i4"),  # tiles
    ("open", "i4", (MAX_PLAYERS,)),  # which line takes which colour
    ("wall", "i4", (MAX_PLAYERS,)),  # bit 5 × row + column: the space is tiled
    ("shows", "i4", (MAX_PLAYERS, 5)),  # the same for each colour: where it lies
    ("floor", "i4", (MAX_PLAYERS,)),  # three bits a space, from the left
    ("score", "i2", (MAX_PLAYERS,)),
    ("round_number", "i2"),  # from 1
    ("line_count", "i1", (MAX_PLAYERS, LINES)),
    ("line_colour", "i1", (MAX_PLAYERS, LINES)),  # 0 where the line is empty
    ("floor_count", "i1", (MAX_PLAYERS,)),
    ("players", "i1"),
    ("wall_kind", "i1"),
    ("phase", "i1"),
    ("turn", "i1"),
    ("first", "i1"),  # who owns the marker
    ("marker_in_centre", "i1"),
    ("dealt", "i1"),  # tiles of this deal already on the factories
    ("tiled", "i1"),  # whether a tile has moved to a wall in this round
    ("idle", "u1"),  # rounds in a row without a tile moved to a wall
    ("idle_limit", "u1"),
]
STATE = np.dtype((np.record, np.dtype(_FIELDS, align=True)))

#: Every source's bit for colour 0, shifted up by ten for each colour; likewise for lines.
_EVERY_COLOUR_OF_SOURCE = sum(1 << 10 * c for c in range(5))
_EVERY_COLOUR_OF_LINE = sum(1 << 6 * c for c in range(5))
#: An empty board: every line takes every colour.
ALL_OPEN = sum(1 << bit for bit in range(30))
FULL_BAG = sum(TILES_A_COLOUR << 6 * c for c in range(5))
#: The same tile on all seven spaces of a floor line, per unit of its code.
_ALL_FLOOR_SPACES = 0o1111111


@compiled
def tiles(colour: int, count: int) -> int:
    """Packed tiles: `count` of one colour."""
    return count << 6 * colour


@compiled
def count(heap: int, colour: int) -> int:
    """How many tiles of a colour are in a packed heap."""
    return (heap >> 6 * colour) & 63


@compiled
def total(heap: int) -> int:
    """How many tiles are in a packed heap."""
    return (
        (heap & 63)
        + ((heap >> 6) & 63)
        + ((heap >> 12) & 63)
        + ((heap >> 18) & 63)
        + ((heap >> 24) & 63)
    )


@compiled
def offer_bit(source: int, colour: int) -> int:
    return 1 << (10 * colour + source)


@compiled
def colours_at(offers: int, source: int) -> int:
    """The colours a source shows, as if it were the centre: bits ``10 × colour``."""
    return (offers >> source) & _EVERY_COLOUR_OF_SOURCE


@compiled
def sources_with(offers: int, colour: int) -> int:
    """The set of sources that show a colour: ten bits."""
    return (offers >> 10 * colour) & 1023


@compiled
def lines_for(open_lines: int, colour: int) -> int:
    """The set of lines that take a colour, the floor line included: six bits."""
    return (open_lines >> 6 * colour) & 63


@compiled
def with_line_closed(open_lines: int, line: int) -> int:
    """A line that takes nothing more in this round."""
    return open_lines & ~(_EVERY_COLOUR_OF_LINE << line)


@compiled
def with_line_for(open_lines: int, line: int, colour: int) -> int:
    """A line that takes one more colour."""
    return open_lines | 1 << (6 * colour + line)


@compiled
def with_on_floor(floor: int, occupied: int, code: int, n: int) -> int:
    """A floor line when the same thing has come to lie on it n times, right of what is there."""
    return floor | (_ALL_FLOOR_SPACES & ((1 << 3 * n) - 1)) * code << 3 * occupied


@compiled
def on_floor(floor: int, space: int) -> int:
    """What lies on a space of a floor line: 0 nothing, colour + 1, or MARKER."""
    return (floor >> 3 * space) & 7


# A draw finds the colour of the n-th tile of the bag. Running totals of the five colours, one byte
# each in one word, do that in a handful of operations: 0 0 1 2 2 for a red and a black tile.
_EVERY_BYTE = 0x0101010101
_FIVE_BYTES = 0xFFFFFFFFFF


@compiled
def running_totals(heap: int) -> int:
    """Packed tiles as running totals: five bytes."""
    spread = (
        (heap & 63)
        | (heap & 63 << 6) << 2
        | (heap & 63 << 12) << 4
        | (heap & 63 << 18) << 6
        | (heap & 63 << 24) << 8
    )
    return (spread * _EVERY_BYTE) & _FIVE_BYTES


@compiled
def from_running_totals(totals: int) -> int:
    """Running totals as packed tiles."""
    spread = totals - ((totals << 8) & _FIVE_BYTES)
    return (
        (spread & 63)
        | (spread >> 2 & 63 << 6)
        | (spread >> 4 & 63 << 12)
        | (spread >> 6 & 63 << 18)
        | (spread >> 8 & 63 << 24)
    )


@compiled
def colour_of_pick(totals: int, pick: int) -> int:
    """The first colour whose running total is above `pick`."""
    above = (((totals | _EVERY_BYTE << 7) - (pick + 1) * _EVERY_BYTE) >> 7) & _EVERY_BYTE
    return len(COLOURS) - ((above * _EVERY_BYTE >> 32) & 7)


@compiled
def without_one(totals: int, colour: int) -> int:
    """Running totals when a tile of this colour is gone."""
    return totals - ((_EVERY_BYTE << 8 * colour) & _FIVE_BYTES)
