"""Ratings of the levels, from the steps that were measured."""

import json
import re
from pathlib import Path

import pytest

from azulejos import games
from azulejos.bots import LEVELS
from azulejos.bots.level_ratings import FILE, elo, level_ratings, ratings_of

DOCS = Path(__file__).parents[2] / "docs" / "opponents.md"


def ladder(game):
    return json.loads((games.spec(game).folder / FILE).read_text(encoding="utf-8"))


def documented(game):
    """The steps in the table of the documents: level 2 against level 1 first."""
    text = DOCS.read_text(encoding="utf-8")
    table = text[text.index("| level against the one below") :]
    titles = [title.strip() for title in table.partition("\n")[0].split("|")]
    column = titles.index(games.spec(game).title)
    rows = re.findall(r"^\| \d+ \|.*$", table, re.MULTILINE)
    return [row.split("|")[column].strip() for row in rows[1:]]


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_the_steps_are_those_that_the_documents_tell(game):
    told = ladder(game)
    assert told["command"].split()[0] == "tools/measure_opponents.py"
    assert len(told["steps"]) == len(LEVELS[game]) - 1
    for step, text in zip(told["steps"], documented(game), strict=True):
        if step is None:  # its rating is a guess until it is measured
            continue
        numbers = [100 * step[name] for name in ("score", "low", "high")]
        assert text == "{:.1f} % ({:.1f} to {:.1f})".format(*numbers)


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_levels_rise_and_the_middle_one_is_the_fixed_point(game):
    ratings = level_ratings(game)
    assert len(ratings) == len(LEVELS[game])
    assert [rating for rating, _ in ratings] == sorted(rating for rating, _ in ratings)
    assert ratings[4] == (1500, 0)
    assert all(20 <= deviation <= 130 for n, (_, deviation) in enumerate(ratings) if n != 4)


def test_a_step_is_its_elo_and_deviations_add_up():
    half, up = (0.5, 0.4, 0.6), (0.75, 0.7, 0.8)
    ratings = ratings_of([half, up])
    assert [round(rating, 6) for rating, _ in ratings] == [1500, 1500, round(1500 + elo(0.75), 6)]
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert ratings[0].deviation == pytest.approx((elo(0.6) - elo(0.4)) / (2 * 1.96))
    # What was not measured is taken to be like the others, and is less sure.
    unmeasured = ratings_of([half, up, None, up])
    assert unmeasured[3].deviation == pytest.approx(100)
    assert unmeasured[3].rating - unmeasured[2].rating == pytest.approx(2 * elo(0.75) / 3)


def test_a_game_without_measured_levels_has_no_ratings(monkeypatch, tmp_path):
    monkeypatch.setattr("azulejos.bots.level_ratings.FILE", "missing.json")
    assert level_ratings.__wrapped__("azul") is None
