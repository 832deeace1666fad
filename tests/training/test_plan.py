"""What a run is told to do: its settings, its file, and what is refused."""

import json
from dataclasses import replace

import pytest

from azulejos.bots.levels import LEARNED_STYLES
from azulejos.errors import OptionError
from azulejos.training.folder import plan_for
from azulejos.training.plan import USUAL, Plan
from azulejos.training.run import Run

from .tiny import TINY, games_in


def test_games_are_searched_as_the_mind_plays():
    for game, plan in USUAL.items():
        assert plan.style == LEARNED_STYLES[game]._replace(warmth=1.0)
    search = {"exploration": 0.6, "warmth": 1.2, "caution": 0.0, "second_opinion": 0.1}
    assert Plan(**search).style == LEARNED_STYLES["azul"]._replace(**search)


def test_kinds_are_played_as_often_as_the_plan_says(tmp_path):
    plan = USUAL["azuleo"].with_settings(["kinds=3,0,1"])
    assert plan.weights().tolist() == [0.75, 0, 0.25]
    plan.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == plan
    for usual in USUAL.values():
        assert usual.weights() == pytest.approx(usual.kinds)


def test_only_the_kinds_asked_for_are_played(tmp_path):
    run = Run(tmp_path, replace(TINY, kinds=(0, 2, 0, 0, 0, 0)), threads=2)
    run.complete_a_cycle()
    assert set(games_in(tmp_path)[0].states["players"].tolist()) == {3}


def test_a_plan_is_its_file(tmp_path):
    TINY.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == TINY
    assert plan_for(tmp_path, "azul", []) == TINY
    assert plan_for(tmp_path / "new", "azul", ["visits=70", "rate=0.5"]).visits == 70
    with pytest.raises(OptionError, match="another plan"):
        plan_for(tmp_path, "azul", ["visits=9"])


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("visits", "name=value"),
        ("nothing=1", "name=value"),
        ("visits=many", "visits: expected int"),
        ("visits=0", "visits: expected more than 0"),
        ("forecast=1.5", "forecast: expected 0 to 1"),
        ("settling=0", "settling: expected more than 0"),
        ("trust=2", "trust: expected 0 to 1"),
        ("passes=0", "passes: expected more than 0"),
        ("game=azuleo", "name=value"),
        ("seed=-1", "seed: expected 0 or more"),
        ("seed=9999999999999999999", "seed: expected at most"),
        ("rate=nan", "rate: expected 0 or more"),
        ("task_samples=500", "task_samples: expected 600 or more"),
        ("quick_visits=200", "quick_visits: expected at most 100"),
        ("gpu_tables=-5", "gpu_tables: expected 0 or more"),
        ("second_opinion=1.1", "second_opinion: expected 0 to 1"),
        ("exploration=0", "exploration: expected more than 0"),
        ("kinds=1,1", "kinds: expected 6 numbers for azul, not 2"),
        ("kinds=1,1,1,1,1,some", "kinds: expected numbers with commas between"),
        ("kinds=1,1,1,1,1,-1", "kinds: expected 0 or more of each"),
        ("kinds=1,1,1,1,1,nan", "kinds: expected 0 or more of each"),
        ("kinds=0,0,0,0,0,0", "kinds: expected some games"),
        ("kinds=1e308,1e308,0,0,0,0", "kinds: expected numbers that can be added up"),
        ("outlook_width=2000", "outlook_width: expected at most 1024"),
        ("guide_depth=65", "guide_depth: expected at most 64"),
        ("guide_width=16", "guide_depth: expected at most 16"),
        ("measure_visits=32768", "measure_visits: expected at most 32767"),
    ],
)
def test_bad_settings(setting, complaint):
    with pytest.raises(OptionError, match=complaint):
        Plan().with_settings([setting])


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"visits": 100.5}, "visits: expected int, not 100.5"),
        ({"seed": True}, "seed: expected int, not True"),
        ({"rate": "quick"}, "rate: expected float, not 'quick'"),
        ({"kinds": [1, 1, 1, 1, 1, True]}, "kinds: expected 0 or more of each"),
    ],
)
def test_a_plan_of_other_values_than_numbers(tmp_path, changed, complaint):
    TINY.write(tmp_path / "plan.json")
    known = json.loads((tmp_path / "plan.json").read_text())
    (tmp_path / "plan.json").write_text(json.dumps(known | changed))
    with pytest.raises(OptionError, match=complaint):
        Plan.read(tmp_path / "plan.json")


def test_a_whole_number_is_a_float_too():
    assert replace(TINY, passes=25).with_settings(["passes=2.5"]).passes == 2.5


@pytest.mark.parametrize("text", ["", "{", "[]", '{"visit": 3}', json.dumps({"visits": 3})])
def test_a_file_that_is_no_plan(tmp_path, text):
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(OptionError):
        plan_for(tmp_path, "azul", [])
