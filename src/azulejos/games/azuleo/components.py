"""What is in the box of Azuleo, as data. The rules are written over this; nothing here is a rule.

The game is out of print and its booklet has lost its figures: the board's shape, the colours and
the make-up of crosses and plates are inferred. Whoever owns a copy that differs changes this file.
"""

from itertools import combinations, permutations

import numpy as np

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
FIELDS = ROWS * COLUMNS
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
assert FIELDS < 63, "a board has at most 62 fields"
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

#: Corner points are the crossings of the grid's lines, the border's included, row by row.
POINTS = (ROWS + 1) * (COLUMNS + 1)


def _point(row: int, column: int, corner: int) -> int:
    south = corner in (SOUTH_EAST, SOUTH_WEST)
    east = corner in (NORTH_EAST, SOUTH_EAST)
    return (row + south) * (COLUMNS + 1) + column + east


#: The corner point at each corner of each field: int8 (fields, 4).
POINT_OF = np.array(
    [[_point(*divmod(field, COLUMNS), corner) for corner in range(4)] for field in range(FIELDS)],
    np.int8,
)
#: The inverse: the field whose corner k lies at a point, or −1: int8 (points, 4).
FIELD_AT = np.full((POINTS, 4), -1, np.int8)
for _field in range(FIELDS):
    for _corner in range(4):
        FIELD_AT[POINT_OF[_field, _corner], _corner] = _field
#: Fields that share an edge with a field, as bits: int64 (fields,).
BESIDE = np.array(
    [
        sum(
            1 << (row + down) * COLUMNS + column + right
            for down, right in ((-1, 0), (0, 1), (1, 0), (0, -1))
            if 0 <= row + down < ROWS and 0 <= column + right < COLUMNS
        )
        for row, column in (divmod(field, COLUMNS) for field in range(FIELDS))
    ],
    np.int64,
)
