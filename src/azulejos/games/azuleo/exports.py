"""What Azuleo offers to scripts beside what every game does: can a board still be filled?"""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.games.azuleo.filling import SEARCH, begin, go_on

#: What these need of the module's room.
ROOM = [("filling", SEARCH)]


@compiled
def begin_filling(room: Any) -> int:
    """Begin a search for a filling: 0 no, 1 yes, 2 not known yet."""
    return begin(room.filling, room.states[0])


@compiled
def go_on_filling(room: Any, trials: int) -> int:
    """Go on until so many trials have been made in all; the same answers."""
    return go_on(room.filling, trials)
