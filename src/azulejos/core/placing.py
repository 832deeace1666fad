"""Why a position cannot be, as compiled rules tell it: `place` in `core.host`."""

import re
from typing import Any, NamedTuple

import numpy as np

from azulejos.core.errors import PositionError
from azulejos.core.host import MAX_PARTS, place_in
from azulejos.core.reasons import ReasonKind

_NAME = re.compile(r"\{(\w+)\}")


class Impossible(NamedTuple):
    """A reason, and the place in a position that it is about, in which parts may stand."""

    kind: ReasonKind
    place: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """What the rules' numbers are: the reason's own parts, then what the place needs."""
        return tuple(dict.fromkeys((*self.kind.parts, *_NAME.findall(self.place))))


def settle(refusals: Any, states: Any) -> None:
    """Complete a state (1,) that a position was written into; PositionError if it cannot be.

    refusals: the game's module.
    """
    numbers = np.zeros(MAX_PARTS, np.int64)
    why = place_in(states, numbers)
    if why < 0:
        return
    kind, place = refusals.IMPOSSIBLE[why]
    given = dict(zip(refusals.IMPOSSIBLE[why].parts, numbers.tolist(), strict=False))
    words = refusals.PART_WORDS
    told = {name: words[name][given[name]] if name in words else given[name] for name in kind.parts}
    where = (place.format(**given),) if place else ()
    raise PositionError(kind(**told), *where)
