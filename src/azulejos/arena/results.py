"""From finished games to what statistics want: for everyone who met, one result a deal.

Only deals of which every seating is finished count: half a deal would favour somebody.
"""

from collections import defaultdict
from collections.abc import Mapping
from itertools import combinations
from statistics import fmean
from typing import NamedTuple

import numpy as np

from azulejos.arena.play import Outcome
from azulejos.arena.ratings import Results
from azulejos.arena.schedule import Contest, Key

Deals = dict[tuple[int, int], list[Outcome]]


class Meet(NamedTuple):
    """Entrants that met, and how.

    entrants: each named once. seats: sides each had in a game. games_a_deal: for one result.
    shares: by the deal's number, each entrant's mean share of the win for one side.
    """

    entrants: tuple[int, ...]
    seats: tuple[int, ...]
    games_a_deal: int
    shares: dict[int, tuple[float, ...]]

    @property
    def sides(self) -> int:
        return sum(self.seats)

    def of(self, place: int) -> list[float]:
        """The shares of one of them, deal by deal."""
        return [shares[place] for _, shares in sorted(self.shares.items())]


def whole_deals(contest: Contest, games: Mapping[Key, Outcome]) -> Deals:
    """The games of every finished deal, by meeting and deal, in the order of the schedule."""
    found: Deals = defaultdict(list)
    for (meeting, deal, _), outcome in sorted(games.items(), key=lambda item: item[0]):
        found[meeting, deal].append(outcome)
    return {key: deal for key, deal in found.items() if len(deal) == contest.games_a_deal}


def meets(contest: Contest, deals: Deals) -> list[Meet]:
    """Everyone who met. Who plays alone meets each of the others on the same deals."""
    if contest.sides == 1:
        pairs = combinations(range(len(contest.entrants)), 2)
        return [
            Meet(
                pair,
                (1, 1),
                1,
                {deal: _compared(games, *pair) for (_, deal), games in deals.items()},
            )
            for pair in pairs
        ]
    found = []
    for number, meeting in enumerate(contest.meetings):
        entrants = tuple(dict.fromkeys(meeting))
        shares = {
            deal: tuple(mean_share(games, entrant) for entrant in entrants)
            for (played, deal), games in deals.items()
            if played == number
        }
        seats = tuple(meeting.count(entrant) for entrant in entrants)
        found.append(Meet(entrants, seats, contest.games_a_deal, shares))
    return found


def mean_share(games: list[Outcome], entrant: int) -> float:
    """What one side of an entrant won on average."""
    return fmean(
        share
        for game in games
        for share, sitting in zip(game["shares"], game["sides"], strict=True)
        if sitting == entrant
    )


def mean_points(games: list[Outcome], entrant: int) -> float | None:
    """What one side of an entrant scored on average in games without a failure."""
    points = [
        scored
        for game in games
        if game["points"] is not None
        for scored, sitting in zip(game["points"], game["sides"], strict=True)
        if sitting == entrant
    ]
    return fmean(points) if points else None


def _compared(games: list[Outcome], one: int, other: int) -> tuple[float, float]:
    """Who did better alone on the same deal: by success, then by points; who failed did worst."""
    standings = []
    for entrant in (one, other):
        (game,) = (game for game in games if game["sides"] == [entrant])
        standings.append((-1.0, 0) if game["failure"] else (game["shares"][0], game["points"][0]))
    share = 0.5 if standings[0] == standings[1] else float(standings[0] > standings[1])
    return share, 1 - share


def for_ratings(entrants: int, met: list[Meet]) -> Results:
    """Each result of a deal as a row: sides, shares summed over the deal's games, and the deal."""
    seats, shares, deals = [], [], []
    numbers: dict[tuple[int, int], int] = {}
    alone = any(meet.games_a_deal == 1 for meet in met)
    for number, meet in enumerate(met):
        row = np.zeros(entrants)
        row[list(meet.entrants)] = meet.seats
        for deal, won in meet.shares.items():
            total = np.zeros(entrants)
            total[list(meet.entrants)] = np.multiply(won, meet.seats) * meet.games_a_deal
            seats.append(row)
            shares.append(total)
            # Those who play alone all play the same deals, whomever they are compared with.
            luck = (0 if alone else number, deal)
            deals.append(numbers.setdefault(luck, len(numbers)))
    empty = np.zeros((0, entrants))
    return Results(
        np.array(seats) if seats else empty,
        np.array(shares) if shares else empty,
        np.array(deals, dtype=np.int64),
    )
