"""Training at the smallest scale: it learns, stops and goes on, and is the same every time."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

from azulejos import batch
from azulejos.azul import kernel
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_CONFIGS
from azulejos.errors import OptionError
from azulejos.kernel import legal, resolve_chance
from azulejos.nets import azul as encoder
from azulejos.nets import weights
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import (
    NO_NETWORKS,
    POINT_SCALE,
    UNIT,
    Networks,
    exists,
    forward,
    new_network_buffers,
    packed,
    policy_logits,
    predict_values,
)
from azulejos.search.tree import FIRST, NEXT, PRIOR, new_tree, visit
from azulejos.search.workspace import new_workspace
from azulejos.training.config import DEFAULTS, ENCODERS, KINDS, name_of
from azulejos.training.dataset import joined
from azulejos.training.learner import PolicyNetwork, ValueNetwork
from azulejos.training.match import Contender, count_sides, play_match
from azulejos.training.plots import plot
from azulejos.training.run import Run
from azulejos.training.run_folder import read_log, read_samples
from azulejos.training.samples import new_samples, some
from azulejos.training.self_play import _add_noise
from azulejos.training.trainer import Trainer
from nets.views import view

from .tiny import TINY, games_in


@pytest.fixture(scope="module", autouse=True)
def _easily_champion():
    """Two deals prove nothing: every candidate that plays a champion becomes one."""
    real = Run._estimate

    def estimate(run, one, other, starts, number):
        found = real(run, one, other, starts, number)
        return found | {"low": 0.6} if number == 1 else found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "_estimate", estimate)
        yield


@pytest.fixture(scope="module")
def origin(tmp_path_factory):
    """A file of untrained networks without metadata."""
    torch.manual_seed(1)
    networks = Networks(
        ValueNetwork(encoder, 16, 8, 0.5).network(), PolicyNetwork(encoder, 16, 8).network()
    )
    path = tmp_path_factory.mktemp("origin") / "networks.npz"
    weights.save(path, "azul", networks, {})
    return path


@pytest.fixture(scope="module")
def finished(origin, tmp_path_factory):
    """A run of four iterations that was initialised from networks, with two champions since."""
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, TINY, threads=2, init_from=origin)
    for _ in range(4):
        run.run_iteration()
    return run


@pytest.fixture(scope="module")
def samples(finished):
    return games_in(finished.folder)[-1]


def same_networks(one, other):
    return all(
        np.array_equal(a, b)
        for network, again in zip(one, other, strict=True)
        for a, b in zip(network, again, strict=True)
    )


def whole(dataset):
    return dataset.some(torch.arange(len(dataset)))


def losses(learner, samples):
    with torch.no_grad():
        found = learner.losses(whole(learner.dataset(samples)))
    return {name: float(loss) for name, loss in found.items()}


def without_times(log):
    return [{k: v for k, v in line.items() if k not in TIMES} for line in log]


TIMES = ("minutes", "seconds", "cores busy")
MEASURED = ("against heuristic", "champion")


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(finished, origin, tmp_path):
    """In an iteration with a new champion, when games and networks are written, but no state."""
    folder, before = tmp_path / "run", tmp_path / "before"
    run = Run(folder, TINY, threads=1, init_from=origin)
    for _ in range(3):
        run.run_iteration()
    shutil.copytree(folder, before)
    run.run_iteration()
    for late in ("state.pt", "log.jsonl", "games/000001.npz"):
        shutil.copyfile(before / late, folder / late)
    with (folder / "log.jsonl").open("a") as log:
        log.write('{"iteration": 4, "cut')
    run = Run(folder, TINY, threads=3)
    assert run.iteration == 3
    champion = weights.load(folder / "champion.npz", "azul")
    assert champion[1]["figures"]["iteration"] == 2, "that of the fourth iteration never was one"
    run.run_iteration()
    assert same_networks(run.networks, finished.networks)
    assert run.champions == finished.champions == [0, 2, 4]
    champion = weights.load(folder / "champion.npz", "azul")
    assert same_networks(champion[0], finished.networks)
    assert without_times(read_log(folder)) == without_times(read_log(finished.folder))
    for part, again in zip(games_in(folder), games_in(finished.folder), strict=True):
        for array, other in zip(part, again, strict=True):
            assert array.tobytes() == other.tobytes()


def test_a_folder_without_its_games_goes_on_with_its_networks(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "games")
    run = Run(tmp_path / "run", TINY, threads=2)
    assert same_networks(run.networks, finished.networks)
    assert run.run_iteration()["losses"] == {}
    assert run.run_iteration()["losses"].keys() == {"win", "points", "policy"}


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


# ── Initial networks ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_network_taken_over_is_the_same_to_the_last_bit(game):
    networks, config = weights.shipped(game), DEFAULTS[game]
    for learner, network in (
        (ValueNetwork(ENCODERS[game], config.value_width, config.value_depth, 0.5), networks.value),
        (PolicyNetwork(ENCODERS[game], config.policy_width, config.policy_depth), networks.policy),
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


# ── Pretraining ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def pretrained(finished, tmp_path):
    """A run pretrained on another one's games, before its first iteration."""
    run = Run(tmp_path / "pupil", replace(TINY, seed=3, epochs=25), threads=2)
    run.pretrain_on(finished.folder)
    return run


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
        read_samples(games, DEFAULTS["azuleo"].kernel.STATE)
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


