"""The tools that weigh a run's networks: on a small run, and on what is none."""

import importlib
import sys
from pathlib import Path

import pytest

from azulejos.training.run import Run

from .tiny import TINY


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a run of three cycles."""
    run = Run(tmp_path_factory.mktemp("run"), TINY, threads=2)
    for _ in range(3):
        run.complete_a_cycle()
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
    minds = tmp_path / "minds"
    tool("compare_sizes", "learn", run, minds, "--widths", 16, 8, "--passes", 0.1, "--cycles", 2)
    names = ("2 players alone", "2 players, grey alone", "first", "width 8")
    assert sorted(path.stem for path in minds.iterdir()) == sorted(names)
    with pytest.raises(SystemExit, match="is not empty"):
        tool("compare_sizes", "learn", run, minds, "--cycles", 2)
    tool("compare_sizes", "play", minds, "--ms", 0.02, "--deals", 1, "--seconds", 0.01)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[-5:]] == [
        "| first: width 16",
        *(f"| {name}" for name in (*names[:2], names[3], "first, floats of 32 bits")),
    ]


def test_outlooks_are_weighed(tool, run, capsys):
    tool("weigh_outlooks", run, "--passes", 1, "--trust", 0, 1, "--cycles", 2, "--held-out", 1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[1] for line in lines[2:]] == ["0", "1", ""]
    rows = [[float(figure) for figure in line.split("|")[3:-1]] for line in lines[2:]]
    assert all(0 < figure < 3 for row in rows for figure in row)
    assert rows[0] != rows[1] != rows[2]
    mind = next((run / "minds").iterdir())
    tool("weigh_outlooks", run, "--passes", "--minds", mind, "--cycles", 2, "--held-out", 1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0] for line in lines[2:]] == [f"| {mind.stem}", "| the forecast"]


def test_styles_are_compared(tool, capsys):
    tool("compare_styles", "azul", "second_opinion=0", "warmth=1,2", "--visits", 2, "--deals", 1)
    lines = capsys.readouterr().out.splitlines()
    names = [line.split("`")[1] for line in lines if "`" in line]
    assert names == ["second_opinion=0", "warmth=1", "warmth=2"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("compare_styles", "azul", "warm=1"),
        ("compare_styles", "azul", "evaluator=1.5"),
        ("compare_styles", "azul", "warmth"),
        ("compare_styles", "azuleo", "warmth=1", "--wall", "grey"),
        ("compare_styles", "azul", "warmth=1", "--players", "7"),
        ("compare_styles", "azul", "warmth=1", "--deals", "0"),
        ("compare_sizes", "play", "nowhere"),
        ("compare_sizes", "learn", "nowhere", "out"),
        ("weigh_outlooks", "nowhere"),
        ("weigh_outlooks", "nowhere", "--held-out", "0"),
        ("weigh_outlooks", "nowhere", "--trust", "2"),
        ("measure_learned", "--folder", "measured", "--match", "nobody"),
        ("measure_learned", "--folder", "measured", "--only", "times", "--match", "grey"),
    ],
)
def test_what_cannot_be_done_is_said(tool, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as stopped:
        tool(*arguments)
    assert stopped.value.code not in (0, None)
    assert not list(tmp_path.iterdir())


def test_too_few_games_are_said(tool, run, tmp_path):
    with pytest.raises(SystemExit, match="has games of 3 cycles, not of 9"):
        tool("weigh_outlooks", run, "--cycles", 8, "--held-out", 1)
    with pytest.raises(SystemExit, match="has games of 3 cycles, not of 7"):
        tool("compare_sizes", "learn", run, tmp_path / "out", "--cycles", 7)


def test_minds_are_compared(tool, run, tmp_path, capsys):
    newest = run / "newest.npz"
    # With one visit nothing depends on chance but the deals: both seats play the same games.
    tool("compare_minds", "azul", newest, newest, "--visits", 1, "--deals", 3)
    told = capsys.readouterr().out
    assert told.startswith("50.0 % (")
    assert told.endswith("fair 50 %, 6 games\n")
    tool("compare_minds", "azul", "shipped", newest, "--visits", 40, "--deals", 6, "--players", 3)
    told = capsys.readouterr().out
    assert float(told.split(" %")[0]) > 60  # of a mind that has hardly learnt
    for wrong in (("--deals", 0), ("--players", 5), ("--wall", "blue")):
        with pytest.raises(SystemExit):
            tool("compare_minds", "azul", newest, "shipped", *wrong)
    with pytest.raises(SystemExit):
        tool("compare_minds", "azuleo", newest, "shipped")
    assert "not 'azuleo'" in capsys.readouterr().err
