"""Training at the smallest scale: it learns, stops and goes on, and is the same every time."""

import json
import shutil
from dataclasses import replace

import numpy as np
import pytest
import torch

from azulejos import batch
from azulejos.azul import kernel
from azulejos.bots.levels import LEARNED_STYLES, STYLES
from azulejos.errors import OptionError
from azulejos.kernel import settle
from azulejos.nets import azul as rows
from azulejos.nets.network import (
    MOST_FACTS,
    NOBODY,
    PLAYERS,
    POINT_SCALE,
    new_room,
    policy,
    prospects,
    think,
)
from azulejos.search.tree import new_scratch, new_tree, visit
from azulejos.training.duel import Side, shares_of, sides_of
from azulejos.training.learner import Guide, Outlook
from azulejos.training.lessons import joined
from azulejos.training.plan import Plan
from azulejos.training.plots import plot
from azulejos.training.run import Run, plan_for, read_log, read_samples
from azulejos.training.samples import some
from azulejos.training.self_play import _add_noise

from .tiny import TINY


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """A folder with a run of four cycles."""
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, TINY, threads=2)
    for _ in range(4):
        run.complete_a_cycle()
    return run


def games_in(folder):
    paths = sorted((folder / "games").iterdir())
    return [read_samples(path, kernel.STATE) for path in paths]


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
    for part, again in zip(games_in(tmp_path), games_in(finished.folder), strict=True):
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
    assert run.cycle == 0
    for _ in range(2):
        run.complete_a_cycle()
    rates = {group["lr"] for group in run.outlook.optimiser.param_groups}
    assert rates == {TINY.rate / (1 + 1 / TINY.settling)}, "from its own beginning"
    again = Run(tmp_path / "second", run.plan, 2, after=finished.folder)
    assert (again.cycle, again.after) == (2, finished.folder.name)


def test_another_run_must_be_there_and_of_the_same_sizes(finished, tmp_path):
    with pytest.raises(OptionError, match="there is no run in"):
        Run(tmp_path / "second", TINY, after=tmp_path)
    assert not (tmp_path / "second").exists()
    with pytest.raises(OptionError, match="networks of other sizes"):
        Run(tmp_path / "second", replace(TINY, guide_width=24), after=finished.folder)
    assert not (tmp_path / "second").exists()
    with pytest.raises(OptionError, match="did not begin after"):
        Run(finished.folder, TINY, after=tmp_path / "other")


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


def test_azuleo_is_learnt_too(tmp_path):
    plan = replace(TINY, game="azuleo", haste=0.0, measured=3)
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
    child = tree.first[0]
    while child >= 0:
        children.append(child)
        child = tree.next[child]
    assert tree.visits[children].tolist() == sorted(tree.visits[children].tolist(), reverse=True)
    priors = tree.prior[children[1:]].tolist()
    assert priors == sorted(priors, reverse=True)
    assert tree.prior[children].sum() == pytest.approx(1, abs=1e-3)


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
    decided = samples.actions[:, 0] >= 0
    assert decided.any()
    elders = ~between & ~decided  # positions between rounds of which an elder thought first
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


def test_the_networks_that_play_are_those_that_learnt(samples):
    torch.manual_seed(1)
    outlook = Outlook(rows.FACTS, 16, 8, trust=0.5)
    guide = Guide(rows.FACTS, rows.CHOICES, 16, 8)
    decided = some(samples, samples.actions[:, 0] >= 0)
    one = some(decided, slice(1))
    state, player = one.states[0], int(one.viewers[0])
    with torch.no_grad():
        lesson = whole(guide.lessons(one, np.random.default_rng(1)))
        heads = outlook.heads(outlook.think(lesson)).numpy()[0]
        loss = float(guide.losses(lesson)["policy"])
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
        Outlook(rows.FACTS, 32, 16, trust=0.8),
        Guide(rows.FACTS, rows.CHOICES, 32, 16),
    )
    for learner in cases:
        learnt = whole(learner.lessons(samples, np.random.default_rng(1)))
        optimiser = torch.optim.Adam(learner.parameters(), 0.01)
        losses = []
        for _ in range(30):
            loss = sum(learner.losses(learnt).values())
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            losses.append(float(loss.detach()))
        assert losses[-1] < 0.8 * losses[0]


def test_the_rate_falls_from_cycle_to_cycle(finished):
    fourth = TINY.rate / (1 + 3 / TINY.settling)
    for learning in (finished.outlook, finished.guide):
        assert [group["lr"] for group in learning.optimiser.param_groups] == [fourth]


def test_lessons_are_drawn_whole(samples):
    guide = Guide(rows.FACTS, rows.CHOICES, 16, 8)
    decided = some(samples, samples.actions[:, 0] >= 0)
    parts = [some(decided, slice(low, low + 10)) for low in (0, 10)]
    lessons = joined([guide.lessons(part, np.random.default_rng(1)) for part in parts])
    assert len(lessons) == 20
    drawn = lessons.some(torch.tensor([13, 2, 13]))
    bounds = [*drawn.offsets.tolist(), len(drawn.rows)]
    for number, at in ((13, 0), (2, 1), (13, 2)):
        held = np.zeros(MOST_FACTS, np.int16)
        n = rows.facts(decided.states[number], int(decided.viewers[number]), held)
        assert drawn.rows[bounds[at] : bounds[at + 1]].tolist() == held[:n].tolist()
        legal = decided.actions[number] >= 0
        assert (drawn.answers["visits"][at].numpy()[legal] == decided.visits[number][legal]).all()
        assert (drawn.answers["visits"][at].numpy()[~legal] == -1).all()


def test_an_outlook_is_learnt_from_the_seats_of_those_who_play(samples):
    outlook = Outlook(rows.FACTS, 16, 8, trust=1.0)
    lessons = outlook.lessons(samples, np.random.default_rng(1))
    players = samples.states["players"][samples.foreseen].repeat(2)
    shares = lessons.answers["shares"].numpy()
    assert len(lessons) == len(players)
    assert ((shares >= 0).sum(1) == players).all()
    values = np.sort(samples.values[samples.foreseen], 1)[:, ::-1].repeat(2, 0)
    assert np.sort(np.maximum(shares, 0), 1)[:, ::-1] == pytest.approx(values, abs=1e-3)
    of_two = shares[players == 2]
    assert np.array_equal(of_two[::2, :2], of_two[1::2, 1::-1]), "each from both seats"
    points = lessons.answers["points"].numpy()
    of_many = points[players > 2]
    assert (of_many[::2] != of_many[1::2]).any(1).mean() > 0.9, "from two that differ"


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


def test_games_are_searched_as_the_mind_plays():
    assert Plan(warmth=1.2).style == LEARNED_STYLES["azul"]._replace(warmth=1.2)


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
        ("game=azuleo", "name=value"),
        ("seed=-1", "seed: expected 0 or more"),
        ("seed=9999999999999999999", "seed: expected at most"),
        ("rate=nan", "rate: expected 0 or more"),
        ("task_samples=500", "task_samples: expected 600 or more"),
        ("quick_visits=200", "quick_visits: expected at most 100"),
        ("gpu_tables=-5", "gpu_tables: expected 0 or more"),
    ],
)
def test_bad_settings(setting, complaint):
    with pytest.raises(OptionError, match=complaint):
        Plan().with_settings([setting])


@pytest.mark.parametrize("text", ["", "{", "[]", '{"visit": 3}', json.dumps({"visits": 3})])
def test_a_file_that_is_no_plan(tmp_path, text):
    (tmp_path / "plan.json").write_text(text)
    with pytest.raises(OptionError):
        plan_for(tmp_path, "azul", [])