def test_the_newest_networks_are_at_hand_after_every_iteration(tmp_path):
    run = Run(tmp_path, TINY, threads=2)
    newest = tmp_path / "newest.npz"
    run.run_iteration()
    assert not newest.exists(), "there are no networks yet"
    before = (tmp_path / "state.pt").read_bytes()
    found = None
    for iteration in (2, 3):
        line = run.run_iteration()
        found = found or {"iteration": 2, **{name: line[name] for name in MEASURED}}
        networks, about = weights.load(newest, "azul")
        assert same_networks(networks, run.networks)
        figures = {"iteration": iteration, "minutes": line["minutes"], "eval_interval": found}
        assert (about["run"], about["figures"]) == (tmp_path.name, figures)
    kept = weights.load(tmp_path / "networks" / "000002.npz", "azul")[1]
    assert kept["figures"]["evaluation"] == found
    now = (tmp_path / "state.pt").read_bytes()
    newest.write_bytes(b"of an iteration that was never completed")
    (tmp_path / "state.pt").write_bytes(before)
    Run(tmp_path, TINY)
    assert not newest.exists(), "there were no networks after its first iteration"
    (tmp_path / "state.pt").write_bytes(now)
    again = Run(tmp_path, TINY)
    told = weights.load(newest, "azul")[1]
    assert told["figures"] == figures
    assert again.evaluation == found


# ── What is damaged ──────────────────────────────────────────────────────────────────────────────


def test_files_that_were_not_finished_are_passed_over(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "games" / "unfinished-000005.npz").write_bytes(b"PK")
    with (tmp_path / "run" / "log.jsonl").open("a") as log:
        log.write('{"iteration": 5, "losses": {"win": 0.5}')
    run = Run(tmp_path / "run", TINY, threads=2)
    assert run.iteration == 4
    assert same_networks(run.networks, finished.networks)
    assert [line["iteration"] for line in read_log(tmp_path / "run")] == [1, 2, 3, 4]


@pytest.mark.parametrize("content", [b"", b"PK\3\4 nothing", b"junk"])
def test_a_state_that_is_damaged_is_named(finished, tmp_path, content):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "state.pt").write_bytes(content)
    with pytest.raises(OptionError, match=r"state\.pt is damaged"):
        Run(tmp_path / "run", TINY)


@pytest.mark.parametrize("iteration", [2, 4])
def test_a_champion_that_is_missing_is_named(finished, tmp_path, iteration):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "networks" / f"{iteration:06}.npz").unlink()
    with pytest.raises(OptionError, match=rf"{iteration:06}\.npz is not there"):
        Run(tmp_path / "run", TINY)


# ── Games and their samples ────────────────────────────────────────────────────────────────────


def test_azuleo_is_learnt_too(tmp_path):
    config = replace(
        TINY, game="azuleo", rollout_fraction=0.0, eval_interval=3, kinds=DEFAULTS["azuleo"].kinds
    )
    run = Run(tmp_path, config, threads=2)
    lines = [run.run_iteration() for _ in range(3)]
    assert np.isfinite(list(lines[2]["losses"].values())).all()
    assert set(lines[2]["against heuristic"]) == {"2 players", "3 players", "4 players"}
    samples = read_samples(tmp_path / "games" / "000003.npz", config.kernel.STATE)
    assert samples.for_value.any()
    teams = samples.states["players"] == 4
    assert samples.results[teams, 0] == pytest.approx(samples.results[teams, 2])


def test_partners_are_one_side():
    assert count_sides(batch.starts("azuleo", players=4)) == 2
    assert count_sides(batch.starts("azuleo", players=3)) == 3
    assert count_sides(batch.starts("azul", players=4)) == 4


