"""What a side sees of a position, put together from the parts that a game writes."""

from typing import NamedTuple

import numpy as np

from azulejos.nets.features import COMMON, MAX_ACTIVE, OF_SIDE, PARTS, SEEN, features

UNWRITTEN = -7


class View(NamedTuple):
    """Numbers of facts, in order: of the table, about the viewer's side, about all others."""

    table: list[int]
    own: list[int]
    others: list[int]


def view(states, player):
    """What a player sees of a position, an array (1,). Rows that are left unwritten would show."""
    active = np.full(MAX_ACTIVE + 8, UNWRITTEN, np.int16)
    spans = np.full((PARTS, 2), UNWRITTEN, np.int16)
    sides = features(states[0], active, spans)
    assert (active[MAX_ACTIVE:] == UNWRITTEN).all()
    kept = [0]
    for part in (COMMON, *range(SEEN, SEEN + sides), *range(OF_SIDE, OF_SIDE + sides)):
        kept += range(*spans[part])
    assert len(kept) == len(set(kept)) + 1, "no part lies in another"

    def held(*parts):
        return sorted(row for part in parts for row in active[slice(*spans[part])].tolist())

    own = player % sides
    others = (OF_SIDE + side for side in range(sides) if side != own)
    return View(held(COMMON, SEEN + own), held(OF_SIDE + own), held(*others))


def is_within(seen, encoder):
    """Whether a view names no row that the networks of a game do not have."""
    sides = seen.own + seen.others
    table_fits = 0 <= min(seen.table) <= max(seen.table) < encoder.FEATURES
    return table_fits and 0 <= min(sides) <= max(sides) < encoder.SIDE_FEATURES
