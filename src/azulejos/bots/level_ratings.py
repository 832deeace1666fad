"""How strong the levels are, on one scale: ratings from what each scores against the one below it.

`tools/measure_opponents.py` measures these scores; a game's `ladder.json` has them as they were
measured. They are of games of two with the usual options.
"""

import json
import math
from functools import cache
from statistics import fmean
from typing import NamedTuple

from azulejos import games

FILE = "ladder.json"
#: The rating of the middle level: the mean of people in Glicko and Elo.
_MIDDLE = 1500.0
#: Elo of a step that was not measured is the mean of the others, with this deviation.
_UNMEASURED_SD = 100.0
_Z = 1.96


class LevelRating(NamedTuple):
    """A level's rating, and its standard deviation."""

    rating: float
    deviation: float


@cache
def level_ratings(game: str) -> tuple[LevelRating, ...] | None:
    """The ratings of a game's levels, the weakest first; None where nobody has measured them."""
    path = games.spec(game).folder / FILE
    if not path.exists():
        return None
    steps = json.loads(path.read_text(encoding="utf-8"))["steps"]
    return ratings_of([step and (step["score"], step["low"], step["high"]) for step in steps])


def ratings_of(
    steps: list[tuple[float, float, float] | None],
) -> tuple[LevelRating, ...]:
    """Ratings of n + 1 levels from n steps: a score against the level below, and its interval.

    None: that step was not measured. The middle level's rating is the scale's fixed point; a
    deviation is that of the difference to it.
    """
    usual = fmean(elo(step[0]) for step in steps if step is not None)
    rises = [(usual, _UNMEASURED_SD) if step is None else _rise(*step) for step in steps]
    middle = len(steps) // 2
    found = []
    for level in range(len(steps) + 1):
        between = rises[min(level, middle) : max(level, middle)]
        rise = sum(step for step, _ in between)
        deviation = math.hypot(*(sd for _, sd in between)) if between else 0.0
        found.append(LevelRating(_MIDDLE + (rise if level > middle else -rise), deviation))
    return tuple(found)


def elo(score: float) -> float:
    """By how much a player is rated above one against whom this is the score."""
    return 400.0 * math.log10(score / (1.0 - score))


def _rise(score: float, low: float, high: float) -> tuple[float, float]:
    """A step in Elo, and its standard deviation."""
    return elo(score), (elo(high) - elo(low)) / (2 * _Z)
