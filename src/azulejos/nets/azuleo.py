"""Azuleo as facts for a network: see `active`.

No fact names a place or a colour, so the board may be turned or mirrored, and colours renamed,
without changing any. What matters is how places and colours go together with plates and hands: what
a field offers to each side, whose plates a corner point suits. Where there are two others, a field
or a corner point knows the better served of them.
"""

import sys
from typing import Any

import numpy as np

from azulejos.azuleo.kernel import FIRST_EXCHANGE, FIRST_SWAP, LAYS, PASS
from azulejos.azuleo.material import (
    ANY_ORIENTATION,
    COLOUR_AT,
    COLOURS,
    CROSSES,
    CROSSES_IN_HAND,
    EVERY_TURN,
    FIELD_AT,
    FIELDS,
    KINDS,
    MAX_PLAYERS,
    MAX_SIDES,
    ORIENTATIONS,
    PARTNERS,
    POINT_OF,
    POINTS,
    SHOWING,
    TURNS,
)
from azulejos.azuleo.rules import (
    POINTS_A_BLOCKADE,
    POINTS_AN_AZULEO,
    SWAPS_IN_A_ROW,
    crosses_in_hand,
    crosses_in_supply,
    every_turn_of,
    has_colour_rule,
    kinds_in_hand,
    partners,
    points_of_lay,
    side_of,
)
from azulejos.azuleo.state import (
    AUTOMATIC,
    FILL,
    MODES,
    NO_COLOUR,
    PHASES,
    START,
    STATE,
    TWO_COLOURS,
    UNLIMITED,
)
from azulejos.bits import lowest, size
from azulejos.compiled import compiled
from azulejos.nets.features import COMMON, MAX_ACTIVE, OF_SIDE, SEEN, register

_ANY_COLOUR = (1 << len(COLOURS)) - 1

# ── Steps ────────────────────────────────────────────────────────────────────────────────────────
#: The most points of a lay: four azuleos.
MAX_POINTS = 4 * (4 + POINTS_AN_AZULEO)
assert MAX_POINTS < 32, "points are added up in five binary places"
#: Points of a lay in a few steps, 0 where none is possible: int16 (MAX_POINTS + 1,).
_STEP = np.searchsorted([1, 3, 5, 7, 9, 12], np.arange(MAX_POINTS + 1), "right").astype(np.int16)
_STEPS = int(_STEP[-1]) + 1
#: How many orientations fit a field, in a few steps: int16 (orientations + 1,).
_ROOM = np.searchsorted([1, 2, 4, 8], np.arange(len(ORIENTATIONS) + 1), "right").astype(np.int16)
_ROOMS = int(_ROOM[-1]) + 1
#: How long the game will last, in steps of fields that can still be filled: int16 (FIELDS + 1,).
_TIME = np.searchsorted([1, 2, 3, 4, 5, 6, 8, 11, 15, 20, 26], np.arange(FIELDS + 1), "right")
_TIME = _TIME.astype(np.int16)
_TIMES = int(_TIME[-1]) + 1

# ── Rows: the table, fields, corner points, then the sides ───────────────────────────────────────
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
_ALIVE = _FREE + FIELDS + 1
_SUPPLY = _ALIVE + FIELDS + 1
_CLAIMS = _SUPPLY + CROSSES + 1
_MARGIN = _CLAIMS + _MAX_CLAIMS + 1
_MARGIN_IN_TIME = _MARGIN + _MARGINS
_FAR = _MARGIN_IN_TIME + _TIMES * _WIDE_MARGINS  # a free field out of reach: how much fits
_OPEN = _FAR + _ROOMS  # a field in reach: what it offers with any cross, and how much fits
_OFFER = _OPEN + _ROOMS * _STEPS**2  # what it offers with the crosses in hand, and whose fit
_POINT = _OFFER + 4 * _STEPS**2  # a corner point: see `_points`
_BEHIND = _POINT + 96  # another side: so many points behind the viewer's
FEATURES = _BEHIND + _MARGINS

