"""Training at the smallest scale: it learns, stops and goes on, and is the same every time."""

import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch
from torch import nn

from azulejos import batch
from azulejos.azul import kernel
from azulejos.bots.levels import LEARNED_STYLES, STYLES
from azulejos.errors import OptionError
from azulejos.kernel import legal, settle
from azulejos.nets import azul as rows
from azulejos.nets import weights
from azulejos.nets.network import (
    NOBODY,
    POINT_SCALE,
    UNIT,
    Mind,
    exists,
    new_room,
    packed,
    policy,
    prospects,
    think,
)
from azulejos.nets.rows import PLAYERS
from azulejos.search.tree import FIRST, NEXT, PRIOR, new_scratch, new_tree, visit
from azulejos.training.duel import Side, shares_of, sides_of
from azulejos.training.folder import read_log, read_samples
from azulejos.training.learner import Guide, Outlook
from azulejos.training.learning import Learning
from azulejos.training.lessons import joined
from azulejos.training.plan import KINDS, ROWS, USUAL, name_of
from azulejos.training.plots import plot
from azulejos.training.run import Run
from azulejos.training.samples import new_samples, some
from azulejos.training.self_play import _add_noise
from nets.views import view

from .tiny import TINY, games_in


@pytest.fixture(scope="module", autouse=True)
def _easily_crowned():
    """Two deals prove nothing: whoever plays a champion is said to be better."""
    real = Run._estimate

    def estimate(run, one, other, starts, number):
        found = real(run, one, other, starts, number)
        return found | {"low": 0.6} if number == 1 else found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "_estimate", estimate)
        yield


@pytest.fixture(scope="module")
def origin(tmp_path_factory):
    """A mind's file that knows nothing yet, and tells nothing."""
    torch.manual_seed(1)
    mind = Mind(Outlook(rows, 16, 8, 0.5).network(), Guide(rows, 16, 8).network())
    path = tmp_path_factory.mktemp("origin") / "mind.npz"
    weights.save(path, "azul", mind, {})
    return path


@pytest.fixture(scope="module")
def finished(origin, tmp_path_factory):
    """A run of four cycles that began with a mind, and has crowned two others since."""
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, TINY, threads=2, after=origin)
    for _ in range(4):
        run.complete_a_cycle()
    return run


@pytest.fixture(scope="module")
def samples(finished):
    return games_in(finished.folder)[-1]


def same_minds(one, other):
    return all(
        np.array_equal(a, b)
        for network, again in zip(one, other, strict=True)
        for a, b in zip(network, again, strict=True)
    )


def whole(lessons):
    return lessons.some(torch.arange(len(lessons)))


def losses(learner, samples):
    with torch.no_grad():
        found = learner.losses(whole(learner.lessons(samples)))
    return {name: float(loss) for name, loss in found.items()}


def without_times(log):
    return [{k: v for k, v in line.items() if k not in TIMES} for line in log]


TIMES = ("minutes", "seconds", "cores busy")
MEASURED = ("against forecast", "champion")


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(finished, origin, tmp_path):
    """In a cycle that crowns a champion, when games and minds are written, and no state yet."""
    folder, before = tmp_path / "run", tmp_path / "before"
    run = Run(folder, TINY, threads=1, after=origin)
    for _ in range(3):
        run.complete_a_cycle()
    shutil.copytree(folder, before)
    run.complete_a_cycle()
    for late in ("state.pt", "log.jsonl", "games/000001.npz"):
        shutil.copyfile(before / late, folder / late)
    with (folder / "log.jsonl").open("a") as log:
        log.write('{"cycle": 4, "cut')
    run = Run(folder, TINY, threads=3)
    assert run.cycle == 3
    champion = weights.load(folder / "champion.npz", "azul")
    assert champion[1]["figures"]["cycle"] == 2, "that of the fourth cycle never was one"
    run.complete_a_cycle()
    assert same_minds(run.mind, finished.mind)
    assert run.champions == finished.champions == [0, 2, 4]
    champion = weights.load(folder / "champion.npz", "azul")
    assert same_minds(champion[0], finished.mind)
    assert without_times(read_log(folder)) == without_times(read_log(finished.folder))
    for part, again in zip(games_in(folder), games_in(finished.folder), strict=True):
        for array, other in zip(part, again, strict=True):
            assert array.tobytes() == other.tobytes()


