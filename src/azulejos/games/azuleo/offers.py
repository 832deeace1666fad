"""What a field of Azuleo offers a side: which crosses may be laid, and for how many points."""

from typing import Any

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.games.azuleo.components import COLOURS, POINT_OF, SHOWING
from azulejos.games.azuleo.rules import POINTS_AN_AZULEO
from azulejos.games.azuleo.state import FILL, NO_COLOUR, TWO_COLOURS

ANY_COLOUR = (1 << len(COLOURS)) - 1

#: The most points of a lay: four azuleos.
MAX_POINTS = 4 * (4 + POINTS_AN_AZULEO)
assert MAX_POINTS < 32, "points are added up in five bits"
#: The bin of a lay's points, 0 where no lay is possible: int16 (MAX_POINTS + 1,).
POINT_BIN = np.searchsorted([1, 3, 5, 7, 9, 12], np.arange(MAX_POINTS + 1), "right")
POINT_BIN = POINT_BIN.astype(np.int16)
POINT_BINS = int(POINT_BIN[-1]) + 1


@compiled
def offer_of(state: Any, field: int, partners_of: int) -> tuple[int, int, int, int, int, int]:
    """What a side may lay on a reachable field, in hand or not, and for how many points.

    Six sets of orientations (bits): those that may be laid, then those whose points have bit 0, 1,
    2, 3, 4 set, so that the points of all orientations are added up at once. partners_of: the
    side's `partners`.
    """
    fitting = int(state.fits[field])
    if state.mode == FILL:
        return fitting, 0, 0, 0, 0, 0
    matching = completing = azuleos = 0
    one = two = four = eight = sixteen = 0
    for corner in range(4):
        point = POINT_OF[field, corner]
        beside = int(state.shown[point, 1 - (corner & 1)])
        if beside == NO_COLOUR:
            continue
        triangles = 1 + int(state.triangles[point])
        azuleos += triangles == 4
        opposite = int(state.shown[point, corner & 1])
        if beside == TWO_COLOURS or opposite == TWO_COLOURS:
            continue
        colours = (partners_of >> len(COLOURS) * (beside - 1)) & ANY_COLOUR
        if opposite != NO_COLOUR:
            colours &= 1 << (opposite - 1)
        members = int(SHOWING[corner, colours]) & fitting
        matching |= members
        if triangles == 4:
            completing |= members
            two, four, eight, sixteen = _with_two(two, four, eight, sixteen, members)
        elif triangles == 3:
            two, four, eight, sixteen = _with_two(two, four, eight, sixteen, one & members)
            one ^= members
        two, four, eight, sixteen = _with_two(two, four, eight, sixteen, members)
    for _ in range(azuleos):
        two, four, eight, sixteen = _with_two(two, four, eight, sixteen, completing)
    allowed = completing if azuleos > 0 and not state.lenient else matching
    return allowed, one, two, four, eight, sixteen


@compiled
def _with_two(
    two: int, four: int, eight: int, sixteen: int, members: int
) -> tuple[int, int, int, int]:
    """Add two points for some members of a set."""
    to_four = two & members
    to_eight = four & to_four
    return two ^ members, four ^ to_four, eight ^ to_eight, sixteen | (eight & to_eight)


@compiled
def most_of(offer: tuple[int, int, int, int, int, int], in_hand: int) -> int:
    """The most points among these crosses; at least 1 if one may be laid, 0 if none."""
    allowed, one, two, four, eight, sixteen = offer
    members = allowed & in_hand
    if members == 0:
        return 0
    most = 0
    for with_it in (sixteen, eight, four, two, one):
        most *= 2
        if members & with_it:
            members &= with_it
            most += 1
    return max(most, 1)
