"""Input features of Azuleo: see `features`.

No feature names a place or a colour, so features are invariant under turning and mirroring the
board and renaming colours. They relate places and colours to plates and hands: what a field offers
each side, whose plates a corner point suits. With two opponents, the one that is offered more
counts.

They cover the usual rules for points, and boards within the usual one's rows and columns: see
`supports`.
"""

from typing import Any

import numpy as np

from azulejos.core.bits import lowest, size, without_lowest
from azulejos.core.compiled import compiled
from azulejos.games.azuleo.action_features import ACTION_FEATURES, action_features
from azulejos.games.azuleo.components import (
    ANY_ORIENTATION,
    COLOURS,
    CROSSES,
    CROSSES_IN_HAND,
    EVERY_TURN,
    FIELD_AT,
    KINDS,
    MAX_PLAYERS,
    MAX_SIDES,
    ORIENTATIONS,
    TURNS,
    USUAL_FIELDS,
    USUAL_POINTS,
)
from azulejos.games.azuleo.kernel import is_wide
from azulejos.games.azuleo.offers import (
    ANY_COLOUR,
    MAX_POINTS,
    POINT_BIN,
    POINT_BINS,
    most_of,
    offer_of,
)
from azulejos.games.azuleo.rules import (
    POINTS_A_BLOCKADE,
    SWAPS_IN_A_ROW,
    crosses_in_hand,
    crosses_in_supply,
    every_turn_of,
    kinds_in_hand,
    partners,
    side_of,
)
from azulejos.games.azuleo.state import (
    AUTOMATIC,
    MODES,
    NO_COLOUR,
    PHASES,
    TWO_COLOURS,
    UNLIMITED,
)
from azulejos.nets.features import COMMON, MAX_ACTIVE, OF_SIDE, SEEN

# ── Bins ─────────────────────────────────────────────────────────────────────────────────────────
#: The bin of how many orientations fit a field: int16 (orientations + 1,).
_ROOM = np.searchsorted([1, 2, 4, 8], np.arange(len(ORIENTATIONS) + 1), "right").astype(np.int16)
_ROOMS = int(_ROOM[-1]) + 1
#: The bin of how many fields can still be filled, a clock of the game: int16 (fields + 1,).
_TIME = np.searchsorted([1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 26], np.arange(USUAL_FIELDS + 1), "right")
_TIME = _TIME.astype(np.int16)
_TIMES = int(_TIME[-1]) + 1

# ── Indexes: the table, fields, corner points, then the sides ────────────────────────────────────
_MARGINS = 81  # −40 to 40
_WIDE_MARGINS, _WIDE_MARGIN = 27, 3
_MAX_IDLE = 7
_MAX_CLAIMS = 5
_SCORES, _SCORE = 32, 4
_MAX_FIELDS = 9

_PLAYERS = 0
_MODE = _PLAYERS + MAX_PLAYERS + 1
_PHASE = _MODE + len(MODES)
_SEAT = _PHASE + len(PHASES)
_LENIENT = _SEAT + MAX_SIDES
_EXCHANGE = _LENIENT + 1
_FREE_BORDER = _EXCHANGE + 1
_AUTOMATIC = _FREE_BORDER + 1
_IDLE = _AUTOMATIC + 1
_FREE = _IDLE + _MAX_IDLE + 1
_ALIVE = _FREE + USUAL_FIELDS + 1
_SUPPLY = _ALIVE + USUAL_FIELDS + 1
_CLAIMS = _SUPPLY + CROSSES + 1
_MARGIN = _CLAIMS + _MAX_CLAIMS + 1
_MARGIN_IN_TIME = _MARGIN + _MARGINS
_FAR = _MARGIN_IN_TIME + _TIMES * _WIDE_MARGINS  # a free field out of reach: how much fits
_OPEN = _FAR + _ROOMS  # a field in reach: what it offers with any cross, and how much fits
_OFFER = _OPEN + _ROOMS * POINT_BINS**2  # what it offers with the crosses in hand, and whose fit
_POINT = _OFFER + 4 * POINT_BINS**2  # a corner point: see `_points`
_BEHIND = _POINT + 96  # another side: so many points behind the viewer's
FEATURES = _BEHIND + _MARGINS

