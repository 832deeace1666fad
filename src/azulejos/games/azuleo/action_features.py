"""Action features of Azuleo, the inputs of the policy network's last layer: see `features`."""

from typing import Any

from azulejos.core.bits import lowest, without_lowest
from azulejos.core.compiled import compiled
from azulejos.games.azuleo.actions import (
    FIRST_EXCHANGE,
    FIRST_SWAP,
    PASS,
    is_claim,
    is_lay,
    laid_by,
)
from azulejos.games.azuleo.components import (
    ANY_ORIENTATION,
    COLOUR_AT,
    COLOURS,
    EVERY_TURN,
    FIELD_AT,
    PARTNERS,
    POINT_OF,
    SHOWING,
    TURNS,
    USUAL_POINTS,
)
from azulejos.games.azuleo.offers import (
    ANY_COLOUR,
    MAX_POINTS,
    POINT_BIN,
    POINT_BINS,
    most_of,
    offer_of,
)
from azulejos.games.azuleo.rules import (
    SWAPS_IN_A_ROW,
    has_colour_rule,
    is_inside,
    partners,
    points_of_lay,
    side_of,
)
from azulejos.games.azuleo.state import NO_COLOUR, START, TWO_COLOURS

_MAX_LEFT = 4  # counts of corner points and fields are cut off here
_MAX_SUITED = 6

_LAY = 0  # by points and azuleos
_START_LAY = _LAY + 3 * (MAX_POINTS + 1)
_CLAIM = _START_LAY + 1
_SWAP = _CLAIM + 1  # by swaps in a row before, and whether the other plate is equal
_EXCHANGES = _SWAP + 2 * SWAPS_IN_A_ROW
_PASS = _EXCHANGES + 1
#: What a lay leaves behind: what the field offered to opponents, azuleos that opponents or the side
#: itself can complete, fields that nobody can play any more.
_LEAVES = _PASS + 1
_SUITED = _LEAVES + POINT_BINS * _MAX_LEFT**3  # corner points that the plate put down suits
_FITTED = _SUITED + _MAX_SUITED  # fields that the cross put down fits
_NOTHING = _FITTED + _MAX_LEFT
ACTION_FEATURES = _NOTHING + 1


@compiled
def _partners_of_others(state: Any, own: int) -> int:
    """The union of the `partners` of all other sides."""
    others = 0
    for side in range(state.sides):
        if side != own:
            others |= partners(state, side)
    return others


@compiled
def action_features(state: Any, actions: Any, n: int, out: Any) -> None:
    """Write two features of each of n actions: int16 (n, 2)."""
    own = side_of(state, state.turn)
    mine = partners(state, own)
    others = _partners_of_others(state, own)
    for i in range(n):
        action = int(actions[i])
        out[i, 1] = _NOTHING
        if is_lay(action) and state.phase == START:
            out[i, 0] = _START_LAY
        elif is_lay(action):
            field, orientation = laid_by(action)
            points = int(points_of_lay(state, own, field, orientation))
            azuleos = 0
            for corner in range(4):
                azuleos += state.triangles[POINT_OF[field, corner]] == 3
            out[i, 0] = _LAY + 3 * points + min(azuleos, 2)
            out[i, 1] = _LEAVES + _leaves(state, field, orientation, mine, others)
        elif is_claim(action):
            out[i, 0] = _CLAIM
        elif action < FIRST_EXCHANGE:
            pair = action - FIRST_SWAP
            equal = 1 if state.plates[own, pair] > 1 else 0
            out[i, 0] = _SWAP + 2 * min(int(state.swaps[own]), SWAPS_IN_A_ROW - 1) + equal
            out[i, 1] = _SUITED + min(_suited(state, PARTNERS[pair]), _MAX_SUITED - 1)
        elif action < PASS:
            kind = action - FIRST_EXCHANGE
            out[i, 0] = _EXCHANGES
            out[i, 1] = _FITTED + min(_fitted(state, kind), _MAX_LEFT - 1)
        else:
            out[i, 0] = _PASS


@compiled
def _leaves(state: Any, field: int, orientation: int, mine: int, others: int) -> int:
    """What a lay leaves behind, as a number below POINT_BINS × _MAX_LEFT³."""
    taken = most_of(offer_of(state, field, others), ANY_ORIENTATION) if others != 0 else 0
    to_others = to_me = ruined = 0
    for corner in range(4):
        point = POINT_OF[field, corner]
        colour = int(COLOUR_AT[orientation, corner])
        if state.triangles[point] == 2 and is_inside(state, point):
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
        showing = SHOWING[side, ANY_COLOUR ^ 1 << colour] if here else ANY_ORIENTATION
        if has_colour_rule(state, POINT_OF[field, next_corner]):
            following = int(COLOUR_AT[orientation, next_corner])
            showing &= SHOWING[across, ANY_COLOUR ^ 1 << following]
        ruined += _ruins(state, FIELD_AT[point, side], showing)
    left = min(to_others, _MAX_LEFT - 1) * _MAX_LEFT + min(to_me, _MAX_LEFT - 1)
    left = (POINT_BIN[taken] * _MAX_LEFT**2 + left) * _MAX_LEFT + min(ruined, _MAX_LEFT - 1)
    return int(left)


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
    for point in range(USUAL_POINTS):
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
        fields = without_lowest(fields)
    return fitted