_OWN_SCORE = 0
_BEST = _OWN_SCORE + _SCORES
_SECOND = _BEST + MAX_POINTS + 1
_CAN = _SECOND + MAX_POINTS + 1  # fields where it can lay
_COULD = _CAN + _MAX_FIELDS + 1  # and where it could with the right cross
_CROSS = _COULD + _MAX_FIELDS + 1  # a kind in hand: its best lay
_HAND = _CROSS + _STEPS
_PLATES = _HAND + (CROSSES_IN_HAND + 1) ** 2
_SWAPS = _PLATES + len(COLOURS) + 1  # so many colours on its plates: two, if they are equal
SIDE_FEATURES = _SWAPS + SWAPS_IN_A_ROW + 1

#: Where the parts begin: what all see alike, what each side sees, what there is to tell of it.
_MAX_COMMON = 16 + FIELDS
_MAX_SEEN = 8 + 2 * FIELDS + POINTS
_MAX_OF_SIDE = 8 + CROSSES_IN_HAND
_SEEN_AT = _MAX_COMMON
_OF_SIDE_AT = _SEEN_AT + _MAX_SEEN * MAX_SIDES
#: At the end of the rows there is room to keep count for each side of its best lay, the best on
#: another field, the fields where it can lay and could, and the best lay of each kind of cross.
_OF_KIND = 4
_TALLIED = _OF_KIND + len(KINDS)
_TALLY = MAX_ACTIVE - _TALLIED * MAX_SIDES
assert len(COLOURS) ** 2 + len(ORIENTATIONS) < 63, "means fit into a word"
assert _OF_SIDE_AT + _MAX_OF_SIDE * MAX_SIDES <= _TALLY

# ── What a field offers ──────────────────────────────────────────────────────────────────────────


@compiled
def offer_of(state: Any, field: int, partners_of: int) -> tuple[int, int, int, int, int, int]:
    """What a side may lay on a reachable field, be it in hand or not, and for how many points.

    As sets of orientations: those that may be laid, then those whose points have a 1, a 2, a 4, an
    8, a 16 in them, so that all are added up at once. partners_of: the side's `partners`.
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
        colours = (partners_of >> len(COLOURS) * (beside - 1)) & _ANY_COLOUR
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
    """Two points more for some members of a set."""
    to_four = two & members
    to_eight = four & to_four
    return two ^ members, four ^ to_four, eight ^ to_eight, sixteen | (eight & to_eight)


@compiled
def most_of(offer: tuple[int, int, int, int, int, int], in_hand: int) -> int:
    """The most points a cross of these can make; at least 1 if one may be laid, 0 if none."""
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


# ── Facts ────────────────────────────────────────────────────────────────────────────────────────


@compiled
def features(state: Any, active: Any, spans: Any) -> int:
    """All facts, in their parts; returns how many sides there are."""
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
    """One more fact of a part."""
    active[spans[part, 1]] = row
    spans[part, 1] += 1


@compiled
def _means(state: Any, side: int) -> int:
    """What a side can lay with, as one number: its `kinds_in_hand`, then its `partners`."""
    return kinds_in_hand(state, side) | partners(state, side) << len(ORIENTATIONS)


@compiled
def _table(state: Any, active: Any) -> int:
    """The game and how far it is; returns how many facts that is."""
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
    """A number around 0 as one of so many steps, the middle one being 0."""
    return min(max(margin + steps // 2, 0), steps - 1)


@compiled
def _fields(state: Any, active: Any, spans: Any) -> None:
    """What every free field offers to whom; leaves the sides' tallies behind."""
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
        fields &= fields - 1
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
    """Points ahead of the best other side, with all there is to be claimed for the one to move."""
    mover = side_of(state, state.turn)
    best = -1000
    for side in range(state.sides):
        if side != own:
            more = POINTS_A_BLOCKADE * claims if side == mover else 0
            best = max(best, int(state.score[side]) + more)
    return int(state.score[own]) + (POINTS_A_BLOCKADE * claims if own == mover else 0) - best


@compiled
def _field(state: Any, means: Any, field: int, active: Any, spans: Any) -> None:
    """A field in reach: what it offers to each side, and at most to another."""
    fitting = int(state.fits[field])
    room = _ROOM[size(fitting)]
    # Of the best offer, with what is in hand and with any cross: how good, whose, and the next.
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
        # What it is worth to the side itself is kept where its two facts will be.
        at = spans[SEEN + side, 1]
        active[at], active[at + 1] = chance, most
    for side in range(state.sides):
        at = spans[SEEN + side, 1]
        others_chance = second_chance if side == whose_chance else best_chance
        others = second if side == whose else best
        chances = _STEPS * _STEP[active[at]] + _STEP[others_chance]
        offers = _STEPS * _STEP[active[at + 1]] + _STEP[others]
        i_hold = holders >> side & 1
        others_hold = 1 if holders & ~(1 << side) else 0
        _add(_OPEN + _ROOMS * chances + room, SEEN + side, active, spans)
        _add(_OFFER + 4 * offers + 2 * i_hold + others_hold, SEEN + side, active, spans)