_OWN_SCORE = 0
_BEST = _OWN_SCORE + _SCORES
_SECOND = _BEST + MAX_POINTS + 1
_CAN = _SECOND + MAX_POINTS + 1  # fields where it can lay
_COULD = _CAN + _MAX_FIELDS + 1  # and where it could with the right cross
_CROSS = _COULD + _MAX_FIELDS + 1  # a kind in hand: its best lay
_HAND = _CROSS + POINT_BINS
_PLATES = _HAND + (CROSSES_IN_HAND + 1) ** 2
_SWAPS = _PLATES + len(COLOURS) + 1  # so many colours on its plates: two, if they are equal
SIDE_FEATURES = _SWAPS + SWAPS_IN_A_ROW + 1

#: Where the parts start in the list of active features.
_MAX_COMMON = 16 + USUAL_FIELDS
_MAX_SEEN = 8 + 2 * USUAL_FIELDS + USUAL_POINTS
_MAX_OF_SIDE = 8 + CROSSES_IN_HAND
_SEEN_AT = _MAX_COMMON
_OF_SIDE_AT = _SEEN_AT + _MAX_SEEN * MAX_SIDES
#: The end of the list is scratch: for each side its best lay, the best on another field, the number
#: of fields where it can lay and could with the right cross, the best lay of each kind of cross.
_OF_KIND = 4
_TALLIED = _OF_KIND + len(KINDS)
_TALLY = MAX_ACTIVE - _TALLIED * MAX_SIDES
assert len(COLOURS) ** 2 + len(ORIENTATIONS) < 63, "means fit into a word"
assert _OF_SIDE_AT + _MAX_OF_SIDE * MAX_SIDES <= _TALLY

# ── Features ─────────────────────────────────────────────────────────────────────────────────────


@compiled
def features(state: Any, active: Any, spans: Any) -> int:
    """Write the active features by parts; returns how many sides there are."""
    sides = int(state.sides)
    spans[COMMON, 0], spans[COMMON, 1] = 0, _table(state, active)
    for side in range(sides):
        at = _SEEN_AT + _MAX_SEEN * side
        active[at] = _SEAT + (side_of(state, state.turn) - side + sides) % sides
        spans[SEEN + side, 0], spans[SEEN + side, 1] = at, at + 1
    _fields(state, active, spans)
    _points(state, active, spans)
    for side in range(sides):
        at = _OF_SIDE_AT + _MAX_OF_SIDE * side
        spans[OF_SIDE + side, 0], spans[OF_SIDE + side, 1] = at, _side(state, side, active, at)
    return sides


@compiled
def _add(row: int, part: int, active: Any, spans: Any) -> None:
    """Append a feature to a part."""
    active[spans[part, 1]] = row
    spans[part, 1] += 1


@compiled
def _means(state: Any, side: int) -> int:
    """What a side can lay with, packed: its `kinds_in_hand`, then its `partners`."""
    return kinds_in_hand(state, side) | partners(state, side) << len(ORIENTATIONS)


@compiled
def _table(state: Any, active: Any) -> int:
    """The options and the phase of the game; returns how many features are active."""
    active[0] = _PLAYERS + state.players
    active[1] = _MODE + state.mode
    active[2] = _PHASE + state.phase
    active[3] = _IDLE + min(int(state.idle), _MAX_IDLE)
    active[4] = _FREE + size(int(state.free))
    active[5] = _SUPPLY + int(crosses_in_supply(state))
    n = 6
    if state.lenient:
        active[n] = _LENIENT
        n += 1
    if state.exchange:
        active[n] = _EXCHANGE
        n += 1
    if state.free_border:
        active[n] = _FREE_BORDER
        n += 1
    if state.claims == AUTOMATIC:
        active[n] = _AUTOMATIC
        n += 1
    return n