def test_a_folder_without_its_games_goes_on_with_its_mind(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "games")
    run = Run(tmp_path / "run", TINY, threads=2)
    assert same_minds(run.mind, finished.mind)
    assert run.complete_a_cycle()["losses"] == {}
    assert run.complete_a_cycle()["losses"].keys() == {"win", "points", "policy"}


def test_a_run_can_begin_with_the_networks_of_another(finished, tmp_path):
    run = Run(tmp_path / "second", replace(TINY, seed=2, visits=6), 2, after=finished.folder)
    assert same_minds(run.mind, finished.mind)
    assert (run.cycle, run.champions) == (0, [0])
    about = weights.load(finished.folder / "newest.npz", "azul")[1]
    for name in ("champion.npz", "minds/000000.npz"):
        first, told = weights.load(run.folder / name, "azul")
        assert same_minds(first, finished.mind)
        assert told == about
    told = weights.load(run.folder / "newest.npz", "azul")[1]
    assert (told["run"], told["figures"]["cycle"]) == ("second", 0)
    for _ in range(2):
        run.complete_a_cycle()
    rates = {group["lr"] for group in run.outlook.optimiser.param_groups}
    assert rates == {TINY.rate / (1 + 1 / TINY.settling)}, "from its own beginning"
    again = Run(tmp_path / "second", run.plan, 2, after=finished.folder)
    assert again.cycle == 2
    assert again.after == {"name": finished.folder.name, "run": finished.folder.name}


def test_a_run_without_a_mind_hands_on_its_networks_alone(tmp_path):
    first = Run(tmp_path / "first", TINY, threads=2)
    first.complete_a_cycle()
    second = Run(tmp_path / "second", TINY, threads=2, after=first.folder)
    assert second.champions == []
    assert not [*second.folder.glob("**/*.npz")]


def test_another_run_must_be_there_and_of_the_same_sizes(finished, tmp_path):
    with pytest.raises(OptionError, match="there is no run in"):
        Run(tmp_path / "second", TINY, after=tmp_path)
    assert not (tmp_path / "second").exists()
    with pytest.raises(OptionError, match="networks of other sizes"):
        Run(tmp_path / "second", replace(TINY, guide_width=24), after=finished.folder)
    assert not (tmp_path / "second").exists()
    newest = (finished.folder / "newest.npz").stat()
    with pytest.raises(OptionError, match="did not begin after"):
        Run(finished.folder, TINY, after=tmp_path / "other")
    assert (finished.folder / "newest.npz").stat() == newest, "nothing was written"


# ── A mind to begin with ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_network_taken_over_is_the_same_to_the_last_bit(game):
    mind, plan = weights.shipped(game), USUAL[game]
    for learner, network in (
        (Outlook(ROWS[game], plan.outlook_width, plan.outlook_depth, 0.5), mind.outlook),
        (Guide(ROWS[game], plan.guide_width, plan.guide_depth), mind.guide),
    ):
        learning = Learning(learner, plan)
        learning.take_over(network)
        for taken in (learning.learner.network(), learning.follower.network()):
            for array, again in zip(network, taken, strict=True):
                assert array.dtype == again.dtype
                assert array.shape == again.shape
                assert array.tobytes() == again.tobytes()
        assert learning.steps > 0
        assert not learning.optimiser.state


