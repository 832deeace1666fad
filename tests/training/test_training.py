"""Training at the smallest scale: it learns, stops and goes on, and is the same every time."""

import json
import shutil

import numpy as np
import pytest
import torch

from azulejos import batch
from azulejos.azul import kernel
from azulejos.bots.levels import LEARNED_STYLES, STYLES
from azulejos.errors import OptionError
from azulejos.nets import azul as rows
from azulejos.nets.network import NOBODY, PLAYERS, POINT_SCALE, new_room, policy, prospects, think
from azulejos.training.duel import Side, shares_of
from azulejos.training.learner import Guide, Outlook
from azulejos.training.plan import Plan
from azulejos.training.plots import plot
from azulejos.training.run import Run, plan_for, read_log
from azulejos.training.samples import Window, joined, some

TINY = Plan(
    outlook_width=16,
    outlook_depth=8,
    guide_width=16,
    guide_depth=8,
    visits=8,
    quick_visits=2,
    learnt=0.5,
    elder=0.5,
    tasks=3,
    task_samples=760,
    window=3,
    batch=64,
    outlook_steps=4,
    guide_steps=4,
    measured=2,
    deals=2,
    measure_visits=4,
)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A folder with a run of four cycles."""
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, TINY, threads=2)
    for _ in range(4):
        run.complete_a_cycle()
    return run


@pytest.fixture(scope="module")
def samples(finished):
    return finished.window.parts[-1]


def same_minds(one, other):
    return all(
        np.array_equal(a, b)
        for network, again in zip(one, other, strict=True)
        for a, b in zip(network, again, strict=True)
    )


def without_times(log):
    return [{k: v for k, v in line.items() if k not in TIMES} for line in log]


TIMES = ("minutes", "seconds", "cores busy")


def test_a_run_that_was_stopped_goes_on_as_if_it_had_not_been(finished, tmp_path):
    """In the middle of its third cycle, when everything but the state is written already."""
    run = Run(tmp_path, TINY, threads=1)
    for _ in range(2):
        run.complete_a_cycle()
    kept = (tmp_path / "state.pt").read_bytes(), (tmp_path / "log.jsonl").read_text()
    run.complete_a_cycle()
    (tmp_path / "state.pt").write_bytes(kept[0])
    (tmp_path / "log.jsonl").write_text(kept[1] + '{"cycle": 3, "cut')
    run = Run(tmp_path, TINY, threads=3)
    assert run.cycle == 2
    for _ in range(2):
        run.complete_a_cycle()
    assert same_minds(run.mind, finished.mind)
    assert run.champions == finished.champions
    assert without_times(read_log(tmp_path)) == without_times(read_log(finished.folder))
    for part, again in zip(run.window.parts, finished.window.parts, strict=True):
        for array, other in zip(part, again, strict=True):
            assert array.tobytes() == other.tobytes()


def test_a_folder_without_its_games_goes_on_with_its_mind(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "games")
    run = Run(tmp_path / "run", TINY, threads=2)
    assert same_minds(run.mind, finished.mind)
    assert run.complete_a_cycle()["losses"] == {}
    assert run.complete_a_cycle()["losses"].keys() == {"win", "points", "policy"}


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
    assert log[1]["champion"] == 2
    assert 0 <= log[3]["against champion"]["low"] <= log[3]["against champion"]["value"]


def test_samples_are_games_with_their_ends(samples):
    between = samples.foreseen
    assert between.any()
    assert (samples.states["phase"][between] == 0).all()
    assert (samples.actions[between] == -1).all()
    assert (samples.actions[~between, 0] >= 0).all()
    players = samples.states["players"]
    assert samples.shares.sum(1) == pytest.approx(np.ones(len(players)), abs=1e-5)
    assert {2, 3, 4} == set(players.tolist())
    for array in (samples.values, samples.shares):
        assert ((array >= 0) & (array <= 1.001)).all()
        assert (array[players == 2, 2:] == 0).all()
    seen = samples.values.sum(1)
    assert seen == pytest.approx(np.ones(len(players)), abs=1e-3)
    visits = samples.visits[~between].sum(1)
    assert ((visits >= TINY.visits - 1) & (visits <= TINY.visits)).all()


def test_the_networks_that_play_are_those_that_learnt(samples):
    torch.manual_seed(1)
    outlook = Outlook(rows.FACTS, 16, 8, trust=0.5)
    guide = Guide(rows.FACTS, rows.CHOICES, 16, 8)
    decided = some(samples, ~samples.foreseen)
    one = some(decided, slice(1))
    state, player = one.states[0], int(one.viewers[0])
    with torch.no_grad():
        heads = outlook.heads(outlook._think(one, one.viewers)).numpy()[0]
        loss = float(guide.losses(one)["policy"])
    room = new_room(outlook.network(), kernel.MAX_LEGAL)
    values, points = np.zeros(PLAYERS), np.zeros(PLAYERS)
    think(outlook.network(), room, state, player)
    prospects(outlook.network(), room, state, player, values, points)
    players = int(state.players)
    order = (player + np.arange(players)) % players
    wanted = np.exp(heads[:players]) / np.exp(heads[:players]).sum()
    assert values[order] == pytest.approx(wanted, abs=0.01)
    assert points[order] == pytest.approx(POINT_SCALE * heads[PLAYERS : PLAYERS + players], abs=0.5)
    network = guide.network()
    room = new_room(network, kernel.MAX_LEGAL)
    n = int((one.actions[0] >= 0).sum())
    logits = np.zeros(kernel.MAX_LEGAL, np.float32)
    think(network, room, state, player)
    policy(network, room, state, one.actions[0], n, logits)
    chances = logits[:n] - np.log(np.exp(logits[:n]).sum())
    aim = one.visits[0, :n] / one.visits[0, :n].sum()
    assert -(aim * chances).sum() == pytest.approx(loss, abs=0.02)


def test_learning_lowers_the_losses(samples):
    torch.manual_seed(2)
    cases = (
        (Outlook(rows.FACTS, 32, 16, trust=0.8), some(samples, samples.foreseen)),
        (Guide(rows.FACTS, rows.CHOICES, 32, 16), some(samples, ~samples.foreseen)),
    )
    for learner, learnt in cases:
        optimiser = torch.optim.Adam(learner.parameters(), 0.01)
        losses = []
        for _ in range(30):
            loss = sum(learner.losses(learnt).values())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(float(loss.detach()))
        assert losses[-1] < 0.8 * losses[0]


def test_a_window_draws_evenly_from_what_it_keeps(samples):
    window = Window(2)
    for low in (0, 10, 20):
        window.add(some(samples, slice(low, low + 10)))
    drawer = window.drawer(lambda part: ~part.foreseen)
    kept = joined(window.parts)
    assert len(drawer) == int((~kept.foreseen).sum())
    drawn = drawer.draw(np.random.default_rng(1), 2000)
    wanted = [state.tobytes() for state in kept.states[~kept.foreseen]]
    found = [state.tobytes() for state in drawn.states]
    assert set(found) == set(wanted)
    assert max(found.count(state) for state in set(wanted)) < 3 * 2000 / len(wanted)


def test_more_visits_win_a_duel():
    starts = batch.starts("azul")
    strong, weak = Side(STYLES["azul"], NOBODY, 60), Side(STYLES["azul"], NOBODY, 1)
    shares = shares_of(kernel, strong, weak, starts, 6, seed=1, threads=2)
    assert shares.mean() > 0.7
    again = shares_of(kernel, strong, weak, starts, 6, seed=1, threads=1)
    assert np.array_equal(shares, again)


def test_a_mind_fills_a_whole_table(finished):
    starts = batch.starts("azul", players=3, wall="gray")
    side = Side(LEARNED_STYLES["azul"], finished.mind, 4)
    shares = shares_of(kernel, side, side, starts, 2, seed=1)
    assert ((shares >= 0) & (shares <= 1)).all()


def test_plots_are_drawn(finished, tmp_path):
    plot(finished.folder)
    picture = (finished.folder / "progress.svg").read_text()
    assert picture.rstrip().endswith("</svg>")
    plot(tmp_path)  # nothing to be drawn
    assert not (tmp_path / "progress.svg").exists()


# ── Plans ────────────────────────────────────────────────────────────────────────────────────────


def test_a_plan_is_its_file(tmp_path):
    TINY.write(tmp_path / "plan.json")
    assert Plan.read(tmp_path / "plan.json") == TINY
    assert plan_for(tmp_path, "azul", []) == TINY
    assert plan_for(tmp_path / "new", "azul", ["visits=7", "rate=0.5"]).visits == 7
    with pytest.raises(OptionError, match="another plan"):
        plan_for(tmp_path, "azul", ["visits=9"])


@pytest.mark.parametrize(
    ("setting", "complaint"),
    [
        ("visits", "name=value"),
        ("nothing=1", "name=value"),
        ("visits=many", "visits: expected int"),
        ("visits=0", "visits: expected more than 0"),
        ("trust=2", "trust: expected 0 to 1"),
        ("game=chess", "game: expected one of"),
    ],
)
def test_bad_settings(setting, complaint):
    with pytest.raises(OptionError, match=complaint):
        Plan().with_settings([setting])


@pytest.mark.parametrize("text", ["", "{", "[]", '{"visit": 3}', json.dumps({"visits": -1})])
def test_a_file_that_is_no_plan(tmp_path, text):
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(OptionError):
        plan_for(tmp_path, "azul", [])
