"""What a mistake in Azul was about, and why the best move is better."""

from collections.abc import Sequence

from azulejos.core.facts import Fact
from azulejos.core.messages import Messages

#: Visits of a review by the number of players (`analysis.usual_visits`).
VISITS = {2: 20_000, 3: 6_000, 4: 4_000}
#: What later points come from (`analysis.why`): tiles that reach the wall.
COUNTED = "tile"


def kind(played: Sequence[Fact], best: Sequence[Fact]) -> str:
    """One of "floor", "take" and "place"; on a grey wall a tile is placed."""
    if _fallen(played) > _fallen(best):
        return "floor"
    return "place" if _taken(played) == _taken(best) else "take"


def _fallen(facts: Sequence[Fact]) -> int:
    """How many tiles the move itself lets fall."""
    return sum(fact["count"] for fact in _of_the_move(facts) if fact.kind == "fall")


def _taken(facts: Sequence[Fact]) -> list[tuple[int, int]]:
    """Colour and number of the tiles taken; nothing where a wall is tiled."""
    return [(fact["colour"], fact["count"]) for fact in facts if fact.kind == "take"]


def _of_the_move(facts: Sequence[Fact]) -> list[Fact]:
    """The facts before the tiling that may follow."""
    kinds = [fact.kind for fact in facts]
    ends = [
        kinds.index(name) for name in ("tile", "drop", "floor", "round", "end") if name in kinds
    ]
    return list(facts[: min(ends, default=len(facts))])


def where(move: str) -> str:
    """What to look at for a move: its source, or the line whose tile is placed."""
    return move[:2] if move.startswith("@") else move[:1]


def sentence(code: str, n: int, move: str, words: Messages) -> str | None:
    """That a move brings n points more by facts of a kind; None for a kind that has no points."""
    match code:
        case "tile":
            return words.ngettext(
                "{move} scores {n} point more on the wall.",
                "{move} scores {n} points more on the wall.",
                n,
                move=move,
            )
        case "floor":
            return words.ngettext(
                "{move} saves {n} point on the floor line.",
                "{move} saves {n} points on the floor line.",
                n,
                move=move,
            )
        case "row" | "column" | "colour":
            bonus = {
                "row": words.gettext("complete rows"),
                "column": words.gettext("complete columns"),
                "colour": words.gettext("complete colours"),
            }[code]
            return words.ngettext(
                "{move} brings {n} point more for {bonus}.",
                "{move} brings {n} points more for {bonus}.",
                n,
                move=move,
                bonus=bonus,
            )
    return None


def counted(n: int, words: Messages) -> str:
    """That n tiles more reach the wall in a round; below 0: so many fewer of the others."""
    if n > 0:
        return words.ngettext(
            "It brings {n} tile more to the wall in this round.",
            "It brings {n} tiles more to the wall in this round.",
            n,
        )
    return words.ngettext(
        "It leaves the others {n} tile less for the wall in this round.",
        "It leaves the others {n} tiles fewer for the wall in this round.",
        -n,
    )