def test_a_run_begun_with_a_mind_plays_its_first_cycle_with_it(finished, tmp_path):
    plan = replace(TINY, seed=2, elder=0.0)
    origins = {"mind": finished.folder / "newest.npz", "run": finished.folder, "nothing": None}
    games, minds = {}, {}
    for name, origin in origins.items():
        run = Run(tmp_path / name, plan, 2, after=origin)
        minds[name] = run.mind
        assert run.complete_a_cycle()["losses"] == {}
        games[name] = games_in(run.folder)[0].states.tobytes()
    assert same_minds(minds["mind"], finished.mind)
    assert games["mind"] == games["run"] != games["nothing"]


@pytest.fixture(name="heir")
def _heir(finished, tmp_path):
    """A run of two cycles that began with a mind."""
    run = Run(tmp_path / "heir", replace(TINY, seed=2), 2, after=finished.folder / "newest.npz")
    for _ in range(2):
        run.complete_a_cycle()
    return run


def test_what_it_began_with_is_the_first_champion(heir, finished):
    assert heir.champions[0] == 0
    first, about = weights.load(heir.folder / "minds" / "000000.npz", "azul")
    assert same_minds(first, finished.mind)
    assert about == weights.load(finished.folder / "newest.npz", "azul")[1]
    assert "against champion" in read_log(heir.folder)[1]
    assert (heir.folder / "champion.npz").exists()
    name = finished.folder.name
    told = weights.load(heir.folder / "newest.npz", "azul")[1]["after"]
    assert told == {"name": f"{name}/newest.npz", "run": name}
    assert finished.after["run"] is None, "its origin tells of no run"


def test_a_run_begun_with_a_mind_goes_on_as_if_it_had_not_stopped(heir, finished, tmp_path):
    origin = tmp_path / finished.folder.name / "newest.npz"
    origin.parent.mkdir()
    shutil.copyfile(finished.folder / "newest.npz", origin)
    begun = Run(tmp_path / "again", heir.plan, 1, after=origin)
    assert same_minds(begun.mind, finished.mind)
    origin.unlink()  # a run's newest mind is another by then
    for after in (origin, None):
        Run(tmp_path / "again", heir.plan, 1, after=after).complete_a_cycle()
    again = Run(tmp_path / "again", heir.plan, 1)
    assert same_minds(again.mind, heir.mind)
    assert without_times(read_log(again.folder)) == without_times(read_log(heir.folder))
    for other in (finished.folder, finished.folder / "minds" / "000002.npz"):
        with pytest.raises(OptionError, match="did not begin after"):
            Run(again.folder, heir.plan, after=other)


def test_a_mind_to_begin_with_must_be_whole_and_fit(finished, tmp_path):
    damaged, folder = tmp_path / "damaged.npz", tmp_path / "run"
    partly = tmp_path / "partly.npz"
    weights.save(partly, "azul", finished.mind._replace(guide=NOBODY.guide), {})
    damaged.write_bytes((finished.folder / "newest.npz").read_bytes()[:3000])
    for path, plan, complaint in (
        (damaged, TINY, r"after: .*damaged\.npz cannot be read as weights"),
        (tmp_path / "none.npz", TINY, r"after: .*none\.npz is not there"),
        (weights.shipped_file("azuleo"), TINY, "after: .* has learnt 'azuleo', not 'azul'"),
        (
            finished.folder / "newest.npz",
            replace(TINY, guide_depth=4),
            "of other sizes than the plan: --set outlook_width=16 --set outlook_depth=8 "
            "--set guide_width=16 --set guide_depth=8",
        ),
        (partly, TINY, r"after: .*partly\.npz has no guide"),
    ):
        with pytest.raises(OptionError, match=complaint):
            Run(folder, plan, after=path)
        assert not folder.exists()


# ── Studies ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def pupil(finished, tmp_path):
    """A run that has learnt from another one's games, and not played yet."""
    run = Run(tmp_path / "pupil", replace(TINY, seed=3, passes=25), threads=2)
    run.study(finished.folder)
    return run