def test_a_round_in_haste_leaves_its_positions_too(finished, tmp_path):
    run = Run(tmp_path, replace(TINY, rollout_fraction=1.0, full_search_fraction=0.0), threads=2)
    run.run_iteration()
    samples = games_in(tmp_path)[0]
    # Only the first decision of a round is ever searched, and each round but the first begins
    # with a position between rounds.
    between = int(samples.for_value.sum())
    decisions = int((samples.actions[:, 0] >= 0).sum())
    assert 0.6 * decisions < between < decisions


def test_the_search_without_a_network_takes_a_seat_if_it_is_asked_to(tmp_path):
    """Its values are no targets, in the third iteration, before there is any champion."""
    fractions = []
    for part in (0.0, 1.0):
        config = replace(
            TINY, past_opponent_fraction=1.0, heuristic_opponent_fraction=part, eval_interval=100
        )
        run = Run(tmp_path / f"{part}", config, threads=2)
        for _ in range(3):
            run.run_iteration()
        last = games_in(run.folder)[-1]
        fractions.append(last.for_value[last.actions[:, 0] < 0].mean())
    assert fractions[0] == 1
    assert 0.3 < fractions[1] < 0.9


def test_noise_leaves_what_was_visited_in_front():
    states = batch.new("azul", 1, seed=4)
    resolve_chance(states[0])
    tree, workspace = new_tree(400), new_workspace(kernel)
    visit(tree, workspace, states, HEURISTIC_CONFIGS["azul"], 1, 1)
    _add_noise(tree, states[0])
    children = []
    child = tree.links[FIRST, 0]
    while child >= 0:
        children.append(child)
        child = tree.links[NEXT, child]
    assert tree.visits[children].tolist() == sorted(tree.visits[children].tolist(), reverse=True)
    priors = tree.numbers[PRIOR, children[1:]].tolist()
    assert priors == sorted(priors, reverse=True)
    assert tree.numbers[PRIOR, children].sum() == pytest.approx(1, abs=1e-3)


def test_only_the_window_is_kept(finished):
    assert [path.stem for path in sorted((finished.folder / "games").iterdir())] == [
        "000002",
        "000003",
        "000004",
    ]


def test_what_an_iteration_is_measured_by(finished):
    log = read_log(finished.folder)
    assert [line["iteration"] for line in log] == [1, 2, 3, 4]
    assert "against heuristic" not in log[0]
    found = log[1]["against heuristic"]["2 players"]
    assert 0 <= found["low"] <= found["value"] <= found["high"] <= 1


def test_the_first_champion_beats_the_search_without_a_network(tmp_path, monkeypatch):
    """And the next the champion before: by an interval that lies above one half."""
    lows = {0: iter((0.5, 0.6, 0.4, 0.4)), 1: iter((0.5, 0.7))}
    kinds = len(KINDS["azul"])

    def estimate(run, one, other, starts, number):
        first = number == 1 or np.array_equal(starts, run.config.starts_by_kind()["2 players"])
        return {"value": 0.8, "low": next(lows[number]) if first else 0.9, "high": 0.9, "elo": 0}

    monkeypatch.setattr(Run, "_estimate", estimate)
    run = Run(tmp_path, replace(TINY, eval_interval=1), threads=2)
    lines = [run.run_iteration() for _ in range(5)]
    assert [line.get("champion", "no networks") for line in lines] == ["no networks", None, 3, 3, 5]
    assert ["against champion" in line for line in lines] == [False, False, False, True, True]
    assert all(len(line["against heuristic"]) == kinds for line in lines[1:])
    assert run.champions == [3, 5]


def test_samples_are_games_with_their_ends(samples):
    between = samples.for_value
    assert between.any()
    assert (samples.states["phase"][between] == 0).all()
    assert (samples.actions[between] == -1).all()
    decided = samples.actions[:, 0] >= 0
    assert decided.any()
    past = ~between & ~decided  # positions between rounds before a past opponent's decision
    assert past.any()
    assert (samples.states["phase"][past] == 0).all()
    players = samples.states["players"]
    assert samples.results.sum(1) == pytest.approx(np.ones(len(players)), abs=1e-5)
    assert {2, 3, 4} == set(players.tolist())
    for array in (samples.values, samples.results):
        assert ((array >= 0) & (array <= 1.001)).all()
        assert (array[players == 2, 2:] == 0).all()
    seen = samples.values.sum(1)
    assert seen == pytest.approx(np.ones(len(players)), abs=1e-3)
    visits = samples.visits[decided].sum(1)
    assert ((visits >= TINY.visits - 1) & (visits <= TINY.visits)).all()


