"""Elo ratings: maximum likelihood of the Bradley–Terry model over all results.

A side wins with probability proportional to 10^(Elo/400), for any number of sides. A shared win
counts in parts. Errors are cluster-robust (the "sandwich" estimate over deals, not games), so that
paired deals narrow them.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.arena.statistics import ELO, PRIOR_GAMES, Estimate, quantile

Floats = NDArray[np.float64]


class Results(NamedTuple):
    """All m results between n entrants.

    seats, scores: float (m, n): how many sides each entrant had, and their scores added up. deals:
    int (m,), the cluster of each result: those of one deal share its luck.
    """

    seats: Floats
    scores: Floats
    deals: NDArray[np.int64]


class Ratings(NamedTuple):
    """Elo for each entrant, and how many drawn pseudo-games were added (see `fit`)."""

    elo: list[Estimate]
    pseudo_games: int


def fit(results: Results, anchor: int, anchor_elo: float = 0.0) -> Ratings:
    """The ratings of greatest likelihood, with one entrant's fixed.

    Where an entrant never lost to another (or never met it), the likelihood has no maximum. Then
    one drawn pseudo-game between every two such entrants is added as a prior: a clean sweep gets a
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
    """The sum of the scores of each result, (m, 1): usually 1."""
    return results.scores.sum(axis=1, keepdims=True)


def _information(results: Results, chances: Floats) -> Floats:
    """The Fisher information of the strengths: minus the Hessian of the log-likelihood, (n, n)."""
    weighted = _won(results) * chances
    return np.asarray(np.diag(weighted.sum(axis=0)) - chances.T @ weighted)


def _strengths(results: Results, free: list[int]) -> Floats:
    """Newton's method on the log-likelihood, which is concave; strengths are Elo / ELO."""
    strength = np.zeros(results.seats.shape[1])
    for _ in range(500):
        chances = _chances(results, strength)
        slope = (results.scores - _won(results) * chances).sum(axis=0)[free]
        step = np.linalg.solve(_information(results, chances)[np.ix_(free, free)], slope)
        step *= min(
            1.0, 1.0 / max(np.abs(step).max(), 1e-300)
        )  # damped: it overshoots far from the maximum
        strength[free] += step
        if np.abs(step).max() < 1e-12:
            break
    return strength


def _with_pseudo_games(results: Results) -> tuple[Results, int]:
    """Add a drawn game between every two entrants not connected by results in both directions."""
    n = results.seats.shape[1]
    took_from = (results.scores.T @ results.seats) > 0  # [i, j]: i scored against j
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
