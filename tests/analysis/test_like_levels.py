"""Which level plays like somebody."""

import json
from dataclasses import replace

import pytest

from azulejos.analysis import (
    Decision,
    Likeness,
    Rate,
    level_rates,
    levels_like,
    like_levels,
    why_unlike,
)
from azulejos.analysis.summary import pooled
from azulejos.analysis.words import like_levels as told
from azulejos.analysis.words import unlike_levels
from azulejos.bots import LEVELS

RATES = tuple(Rate(900, rate, rate - 4, rate + 4) for rate in (90.0, 60.0, 40.0, 25.0, 15.0))


def rate(value, half):
    return Rate(25, value, max(value - half, 0.0), value + half)


@pytest.mark.parametrize(
    ("own", "nearest", "levels"),
    [
        (rate(60, 5), 2, (2, 2)),
        (rate(50, 12), 2, (2, 3)),
        (rate(42, 30), 3, (2, 5)),
        (rate(49, 1), 3, (2, 3)),  # surely between two
        (rate(200, 5), 1, (1, 1)),
        (rate(2, 3), 5, (5, 5)),
    ],
)
def test_levels_that_fit_a_rate(own, nearest, levels):
    assert like_levels.fitting(own, RATES) == Likeness(nearest, *levels)


def test_without_decisions_no_level_fits():
    assert like_levels.fitting(Rate(0, 0.0, 0.0, 0.0), RATES) is None


def test_rates_of_several_games_are_surer():
    of_games = [Rate(20, 60.0, 40.0, 80.0), Rate(30, 10.0, 0.0, 30.0), Rate(0, 0.0, 0.0, 0.0)]
    together = pooled(of_games)
    assert (together.decisions, together.rate) == (50, 30.0)
    assert together.high - together.rate == pytest.approx((400**2 + 600**2) ** 0.5 / 50)
    assert pooled(of_games[:1]) == of_games[0]
    assert pooled([]).decisions == 0


@pytest.fixture
def measured(monkeypatch, tmp_path, reviewed):
    """Azul's levels as if they had been measured."""
    level_rates.cache_clear()
    levels = [
        {"decisions": r.decisions, "rate": r.rate, "low": r.low, "high": r.high} for r in RATES
    ]
    path = tmp_path / like_levels.FILE
    path.write_text(json.dumps({"visits": reviewed.visits, "levels": levels}))
    spec = type("Spec", (), {"folder": tmp_path})()
    monkeypatch.setattr(like_levels.games, "spec", lambda _: spec)
    yield
    level_rates.cache_clear()


def test_a_review_tells_levels(measured, reviewed):
    levels = levels_like(reviewed, 0)
    assert levels == like_levels.fitting(reviewed.summaries[0].errors, RATES)
    assert 1 <= levels.first <= levels.nearest <= levels.last <= 5
    assert str(levels.nearest) in told(levels)
    assert told(Likeness(3, 2, 5)) == "most like level 3 (levels 2 to 5 fit)"
    assert told(Likeness(3, 3, 3)) == "like level 3"


def with_shares(review, share):
    """The same with so much of a win in each decision, for who makes it."""
    steps = []
    for step in review.steps:
        if isinstance(step, Decision) and step.best is not None:
            values = [1 - share] * review.players
            values[step.player] = share
            step = replace(step, best=replace(step.best, values=values))
        steps.append(step)
    return replace(review, steps=steps)


def with_rates(review, *rates):
    found = zip(review.summaries, rates, strict=True)
    return replace(review, summaries=[replace(one, errors=own) for one, own in found])


def test_a_game_of_unequal_players_tells_no_levels(measured, reviewed):
    even = with_shares(with_rates(reviewed, rate(40, 10), rate(50, 15)), 0.6)
    assert why_unlike(even) is None
    assert levels_like(even, 0)
    for share in (0.99, 0.01):
        assert why_unlike(with_shares(even, share)) == "decided"
        assert levels_like(with_shares(even, share), 0) is None
    far = with_rates(even, rate(10, 5), rate(60, 20))
    assert why_unlike(far) == "unequal"
    assert levels_like(far, 0) is levels_like(far, 1) is None
    assert why_unlike(with_rates(even, rate(10, 30), rate(60, 45))) is None  # not for sure
    assert why_unlike(with_rates(even, rate(40, 5), rate(60, 5))) is None  # not so far
    assert "erred far more" in unlike_levels("unequal")
    assert "decided" in unlike_levels("decided")
    assert unlike_levels(None) == ""


def test_what_cannot_be_compared_is_not(measured, reviewed):
    assert levels_like(replace(reviewed, visits=1000 * reviewed.visits), 0) is None
    assert levels_like(replace(reviewed, players=3), 0) is None
    assert told(None) == ""


def test_levels_that_nobody_has_measured(monkeypatch, tmp_path, reviewed):
    level_rates.cache_clear()
    spec = type("Spec", (), {"folder": tmp_path})()
    monkeypatch.setattr(like_levels.games, "spec", lambda _: spec)
    assert levels_like(reviewed, 0) is None
    level_rates.cache_clear()


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_what_ships_fits_the_levels(game):
    shipped = level_rates(game)
    if shipped is not None:
        assert len(shipped.rates) == len(LEVELS[game])
        assert all(rate.low <= rate.rate <= rate.high for rate in shipped.rates)