def test_a_run_can_learn_from_the_games_of_another_first(pupil, samples, tmp_path):
    untaught = Run(tmp_path / "untaught", pupil.plan)
    for one, other in ((pupil.outlook, untaught.outlook), (pupil.guide, untaught.guide)):
        before, after = losses(other.follower, samples), losses(one.follower, samples)
        assert sum(after.values()) < 0.95 * sum(before.values())
    assert not exists(untaught.mind.outlook)
    assert exists(pupil.mind.outlook)
    assert exists(pupil.mind.guide)
    assert pupil.cycle == 0
    lines = [pupil.complete_a_cycle() for _ in range(2)]
    assert lines[0]["losses"] == {}, "what was studied is not learnt again"
    assert lines[1]["losses"].keys() == {"win", "points", "policy"}


def test_games_are_studied_once(pupil, finished):
    before, steps = pupil.mind, pupil.outlook.steps
    for run in (pupil, Run(pupil.folder, pupil.plan)):
        run.study(finished.folder)
        assert same_minds(run.mind, before)
        assert run.outlook.steps == steps


def test_a_lesson_is_studied_as_often_as_the_plan_says(finished, tmp_path):
    plan = replace(TINY, window=50, passes=2.0)  # far more cycles than there are games of
    run = Run(tmp_path / "run", plan)
    run.study(finished.folder)
    games = [
        read_samples(path, plan.kernel.STATE) for path in (finished.folder / "games").iterdir()
    ]
    lessons = sum(int(samples.foreseen.sum()) for samples in games)
    assert run.outlook.steps * plan.batch >= 2 * lessons


def test_who_has_learnt_studies_nothing_else(pupil, finished):
    with pytest.raises(OptionError, match=r"study: the networks of .* have learnt before"):
        finished.study(pupil.folder)
    shutil.copytree(finished.folder, pupil.folder.with_name("other"))
    with pytest.raises(OptionError, match=r"study: the networks of .* have learnt before"):
        pupil.study(pupil.folder.with_name("other"))


def test_there_must_be_games_to_study(tmp_path):
    run = Run(tmp_path / "run", TINY)
    for folder in (tmp_path / "nowhere", run.folder):
        with pytest.raises(OptionError, match=f"study: there are no games in {folder}"):
            run.study(folder)
    assert not exists(run.mind.outlook)
    assert not (run.folder / "state.pt").exists()


def test_games_of_another_game_and_damaged_ones_are_named(finished, tmp_path):
    games = sorted((finished.folder / "games").glob("*.npz"))[0]
    with pytest.raises(OptionError, match="holds positions of another game"):
        read_samples(games, USUAL["azuleo"].kernel.STATE)
    cut = tmp_path / "000001.npz"
    cut.write_bytes(games.read_bytes()[:1000])
    for path in (cut, tmp_path / "plan.json"):
        if path != cut:
            finished.plan.write(path)
        with pytest.raises(OptionError, match="is damaged, or holds no games"):
            read_samples(path, finished.plan.kernel.STATE)


def test_who_has_studied_does_not_begin_after_another(pupil, finished):
    with pytest.raises(OptionError, match="did not begin after"):
        Run(pupil.folder, pupil.plan, after=finished.folder)


def test_a_run_that_was_stopped_after_its_studies_goes_on_with_the_same_mind(pupil, tmp_path):
    shutil.copytree(pupil.folder, tmp_path / "copy")
    again = Run(tmp_path / "copy", pupil.plan, threads=1)
    assert (again.cycle, again.studied) == (0, pupil.studied)
    assert same_minds(again.mind, pupil.mind)
    for _ in range(2):
        pupil.complete_a_cycle()
        again.complete_a_cycle()
    assert same_minds(again.mind, pupil.mind)
    assert without_times(read_log(again.folder)) == without_times(read_log(pupil.folder))


