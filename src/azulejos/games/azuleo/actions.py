"""What the numbers of Azuleo's actions and chance outcomes mean.

The action space is fixed: lays ``24 × field + orientation``, then a claim for each field, a swap
for each pair, an exchange for each kind of cross, and the pass; and behind all these the lays and
the claims on fields that only boards wider than the usual one have, so that a game on the usual
board needs no more than the beginning. Chance outcomes: a cross of each kind, then a plate of each
pair, then a cross that stays hidden (only ever given from outside).
"""

from azulejos.core.compiled import compiled
from azulejos.games.azuleo.components import FIELDS, KINDS, ORIENTATIONS, PAIRS, USUAL_FIELDS

LAYS = USUAL_FIELDS * len(ORIENTATIONS)
FIRST_CLAIM = LAYS
FIRST_SWAP = FIRST_CLAIM + USUAL_FIELDS
FIRST_EXCHANGE = FIRST_SWAP + len(PAIRS)
PASS = FIRST_EXCHANGE + len(KINDS)
USUAL_ACTIONS = PASS + 1
FIRST_WIDE_LAY = USUAL_ACTIONS
FIRST_WIDE_CLAIM = FIRST_WIDE_LAY + (FIELDS - USUAL_FIELDS) * len(ORIENTATIONS)
ACTIONS = FIRST_WIDE_CLAIM + FIELDS - USUAL_FIELDS

FIRST_PLATE = len(KINDS)
HIDDEN_CROSS = FIRST_PLATE + len(PAIRS)
OUTCOMES = HIDDEN_CROSS + 1


@compiled
def lay_at(field: int, orientation: int) -> int:
    """The action that lays a cross."""
    action = len(ORIENTATIONS) * field + orientation
    return action if field < USUAL_FIELDS else action + FIRST_WIDE_LAY - LAYS


@compiled
def is_lay(action: int) -> bool:
    return action < LAYS or FIRST_WIDE_LAY <= action < FIRST_WIDE_CLAIM


@compiled
def laid_by(action: int) -> tuple[int, int]:
    """The field and the orientation of a lay."""
    number = action if action < LAYS else action - FIRST_WIDE_LAY + LAYS
    return number // len(ORIENTATIONS), number % len(ORIENTATIONS)


@compiled
def claim_at(field: int) -> int:
    """The action that claims a field."""
    return (FIRST_CLAIM if field < USUAL_FIELDS else FIRST_WIDE_CLAIM - USUAL_FIELDS) + field


@compiled
def is_claim(action: int) -> bool:
    return FIRST_CLAIM <= action < FIRST_SWAP or action >= FIRST_WIDE_CLAIM


@compiled
def claimed_by(action: int) -> int:
    """The field of a claim."""
    return action - (FIRST_CLAIM if action < FIRST_SWAP else FIRST_WIDE_CLAIM - USUAL_FIELDS)
