"""What a run is told to do: its settings, its file, and what is refused."""

import json
from dataclasses import replace

import pytest

from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.core.errors import OptionError
from azulejos.training.config import TrainConfig, defaults
from azulejos.training.run import Run
from azulejos.training.run_folder import config_for

from .tiny import TINY, games_in

GAMES = ("azul", "azuleo")


def test_games_are_searched_as_the_networks_play():
    for game in GAMES:
        assert defaults(game).search == LEARNED_CONFIGS[game]._replace(prior_temperature=1.0)
    search = {
        "c_puct": 0.6,
        "prior_temperature": 1.2,
        "fpu_reduction": 0.0,
        "heuristic_weight": 0.1,
    }
    assert replace(defaults("azul"), **search).search == LEARNED_CONFIGS["azul"]._replace(**search)


def test_kinds_are_played_as_often_as_the_config_says(tmp_path):
    config = defaults("azuleo").with_settings(["kinds=3,0,1"])
    assert config.weights().tolist() == [0.75, 0, 0.25]
    config.write(tmp_path / "config.json")
    assert TrainConfig.read(tmp_path / "config.json") == config
    for config in map(defaults, GAMES):
        assert config.weights() == pytest.approx(config.kinds)


def test_only_the_kinds_asked_for_are_played(tmp_path):
    run = Run(tmp_path, replace(TINY, kinds=(0, 2, 0, 0, 0, 0)), threads=2)
    run.run_iteration()
    assert set(games_in(tmp_path)[0].states["players"].tolist()) == {3}


def test_a_config_is_its_file(tmp_path):
    TINY.write(tmp_path / "config.json")
    assert TrainConfig.read(tmp_path / "config.json") == TINY
    assert config_for(tmp_path, "azul", []) == TINY
    assert config_for(tmp_path / "new", "azul", ["visits=70", "learning_rate=0.5"]).visits == 70
    with pytest.raises(OptionError, match="another configuration"):
        config_for(tmp_path, "azul", ["visits=9"])


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("visits", "name=value"),
        ("nothing=1", "name=value"),
        ("visits=many", "visits: expected int"),
        ("visits=0", "visits: expected more than 0"),
        ("heuristic_opponent_fraction=1.5", "heuristic_opponent_fraction: expected 0 to 1"),
        ("lr_half_life=0", "lr_half_life: expected more than 0"),
        ("value_target_mix=2", "value_target_mix: expected 0 to 1"),
        ("epochs=0", "epochs: expected more than 0"),
        ("game=azuleo", "name=value"),
        ("seed=-1", "seed: expected 0 or more"),
        ("seed=9999999999999999999", "seed: expected at most"),
        ("learning_rate=nan", "learning_rate: expected 0 or more"),
        ("task_samples=500", "task_samples: expected 600 or more"),
        ("fast_visits=200", "fast_visits: expected at most 100"),
        ("gpu_tables=-5", "gpu_tables: expected 0 or more"),
        ("heuristic_weight=1.1", "heuristic_weight: expected 0 to 1"),
        ("c_puct=0", "c_puct: expected more than 0"),
        ("kinds=1,1", "kinds: expected 6 numbers for azul, not 2"),
        ("kinds=1,1,1,1,1,some", "kinds: expected numbers with commas between"),
        ("kinds=1,1,1,1,1,-1", "kinds: expected 0 or more of each"),
        ("kinds=1,1,1,1,1,nan", "kinds: expected 0 or more of each"),
        ("kinds=0,0,0,0,0,0", "kinds: expected some games"),
        ("kinds=1e308,1e308,0,0,0,0", "kinds: expected numbers that can be added up"),
        ("value_width=2000", "value_width: expected at most 1024"),
        ("policy_depth=65", "policy_depth: expected at most 64"),
        ("policy_width=16", "policy_depth: expected at most 16"),
        ("eval_visits=32768", "eval_visits: expected at most 32767"),
    ],
)
def test_bad_settings(setting, complaint):
    with pytest.raises(OptionError, match=complaint):
        defaults("azul").with_settings([setting])


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"visits": 100.5}, "visits: expected int, not 100.5"),
        ({"seed": True}, "seed: expected int, not True"),
        ({"learning_rate": "quick"}, "learning_rate: expected float, not 'quick'"),
        ({"kinds": [1, 1, 1, 1, 1, True]}, "kinds: expected 0 or more of each"),
    ],
)
def test_a_config_of_other_values_than_numbers(tmp_path, changed, complaint):
    TINY.write(tmp_path / "config.json")
    known = json.loads((tmp_path / "config.json").read_text())
    (tmp_path / "config.json").write_text(json.dumps(known | changed))
    with pytest.raises(OptionError, match=complaint):
        TrainConfig.read(tmp_path / "config.json")


def test_a_whole_number_is_a_float_too():
    assert replace(TINY, epochs=25).with_settings(["epochs=2.5"]).epochs == 2.5


@pytest.mark.parametrize("text", ["", "{", "[]", '{"visit": 3}', json.dumps({"visits": 3})])
def test_a_file_that_is_no_config(tmp_path, text):
    (tmp_path / "config.json").write_text(text)
    with pytest.raises(OptionError):
        config_for(tmp_path, "azul", [])
