"""Confidence intervals that use the pairing, and a sequential test (SPRT).

The unit is a deal. All games on one deal share its luck, so they are one observation: their mean.
Errors follow from the variance of these means. Intervals are at 95 %. A *score* is 1, ½ or 0 as in
chess, and a third where three win together.
"""

import math
from collections import Counter
from collections.abc import Sequence
from statistics import NormalDist, fmean
from typing import NamedTuple, Self

from azulejos.arena.schedule import Contest
from azulejos.core.errors import OptionError

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
#: The scale of Elo: ten times the odds are 400 points.
ELO = 400 / math.log(10)
#: Prior weight, in games, of the assumption that the games on one deal are independent.
PRIOR_GAMES = 4.0
#: Larger differences are refused as hypotheses.
MAX_ELO = 2000.0
#: Probability of each error (type I and II) of the sequential test.
ERROR = 0.05


class Estimate(NamedTuple):
    """A value and its interval."""

    value: float
    low: float
    high: float


def quantile(freedom: float) -> float:
    """How many standard errors make an interval, by Student's t with such degrees of freedom."""
    # A series in 1 / freedom, short of the truth where that is small; there it has a closed form.
    if freedom == 1:
        return math.tan(math.pi * CONFIDENCE / 2)
    if freedom == 2:
        return CONFIDENCE * math.sqrt(2 / (1 - CONFIDENCE**2))
    first = (Z**3 + Z) / 4
    second = (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96
    third = (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384
    return Z + first / freedom + second / freedom**2 + third / freedom**3


def mean(values: Sequence[float]) -> Estimate | None:
    """The mean of one value for each deal; None without any, unbounded with only one."""
    n = len(values)
    if n == 0:
        return None
    centre = fmean(values)
    if n == 1:
        return Estimate(centre, -math.inf, math.inf)
    variance = math.fsum((value - centre) ** 2 for value in values) / (n - 1)
    reach = quantile(n - 1) * math.sqrt(variance / n)
    return Estimate(centre, centre - reach, centre + reach)


def score_estimate(values: Sequence[float], games_a_deal: int) -> Estimate | None:
    """The mean of scores from 0 to 1, one for each deal (the mean over its games).

    Wilson's interval, which stays within 0 and 1 and holds when every game is won, for the
    effective number of games: of independent games that would have the variance that deals have.
    """
    n = len(values)
    if n == 0:
        return None
    centre = fmean(values)
    prior = PRIOR_GAMES / games_a_deal**2
    spread = math.fsum((value - centre) ** 2 for value in values)
    usual = (n - 1) * centre * (1 - centre) / games_a_deal  # of independent games
    games = n * games_a_deal * (usual + prior) / (spread + prior)
    z2 = quantile(n) ** 2
    middle = (centre + z2 / (2 * games)) / (1 + z2 / games)
    reach = math.sqrt(z2 * (centre * (1 - centre) / games + z2 / (4 * games**2))) / (1 + z2 / games)
    return Estimate(
        centre,
        0.0 if centre == 0 else middle - reach,
        1.0 if centre == 1 else middle + reach,
    )


def expected_score(elo: float, sides: int) -> float:
    """The expected score of a side that is better by so much than each other at its table."""
    return 1 / (1 + (sides - 1) * math.exp(-elo / ELO))


def elo_of_score(value: float, sides: int) -> float:
    """The inverse; infinite for 0 and 1."""
    if value <= 0:
        return -math.inf
    if value >= 1:
        return math.inf
    return ELO * (math.log(value / (1 - value)) + math.log(sides - 1))


class Sprt(NamedTuple):
    """A sequential probability ratio test: is one better than the other by elo0 (H0) or elo1 (H1)?

    The generalised likelihood ratio (GSPRT): under each hypothesis, the distribution of a deal's
    score is the most likely one with the hypothesis's mean. So it needs no model of draws or of the
    correlation within deals.
    """

    elo0: float
    elo1: float
    sides: int

    @classmethod
    def between(cls, contest: Contest, elo0: float, elo1: float) -> Self:
        """The test for a contest; OptionError if there is none."""
        if len(contest.entrants) != 2:
            raise OptionError("sprt: a sequential test is between two entrants")
        if not (elo0 < elo1 and max(abs(elo0), abs(elo1)) <= MAX_ELO):
            raise OptionError(
                f"sprt: expected two Elo differences, the lower one first, not {elo0:g}, {elo1:g}"
            )
        return cls(elo0, elo1, max(contest.sides, 2))

    @property
    def bound(self) -> float:
        """Above it H1 is accepted, below its negative H0."""
        return math.log((1 - ERROR) / ERROR)

    def ratio(self, values: Sequence[float]) -> float:
        """The log-likelihood ratio for the scores of deals, each 0 to 1."""
        counts: dict[float, float] = dict(Counter(values))
        for end in (0.0, 1.0):  # so that a mean beyond all observed scores is possible
            counts.setdefault(end, 1e-3)
        under = [
            _most_likely(counts, expected_score(elo, self.sides)) for elo in (self.elo0, self.elo1)
        ]
        return math.fsum(
            count * math.log(under[1][value] / under[0][value]) for value, count in counts.items()
        )

    def decision(self, ratio: float) -> str | None:
        if abs(ratio) < self.bound:
            return None
        return "H1" if ratio > 0 else "H0"


def _most_likely(counts: dict[float, float], wanted: float) -> dict[float, float]:
    """The most likely distribution over the values counted whose mean is as wanted.

    It weighs each observed frequency by 1 / (1 + t·(value − mean)), with the one t between its
    poles that gives the mean; found by halving.
    """
    total = math.fsum(counts.values())
    low, high = -1 / (max(counts) - wanted), 1 / (wanted - min(counts))
    for _ in range(60):
        t = (low + high) / 2
        slope = math.fsum(
            count * (value - wanted) / (1 + t * (value - wanted)) for value, count in counts.items()
        )
        if slope > 0:
            low = t
        else:
            high = t
    return {value: count / total / (1 + t * (value - wanted)) for value, count in counts.items()}
