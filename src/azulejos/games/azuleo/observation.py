"""What every number of Azuleo's observation is, in the order of the kernel's `observe`."""

from collections.abc import Iterator

from azulejos.games.azuleo import components
from azulejos.games.azuleo.options import MOST_IDLE
from azulejos.games.azuleo.rules import POINTS_A_BLOCKADE, POINTS_AN_AZULEO, SWAPS_IN_A_ROW
from azulejos.games.azuleo.state import BLOCKADE, CLAIMS, MODES, UNLIMITED


def layout(players: int, wide: bool = False) -> Iterator[tuple[str, int, int, int]]:
    """Name, how many numbers, the least and the most they can be."""
    kinds, pairs = len(components.KINDS), len(components.PAIRS)
    yield "players", 1, 1, components.MAX_PLAYERS
    yield "mode", 1, 0, len(MODES) - 1
    yield "phase", 1, 0, 3
    yield "turn", 1, 0, max(players - 1, 1)
    yield "crosses_in_supply", 1, 0, components.CROSSES
    yield "plates_in_supply", 1, 0, components.PLATES
    yield "blockades", 1, UNLIMITED, components.FIELDS
    yield "start", 1, 0, kinds
    yield "idle", 1, 0, MOST_IDLE * components.MAX_SIDES
    yield "idle_limit", 1, 1, MOST_IDLE
    yield "claims", 1, 0, len(CLAIMS) - 1
    yield "lenient", 1, 0, 1
    yield "open_hands", 1, 0, 1
    yield "exchange", 1, 0, 1
    yield "drawn_for", 1, 0, 5
    yield "put_down", 1, 0, max(kinds, pairs)
    yield "board", components.USUAL_FIELDS, -2, BLOCKADE
    yield "plate_supply", pairs, 0, components.COPIES_OF_PLATE
    yield "discards", pairs, 0, components.COPIES_OF_PLATE
    yield "unseen", kinds, 0, components.COPIES_OF_CROSS
    for side in range(components.MAX_SIDES):
        yield f"score_{side}", 1, 0, _MOST_POINTS
        yield f"hand_{side}", 1, 0, components.CROSSES_IN_HAND
        yield f"hidden_{side}", 1, 0, components.CROSSES_IN_HAND
        yield f"swaps_{side}", 1, 0, SWAPS_IN_A_ROW
        yield f"plates_{side}", pairs, 0, components.PLATES_HELD
        yield f"crosses_{side}", kinds, 0, components.CROSSES_IN_HAND
    yield "free_border", 1, 0, 1
    yield "final_claims", 1, 0, 1
    yield "border_pairs", 1, 0, 1
    yield "equal_plates", 1, 0, 1
    if wide:
        yield "board_beyond", components.FIELDS - components.USUAL_FIELDS, -2, BLOCKADE


#: More than any game brings: at every corner point 2 + 3 + 4, twice with two equal plates, and an
#: azuleo; and a blockade on every field.
_MOST_POINTS = (
    components.POINTS * ((2 + 3 + 4) * components.PLATES_HELD + POINTS_AN_AZULEO)
    + POINTS_A_BLOCKADE * components.FIELDS
)