def test_a_mind_tells_what_it_has_studied(pupil, finished):
    for _ in range(2):
        pupil.complete_a_cycle()
    about = weights.load(pupil.folder / "minds" / "000002.npz", "azul")[1]
    assert (about["studied"], about["after"]) == (finished.folder.name, None)


def test_the_newest_mind_is_at_hand_after_every_cycle(tmp_path):
    run = Run(tmp_path, TINY, threads=2)
    newest = tmp_path / "newest.npz"
    run.complete_a_cycle()
    assert not newest.exists(), "there is no mind yet"
    before = (tmp_path / "state.pt").read_bytes()
    found = None
    for cycle in (2, 3):
        line = run.complete_a_cycle()
        found = found or {"cycle": 2, **{name: line[name] for name in MEASURED}}
        mind, about = weights.load(newest, "azul")
        assert same_minds(mind, run.mind)
        figures = {"cycle": cycle, "minutes": line["minutes"], "measured": found}
        assert (about["run"], about["figures"]) == (tmp_path.name, figures)
    kept = weights.load(tmp_path / "minds" / "000002.npz", "azul")[1]
    assert kept["figures"]["measured"] == found
    now = (tmp_path / "state.pt").read_bytes()
    newest.write_bytes(b"of a cycle that was never completed")
    (tmp_path / "state.pt").write_bytes(before)
    Run(tmp_path, TINY)
    assert not newest.exists(), "after its first cycle there was no mind"
    (tmp_path / "state.pt").write_bytes(now)
    again = Run(tmp_path, TINY)
    told = weights.load(newest, "azul")[1]
    assert told["figures"] == figures
    assert again.measurement == found


# ── What is damaged ──────────────────────────────────────────────────────────────────────────────


def test_files_that_were_not_finished_are_passed_over(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "games" / "unfinished-000005.npz").write_bytes(b"PK")
    with (tmp_path / "run" / "log.jsonl").open("a") as log:
        log.write('{"cycle": 5, "losses": {"win": 0.5}')
    run = Run(tmp_path / "run", TINY, threads=2)
    assert run.cycle == 4
    assert same_minds(run.mind, finished.mind)
    assert [line["cycle"] for line in read_log(tmp_path / "run")] == [1, 2, 3, 4]


@pytest.mark.parametrize("content", [b"", b"PK\3\4 nothing", b"junk"])
def test_a_state_that_is_damaged_is_named(finished, tmp_path, content):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "state.pt").write_bytes(content)
    with pytest.raises(OptionError, match=r"state\.pt is damaged"):
        Run(tmp_path / "run", TINY)


@pytest.mark.parametrize("cycle", [2, 4])
def test_a_champion_that_is_missing_is_named(finished, tmp_path, cycle):
    shutil.copytree(finished.folder, tmp_path / "run")
    (tmp_path / "run" / "minds" / f"{cycle:06}.npz").unlink()
    with pytest.raises(OptionError, match=rf"{cycle:06}\.npz is not there"):
        Run(tmp_path / "run", TINY)


# ── Games and what is learnt from them ──────────────────────────────────────────────────────────


def test_azuleo_is_learnt_too(tmp_path):
    plan = replace(TINY, game="azuleo", haste=0.0, measured=3, kinds=USUAL["azuleo"].kinds)
    run = Run(tmp_path, plan, threads=2)
    lines = [run.complete_a_cycle() for _ in range(3)]
    assert np.isfinite(list(lines[2]["losses"].values())).all()
    assert set(lines[2]["against forecast"]) == {"2 players", "3 players", "4 players"}
    samples = read_samples(tmp_path / "games" / "000003.npz", plan.kernel.STATE)
    assert samples.foreseen.any()
    teams = samples.states["players"] == 4
    assert samples.shares[teams, 0] == pytest.approx(samples.shares[teams, 2])


def test_partners_are_one_side():
    assert sides_of(batch.starts("azuleo", players=4)) == 2
    assert sides_of(batch.starts("azuleo", players=3)) == 3
    assert sides_of(batch.starts("azul", players=4)) == 4


