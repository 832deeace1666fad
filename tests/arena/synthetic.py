"""Results of matches whose truth is known."""

import math

import numpy as np

from azulejos.arena.statistics import ELO


def scores_of_deals(chance, deals, strength, luck, *, sides=2, drawn=0.03):
    """The first's mean share on each deal, all seatings played, float (deals,).

    strength: its advantage over each other, in natural logarithms of odds. luck: how far the deal
    moves the odds of a seat, so that games on one deal are not independent.
    """
    moved = chance.normal(0, luck, (deals, sides))
    moved -= moved.mean(axis=1, keepdims=True)
    wins = chance.random((deals, sides)) < 1 / (1 + (sides - 1) * np.exp(-strength - moved))
    draws = chance.random((deals, sides)) < drawn
    return np.where(draws, 0.5, wins).mean(axis=1)


def true_score(strength, luck, *, sides=2, drawn=0.03):
    many = np.random.default_rng(0)
    return scores_of_deals(many, 400_000, strength, luck, sides=sides, drawn=drawn).mean()


def strength_for(elo):
    return elo / ELO


def binomial_reach(rate, runs):
    """How far a rate seen in so many runs may be off by chance: four standard errors."""
    return 4 * math.sqrt(rate * (1 - rate) / runs)
