"""Who plays whom, on which deal, in which seats: decided before the first game is played.

A *meeting* is a set of entrants at one table. It plays *deals*; on each deal every seating is
played once, so that luck of the deal and of the seat falls to everyone alike. Nothing here depends
on how games are spread over processes or on how many are played: game after game is numbered, and
its seeds follow from the run's seed and its number alone.
"""

import hashlib
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from typing import Any, NamedTuple

from azulejos import games
from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten

#: More is taken for a mistake.
MAX_ENTRANTS = 64


#: A game's place in the schedule: meeting, deal, seating.
Key = tuple[int, int, int]


class Task(NamedTuple):
    """One game to be played: which meeting, deal and seating, and which entrant has each side."""

    meeting: int
    deal: int
    seating: int
    sides: tuple[int, ...]

    @property
    def key(self) -> Key:
        return self.meeting, self.deal, self.seating


@dataclass(frozen=True)
class Contest:
    """What is played, and all that decides how each game goes.

    game: its name. entrants: what `bots.make` understands, such as "level:5"; the same
    one twice is two entrants. options: arguments of the game's constructor. ms, visits: for each
    move; where both are None every entrant takes its own.
    """

    game: str
    entrants: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    ms: int | None = None
    visits: int | None = None
    seed: int = 1

    def __post_init__(self) -> None:
        """OptionError says what is wrong."""
        self.new_game(0)
        least = 1 if self.sides == 1 else 2
        if not least <= len(self.entrants) <= MAX_ENTRANTS:
            number = len(self.entrants)
            raise OptionError(f"entrants: expected {least} to {MAX_ENTRANTS}, not {number}")
        for name, given in (("ms", self.ms), ("visits", self.visits)):
            if given is not None and (type(given) is not int or given < 1):
                raise OptionError(f"{name}: expected a positive number, not {shorten(given)}")
        if self.ms is not None and self.visits is not None:
            raise OptionError("ms and visits: give one of them")
        if type(self.seed) is not int:
            raise OptionError(f"seed: expected a whole number, not {shorten(self.seed)}")

    def new_game(self, seed: int) -> Any:
        """A game set up for this contest; the same seed gives the same first deal."""
        return games.spec(self.game).Game(seed=seed, first=0, **self.options)

    @property
    def players(self) -> int:
        """How many seats a table has."""
        return int(self.options.get("players", 2))

    @cached_property
    def sides(self) -> int:
        """How many win or lose, players or teams: seat s plays for side s modulo this."""
        return int(self.new_game(0).sides)

    @cached_property
    def has_winners(self) -> bool:
        """Whether a game can be lost: who plays alone for points, not for a goal, always wins."""
        return self.sides > 1 or bool(self.new_game(0).has_goal)

    @property
    def names(self) -> list[str]:
        """A name for each entrant, no two alike."""
        return [
            spec if (before := self.entrants[:number].count(spec)) == 0 else f"{spec} #{before + 1}"
            for number, spec in enumerate(self.entrants)
        ]

    # ── Meetings ─────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def meetings(self) -> list[tuple[int, ...]]:
        """The entrants of each table, one for each side; of solo games, all on the same deals.

        Every combination meets that fills a table. Where there are fewer entrants than sides,
        every two meet, one seat of the first against copies of the other.
        """
        everyone = range(len(self.entrants))
        if self.sides == 1:
            return [tuple(everyone)]
        if len(self.entrants) >= self.sides:
            return list(combinations(everyone, self.sides))
        return [(one, *[other] * (self.sides - 1)) for one, other in combinations(everyone, 2)]

    def seatings(self, meeting: int, deal: int) -> list[tuple[int, ...]]:
        """Which entrant has each side, in every game on a deal.

        Everyone has each side once. Who follows whom changes from deal to deal.
        """
        first, *others = self.meetings[meeting]
        if self.sides == 1:
            return [(entrant,) for entrant in (first, *others)]
        orders = sorted(set(permutations(others)))
        order = (first, *orders[deal % len(orders)])
        return [order[-turn:] + order[:-turn] for turn in range(self.sides)]

    @cached_property
    def games_a_deal(self) -> int:
        return len(self.seatings(0, 0))

    def deals(self, games: int) -> int:
        """How many deals it takes that each meeting plays at least so many games."""
        return math.ceil(games / self.games_a_deal)

    def tasks(self, games: int) -> Iterator[Task]:
        """Every game of a run, deal by deal, so that all meetings are equally far."""
        for deal in range(self.deals(games)):
            for meeting in range(len(self.meetings)):
                for number, sides in enumerate(self.seatings(meeting, deal)):
                    yield Task(meeting, deal, number, sides)

    # ── Seeds ────────────────────────────────────────────────────────────────────────────────────

    def deal_seed(self, task: Task) -> int:
        """The seed of the game: the same for every seating of a deal."""
        return self._seed("deal", task.meeting, task.deal)

    def player_seed(self, task: Task, seat: int) -> int:
        """The seed of the player in a seat."""
        return self._seed("player", *task.key, seat)

    def guess_seed(self, task: Task) -> int:
        """The seed of what is put in place of all that the players of a game cannot know."""
        return self._seed("guess", *task.key)

    def _seed(self, *purpose: str | int) -> int:
        """A number of 53 bits, which every JSON reader can hold."""
        text = json.dumps([self.seed, *purpose])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8]) >> 11