def test_a_round_in_haste_leaves_its_positions_too(finished, tmp_path):
    run = Run(tmp_path, replace(TINY, haste=1.0, learnt=0.0), threads=2)
    run.complete_a_cycle()
    samples = games_in(tmp_path)[0]
    # Only the first decision of a round is ever searched, and each round but the first begins
    # with a position between rounds.
    between = int(samples.foreseen.sum())
    decisions = int((samples.actions[:, 0] >= 0).sum())
    assert 0.6 * decisions < between < decisions


def test_the_search_without_a_network_takes_a_seat_if_it_is_asked_to(tmp_path):
    """Its opinions are not learnt, in the third cycle, before there is any champion."""
    learnt = []
    for part in (0.0, 1.0):
        plan = replace(TINY, elder=1.0, forecast=part, measured=100)
        run = Run(tmp_path / f"{part}", plan, threads=2)
        for _ in range(3):
            run.complete_a_cycle()
        last = games_in(run.folder)[-1]
        learnt.append(last.foreseen[last.actions[:, 0] < 0].mean())
    assert learnt[0] == 1
    assert 0.3 < learnt[1] < 0.9


def test_noise_leaves_what_was_visited_in_front():
    states = batch.new("azul", 1, seed=4)
    settle(states[0])
    tree, scratch = new_tree(400), new_scratch(kernel)
    visit(tree, scratch, states, STYLES["azul"], 1, 1)
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


def test_what_a_cycle_is_measured_by(finished):
    log = read_log(finished.folder)
    assert [line["cycle"] for line in log] == [1, 2, 3, 4]
    assert "against forecast" not in log[0]
    found = log[1]["against forecast"]["2 players"]
    assert 0 <= found["low"] <= found["value"] <= found["high"] <= 1


def test_the_first_champion_beats_the_search_without_a_network(tmp_path, monkeypatch):
    """And the next the champion before: by an interval that lies above one half."""
    lows = {0: iter((0.5, 0.6, 0.4, 0.4)), 1: iter((0.5, 0.7))}
    kinds = len(KINDS["azul"])

    def estimate(run, one, other, starts, number):
        first = number == 1 or np.array_equal(starts, run.plan.starts_by_kind()["2 players"])
        return {"value": 0.8, "low": next(lows[number]) if first else 0.9, "high": 0.9, "elo": 0}

    monkeypatch.setattr(Run, "_estimate", estimate)
    run = Run(tmp_path, replace(TINY, measured=1), threads=2)
    lines = [run.complete_a_cycle() for _ in range(5)]
    assert [line.get("champion", "no mind") for line in lines] == ["no mind", None, 3, 3, 5]
    assert ["against champion" in line for line in lines] == [False, False, False, True, True]
    assert all(len(line["against forecast"]) == kinds for line in lines[1:])
    assert run.champions == [3, 5]


def test_samples_are_games_with_their_ends(samples):
    between = samples.foreseen
    assert between.any()
    assert (samples.states["phase"][between] == 0).all()
    assert (samples.actions[between] == -1).all()
    decided = samples.actions[:, 0] >= 0
    assert decided.any()
    elders = ~between & ~decided  # positions between rounds of which an elder thought first
    assert elders.any()
    assert (samples.states["phase"][elders] == 0).all()
    players = samples.states["players"]
    assert samples.shares.sum(1) == pytest.approx(np.ones(len(players)), abs=1e-5)
    assert {2, 3, 4} == set(players.tolist())
    for array in (samples.values, samples.shares):
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
            batch.step(states, batch.choices(states))
        batch.settle(states)
        parts.append(states[~batch.over(states)])
    samples = new_samples(states.dtype, sum(map(len, parts)))
    samples.states[:] = np.concatenate(parts)
    samples.viewers[:] = batch.movers(samples.states)
    samples.foreseen[:] = True
    chance = np.random.default_rng(5)
    actions = np.zeros(batch.kernel_of(states).MAX_LEGAL, np.int16)
    for i, state in enumerate(samples.states):
        n = min(legal(state, actions), samples.actions.shape[1])
        samples.actions[i, :n] = actions[:n]
        samples.visits[i, :n] = 1 + chance.integers(9, size=n)
    winners = [0, 2] if game == "azuleo" and options["players"] == 4 else [0]
    samples.shares[:, winners] = samples.values[:, winners] = 1
    return samples


