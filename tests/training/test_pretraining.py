"""Runs that are trained on another run's games first."""

import shutil
from dataclasses import replace

import pytest

from azulejos.core.errors import OptionError
from azulejos.nets import weights
from azulejos.nets.network import (
    exists,
)
from azulejos.training.config import defaults
from azulejos.training.run import Run
from azulejos.training.run_folder import read_log, read_samples

from .runs import losses, same_networks, without_times
from .tiny import TINY

pytestmark = pytest.mark.usefixtures("easily_champion")


@pytest.fixture(scope="module")
def pupil(finished, tmp_path_factory):
    """A run pretrained on another one's games, before its first iteration: copies go on."""
    folder = tmp_path_factory.mktemp("runs") / "pupil"
    run = Run(folder, replace(TINY, seed=3, epochs=25), threads=2)
    run.pretrain_on(finished.folder)
    return run


@pytest.fixture
def pretrained(pupil, tmp_path):
    """A copy of it to go on with."""
    shutil.copytree(pupil.folder, tmp_path / "pupil")
    return Run(tmp_path / "pupil", pupil.config, threads=2)


def test_a_run_can_learn_from_the_games_of_another_first(pretrained, samples, tmp_path):
    untaught = Run(tmp_path / "untaught", pretrained.config)
    for one, other in (
        (pretrained.value_trainer, untaught.value_trainer),
        (pretrained.policy_trainer, untaught.policy_trainer),
    ):
        before, after = losses(other.ema, samples), losses(one.ema, samples)
        assert sum(after.values()) < 0.95 * sum(before.values())
    assert not exists(untaught.networks.value)
    assert exists(pretrained.networks.value)
    assert exists(pretrained.networks.policy)
    assert pretrained.iteration == 0
    lines = [pretrained.run_iteration() for _ in range(2)]
    assert lines[0]["losses"] == {}, "the window does not hold what it was pretrained on"
    assert lines[1]["losses"].keys() == {"win", "points", "policy"}


def test_games_are_studied_once(pretrained, finished):
    before, steps = pretrained.networks, pretrained.value_trainer.steps
    for run in (pretrained, Run(pretrained.folder, pretrained.config)):
        run.pretrain_on(finished.folder)
        assert same_networks(run.networks, before)
        assert run.value_trainer.steps == steps


def test_a_sample_is_pretrained_on_as_often_as_the_config_says(finished, tmp_path):
    config = replace(TINY, window=50, epochs=2.0)  # far more iterations than there are games of
    run = Run(tmp_path / "run", config)
    run.pretrain_on(finished.folder)
    games = [
        read_samples(path, config.kernel.STATE) for path in (finished.folder / "games").iterdir()
    ]
    dataset = sum(int(samples.for_value.sum()) for samples in games)
    assert run.value_trainer.steps * config.batch_size >= 2 * dataset


def test_a_trained_run_is_not_pretrained(pretrained, finished):
    with pytest.raises(OptionError, match=r"pretrain_on: the networks of .* are trained already"):
        finished.pretrain_on(pretrained.folder)
    shutil.copytree(finished.folder, pretrained.folder.with_name("other"))
    with pytest.raises(OptionError, match=r"pretrain_on: the networks of .* are trained already"):
        pretrained.pretrain_on(pretrained.folder.with_name("other"))


def test_there_must_be_games_to_study(tmp_path):
    run = Run(tmp_path / "run", TINY)
    for folder in (tmp_path / "nowhere", run.folder):
        with pytest.raises(OptionError, match=f"pretrain_on: there are no games in {folder}"):
            run.pretrain_on(folder)
    assert not exists(run.networks.value)
    assert not (run.folder / "state.pt").exists()


def test_games_of_another_game_and_damaged_ones_are_named(finished, tmp_path):
    games = sorted((finished.folder / "games").glob("*.npz"))[0]
    with pytest.raises(OptionError, match="holds positions of another game"):
        read_samples(games, defaults("azuleo").kernel.STATE)
    cut = tmp_path / "000001.npz"
    cut.write_bytes(games.read_bytes()[:1000])
    for path in (cut, tmp_path / "config.json"):
        if path != cut:
            finished.config.write(path)
        with pytest.raises(OptionError, match="is damaged, or holds no games"):
            read_samples(path, finished.config.kernel.STATE)


def test_who_has_studied_does_not_begin_after_another(pretrained, finished):
    with pytest.raises(OptionError, match="was not initialised from"):
        Run(pretrained.folder, pretrained.config, init_from=finished.folder)


def test_a_run_that_was_stopped_after_its_pretraining_goes_on_with_the_same_networks(
    pretrained, tmp_path
):
    shutil.copytree(pretrained.folder, tmp_path / "copy")
    again = Run(tmp_path / "copy", pretrained.config, threads=1)
    assert (again.iteration, again.pretrained_on) == (0, pretrained.pretrained_on)
    assert same_networks(again.networks, pretrained.networks)
    for _ in range(2):
        pretrained.run_iteration()
        again.run_iteration()
    assert same_networks(again.networks, pretrained.networks)
    assert without_times(read_log(again.folder)) == without_times(read_log(pretrained.folder))


def test_networks_tell_what_they_were_pretrained_on(pretrained, finished):
    for _ in range(2):
        pretrained.run_iteration()
    about = weights.load(pretrained.folder / "networks" / "000002.npz", "azul")[1]
    assert (about["pretrained_on"], about["init_from"]) == (finished.folder.name, None)
