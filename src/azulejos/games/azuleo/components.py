"""What is in the box of Azuleo, as data. The rules are written over this; nothing here is a rule.

The game is out of print and its booklet has lost its figures: the board's shape, the colours and
the make-up of crosses and plates are inferred. Whoever owns a copy that differs changes this file.
"""

from itertools import combinations, permutations, product

import numpy as np

from azulejos.core.words import as_word

#: Colours are numbered in this order everywhere: red, yellow, blue, green.
COLOURS = "RYBG"
#: The board from north to south: a field, a dotted field (for the start cross), no field.
FIELD, DOTTED, MISSING = ".ox"
BOARD = (
    "......",
    "......",
    "..oo..",
    "..oo..",
    "......",
    "......",
)
ROWS, COLUMNS = len(BOARD), len(BOARD[0])
#: Other boards may have as many rows and columns.
MOST_ROWS, MOST_COLUMNS = 8, 8


def _usual_first(places: list[tuple[int, int]], rows: int, columns: int) -> list[tuple[int, int]]:
    """Rows and columns in the order of their numbers.

    Row by row, the usual board first: on it, numbers are the same whatever boards there may be.
    """
    return sorted(places, key=lambda place: (place[0] >= rows or place[1] >= columns, place))


#: Row and column of every field, by its number.
PLACES = _usual_first(list(product(range(MOST_ROWS), range(MOST_COLUMNS))), ROWS, COLUMNS)
FIELDS = len(PLACES)
#: The fields within the usual board's rows and columns come first.
USUAL_FIELDS = ROWS * COLUMNS
#: The number of the field in every row and column.
FIELD_IN = [[PLACES.index((r, c)) for c in range(MOST_COLUMNS)] for r in range(MOST_ROWS)]
#: All fields, row by row: int8 (fields,).
ROW_BY_ROW = np.array([field for row in FIELD_IN for field in row], np.int8)
BLOCKADES = 8
CROSSES_IN_HAND = 3
PLATES_HELD = 2
MAX_PLAYERS = 4
MAX_SIDES = 3

#: The kinds of crosses: four different colours clockwise, written from the first of them in
#: COLOURS, since a cross may be turned but never flipped. And how many copies there are of each.
KINDS = tuple(
    first + "".join(others)
    for first, *rest in combinations(COLOURS, 4)
    for others in permutations(rest)
)
COPIES_OF_CROSS = 6
#: The kinds of plates are the pairs of colours.
PAIRS = tuple(a + b for a, b in combinations(COLOURS, 2))
COPIES_OF_PLATE = 3

CROSSES = COPIES_OF_CROSS * len(KINDS)
PLATES = COPIES_OF_PLATE * len(PAIRS)

# Sets of fields and of orientations are bits of one word each.
assert FIELDS <= 64, "a board has at most 64 fields"
assert 4 * len(KINDS) < 63, "there are at most 15 kinds of crosses"

#: A cross as it lies, its colours clockwise from the north-west corner: 4 × kind + quarter turns.
TURNS = 4
ORIENTATIONS = tuple(kind[turn:] + kind[:turn] for kind in KINDS for turn in range(TURNS))

#: Corners of a field, clockwise; corner k of one field is corner k + 2 of the field diagonal to it.
NORTH_WEST, NORTH_EAST, SOUTH_EAST, SOUTH_WEST = range(4)
#: Colour of every orientation at every corner: int8 (orientations, 4).
COLOUR_AT = np.array([[COLOURS.index(c) for c in text] for text in ORIENTATIONS], np.int8)
#: The orientations that show one of a set of colours at a corner, as bits: int64 (4, 2**colours).
SHOWING = np.array(
    [
        [
            sum(
                1 << o
                for o, text in enumerate(ORIENTATIONS)
                if chosen >> COLOURS.index(text[k]) & 1
            )
            for chosen in range(1 << len(COLOURS))
        ]
        for k in range(4)
    ],
    np.int64,
)
#: All orientations, and those of one kind, as bits.
ANY_ORIENTATION = (1 << len(ORIENTATIONS)) - 1
EVERY_TURN = (1 << TURNS) - 1
#: For every pair, bits ``colours × a + b`` and ``colours × b + a``: int64 (pairs,).
PARTNERS = np.array(
    [
        1 << (len(COLOURS) * a + b) | 1 << (len(COLOURS) * b + a)
        for a, b in ((COLOURS.index(pair[0]), COLOURS.index(pair[1])) for pair in PAIRS)
    ],
    np.int64,
)

#: Corner points are the crossings of the grid's lines, the border's included; numbered as fields.
_CROSSINGS = _usual_first(
    list(product(range(MOST_ROWS + 1), range(MOST_COLUMNS + 1))), ROWS + 1, COLUMNS + 1
)
POINTS = len(_CROSSINGS)
#: Those of the usual board come first.
USUAL_POINTS = (ROWS + 1) * (COLUMNS + 1)


def _point(row: int, column: int, corner: int) -> int:
    south = corner in (SOUTH_EAST, SOUTH_WEST)
    east = corner in (NORTH_EAST, SOUTH_EAST)
    return _CROSSINGS.index((row + south, column + east))


#: The corner point at each corner of each field: int8 (fields, 4).
POINT_OF = np.array(
    [[_point(row, column, corner) for corner in range(4)] for row, column in PLACES], np.int8
)
#: The inverse: the field whose corner k lies at a point, or −1: int8 (points, 4).
FIELD_AT = np.full((POINTS, 4), -1, np.int8)
for _field in range(FIELDS):
    for _corner in range(4):
        FIELD_AT[POINT_OF[_field, _corner], _corner] = _field
#: Fields that share an edge with a field, as bits: int64 (fields,).
BESIDE = np.array(
    [
        as_word(
            sum(
                1 << FIELD_IN[row + down][column + right]
                for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
                if 0 <= row + down < MOST_ROWS and 0 <= column + right < MOST_COLUMNS
            )
        )
        for row, column in PLACES
    ],
    np.int64,
)
