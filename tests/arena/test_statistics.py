"""Intervals hold what they promise, and the sequential test errs as seldom as it says."""

import math

import numpy as np
import pytest

from azulejos.arena.schedule import Contest
from azulejos.arena.statistics import (
    Sprt,
    elo_of_score,
    expected_score,
    mean,
    quantile,
    score_estimate,
)
from azulejos.core.errors import OptionError

from .synthetic import binomial_reach, scores_of_deals, strength_for, true_score

RUNS = 600


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("deals", [20, 200])
@pytest.mark.parametrize(("strength", "luck"), [(0, 0), (1, 1), (0, 3), (3, 1), (4.5, 0)])
def test_the_interval_of_a_score_covers_the_truth(sides, deals, strength, luck):
    chance = np.random.default_rng(5)
    truth = true_score(strength, luck, sides=sides)
    covered = 0
    for _ in range(RUNS):
        values = scores_of_deals(chance, deals, strength, luck, sides=sides)
        estimate = score_estimate(values.tolist(), sides)
        assert 0 <= estimate.low <= estimate.value <= estimate.high <= 1
        covered += estimate.low <= truth <= estimate.high
    assert covered / RUNS >= 0.95 - binomial_reach(0.95, RUNS)


def test_pairing_narrows_the_interval():
    """Where the deal decides, both win once: the pairs hardly vary, the games do."""
    values = scores_of_deals(np.random.default_rng(1), 300, 0.2, 8.0, drawn=0).tolist()
    paired = score_estimate(values, 2)
    games = score_estimate(
        [1.0] * round(600 * paired.value) + [0.0] * round(600 * (1 - paired.value)), 1
    )
    assert paired.high - paired.low < 0.7 * (games.high - games.low)


def test_games_that_hang_together_widen_it():
    """If both games of each deal went the same way, there were only half as many."""
    together = score_estimate([1.0] * 60 + [0.0] * 40, 2)
    apart = score_estimate([1.0] * 60 + [0.0] * 40, 1)
    assert together.high - together.low == pytest.approx(apart.high - apart.low, rel=0.05)


def test_a_clean_sweep_is_no_certainty():
    estimate = score_estimate([1.0] * 100, 2)
    assert estimate.high == 1
    assert 1 - 5 / 200 < estimate.low < 1 - 3 / 200
    lost = score_estimate([0.0] * 100, 2)
    assert lost.low == 0
    assert lost.high == pytest.approx(1 - estimate.low)


def test_nothing_played_has_no_score_and_no_mean():
    assert score_estimate([], 2) is None
    assert mean([]) is None
    assert mean([3.0]) == (3.0, -math.inf, math.inf)


@pytest.mark.parametrize("deals", [5, 50])
def test_the_interval_of_a_mean_covers_the_truth(deals):
    chance = np.random.default_rng(2)
    covered = 0
    for _ in range(2000):
        estimate = mean(chance.normal(7, 3, deals).tolist())
        covered += estimate.low <= 7 <= estimate.high
    assert covered / 2000 == pytest.approx(0.95, abs=binomial_reach(0.95, 2000))


@pytest.mark.parametrize(
    ("freedom", "known"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (1e9, 1.960)],
)
def test_students_t(freedom, known):
    assert quantile(freedom) == pytest.approx(known, rel=0.01)


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_elo_and_score_are_inverse(sides):
    assert expected_score(0, sides) == pytest.approx(1 / sides)
    for elo in (-300, 10, 500):
        assert elo_of_score(expected_score(elo, sides), sides) == pytest.approx(elo)
    assert expected_score(400, 2) == pytest.approx(10 / 11)
    assert (elo_of_score(1, sides), elo_of_score(0, sides)) == (math.inf, -math.inf)


# ── The sequential test ──────────────────────────────────────────────────────────────────────────


def accepted(sprt, chance, strength, luck, sides):
    values = []
    while True:
        values += scores_of_deals(chance, 1, strength, luck, sides=sides, drawn=0).tolist()
        decision = sprt.decision(sprt.ratio(values))
        if decision is not None:
            return decision, len(values)


@pytest.mark.parametrize(("luck", "sides"), [(0, 2), (1, 2), (0, 4)])
def test_the_sequential_test_errs_seldom(luck, sides):
    """One time in twenty at most, on either side, when one of the hypotheses is true."""
    runs = 200
    for truth, elo in (("H0", 0), ("H1", 100)):
        strength = strength_for(elo)
        told = true_score(strength, luck, sides=sides, drawn=0)
        # Luck moves the mean; shift the hypotheses by as much, so that one is true.
        shift = elo_of_score(told, sides) - elo
        sprt = Sprt(0 + shift, 100 + shift, sides)
        chance = np.random.default_rng(8)
        found = [accepted(sprt, chance, strength, luck, sides)[0] for _ in range(runs)]
        wrong = sum(decision != truth for decision in found) / runs
        assert wrong <= 0.05 + binomial_reach(0.05, runs)


def test_the_sequential_test_is_quicker_the_clearer_it_is():
    chance = np.random.default_rng(3)
    sprt = Sprt(0, 50, 2)

    def length(elo):
        taken = [accepted(sprt, chance, strength_for(elo), 0, 2)[1] for _ in range(20)]
        return sum(taken) / len(taken)

    assert length(25) > 1.5 * length(100)
    assert length(25) > 1.5 * length(-50)


def test_the_ratio_agrees_with_the_normal_approximation():
    """For many deals near the hypotheses: n (m1 − m0) (2 m − m0 − m1) / (2 v)."""
    values = scores_of_deals(np.random.default_rng(4), 4000, 0.05, 1.0).tolist()
    m0, m1 = expected_score(0, 2), expected_score(10, 2)
    centre, variance = np.mean(values), np.var(values)
    expected = 4000 * (m1 - m0) * (2 * centre - m0 - m1) / (2 * variance)
    assert Sprt(0, 10, 2).ratio(values) == pytest.approx(expected, rel=0.02)


def test_the_ratio_turns_around_with_the_result():
    values = [1.0, 0.5, 0.5, 0.75, 1.0, 0.0]
    mirrored = [1 - value for value in values]
    assert Sprt(-20, 40, 2).ratio(values) == pytest.approx(-Sprt(-40, 20, 2).ratio(mirrored))
    assert Sprt(0, 10, 2).ratio([0.5]) < 0 < Sprt(0, 10, 2).ratio([1.0])


def test_what_cannot_be_tested():
    two, three = Contest("azul", ("a", "b")), Contest("azul", ("a", "b", "c"))
    for elo0, elo1 in ((10, 0), (5, 5), (0, math.inf), (math.nan, 1), (-3000, 0)):
        with pytest.raises(OptionError, match="sprt"):
            Sprt.between(two, elo0, elo1)
    with pytest.raises(OptionError, match="two entrants"):
        Sprt.between(three, 0, 10)
    assert Sprt.between(two, 0, 10) == Sprt(0, 10, 2)
