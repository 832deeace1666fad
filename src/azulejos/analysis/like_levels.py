"""Which level plays like somebody: error rates of the levels by our own reviews, and whom they fit.

`tools/measure_level_errors.py` measures them and writes `error_rates.json` into a game's folder.
They are of games of two between equals, reviewed with so many visits: coarser reviews find others.
"""

import json
import math
from dataclasses import dataclass
from functools import cache

from azulejos import games
from azulejos.analysis.review import Decision, Rate, Review

FILE = "error_rates.json"
#: Standard errors on each side of a rate in its 95 % interval, and of a difference that is none.
_Z = 1.96
#: Reviews with visits that differ by more than this factor are not compared. (Over eight games
#: rates with 1,500 visits were an eighth lower than with 20,000: little beside a game's interval.)
FACTOR = 16
#: A game is decided while the better side wins so surely. With more than this part of its decisions
#: made then, their losses say little: nothing is left to be lost. (Of level 1 against level 9 four
#: games of five were such, of a level against itself one of twenty-five.)
DECIDED_FROM, MOST_DECIDED = 0.95, 0.4
#: Players are unequal where one errs so many times as much as the other, and surely more.
TIMES = 2
#: Why a review is not compared with levels, though it is of a game as theirs were.
DECIDED, UNEQUAL = "decided", "unequal"


@dataclass(frozen=True)
class LevelRates:
    """Error rates by level, the first being level 1, as reviews of so many visits find them."""

    visits: int
    rates: tuple[Rate, ...]


@cache
def level_rates(game: str) -> LevelRates | None:
    """The measured error rates of a game's levels; None where nobody has measured them."""
    path = games.spec(game).folder / FILE
    if not path.exists():
        return None
    data = json.loads(path.read_text(encoding="utf-8"))
    return LevelRates(data["visits"], tuple(Rate(**level) for level in data["levels"]))


@dataclass(frozen=True)
class Likeness:
    """The levels that a rate fits, from 1: the nearest, and between which it may be any."""

    nearest: int
    first: int
    last: int


def levels_like(review: Review, player: int) -> Likeness | None:
    """The levels that a player's error rate fits: those it does not differ from for sure.

    Where it lies between two of them, both; None where it cannot be compared: in games of more
    than two, without a real decision, where levels are not measured, where the review has far
    more or fewer visits than their reviews, or for what `why_unlike` says.
    """
    return fitting(review.summaries[player].errors, comparable(review))


def comparable(review: Review) -> tuple[Rate, ...]:
    """The rates of the levels that a review's can be compared with; none: it cannot."""
    return () if why_unlike(review) else _alike(review)


def _alike(review: Review) -> tuple[Rate, ...]:
    """The rates of the levels, if they are of such games and of such reviews."""
    known = level_rates(review.game)
    if known is None or review.players != 2:
        return ()
    is_alike = 1 / FACTOR <= review.visits / known.visits <= FACTOR
    return known.rates if is_alike else ()


def why_unlike(review: Review) -> str | None:
    """Why a game says little of its players' levels, which are measured between equals.

    DECIDED: it was decided for most of the time; UNEQUAL: one player erred far more than the other.
    None: it tells as much as any, or levels are not to be told of it anyway.
    """
    if not _alike(review):
        return None
    judged = [step for step in review.steps if isinstance(step, Decision) and step.is_judged]
    decided = sum(
        not 1 - DECIDED_FROM <= step.best.values[step.player] <= DECIDED_FROM
        for step in judged
        if step.best is not None
    )
    if decided > MOST_DECIDED * len(judged):
        return DECIDED
    less, more = sorted((summary.errors for summary in review.summaries), key=lambda one: one.rate)
    is_sure = more.rate - less.rate > _Z * math.hypot(_error(less), _error(more))
    return UNEQUAL if is_sure and more.rate >= TIMES * less.rate else None


def fitting(own: Rate, rates: tuple[Rate, ...]) -> Likeness | None:
    """The levels whose rates a rate fits; else the one or two whose rates are nearest to it."""
    if not own.decisions or not rates:
        return None
    away = {level: abs(rate.rate - own.rate) for level, rate in enumerate(rates, 1)}
    fit = [
        level
        for level, rate in enumerate(rates, 1)
        if away[level] <= _Z * math.hypot(_error(own), _error(rate))
    ]
    if not fit:
        weaker = [level for level, rate in enumerate(rates, 1) if rate.rate > own.rate]
        stronger = [level for level, rate in enumerate(rates, 1) if rate.rate <= own.rate]
        fit = [*weaker[-1:], *stronger[:1]]
    return Likeness(min(fit, key=away.__getitem__), min(fit), max(fit))


def _error(rate: Rate) -> float:
    """The standard error in an interval; its upper half, since the lower one ends at 0."""
    return (rate.high - rate.rate) / _Z
