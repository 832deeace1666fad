"""Runs that start from another run's networks, or from a file."""

import shutil
from dataclasses import replace

import pytest

from azulejos.core.errors import OptionError
from azulejos.nets import weights
from azulejos.nets.network import (
    NO_NETWORKS,
)
from azulejos.training.config import defaults, features_of
from azulejos.training.learner import PolicyNetwork, ValueNetwork
from azulejos.training.run import Run
from azulejos.training.run_folder import read_log
from azulejos.training.trainer import Trainer

from .runs import same_networks, without_times
from .tiny import TINY, games_in

pytestmark = pytest.mark.usefixtures("easily_champion")


def test_a_run_can_begin_with_the_networks_of_another(finished, tmp_path):
    run = Run(tmp_path / "second", replace(TINY, seed=2, visits=6), 2, init_from=finished.folder)
    assert same_networks(run.networks, finished.networks)
    assert (run.iteration, run.champions) == (0, [0])
    about = weights.load(finished.folder / "newest.npz", "azul")[1]
    for name in ("champion.npz", "networks/000000.npz"):
        first, told = weights.load(run.folder / name, "azul")
        assert same_networks(first, finished.networks)
        assert told == about
    told = weights.load(run.folder / "newest.npz", "azul")[1]
    assert (told["run"], told["figures"]["iteration"]) == ("second", 0)
    for _ in range(2):
        run.run_iteration()
    rates = {group["lr"] for group in run.value_trainer.optimiser.param_groups}
    assert rates == {TINY.learning_rate / (1 + 1 / TINY.lr_half_life)}, "from its own beginning"
    again = Run(tmp_path / "second", run.config, 2, init_from=finished.folder)
    assert again.iteration == 2
    assert again.init_from == {"name": finished.folder.name, "run": finished.folder.name}


def test_a_run_without_networks_hands_on_its_networks_alone(tmp_path):
    first = Run(tmp_path / "first", TINY, threads=2)
    first.run_iteration()
    second = Run(tmp_path / "second", TINY, threads=2, init_from=first.folder)
    assert second.champions == []
    assert not [*second.folder.glob("**/*.npz")]


def test_another_run_must_be_there_and_of_the_same_sizes(finished, tmp_path):
    with pytest.raises(OptionError, match="there is no run in"):
        Run(tmp_path / "second", TINY, init_from=tmp_path)
    assert not (tmp_path / "second").exists()
    with pytest.raises(OptionError, match="networks of other sizes"):
        Run(tmp_path / "second", replace(TINY, policy_width=24), init_from=finished.folder)
    assert not (tmp_path / "second").exists()
    newest = (finished.folder / "newest.npz").stat()
    with pytest.raises(OptionError, match="was not initialised from"):
        Run(finished.folder, TINY, init_from=tmp_path / "other")
    assert (finished.folder / "newest.npz").stat() == newest, "nothing was written"


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_network_taken_over_is_the_same_to_the_last_bit(game):
    networks, config = weights.shipped(game), defaults(game)
    for learner, network in (
        (
            ValueNetwork(features_of(game), config.value_width, config.value_depth, 0.5),
            networks.value,
        ),
        (
            PolicyNetwork(features_of(game), config.policy_width, config.policy_depth),
            networks.policy,
        ),
    ):
        trainer = Trainer(learner, config)
        trainer.load_network(network)
        for taken in (trainer.learner.network(), trainer.ema.network()):
            for array, again in zip(network, taken, strict=True):
                assert array.dtype == again.dtype
                assert array.shape == again.shape
                assert array.tobytes() == again.tobytes()
        assert trainer.steps > 0
        assert not trainer.optimiser.state


def test_a_run_begun_with_networks_play_its_first_iteration_with_them(finished, tmp_path):
    config = replace(TINY, seed=2, past_opponent_fraction=0.0)
    origins = {"networks": finished.folder / "newest.npz", "run": finished.folder, "nothing": None}
    games, candidates = {}, {}
    for name, origin in origins.items():
        run = Run(tmp_path / name, config, 2, init_from=origin)
        candidates[name] = run.networks
        assert run.run_iteration()["losses"] == {}
        games[name] = games_in(run.folder)[0].states.tobytes()
    assert same_networks(candidates["networks"], finished.networks)
    assert games["networks"] == games["run"] != games["nothing"]


@pytest.fixture(name="heir")
def _heir(finished, tmp_path):
    """A run of two iterations that was initialised from networks."""
    run = Run(tmp_path / "heir", replace(TINY, seed=2), 2, init_from=finished.folder / "newest.npz")
    for _ in range(2):
        run.run_iteration()
    return run


def test_what_it_began_with_is_the_first_champion(heir, finished):
    assert heir.champions[0] == 0
    first, about = weights.load(heir.folder / "networks" / "000000.npz", "azul")
    assert same_networks(first, finished.networks)
    assert about == weights.load(finished.folder / "newest.npz", "azul")[1]
    assert "against champion" in read_log(heir.folder)[1]
    assert (heir.folder / "champion.npz").exists()
    name = finished.folder.name
    told = weights.load(heir.folder / "newest.npz", "azul")[1]["init_from"]
    assert told == {"name": f"{name}/newest.npz", "run": name}
    assert finished.init_from["run"] is None, "its origin tells of no run"


def test_a_run_begun_with_networks_goes_on_as_if_it_had_not_stopped(heir, finished, tmp_path):
    origin = tmp_path / finished.folder.name / "newest.npz"
    origin.parent.mkdir()
    shutil.copyfile(finished.folder / "newest.npz", origin)
    begun = Run(tmp_path / "again", heir.config, 1, init_from=origin)
    assert same_networks(begun.networks, finished.networks)
    origin.unlink()  # the file may have changed by then
    for after in (origin, None):
        Run(tmp_path / "again", heir.config, 1, init_from=after).run_iteration()
    again = Run(tmp_path / "again", heir.config, 1)
    assert same_networks(again.networks, heir.networks)
    assert without_times(read_log(again.folder)) == without_times(read_log(heir.folder))
    for other in (finished.folder, finished.folder / "networks" / "000002.npz"):
        with pytest.raises(OptionError, match="was not initialised from"):
            Run(again.folder, heir.config, init_from=other)


def test_networks_to_begin_with_must_be_whole_and_fit(finished, tmp_path):
    damaged, folder = tmp_path / "damaged.npz", tmp_path / "run"
    partly = tmp_path / "partly.npz"
    weights.save(partly, "azul", finished.networks._replace(policy=NO_NETWORKS.policy), {})
    damaged.write_bytes((finished.folder / "newest.npz").read_bytes()[:3000])
    for path, config, complaint in (
        (damaged, TINY, r"init_from: .*damaged\.npz cannot be read as weights"),
        (tmp_path / "none.npz", TINY, r"init_from: .*none\.npz is not there"),
        (weights.shipped_file("azuleo"), TINY, "init_from: .* plays 'azuleo', not 'azul'"),
        (
            finished.folder / "newest.npz",
            replace(TINY, policy_depth=4),
            "of other sizes than configured: --set value_width=16 --set value_depth=8 "
            "--set policy_width=16 --set policy_depth=8",
        ),
        (partly, TINY, r"init_from: .*partly\.npz has no policy network"),
    ):
        with pytest.raises(OptionError, match=complaint):
            Run(folder, config, init_from=path)
        assert not folder.exists()
