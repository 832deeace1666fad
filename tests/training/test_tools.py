"""The tools that weigh a run's networks: on a small run, and on what is none."""

import importlib
import sys
from pathlib import Path

import pytest

from azulejos.training.run import Run

from .tiny import TINY


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a run of three iterations."""
    run = Run(tmp_path_factory.mktemp("run"), TINY, threads=2)
    for _ in range(3):
        run.run_iteration()
    return run.folder


@pytest.fixture
def tool(monkeypatch):
    """A tool by its name, as a function of what is written behind it."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "tools"))

    def called(name, *arguments):
        monkeypatch.setattr(sys, "argv", [name, *map(str, arguments)])
        importlib.import_module(name).main()

    return called


def test_sizes_are_compared(tool, run, tmp_path, capsys):
    candidates = tmp_path / "networks"
    tool(
        "compare_sizes",
        "learn",
        run,
        candidates,
        "--widths",
        16,
        8,
        "--epochs",
        0.1,
        "--iterations",
        2,
    )
    names = ("2 players alone", "2 players, grey alone", "first", "width 8")
    assert sorted(path.stem for path in candidates.iterdir()) == sorted(names)
    with pytest.raises(SystemExit, match="is not empty"):
        tool("compare_sizes", "learn", run, candidates, "--iterations", 2)
    tool("compare_sizes", "play", candidates, "--ms", 0.02, "--deals", 1, "--seconds", 0.01)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[-5:]] == [
        "| first: width 16",
        *(f"| {name}" for name in (*names[:2], names[3], "first, float32")),
    ]


def test_value_networks_are_weighed(tool, run, capsys):
    tool(
        "compare_value_losses",
        run,
        "--epochs",
        1,
        "--value-target-mix",
        0,
        1,
        "--iterations",
        2,
        "--held-out",
        1,
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[1] for line in lines[2:]] == ["0", "1", ""]
    rows = [[float(figure) for figure in line.split("|")[3:-1]] for line in lines[2:]]
    assert all(0 < figure < 3 for row in rows for figure in row)
    assert rows[0] != rows[1] != rows[2]
    networks = next((run / "networks").iterdir())
    tool(
        "compare_value_losses",
        run,
        "--epochs",
        "--networks",
        networks,
        "--iterations",
        2,
        "--held-out",
        1,
    )
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == [
        f"| {networks.stem}",
        "| the heuristics",
    ]


def test_configs_are_compared(tool, capsys):
    tool(
        "compare_configs",
        "azul",
        "heuristic_weight=0",
        "prior_temperature=1,2",
        "--visits",
        2,
        "--deals",
        1,
    )
    lines = capsys.readouterr().out.splitlines()
    names = [line.split("`")[1] for line in lines if "`" in line]
    assert names == ["heuristic_weight=0", "prior_temperature=1", "prior_temperature=2"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare_configs", "azul", "temperature=1"),
        ("compare_configs", "azul", "evaluator=1.5"),
        ("compare_configs", "azul", "prior_temperature"),
        ("compare_configs", "azuleo", "prior_temperature=1", "--wall", "grey"),
        ("compare_configs", "azul", "prior_temperature=1", "--players", "7"),
        ("compare_configs", "azul", "prior_temperature=1", "--deals", "0"),
        ("compare_sizes", "play", "nowhere"),
        ("compare_sizes", "learn", "nowhere", "out"),
        ("compare_value_losses", "nowhere"),
        ("compare_value_losses", "nowhere", "--held-out", "0"),
        ("compare_value_losses", "nowhere", "--value-target-mix", "2"),
        ("measure_learned", "--folder", "evaluation", "--match", "nobody"),
        ("measure_learned", "--folder", "evaluation", "--only", "times", "--match", "grey"),
    ],
)
def test_what_cannot_be_done_is_said(tool, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        tool(*arguments)
    assert stopped.value.code not in (0, None)
    assert not list(tmp_path.iterdir())


def test_too_few_games_are_said(tool, run, tmp_path):
    with pytest.raises(SystemExit, match="has games of 3 iterations, not of 9"):
        tool("compare_value_losses", run, "--iterations", 8, "--held-out", 1)
    with pytest.raises(SystemExit, match="has games of 3 iterations, not of 7"):
        tool("compare_sizes", "learn", run, tmp_path / "out", "--iterations", 7)


def test_networks_are_compared(tool, run, tmp_path, capsys):
    newest = run / "newest.npz"
    # With one visit nothing depends on chance but the deals: both seats play the same games.
    tool("compare_networks", "azul", newest, newest, "--visits", 1, "--deals", 3)
    told = capsys.readouterr().out
    assert told.startswith("50.0 % (")
    assert told.endswith("fair 50 %, 6 games\n")
    tool(
        "compare_networks", "azul", "shipped", newest, "--visits", 40, "--deals", 6, "--players", 3
    )
    told = capsys.readouterr().out
    assert float(told.split(" %")[0]) > 60  # against networks that are hardly trained
    for wrong in (("--deals", 0), ("--players", 5), ("--wall", "blue")):
        with pytest.raises(SystemExit):
            tool("compare_networks", "azul", newest, "shipped", *wrong)
    with pytest.raises(SystemExit):
        tool("compare_networks", "azuleo", newest, "shipped")
    assert "not 'azuleo'" in capsys.readouterr().err