@compiled
def _within(margin: int, steps: int) -> int:
    """A number around 0 as one of so many bins, 0 being the middle one."""
    return min(max(margin + steps // 2, 0), steps - 1)


@compiled
def _fields(state: Any, active: Any, spans: Any) -> None:
    """What every free field offers to whom; fills the sides' tallies."""
    for i in range(_TALLY, MAX_ACTIVE):
        active[i] = 0
    sides = int(state.sides)
    means = (
        _means(state, 0),
        _means(state, min(1, sides - 1)),
        _means(state, min(2, sides - 1)),
    )
    left = every_turn_of(state.supply)
    for side in range(sides):
        left |= means[side] & ANY_ORIENTATION
    claims = alive = 0
    fields = int(state.free)
    while fields != 0:
        field = lowest(fields)
        fields = without_lowest(fields)
        fitting = int(state.fits[field])
        if fitting == 0:
            claims += 1
        if fitting & left == 0:
            continue
        alive += 1
        if state.reach >> field & 1 == 0:
            _add(_FAR + _ROOM[size(fitting)], COMMON, active, spans)
        else:
            _field(state, means, field, active, spans)
    if state.blockades != UNLIMITED:
        claims = min(claims, int(state.blockades))
    _add(_CLAIMS + min(claims, _MAX_CLAIMS), COMMON, active, spans)
    _add(_ALIVE + alive, COMMON, active, spans)
    for side in range(sides):
        margin = _margin(state, side, claims)
        _add(_MARGIN + _within(margin, _MARGINS), SEEN + side, active, spans)
        wide = _within((margin + _WIDE_MARGIN // 2) // _WIDE_MARGIN, _WIDE_MARGINS)
        _add(_MARGIN_IN_TIME + _WIDE_MARGINS * _TIME[alive] + wide, SEEN + side, active, spans)
        for other in range(sides):
            if other != side:
                behind = _within(int(state.score[side]) - int(state.score[other]), _MARGINS)
                _add(_BEHIND + behind, SEEN + side, active, spans)


@compiled
def _margin(state: Any, own: int, claims: int) -> int:
    """Points ahead of the best opponent, all possible claims counted for the side to move."""
    mover = side_of(state, state.turn)
    best = -1000
    for side in range(state.sides):
        if side != own:
            more = POINTS_A_BLOCKADE * claims if side == mover else 0
            best = max(best, int(state.score[side]) + more)
    return int(state.score[own]) + (POINTS_A_BLOCKADE * claims if own == mover else 0) - best


@compiled
def _field(state: Any, means: Any, field: int, active: Any, spans: Any) -> None:
    """A field in reach: what it offers to each side, and at most to an opponent."""
    fitting = int(state.fits[field])
    room = _ROOM[size(fitting)]
    # The best offer with the crosses in hand and with any cross (`_chance`): how good, whose, and
    # the second best.
    best = best_chance = second = second_chance = 0
    whose = whose_chance = -1
    holders = 0
    for side in range(state.sides):
        most, chance = _tally(state, means[side], field, side, active)
        if most > best:
            best, second, whose = most, best, side
        else:
            second = max(second, most)
        if chance > best_chance:
            best_chance, second_chance, whose_chance = chance, best_chance, side
        else:
            second_chance = max(second_chance, chance)
        if fitting & means[side]:
            holders |= 1 << side
        # The side's own points are kept where its two features will be.
        at = spans[SEEN + side, 1]
        active[at], active[at + 1] = chance, most
    for side in range(state.sides):
        at = spans[SEEN + side, 1]
        others_chance = second_chance if side == whose_chance else best_chance
        others = second if side == whose else best
        chances = POINT_BINS * POINT_BIN[active[at]] + POINT_BIN[others_chance]
        offers = POINT_BINS * POINT_BIN[active[at + 1]] + POINT_BIN[others]
        i_hold = holders >> side & 1
        others_hold = 1 if holders & ~(1 << side) else 0
        _add(_OPEN + _ROOMS * chances + room, SEEN + side, active, spans)
        _add(_OFFER + 4 * offers + 2 * i_hold + others_hold, SEEN + side, active, spans)


@compiled
def _tally(state: Any, means: int, field: int, side: int, active: Any) -> tuple[int, int]:
    """The most points of a side on a field, with its crosses and with any; updates its tally."""
    offer = offer_of(state, field, means >> len(ORIENTATIONS))
    chance = most_of(offer, ANY_ORIENTATION)
    at = _TALLY + side * _TALLIED
    most = 0
    lays = offer[0] & means
    while lays != 0:
        kind = lowest(lays) // TURNS
        turns = EVERY_TURN << TURNS * kind
        with_it = most_of(offer, turns)
        active[at + _OF_KIND + kind] = max(active[at + _OF_KIND + kind], with_it)
        most = max(most, with_it)
        lays &= ~turns
    if most > active[at]:
        active[at + 1] = active[at]
        active[at] = most
    else:
        active[at + 1] = max(active[at + 1], most)
    active[at + 2] += most > 0
    active[at + 3] += chance > 0
    return most, chance


@compiled
def _points(state: Any, active: Any, spans: Any) -> None:
    """Corner points that are begun: how far, whose plates they suit, how many fields are free."""
    sides = int(state.sides)
    plates = (
        partners(state, 0),
        partners(state, min(1, sides - 1)),
        partners(state, min(2, sides - 1)),
    )
    for point in range(USUAL_POINTS):
        triangles = int(state.triangles[point])
        if triangles == 0 or triangles == 4:
            continue
        free = inside = 0
        for corner in range(4):
            field = int(FIELD_AT[point, corner])
            if field >= 0 and state.fields >> field & 1:
                inside += 1
                free += state.free >> field & 1 == 1 and state.fits[field] != 0
        one, other = int(state.shown[point, 0]), int(state.shown[point, 1])
        if free == 0 or one == TWO_COLOURS or other == TWO_COLOURS:
            continue
        begun = triangles  # 1, 2 next to each other, 3; 0 is 2 opposite each other
        suits = ANY_COLOUR
        if one == NO_COLOUR or other == NO_COLOUR:
            begun = triangles % 2
        else:
            suits = 1 << (other - 1)
        shift = len(COLOURS) * (max(one if one != NO_COLOUR else other, 1) - 1)
        whole = 1 if inside == 4 else 0
        suited = 0
        for side in range(sides):
            if plates[side] >> shift & suits:
                suited |= 1 << side
        for side in range(sides):
            to_me = suited >> side & 1
            to_others = 1 if suited & ~(1 << side) else 0
            row = _POINT + 24 * begun + 6 * (2 * to_me + to_others) + 3 * whole + free - 1
            _add(row, SEEN + side, active, spans)


@compiled
def _side(state: Any, side: int, active: Any, n: int) -> int:
    """The features about a side: its score, its lays, its hand and its plates."""
    tally = _TALLY + _TALLIED * side
    active[n] = _OWN_SCORE + min(int(state.score[side]) // _SCORE, _SCORES - 1)
    active[n + 1] = _BEST + active[tally]
    active[n + 2] = _SECOND + active[tally + 1]
    active[n + 3] = _CAN + min(active[tally + 2], _MAX_FIELDS)
    active[n + 4] = _COULD + min(active[tally + 3], _MAX_FIELDS)
    kinds = colours = 0
    for kind in range(len(KINDS)):
        if state.hand[side, kind] > 0:
            active[n + 8 + kinds] = _CROSS + POINT_BIN[active[tally + _OF_KIND + kind]]
            kinds += 1
    partners_of = partners(state, side)
    for colour in range(len(COLOURS)):
        colours += partners_of >> len(COLOURS) * colour & ANY_COLOUR != 0
    held = min(int(crosses_in_hand(state, side)), CROSSES_IN_HAND)
    active[n + 5] = _HAND + (CROSSES_IN_HAND + 1) * held + min(kinds, CROSSES_IN_HAND)
    active[n + 6] = _PLATES + colours
    active[n + 7] = _SWAPS + min(int(state.swaps[side]), SWAPS_IN_A_ROW)
    return n + 8 + kinds


@compiled
def is_covered(state: Any) -> bool:
    usual = state.border_pairs and not state.equal_plates
    return usual and state.fields & ~((1 << USUAL_FIELDS) - 1) == 0


def supports(states: Any) -> bool:
    """Whether the features cover all these games (a batch of states).

    Not wide boards, nor games where border pairs do not count or equal plates count twice.
    """
    usual = states["border_pairs"].all() and not states["equal_plates"].any()
    return bool(usual) and not is_wide(states)


__all__ = [
    "ACTION_FEATURES",
    "FEATURES",
    "SIDE_FEATURES",
    "action_features",
    "features",
    "supports",
]
