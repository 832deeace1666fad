"""From finished games to the input of statistics: one result a deal for every pairing.

Only complete deals count, with every seating finished: half a deal would favour an entrant.
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


class Pairing(NamedTuple):
    """Entrants that played each other, and their scores.

    entrants: each once. seats: sides of each in a game. games_a_deal: games that one score is the
    mean of. scores: by the deal's number, each entrant's mean score for one side.
    """

    entrants: tuple[int, ...]
    seats: tuple[int, ...]
    games_a_deal: int
    scores: dict[int, tuple[float, ...]]

    @property
    def sides(self) -> int:
        return sum(self.seats)

    def of(self, place: int) -> list[float]:
        """The scores of one of them, deal by deal."""
        return [scores[place] for _, scores in sorted(self.scores.items())]


def whole_deals(contest: Contest, games: Mapping[Key, Outcome]) -> Deals:
    """The games of every finished deal, by meeting and deal, in the order of the schedule."""
    found: Deals = defaultdict(list)
    for (meeting, deal, _), outcome in sorted(games.items(), key=lambda item: item[0]):
        found[meeting, deal].append(outcome)
    return {key: deal for key, deal in found.items() if len(deal) == contest.games_a_deal}


def pairings(contest: Contest, deals: Deals) -> list[Pairing]:
    """All pairings. Entrants of solo games are paired on the same deals."""
    if contest.sides == 1:
        pairs = combinations(range(len(contest.entrants)), 2)
        return [
            Pairing(
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
        scores = {
            deal: tuple(mean_score(games, entrant) for entrant in entrants)
            for (played, deal), games in deals.items()
            if played == number
        }
        seats = tuple(meeting.count(entrant) for entrant in entrants)
        found.append(Pairing(entrants, seats, contest.games_a_deal, scores))
    return found


def mean_score(games: list[Outcome], entrant: int) -> float:
    """The mean score of one side of an entrant."""
    return fmean(
        score
        for game in games
        for score, sitting in zip(game["scores"], game["sides"], strict=True)
        if sitting == entrant
    )


def mean_points(games: list[Outcome], entrant: int) -> float | None:
    """The mean points of one side of an entrant, in games without a failure."""
    points = [
        scored
        for game in games
        if game["points"] is not None
        for scored, sitting in zip(game["points"], game["sides"], strict=True)
        if sitting == entrant
    ]
    return fmean(points) if points else None


def _compared(games: list[Outcome], one: int, other: int) -> tuple[float, float]:
    """Scores of two solo games on the same deal: by success, then by points; a failure is worst."""
    standings = []
    for entrant in (one, other):
        (game,) = (game for game in games if game["sides"] == [entrant])
        standings.append((-1.0, 0) if game["failure"] else (game["scores"][0], game["points"][0]))
    score = 0.5 if standings[0] == standings[1] else float(standings[0] > standings[1])
    return score, 1 - score


def for_ratings(entrants: int, met: list[Pairing]) -> Results:
    """Each deal of each pairing as a row: sides, scores summed over the deal's games, the deal."""
    seats, scores, deals = [], [], []
    numbers: dict[tuple[int, int], int] = {}
    solo = any(pairing.games_a_deal == 1 for pairing in met)
    for number, pairing in enumerate(met):
        row = np.zeros(entrants)
        row[list(pairing.entrants)] = pairing.seats
        for deal, won in pairing.scores.items():
            total = np.zeros(entrants)
            total[list(pairing.entrants)] = np.multiply(won, pairing.seats) * pairing.games_a_deal
            seats.append(row)
            scores.append(total)
            # All pairings of solo games are on the same deals.
            cluster = (0 if solo else number, deal)
            deals.append(numbers.setdefault(cluster, len(numbers)))
    empty = np.zeros((0, entrants))
    return Results(
        np.array(seats) if seats else empty,
        np.array(scores) if scores else empty,
        np.array(deals, dtype=np.int64),
    )
