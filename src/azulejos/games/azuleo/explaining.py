"""What a mistake in Azuleo was about, and why the best move is better."""

import re
from collections.abc import Sequence

from azulejos.core.facts import Fact
from azulejos.core.messages import Messages

#: Visits of a review by the number of players (`analysis.usual_visits`).
VISITS = {1: 10_000, 2: 6_000, 3: 6_000, 4: 6_000}


def kind(played: Sequence[Fact], best: Sequence[Fact]) -> str:
    """Where a cross is laid, if both are lays, is "place"; what else is done instead is "take"."""
    both = [facts[0].kind if facts else "" for facts in (played, best)]
    return "place" if both == ["lay", "lay"] else "take"


def where(move: str) -> str:
    """What to look at for a move: a field, or by a sign the plates, the hand, or nothing."""
    found = re.match("#?([a-z][0-9]+)", move)
    return found[1] if found else move[:1]


def sentence(code: str, n: int, move: str, words: Messages) -> str | None:
    """That a move brings n points more by facts of a kind; None for a kind that has no points."""
    match code:
        case "azuleo":
            return words.ngettext(
                "{move} scores {n} point more with azuleos.",
                "{move} scores {n} points more with azuleos.",
                n,
                move=move,
            )
        case "pair":
            return words.ngettext(
                "{move} scores {n} point more where two or three triangles match.",
                "{move} scores {n} points more where two or three triangles match.",
                n,
                move=move,
            )
        case "blockade":
            return words.ngettext(
                "{move} scores {n} point more with blockades.",
                "{move} scores {n} points more with blockades.",
                n,
                move=move,
            )
    return None