def decisions(game, options):
    """Samples of decisions in random games, each action tried some times; the first side won."""
    states = batch.new(game, 6, seed=5, **options)
    parts = []
    for _ in range(4):
        for _ in range(5):
            batch.step(states, batch.action_features(states))
        batch.resolve_chance(states)
        parts.append(states[~batch.over(states)])
    samples = new_samples(states.dtype, sum(map(len, parts)))
    samples.states[:] = np.concatenate(parts)
    samples.viewers[:] = batch.movers(samples.states)
    samples.for_value[:] = True
    chance = np.random.default_rng(5)
    actions = np.zeros(batch.kernel_of(states).MAX_LEGAL, np.int16)
    for i, state in enumerate(samples.states):
        n = min(legal(state, actions), samples.actions.shape[1])
        samples.actions[i, :n] = actions[:n]
        samples.visits[i, :n] = 1 + chance.integers(9, size=n)
    winners = [0, 2] if game == "azuleo" and options["players"] == 4 else [0]
    samples.results[:, winners] = samples.values[:, winners] = 1
    return samples


@pytest.fixture(
    params=[(g, o) for g in KINDS for o in KINDS[g]], ids=lambda k: f"{k[0]}, {name_of(k[1])}"
)
def kind(request):
    """The rows of a game, and decisions of a kind of it."""
    game, options = request.param
    return ENCODERS[game], decisions(game, options)


def with_opinions(learner):
    """A learner that loses nothing when its first layer becomes whole numbers."""
    with torch.no_grad():
        for weights in learner.parameters():
            nn.init.normal_(weights, std=0.2)
        for weights in (learner.features.weight, learner.first_bias):
            weights.copy_((UNIT * weights).round() / UNIT)
    return learner


def test_the_value_network_that_plays_is_the_one_that_learnt(kind):
    encoder, samples = kind
    torch.manual_seed(1)
    value_network = with_opinions(ValueNetwork(encoder, 16, 8, value_target_mix=0.5))
    with torch.no_grad():
        hidden = value_network.forward(whole(value_network.dataset(samples)))
        heads = value_network.heads(hidden).numpy()
    network = value_network.network()
    buffers, weights = (
        new_network_buffers(batch.kernel_of(samples.states).MAX_LEGAL),
        packed(network),
    )
    for state, (wins, points) in zip(
        samples.states, heads.reshape(-1, PLAYERS, 2).swapaxes(1, 2), strict=True
    ):
        found = np.zeros((2, PLAYERS))
        predict_values(weights, buffers, state, found[0], found[1])
        sides = count_sides(samples.states[: state["players"]])
        chances = np.exp(wins[:sides] - wins.max())
        assert found[0, :sides] == pytest.approx(chances / chances.sum(), abs=1e-4)
        assert found[1, :sides] == pytest.approx(POINT_SCALE * points[:sides], rel=1e-3)


def test_the_policy_network_that_plays_is_the_one_that_learnt(kind):
    encoder, samples = kind
    torch.manual_seed(1)
    policy_network = with_opinions(PolicyNetwork(encoder, 16, 8))
    network, most = policy_network.network(), batch.kernel_of(samples.states).MAX_LEGAL
    buffers, weights = new_network_buffers(most), packed(network)
    with torch.no_grad():
        seen = policy_network.forward(whole(policy_network.dataset(samples))).numpy()
    for i, state in enumerate(samples.states):
        n = int((samples.actions[i] >= 0).sum())
        logits = np.zeros(most, np.float32)
        forward(weights, buffers, state, samples.viewers[i])
        policy_logits(weights, buffers, state, samples.actions[i], n, logits)
        assert buffers.second[: len(seen[i])] == pytest.approx(seen[i], abs=1e-3)
        chances = logits[:n] - logits[:n].max()
        chances -= np.log(np.exp(chances).sum())
        aim = samples.visits[i, :n] / samples.visits[i, :n].sum()
        loss = losses(policy_network, some(samples, slice(i, i + 1)))["policy"]
        assert -(aim * chances).sum() == pytest.approx(loss, rel=1e-3)


