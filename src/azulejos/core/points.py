"""Points as sums over the facts that the rules tell (`core.facts`): nothing is scored again."""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from azulejos.core.facts import Fact

if TYPE_CHECKING:
    from azulejos.core.game import TableGame

#: The facts of an entry, by its number from 0: `Game.facts`, or what remembers them.
FactsOf = Callable[[int], Sequence[Fact]]


class Source(NamedTuple):
    """Points that came from one kind of facts, for each side.

    kind: None for those that the position had which the game began from.
    """

    kind: str | None
    points: list[int]


def gained(game: "TableGame[Any, Any]", facts: Iterable[Fact]) -> list[int]:
    """What facts brought each player; empty if nothing scored."""
    scoring = {kind.name for kind in game.FACTS if kind.scores}
    points = [0] * game.players
    has_scored = False
    for fact in facts:
        if fact.kind in scoring and fact.player is not None:
            points[fact.player] += fact.points
            has_scored = True
    return points if has_scored else []


def gained_in_round(
    game: "TableGame[Any, Any]", number: int, facts_of: FactsOf | None = None
) -> list[int]:
    """What a round brought each player, with the entry that closes it; empty with any other."""
    facts_of = facts_of or game.facts
    closing = {kind.name for kind in game.FACTS if kind.closes_round}

    def closed(facts: Sequence[Fact]) -> int:
        """How many facts there are up to the last that closes a round."""
        return max((n for n, fact in enumerate(facts, 1) if fact.kind in closing), default=0)

    last = facts_of(number)
    if not closed(last):
        return []
    of_round = list(last[: closed(last)])
    for earlier in range(number - 1, -1, -1):
        facts = facts_of(earlier)
        of_round += facts[closed(facts) :]
        if closed(facts):
            break
    return gained(game, of_round) or [0] * game.players


def sources(game: "TableGame[Any, Any]", facts_of: FactsOf | None = None) -> list[Source]:
    """Where the points of a game came from: they add up to the scores of the sides."""
    facts_of = facts_of or game.facts
    points = {kind.name: [0] * game.sides for kind in game.FACTS if kind.scores}
    for number in range(game.entries):
        for fact in facts_of(number):
            if fact.kind in points and fact.player is not None:
                points[fact.kind][game.side_of(fact.player)] += fact.points
    found = [Source(kind, of_sides) for kind, of_sides in points.items()]
    begun_with = game.after(0).scores[: game.sides]
    return [Source(None, begun_with), *found] if any(begun_with) else found


def tie_breaks(game: "TableGame[Any, Any]", facts_of: FactsOf | None = None) -> list[int] | None:
    """How much each player has of what decides among equal points.

    None if nothing does, or if the end of the game has not been seen.
    """
    kinds = {kind.name for kind in game.FACTS if kind.breaks_ties}
    if not kinds or not game.entries or not game.is_over:
        return None
    counts = [0] * game.players
    for fact in (facts_of or game.facts)(game.entries - 1):
        if fact.kind in kinds and fact.player is not None:
            counts[fact.player] += 1
    return counts


def ranking(game: "TableGame[Any, Any]", facts_of: FactsOf | None = None) -> list[int]:
    """The players, best first: by points, then by what breaks ties, then as they sit."""
    ties = tie_breaks(game, facts_of) or [0] * game.players
    standing = list(zip(game.scores, ties, strict=True))
    return sorted(range(game.players), key=lambda player: standing[player], reverse=True)
