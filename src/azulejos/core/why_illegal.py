"""Why a move is refused, as a reason: made of the number that compiled rules give."""

from typing import Any

import numpy as np

from azulejos.core.host import MAX_PARTS, refusal_of
from azulejos.core.reasons import Reason


def why_illegal(refusals: Any, states: Any, action: int) -> Reason:
    """The rule that an action which is not legal breaks.

    refusals: the game's module. states: the state (1,).
    """
    parts = np.zeros(MAX_PARTS, np.int64)
    kind = refusals.REFUSALS[refusal_of(states, action, parts)]
    words = refusals.PART_WORDS
    reason: Reason = kind(
        **{
            name: words[name][number] if name in words else number
            for name, number in zip(kind.parts, parts.tolist(), strict=False)
        }
    )
    return reason