def test_learning_lowers_the_losses(samples):
    torch.manual_seed(2)
    cases = (
        ValueNetwork(encoder, 32, 16, value_target_mix=0.8),
        PolicyNetwork(encoder, 32, 16),
    )
    for learner in cases:
        batch_of_all = whole(learner.dataset(samples))
        optimiser = torch.optim.Adam(learner.parameters(), 0.01)
        found = []
        for _ in range(30):
            loss = sum(learner.losses(batch_of_all).values())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            found.append(float(loss.detach()))
        assert found[-1] < 0.8 * found[0]


def test_the_learning_rate_falls_from_iteration_to_iteration(finished):
    fourth = TINY.learning_rate / (1 + 3 / TINY.lr_half_life)
    for trainer in (finished.value_trainer, finished.policy_trainer):
        assert [group["lr"] for group in trainer.optimiser.param_groups] == [fourth]


def test_samples_are_drawn_whole(samples):
    policy_network = PolicyNetwork(encoder, 16, 8)
    decided = some(samples, samples.actions[:, 0] >= 0)
    parts = [some(decided, slice(low, low + 10)) for low in (0, 10)]
    dataset = joined([policy_network.dataset(part) for part in parts])
    assert len(dataset) == 20
    drawn = dataset.some(torch.tensor([13, 2, 13]))
    bounds = [*drawn.offsets.tolist(), len(drawn.active)]
    for number, at in ((13, 0), (2, 1), (13, 2)):
        table, own, others = view(decided.states[number:], int(decided.viewers[number]))
        about_sides = [2 * row for row in own] + [2 * row + 1 for row in others]
        held = table + [encoder.FEATURES + row for row in about_sides]
        assert sorted(drawn.active[bounds[at] : bounds[at + 1]].tolist()) == sorted(held)
        tried = decided.actions[number] >= 0
        assert (drawn.targets["visits"][at].numpy()[tried] == decided.visits[number][tried]).all()
        assert (drawn.targets["visits"][at].numpy()[~tried] == -1).all()


def test_a_value_network_is_learnt_from_the_seats_of_those_who_play(samples):
    dataset = ValueNetwork(encoder, 16, 8, value_target_mix=1.0).dataset(samples)
    asked = some(samples, samples.for_value)
    plays = np.arange(PLAYERS) < asked.states["players"][:, None]
    assert ((dataset.counts.numpy() > 0) == plays).all()
    results, points = (dataset.targets[name].numpy() for name in ("results", "points"))
    assert ((results >= 0) == plays).all()
    assert results[plays] == pytest.approx(asked.values[plays], abs=1e-3)
    assert POINT_SCALE * points[plays] == pytest.approx(asked.points[plays])


def test_partners_are_asked_once():
    dataset = ValueNetwork(ENCODERS["azuleo"], 16, 8, value_target_mix=0.5).dataset(
        decisions("azuleo", {"players": 4})
    )
    assert (dataset.targets["results"].numpy() == [1, 0, -1, -1]).all()
    assert ((dataset.counts.numpy() > 0) == [True, True, False, False]).all()


def test_points_of_nobody_are_not_learnt(samples):
    network = ValueNetwork(encoder, 16, 8, value_target_mix=0.5)
    points = samples.points.copy()
    points[np.arange(PLAYERS) >= samples.states["players"][:, None]] = 99
    assert losses(network, samples._replace(points=points)) == losses(network, samples)
    assert losses(network, samples._replace(points=points + 99)) != losses(network, samples)


def test_more_visits_win_a_match():
    starts = batch.starts("azul")
    strong, weak = (
        Contender(HEURISTIC_CONFIGS["azul"], NO_NETWORKS, 60),
        Contender(HEURISTIC_CONFIGS["azul"], NO_NETWORKS, 1),
    )
    results = play_match(kernel, strong, weak, starts, 6, seed=1, threads=2)
    assert results.mean() > 0.7
    again = play_match(kernel, strong, weak, starts, 6, seed=1, threads=1)
    assert np.array_equal(results, again)


def test_networks_fill_a_whole_table(finished):
    starts = batch.starts("azul", players=3, wall="grey")
    side = Contender(LEARNED_CONFIGS["azul"], finished.networks, 4)
    results = play_match(kernel, side, side, starts, 2, seed=1)
    assert ((results >= 0) & (results <= 1)).all()


def test_plots_are_drawn(finished, tmp_path):
    plot(finished.folder)
    picture = (finished.folder / "progress.svg").read_text()
    assert picture.rstrip().endswith("</svg>")
    plot(tmp_path)  # nothing to be drawn
    assert not (tmp_path / "progress.svg").exists()
