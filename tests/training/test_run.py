"""A run: it stops and resumes, is the same every time, and crowns champions."""

import shutil
from dataclasses import replace

import numpy as np
import pytest

from azulejos.core.errors import OptionError
from azulejos.nets import weights
from azulejos.training.config import kinds_of
from azulejos.training.plots import plot
from azulejos.training.run import Run
from azulejos.training.run_folder import read_log

from .runs import MEASURED, same_networks, without_times
from .tiny import TINY, games_in

pytestmark = pytest.mark.usefixtures("easily_champion")


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


def same_samples(one, other):
    return all(a.tobytes() == b.tobytes() for a, b in zip(one, other, strict=True))


def test_a_first_iteration_without_time_leaves_what_was_played(tmp_path):
    """No task is begun after the end, those under way are kept, and nothing is played twice."""
    whole_run = Run(tmp_path / "whole", TINY, threads=1)
    whole_run.run_iteration()
    told = []
    run = Run(tmp_path / "run", TINY, threads=1)
    assert list(run.iterations(1e-6, lambda *done: told.append(done))) == []
    assert told[0] == (0, TINY.tasks)
    assert told[-1] == (1, TINY.tasks)
    assert not (tmp_path / "run" / "state.pt").exists()
    played = []
    again = Run(tmp_path / "run", TINY, threads=2)
    real = again._play_anew
    again._play_anew = lambda task, past: played.append(task) or real(task, past)
    again.run_iteration()
    assert sorted(played) == [1, 2]
    assert list((tmp_path / "run" / "unfinished").iterdir()) == []
    (one,), (other,) = games_in(tmp_path / "run"), games_in(tmp_path / "whole")
    assert same_samples(one, other)
    for run in (whole_run, again):
        run.run_iteration()
    assert same_networks(again.networks, whole_run.networks)
    assert without_times(read_log(again.folder)) == without_times(read_log(whole_run.folder))


def test_an_interrupted_iteration_leaves_what_was_played(tmp_path):
    def interrupt(done, total):
        if done == 2:
            raise KeyboardInterrupt

    run = Run(tmp_path, TINY, threads=1)
    with pytest.raises(KeyboardInterrupt):
        run.run_iteration(interrupt)
    kept = sorted(path.name for path in (tmp_path / "unfinished").iterdir())
    assert kept[:2] == ["000000-000000.npz", "000000-000001.npz"]
    (tmp_path / "unfinished" / kept[0]).write_bytes(b"damaged")
    (tmp_path / "unfinished" / "000007-000000.npz").write_bytes(b"of no iteration that is due")
    again = Run(tmp_path, TINY, threads=1)
    again.run_iteration()
    whole_run = Run(tmp_path / "whole", TINY, threads=1)
    whole_run.run_iteration()
    (one,), (other,) = games_in(tmp_path), games_in(tmp_path / "whole")
    assert same_samples(one, other)


def test_a_folder_without_its_games_goes_on_with_its_networks(finished, tmp_path):
    shutil.copytree(finished.folder, tmp_path / "run")
    shutil.rmtree(tmp_path / "run" / "games")
    run = Run(tmp_path / "run", TINY, threads=2)
    assert same_networks(run.networks, finished.networks)
    assert run.run_iteration()["losses"] == {}
    assert run.run_iteration()["losses"].keys() == {"win", "points", "policy"}


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
        figures = {"iteration": iteration, "minutes": line["minutes"], "evaluation": found}
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
    kinds = len(kinds_of("azul"))

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


def test_plots_are_drawn(finished, tmp_path):
    plot(finished.folder)
    picture = (finished.folder / "progress.svg").read_text()
    assert picture.rstrip().endswith("</svg>")
    plot(tmp_path)  # nothing to be drawn
    assert not (tmp_path / "progress.svg").exists()
