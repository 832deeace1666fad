"""How hard puzzles are: a Rasch model of which levels find the answer, on the scale of Elo.

A solver of rating r finds the answer of a puzzle of rating d with probability
1 / (1 + 10^((d − r) / 400)). Puzzles and levels are fitted together, by the greatest posterior
density: the puzzles' ratings have a normal prior, whose mean, 1500, also fixes the scale. It is the
scale on which Glicko-2 rates people who try the puzzles.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: The prior of puzzles: a rating and its standard deviation.
MEAN, SPREAD = 1500.0, 350.0
#: Points of a natural logit.
_ELO = 400.0 / np.log(10.0)
#: Tries of one level at one puzzle have much in common: together they count as so many.
_EFFECTIVE_TRIES = 2.0
_ROUNDS = 200


class Ratings(NamedTuple):
    """Ratings of puzzles and their standard deviations (n,), and ratings of levels (m,)."""

    puzzles: Floats
    deviations: Floats
    levels: Floats


def rate(found: Floats) -> Ratings:
    """The ratings of n puzzles and m levels.

    found: the share of its tries in which each level found each answer, (n, m).
    """
    difficulty, ability = np.zeros(found.shape[0]), np.zeros(found.shape[1])
    precision = (_ELO / SPREAD) ** 2
    for _ in range(_ROUNDS):
        before = difficulty
        # Newton's steps, damped: abilities given difficulties, then the other way round.
        chances = _chances(difficulty, ability)
        slope = _EFFECTIVE_TRIES * (found - chances).sum(axis=0) - _WEAK * ability
        ability = ability + _step(slope, _information(chances).sum(axis=0) + _WEAK)
        chances = _chances(difficulty, ability)
        slope = _EFFECTIVE_TRIES * (chances - found).sum(axis=1) - precision * difficulty
        difficulty = difficulty + _step(slope, _information(chances).sum(axis=1) + precision)
        if np.abs(difficulty - before).max(initial=0.0) < 1e-9:
            break
    information = _information(_chances(difficulty, ability)).sum(axis=1) + precision
    return Ratings(MEAN + _ELO * difficulty, _ELO / np.sqrt(information), MEAN + _ELO * ability)


#: A level that finds all answers, or none, still has a rating.
_WEAK = 1e-3


def _chances(difficulty: Floats, ability: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + np.exp(difficulty[:, None] - ability[None, :])))


def _information(chances: Floats) -> Floats:
    return _EFFECTIVE_TRIES * chances * (1.0 - chances)


def _step(slope: Floats, curvature: Floats) -> Floats:
    return np.clip(slope / curvature, -1.0, 1.0)
