"""Elo: the ratings under which all the results together are most likely.

The model is Bradley and Terry's, for any number of sides: a side wins with probability
proportional to 10^(Elo/400). A shared win counts for each by its share. Errors come from the
spread between deals, not between games (the "sandwich" estimate), so pairing counts here too.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.arena.statistics import ELO, PRIOR_GAMES, Estimate, quantile

Floats = NDArray[np.float64]


class Results(NamedTuple):
    """All contests, m of them between n entrants.

    seats, shares: float (m, n): how many sides each entrant had, and their share of the win
    together. deals: int (m,): contests with the same number share their luck.
    """

    seats: Floats
    scores: Floats
    deals: NDArray[np.int64]


class Ratings(NamedTuple):
    """Elo for each entrant; `pseudo_games` is how many drawn games had to be supposed (see `fit`)."""

    elo: list[Estimate]
    pseudo_games: int


def fit(results: Results, anchor: int, anchor_elo: float = 0.0) -> Ratings:
    """The ratings of greatest likelihood, with one entrant's fixed.

    Where some never lost a share to others (or never met them), the likelihood has no greatest
    value. Then one drawn game is supposed between every two such entrants: a clean sweep gets a
    high but finite rating, with an interval as wide as it must be.
    """
    results, pseudo_games = _with_pseudo_games(results)
    n = results.seats.shape[1]
    free = [entrant for entrant in range(n) if entrant != anchor]
    strength = _strengths(results, free)
    chances = _chances(results, strength)
    bread = np.linalg.inv(_information(results, chances)[np.ix_(free, free)])
    spread = np.zeros((int(results.deals.max()) + 1, n))
    np.add.at(spread, results.deals, results.scores - _won(results) * chances)
    deals = len(np.unique(results.deals))
    meat = spread.T @ spread * (deals / max(deals - 1, 1))
    meat = (deals * meat + PRIOR_GAMES * _information(results, chances)) / (deals + PRIOR_GAMES)
    errors = np.zeros(n)
    errors[free] = np.sqrt(np.diag(bread @ meat[np.ix_(free, free)] @ bread))
    reach = quantile(max(deals - 1, 1)) * errors * ELO
    elo = anchor_elo + strength * ELO
    return Ratings(
        [Estimate(*map(float, (e, e - r, e + r))) for e, r in zip(elo, reach, strict=True)],
        pseudo_games,
    )


def _chances(results: Results, strength: Floats) -> Floats:
    """The probability that each entrant's sides win, (m, n)."""
    weights = results.seats * np.exp(strength - strength.max())
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def _won(results: Results) -> Any:
    """How much of a win was there to share in each contest, (m, 1): usually 1."""
    return results.scores.sum(axis=1, keepdims=True)


def _information(results: Results, chances: Floats) -> Floats:
    """The negative second derivative of the log-likelihood by the strengths, (n, n)."""
    weighted = _won(results) * chances
    return np.asarray(np.diag(weighted.sum(axis=0)) - chances.T @ weighted)


def _strengths(results: Results, free: list[int]) -> Floats:
    """Newton's method on the log-likelihood, which is concave; strengths are Elo / ELO."""
    strength = np.zeros(results.seats.shape[1])
    for _ in range(500):
        chances = _chances(results, strength)
        slope = (results.scores - _won(results) * chances).sum(axis=0)[free]
        step = np.linalg.solve(_information(results, chances)[np.ix_(free, free)], slope)
        step *= min(1.0, 1.0 / max(np.abs(step).max(), 1e-300))  # far from the top it overshoots
        strength[free] += step
        if np.abs(step).max() < 1e-12:
            break
    return strength


def _with_pseudo_games(results: Results) -> tuple[Results, int]:
    """Add a drawn game between every two entrants that the results cannot hold together."""
    n = results.seats.shape[1]
    took_from = (results.scores.T @ results.seats) > 0  # [i, j]: i had a share against j
    reach = took_from | np.eye(n, dtype=bool)
    for middle in range(n):
        reach |= reach[:, middle : middle + 1] & reach[middle : middle + 1, :]
    loose = [(i, j) for i in range(n) for j in range(i) if not (reach[i, j] and reach[j, i])]
    if not loose:
        return results, 0
    seats = np.zeros((len(loose), n))
    for row, pair in enumerate(loose):
        seats[row, pair] = 1.0
    first = int(results.deals.max()) + 1 if len(results.deals) else 0
    return (
        Results(
            np.vstack([results.seats, seats]),
            np.vstack([results.scores, seats / 2]),
            np.concatenate([results.deals, np.arange(first, first + len(loose))]),
        ),
        len(loose),
    )