@pytest.fixture(
    params=[(g, o) for g in KINDS for o in KINDS[g]], ids=lambda k: f"{k[0]}, {name_of(k[1])}"
)
def kind(request):
    """The rows of a game, and decisions of a kind of it."""
    game, options = request.param
    return ROWS[game], decisions(game, options)


def with_opinions(learner):
    """A learner that loses nothing when its first layer becomes whole numbers."""
    with torch.no_grad():
        for weights in learner.parameters():
            nn.init.normal_(weights, std=0.2)
        for weights in (learner.facts.weight, learner.first_bias):
            weights.copy_((UNIT * weights).round() / UNIT)
    return learner


def test_the_outlook_that_plays_is_the_one_that_learnt(kind):
    rows, samples = kind
    torch.manual_seed(1)
    outlook = with_opinions(Outlook(rows, 16, 8, trust=0.5))
    with torch.no_grad():
        heads = outlook.heads(outlook.think(whole(outlook.lessons(samples)))).numpy()
    network = outlook.network()
    room, weights = new_room(batch.kernel_of(samples.states).MAX_LEGAL), packed(network)
    for state, (wins, points) in zip(
        samples.states, heads.reshape(-1, PLAYERS, 2).swapaxes(1, 2), strict=True
    ):
        found = np.zeros((2, PLAYERS))
        prospects(weights, room, state, found[0], found[1])
        sides = sides_of(samples.states[: state["players"]])
        chances = np.exp(wins[:sides] - wins.max())
        assert found[0, :sides] == pytest.approx(chances / chances.sum(), abs=1e-4)
        assert found[1, :sides] == pytest.approx(POINT_SCALE * points[:sides], rel=1e-3)


def test_the_guide_that_plays_is_the_one_that_learnt(kind):
    rows, samples = kind
    torch.manual_seed(1)
    guide = with_opinions(Guide(rows, 16, 8))
    network, most = guide.network(), batch.kernel_of(samples.states).MAX_LEGAL
    room, weights = new_room(most), packed(network)
    with torch.no_grad():
        seen = guide.think(whole(guide.lessons(samples))).numpy()
    for i, state in enumerate(samples.states):
        n = int((samples.actions[i] >= 0).sum())
        logits = np.zeros(most, np.float32)
        think(weights, room, state, samples.viewers[i])
        policy(weights, room, state, samples.actions[i], n, logits)
        assert room.second[: len(seen[i])] == pytest.approx(seen[i], abs=1e-3)
        chances = logits[:n] - logits[:n].max()
        chances -= np.log(np.exp(chances).sum())
        aim = samples.visits[i, :n] / samples.visits[i, :n].sum()
        loss = losses(guide, some(samples, slice(i, i + 1)))["policy"]
        assert -(aim * chances).sum() == pytest.approx(loss, rel=1e-3)


def test_learning_lowers_the_losses(samples):
    torch.manual_seed(2)
    cases = (
        Outlook(rows, 32, 16, trust=0.8),
        Guide(rows, 32, 16),
    )
    for learner in cases:
        learnt = whole(learner.lessons(samples))
        optimiser = torch.optim.Adam(learner.parameters(), 0.01)
        found = []
        for _ in range(30):
            loss = sum(learner.losses(learnt).values())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            found.append(float(loss.detach()))
        assert found[-1] < 0.8 * found[0]


