"""The eight levels of each game, as small records: how far each looks, and how."""

from dataclasses import dataclass
from typing import Any

from azulejos.bots.players import GlancingPlayer, Player, SearchingPlayer
from azulejos.search.tree import PLAY_ON, RANDOM_GAME, Style


@dataclass(frozen=True)
class Level:
    """One level.

    error: how far its glance is off, in points, if it does not search. visits, ms: how much it
    searches. exact: how many positions it may look at to end a round exactly.
    """

    name: str
    manner: str
    error: float | None = None
    visits: int | None = None
    ms: float | None = None
    exact: int = 0

    def player(self, number: int, kernel: Any, style: Style, seed: int) -> Player:
        if self.error is not None:
            return GlancingPlayer(f"level:{number}", kernel, seed, self.error)
        return SearchingPlayer(
            f"level:{number}",
            kernel,
            seed,
            style,
            visits=self.visits,
            ms=self.ms,
            exact=self.exact,
        )


#: How each game is searched at its best, and plain Monte Carlo tree search as a reference.
STYLES = {
    "azul": Style(PLAY_ON, exploration=1.0, warmth=4.0, caution=0.0),
    "azuleo": Style(PLAY_ON, exploration=0.7, warmth=3.0, caution=0.0),
}
PLAIN = Style(RANDOM_GAME, exploration=0.7, warmth=0.0, caution=0.0)

LEVELS = {
    "azul": (
        Level("Apprentice", "takes what glitters, and often drops it", error=2.5),
        Level("Hand", "fills lines, forgets the others", error=0.5),
        Level("Layer", "likes points now", visits=4),
        Level("Journeyman", "begins to see the round's end", visits=9),
        Level("Tiler", "counts what is left for the others", visits=24),
        Level("Master", "plans columns and colours", visits=80),
        Level("Builder", "leaves you the tiles you do not want", visits=400),
        Level("Royal builder", "looks at everything that fits into a moment", ms=200, exact=60_000),
    ),
    "azuleo": (
        Level("Apprentice", "lays where it fits", error=12.0),
        Level("Hand", "sees some of the points", error=8.0),
        Level("Layer", "sees most of them", error=5.0),
        Level("Journeyman", "takes the points that lie on top", error=3.2),
        Level("Tiler", "takes nearly all of them", error=1.0),
        Level("Master", "looks at your answer", visits=10),
        Level("Builder", "weighs plates against fields, and leaves you little", visits=40),
        Level("Royal builder", "looks as far as a moment allows", ms=200),
    ),
}
