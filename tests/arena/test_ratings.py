"""The fit finds the ratings that made synthetic results, with intervals that hold."""

from itertools import combinations

import numpy as np
import pytest

from azulejos.arena.ratings import Results, fit
from azulejos.arena.statistics import elo_of_score

from .synthetic import binomial_reach, scores_of_deals, strength_for, true_score


def round_robin(chance, elo, deals):
    """Every two play so many deals of two games, without luck; all results."""
    seats, scores = [], []
    for one, other in combinations(range(len(elo)), 2):
        won = scores_of_deals(chance, deals, strength_for(elo[one] - elo[other]), 0, drawn=0)
        for score in won:
            row = np.zeros(len(elo))
            row[one], row[other] = 2 * score, 2 - 2 * score
            scores.append(row)
            seats.append(np.isin(np.arange(len(elo)), (one, other)).astype(float))
    return Results(np.array(seats), np.array(scores), np.arange(len(seats)))


def test_known_ratings_are_recovered():
    truth = [300.0, 120.0, 100.0, -50.0, 0.0]
    rated = fit(round_robin(np.random.default_rng(1), truth, 3000), anchor=4)
    assert rated.pseudo_games == 0
    for expected, estimate in zip(truth, rated.elo, strict=True):
        assert estimate.value == pytest.approx(expected, abs=25)
    assert rated.elo[4] == (0.0, 0.0, 0.0)


def test_the_intervals_cover_the_truth():
    truth = [200.0, 100.0, 0.0]
    chance = np.random.default_rng(2)
    runs, covered = 400, 0
    for _ in range(runs):
        rated = fit(round_robin(chance, truth, 60), anchor=2)
        covered += sum(e.low <= t <= e.high for e, t in zip(rated.elo[:2], truth, strict=False))
    assert covered / (2 * runs) == pytest.approx(0.95, abs=binomial_reach(0.95, runs))


def pairs(values, sides=2):
    """Results of two, the first alone against sides − 1 of the second."""
    values = np.asarray(values)
    scores = np.stack([values, 1 - values], axis=1) * sides
    return Results(np.tile([1.0, sides - 1.0], (len(values), 1)), scores, np.arange(len(values)))


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_two_are_rated_by_their_score(sides):
    values = scores_of_deals(np.random.default_rng(3), 100, 1, 1, sides=sides)
    rated = fit(pairs(values, sides), anchor=1, anchor_elo=1500)
    assert rated.elo[0].value == pytest.approx(1500 + elo_of_score(values.mean(), sides))
    assert rated.elo[1].value == 1500


@pytest.mark.parametrize("luck", [0, 3])
def test_the_interval_uses_the_pairing(luck):
    truth = elo_of_score(true_score(0.5, luck), 2)
    chance = np.random.default_rng(4)
    runs, covered, widths = 500, 0, []
    for _ in range(runs):
        estimate = fit(pairs(scores_of_deals(chance, 80, 0.5, luck)), anchor=1).elo[0]
        covered += estimate.low <= truth <= estimate.high
        widths.append(estimate.high - estimate.low)
    assert covered / runs == pytest.approx(0.95, abs=binomial_reach(0.95, runs))
    assert (np.mean(widths) < 88) == (luck == 3)  # 107 by games taken as independent


def test_the_order_of_results_and_the_anchor_do_not_matter():
    results = round_robin(np.random.default_rng(5), [100.0, 50.0, 0.0], 40)
    forward = fit(results, anchor=2)
    turned = Results(results.seats[::-1], results.scores[::-1], results.deals[::-1])
    assert fit(turned, anchor=2).elo[0].value == pytest.approx(forward.elo[0].value)
    moved = fit(results, anchor=0, anchor_elo=forward.elo[0].value)
    for one, other in zip(moved.elo, forward.elo, strict=True):
        assert one.value == pytest.approx(other.value)


def test_a_clean_sweep_gets_a_finite_rating_and_says_so():
    rated = fit(pairs([1.0] * 200), anchor=1)
    assert rated.pseudo_games == 1
    best = rated.elo[0]
    assert best.value == pytest.approx(elo_of_score(400.5 / 401, 2))
    # What 400 wins of 400 really prove: a share of 1 − 3/400, about.
    assert elo_of_score(0.98, 2) < best.low < elo_of_score(0.995, 2)
    lost = fit(pairs([0.0] * 200), anchor=1).elo[0]
    assert lost.value == pytest.approx(-best.value)


def test_those_who_never_met_and_nothing_at_all():
    nothing = Results(np.zeros((0, 3)), np.zeros((0, 3)), np.zeros(0, dtype=np.int64))
    rated = fit(nothing, anchor=1)
    assert [round(estimate.value) for estimate in rated.elo] == [0, 0, 0]
    assert rated.pseudo_games == 3


def test_one_table_of_four():
    """Only who comes first counts: strengths are as the shares."""
    scores = np.tile([2.0, 1.0, 0.5, 0.5], (50, 1))
    rated = fit(Results(np.ones((50, 4)), scores, np.arange(50)), anchor=3)
    expected = [elo_of_score(odds / (1 + odds), 2) for odds in (4, 2, 1, 1)]
    assert [estimate.value for estimate in rated.elo] == pytest.approx(expected, abs=1e-6)