def test_the_rate_falls_from_cycle_to_cycle(finished):
    fourth = TINY.rate / (1 + 3 / TINY.settling)
    for learning in (finished.outlook, finished.guide):
        assert [group["lr"] for group in learning.optimiser.param_groups] == [fourth]


def test_lessons_are_drawn_whole(samples):
    guide = Guide(rows, 16, 8)
    decided = some(samples, samples.actions[:, 0] >= 0)
    parts = [some(decided, slice(low, low + 10)) for low in (0, 10)]
    lessons = joined([guide.lessons(part) for part in parts])
    assert len(lessons) == 20
    drawn = lessons.some(torch.tensor([13, 2, 13]))
    bounds = [*drawn.offsets.tolist(), len(drawn.rows)]
    for number, at in ((13, 0), (2, 1), (13, 2)):
        table, own, others = view(decided.states[number:], int(decided.viewers[number]))
        about_sides = [2 * row for row in own] + [2 * row + 1 for row in others]
        held = table + [rows.FACTS + row for row in about_sides]
        assert sorted(drawn.rows[bounds[at] : bounds[at + 1]].tolist()) == sorted(held)
        tried = decided.actions[number] >= 0
        assert (drawn.answers["visits"][at].numpy()[tried] == decided.visits[number][tried]).all()
        assert (drawn.answers["visits"][at].numpy()[~tried] == -1).all()


def test_an_outlook_is_learnt_from_the_seats_of_those_who_play(samples):
    lessons = Outlook(rows, 16, 8, trust=1.0).lessons(samples)
    asked = some(samples, samples.foreseen)
    plays = np.arange(PLAYERS) < asked.states["players"][:, None]
    assert ((lessons.counts.numpy() > 0) == plays).all()
    shares, points = (lessons.answers[name].numpy() for name in ("shares", "points"))
    assert ((shares >= 0) == plays).all()
    assert shares[plays] == pytest.approx(asked.values[plays], abs=1e-3)
    assert POINT_SCALE * points[plays] == pytest.approx(asked.points[plays])


def test_partners_are_asked_once():
    lessons = Outlook(ROWS["azuleo"], 16, 8, trust=0.5).lessons(decisions("azuleo", {"players": 4}))
    assert (lessons.answers["shares"].numpy() == [1, 0, -1, -1]).all()
    assert ((lessons.counts.numpy() > 0) == [True, True, False, False]).all()


def test_points_of_nobody_are_not_learnt(samples):
    outlook = Outlook(rows, 16, 8, trust=0.5)
    points = samples.points.copy()
    points[np.arange(PLAYERS) >= samples.states["players"][:, None]] = 99
    assert losses(outlook, samples._replace(points=points)) == losses(outlook, samples)
    assert losses(outlook, samples._replace(points=points + 99)) != losses(outlook, samples)


def test_more_visits_win_a_duel():
    starts = batch.starts("azul")
    strong, weak = Side(STYLES["azul"], NOBODY, 60), Side(STYLES["azul"], NOBODY, 1)
    shares = shares_of(kernel, strong, weak, starts, 6, seed=1, threads=2)
    assert shares.mean() > 0.7
    again = shares_of(kernel, strong, weak, starts, 6, seed=1, threads=1)
    assert np.array_equal(shares, again)


def test_a_mind_fills_a_whole_table(finished):
    starts = batch.starts("azul", players=3, wall="grey")
    side = Side(LEARNED_STYLES["azul"], finished.mind, 4)
    shares = shares_of(kernel, side, side, starts, 2, seed=1)
    assert ((shares >= 0) & (shares <= 1)).all()


def test_plots_are_drawn(finished, tmp_path):
    plot(finished.folder)
    picture = (finished.folder / "progress.svg").read_text()
    assert picture.rstrip().endswith("</svg>")
    plot(tmp_path)  # nothing to be drawn
    assert not (tmp_path / "progress.svg").exists()
