"""The state of a game of Azuleo: one record, and what its fields mean.

Sets of fields are bits of one word (see `material.PLACES`). So are sets of orientations
(a cross as it lies): `fits` tells for every field which orientations the colours around it admit,
and is narrowed whenever a cross is laid nearby, so that no rule is ever looked up twice.
"""

import numpy as np

from azulejos.games.azuleo.components import FIELDS, KINDS, MAX_SIDES, ORIENTATIONS, PAIRS, POINTS

DRAW, START, TURN, OVER = range(4)
PHASES = ("draw", "start", "turn", "over")
NORMAL, FILL, SCORE = range(3)
MODES = ("normal", "fill", "score")
FOUND, HINTED, AUTOMATIC = range(3)
CLAIMS = ("found", "hinted", "automatic")

#: What a draw is for, in phase DRAW.
FOR_HAND, FOR_PLATES, FOR_START, AFTER_LAY, AFTER_SWAP, AFTER_EXCHANGE = range(6)

#: What lies on a field: nothing, a cross (orientation + 1), or a blockade cross.
EMPTY = 0
BLOCKADE = len(ORIENTATIONS) + 1
#: What a corner point's diagonal shows: nothing, colour + 1, or (only where the colour rule does
#: not hold) two different colours.
NO_COLOUR = 0
TWO_COLOURS = 7
#: No kind, where a kind may be missing; and no limit to the blockades.
NONE = -1
UNLIMITED = -1

_ORIENTATION_BITS = "i4" if len(ORIENTATIONS) < 32 else "i8"

_FIELDS = [
    ("generator", "u8"),
    ("dotted", "i8"),  # fields for the start cross
    ("free", "i8"),  # fields of this board with nothing on them
    ("reach", "i8"),  # the free fields beside a coloured cross
    ("fields", "i8"),  # all fields of this board
    ("fits", _ORIENTATION_BITS, (FIELDS,)),  # orientations the colours around admit
    ("score", "i2", (MAX_SIDES,)),
    ("idle", "i2"),  # turns in a row without a lay
    ("idle_limit", "i2"),  # for each side
    ("board", "i1", (FIELDS,)),  # EMPTY, orientation + 1, BLOCKADE
    ("shown", "i1", (POINTS, 2)),  # colour + 1 on each diagonal: NW–SE, NE–SW
    ("triangles", "i1", (POINTS,)),  # how many lie at the corner point
    ("hand", "i1", (MAX_SIDES, len(KINDS))),
    ("hidden", "i1", (MAX_SIDES,)),  # crosses in hand nobody here has seen
    ("supply", "i1", (len(KINDS),)),  # crosses not seen: the supply's and the hidden ones
    ("plates", "i1", (MAX_SIDES, len(PAIRS))),
    ("plate_supply", "i1", (len(PAIRS),)),
    ("discards", "i1", (len(PAIRS),)),
    ("swaps", "i1", (MAX_SIDES,)),  # in a row
    ("blockades", "i1"),  # left, or UNLIMITED
    ("start", "i1"),  # kind of the start cross until it is laid, or NONE
    ("put_down", "i1"),  # plate or cross put down while another is drawn, or NONE
    ("players", "i1"),
    ("sides", "i1"),
    ("turn", "i1"),
    ("phase", "i1"),
    ("awaiting", "i1"),  # what a draw is for
    ("drawing", "i1"),  # which side draws
    ("mode", "i1"),
    ("claims", "i1"),
    ("lenient", "i1"),
    ("open_hands", "i1"),
    ("exchange", "i1"),
    ("free_border", "i1"),
    ("final_claims", "i1"),
    ("border_pairs", "i1"),
    ("equal_plates", "i1"),
]
# Aligned, so that every word can be read in one go; the gap at the end is named, because what a
# copy leaves in a nameless gap is anybody's guess.
_GAP = -np.dtype(_FIELDS).itemsize % 8
STATE = np.dtype((np.record, np.dtype([*_FIELDS, ("gap", "i1", (_GAP,))], align=True)))
