"""Finds become a collection: rated, explained, a choice of them."""

import numpy as np
import pytest

from azulejos.puzzles import FindsError, collect, make
from azulejos.puzzles.rating import MEAN, rate

from .conftest import quick


def test_ratings_are_those_of_a_rasch_model():
    """Simulated levels and puzzles of known ratings are found again."""
    chance = np.random.default_rng(5)
    puzzles = chance.normal(1500, 300, 800)
    levels = np.linspace(900, 2200, 10)
    chances = 1 / (1 + 10 ** ((puzzles[:, None] - levels) / 400))
    found = rate(chance.binomial(8, chances) / 8)
    centre = levels - puzzles.mean() + MEAN  # the scale has its middle at the mean puzzle
    assert np.abs(found.levels - centre).max() < 80
    errors = found.puzzles - (puzzles - puzzles.mean() + MEAN)
    assert abs(errors.mean()) < 20
    assert np.corrcoef(found.puzzles, puzzles)[0, 1] > 0.9
    assert errors.std() < found.deviations.mean() * 1.3


def test_who_finds_all_or_nothing_has_a_rating():
    found = rate(np.array([[1.0, 1.0, 1.0], [0.0, 0.0, 0.0], [0.0, 0.0, 1.0]]))
    assert np.isfinite(np.concatenate(found)).all()
    assert found.puzzles[0] < found.puzzles[2] < found.puzzles[1]
    assert found.levels[0] <= found.levels[1] < found.levels[2]


def test_all_finds_are_collected_once(files):
    whole = collect(files)
    assert [p.id for p in whole.puzzles] == [p.id for p in collect([*files, files[0]]).puzzles]
    assert len({p.id for p in whole.puzzles}) == len(whole.puzzles) > 4
    assert type(whole).from_text(whole.to_text()) == whole
    for puzzle in whole.puzzles:
        assert ("wall:grey" in puzzle.themes) == (" 2g " in puzzle.position)
        assert ("proven" in puzzle.themes) == puzzle.proven
        assert puzzle.answer not in [wrong.move for wrong in puzzle.wrong]


def test_a_choice_has_so_many_of_each_kind(files):
    few = collect(files, 3)
    grey = [p for p in few.puzzles if "wall:grey" in p.themes]
    assert len(grey) <= 3
    assert len(few.puzzles) - len(grey) == 3
    assert {p.id for p in few.puzzles} <= {p.id for p in collect(files).puzzles}


def test_finds_of_several_games_make_no_collection(files, tmp_path):
    other = tmp_path / "azuleo.jsonl"
    make(quick("azuleo"), other, games=1)
    text = other.read_text()
    assert "azuleo" in text
    with pytest.raises(FindsError, match="one game"):
        collect([other]) if '"id"' not in text else collect([*files, other])