@compiled
def _tally(state: Any, means: int, field: int, side: int, active: Any) -> tuple[int, int]:
    """The most points a side can make on a field, with its crosses and with any; both noted."""
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
def _partners_of_others(state: Any, own: int) -> int:
    """What `partners` tells of a side's plates, for all sides but the own one together."""
    others = 0
    for side in range(state.sides):
        if side != own:
            others |= partners(state, side)
    return others


@compiled
def _points(state: Any, active: Any, spans: Any) -> None:
    """Corner points that are begun: how far, whose plates they suit, and what is free there."""
    sides = int(state.sides)
    plates = (
        partners(state, 0),
        partners(state, min(1, sides - 1)),
        partners(state, min(2, sides - 1)),
    )
    for point in range(POINTS):
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
        suits = _ANY_COLOUR
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
    """What there is to tell about a side: its score, its lays, its hand and its plates."""
    tally = _TALLY + _TALLIED * side
    active[n] = _OWN_SCORE + min(int(state.score[side]) // _SCORE, _SCORES - 1)
    active[n + 1] = _BEST + active[tally]
    active[n + 2] = _SECOND + active[tally + 1]
    active[n + 3] = _CAN + min(active[tally + 2], _MAX_FIELDS)
    active[n + 4] = _COULD + min(active[tally + 3], _MAX_FIELDS)
    kinds = colours = 0
    for kind in range(len(KINDS)):
        if state.hand[side, kind] > 0:
            active[n + 8 + kinds] = _CROSS + _STEP[active[tally + _OF_KIND + kind]]
            kinds += 1
    partners_of = partners(state, side)
    for colour in range(len(COLOURS)):
        colours += partners_of >> len(COLOURS) * colour & _ANY_COLOUR != 0
    held = min(int(crosses_in_hand(state, side)), CROSSES_IN_HAND)
    active[n + 5] = _HAND + (CROSSES_IN_HAND + 1) * held + min(kinds, CROSSES_IN_HAND)
    active[n + 6] = _PLATES + colours
    active[n + 7] = _SWAPS + min(int(state.swaps[side]), SWAPS_IN_A_ROW)
    return n + 8 + kinds


# ── Choices ──────────────────────────────────────────────────────────────────────────────────────
_MAX_LEFT = 4  # corner points, fields: so many steps
_MAX_SUITED = 6

_LAY = 0  # so many points, so many azuleos
_START_LAY = _LAY + 3 * (MAX_POINTS + 1)
_CLAIM = _START_LAY + 1
_SWAP = _CLAIM + 1  # one of two equal plates or not, after so many swaps
_EXCHANGES = _SWAP + 2 * SWAPS_IN_A_ROW
_PASS = _EXCHANGES + 1
#: What a lay leaves: what the field offered to others, azuleos to be completed by others and by
#: oneself, fields that nobody can play any more.
_LEAVES = _PASS + 1
_SUITED = _LEAVES + _STEPS * _MAX_LEFT**3  # corner points that the plate put down suits
_FITTED = _SUITED + _MAX_SUITED  # fields that the cross put down fits
_NOTHING = _FITTED + _MAX_LEFT
ACTION_FEATURES = _NOTHING + 1


@compiled
def action_features(state: Any, actions: Any, n: int, active: Any) -> None:
    """Two rows of the policy for each of n actions: int16 (n, 2)."""
    own = side_of(state, state.turn)
    mine = partners(state, own)
    others = _partners_of_others(state, own)
    for i in range(n):
        action = int(actions[i])
        active[i, 1] = _NOTHING
        if action < LAYS and state.phase == START:
            active[i, 0] = _START_LAY
        elif action < LAYS:
            field, orientation = divmod(action, len(ORIENTATIONS))
            points = int(points_of_lay(state, own, field, orientation))
            azuleos = 0
            for corner in range(4):
                azuleos += state.triangles[POINT_OF[field, corner]] == 3
            active[i, 0] = _LAY + 3 * points + min(azuleos, 2)
            active[i, 1] = _LEAVES + _leaves(state, field, orientation, mine, others)
        elif action < FIRST_SWAP:
            active[i, 0] = _CLAIM
        elif action < FIRST_EXCHANGE:
            pair = action - FIRST_SWAP
            equal = 1 if state.plates[own, pair] > 1 else 0
            active[i, 0] = _SWAP + 2 * min(int(state.swaps[own]), SWAPS_IN_A_ROW - 1) + equal
            active[i, 1] = _SUITED + min(_suited(state, PARTNERS[pair]), _MAX_SUITED - 1)
        elif action < PASS:
            kind = action - FIRST_EXCHANGE
            active[i, 0] = _EXCHANGES
            active[i, 1] = _FITTED + min(_fitted(state, kind), _MAX_LEFT - 1)
        else:
            active[i, 0] = _PASS


@compiled
def _leaves(state: Any, field: int, orientation: int, mine: int, others: int) -> int:
    """The number of what a lay leaves behind, below _STEPS × _MAX_LEFT³."""
    taken = most_of(offer_of(state, field, others), ANY_ORIENTATION) if others != 0 else 0
    to_others = to_me = ruined = 0
    for corner in range(4):
        point = POINT_OF[field, corner]
        colour = int(COLOUR_AT[orientation, corner])
        if state.triangles[point] == 2 and _is_inside(state, point):
            beside = int(state.shown[point, 1 - (corner & 1)])
            if beside != NO_COLOUR:
                pair = len(COLOURS) * (beside - 1) + colour
                to_others += others >> pair & 1
                to_me += mine >> pair & 1
        # The fields across the corner and across the edge that follows it.
        here, next_corner = has_colour_rule(state, point), (corner + 1) % 4
        across, side = (corner + 2) % 4, (corner + 3) % 4
        showing = SHOWING[across, 1 << colour] if here else ANY_ORIENTATION
        ruined += _ruins(state, FIELD_AT[point, across], showing)
        showing = SHOWING[side, _ANY_COLOUR ^ 1 << colour] if here else ANY_ORIENTATION
        if has_colour_rule(state, POINT_OF[field, next_corner]):
            following = int(COLOUR_AT[orientation, next_corner])
            showing &= SHOWING[across, _ANY_COLOUR ^ 1 << following]
        ruined += _ruins(state, FIELD_AT[point, side], showing)
    left = min(to_others, _MAX_LEFT - 1) * _MAX_LEFT + min(to_me, _MAX_LEFT - 1)
    left = (_STEP[taken] * _MAX_LEFT**2 + left) * _MAX_LEFT + min(ruined, _MAX_LEFT - 1)
    return int(left)


@compiled
def _is_inside(state: Any, point: int) -> bool:
    """Whether four fields meet here."""
    for corner in range(4):
        field = int(FIELD_AT[point, corner])
        if field < 0 or state.fields >> field & 1 == 0:
            return False
    return True


@compiled
def _ruins(state: Any, field: int, showing: int) -> int:
    """1 if a field that could be played cannot be where only these orientations are left."""
    if field < 0 or state.free >> field & 1 == 0:
        return 0
    fitting = int(state.fits[field])
    return 1 if fitting != 0 and fitting & showing == 0 else 0


@compiled
def _suited(state: Any, pair: int) -> int:
    """How many corner points show this pair (as in PARTNERS) and are not complete."""
    points = 0
    for point in range(POINTS):
        one, other = int(state.shown[point, 0]), int(state.shown[point, 1])
        if 0 < state.triangles[point] < 4 and one != NO_COLOUR and other != NO_COLOUR:
            if one != TWO_COLOURS and other != TWO_COLOURS:
                points += pair >> (len(COLOURS) * (one - 1) + other - 1) & 1
    return points


@compiled
def _fitted(state: Any, kind: int) -> int:
    """How many fields in reach a cross of this kind fits."""
    fitted = 0
    fields = int(state.reach)
    while fields != 0:
        fitted += int(state.fits[lowest(fields)]) >> TURNS * kind & EVERY_TURN != 0
        fields &= fields - 1
    return fitted


register(STATE, sys.modules[__name__])
