"""`azulejos compile`: ahead of the first game, once, and told as it goes on."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from azulejos import games
from azulejos.cli import compiling
from azulejos.core import compiled
from azulejos.web.readiness import QUICK, REVIEW, RULES, STAGES, STRONG

GAMES = ("azul", "azuleo")

BOTS_MOVE = """
from azulejos import {0}, bots
for level in (3, 10):
    game = {0}.Game(seed=1)
    game.play(bots.make(f"level:{{level}}", "{0}", 1).choose(game, visits=2))
"""


def run(*arguments, **environment):
    return subprocess.run(
        [sys.executable, *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=600,
    )


def stages_of(lines):
    """How many functions a compiling process named before each stage was done."""
    counts = [0]
    for line in lines:
        if line.startswith("done "):
            counts.append(0)
        else:
            counts[-1] += 1
    return counts[:-1]


def compile_game(game, cache):
    """As a server has it compiled: a process whose input stays open."""
    with subprocess.Popen(
        [sys.executable, "-m", "azulejos.web.warm_up", game, "", STAGES[-1]],
        env=os.environ | {"NUMBA_CACHE_DIR": cache},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        return process.stdout.read().splitlines()


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """The cache, and what was told while both games were compiled, side by side."""
    cache = str(tmp_path_factory.mktemp("cache"))
    with ThreadPoolExecutor() as pool:
        return cache, dict(zip(GAMES, pool.map(compile_game, GAMES, [cache] * 2), strict=True))


def test_progress_is_about_right(told):
    """What is told as a share of a stage follows from these figures: keep them up to date."""
    for game, lines in told[1].items():
        expectations = games.spec(game).compiled_functions
        for stage, expected, found in zip(STAGES, expectations, stages_of(lines), strict=True):
            assert expected == pytest.approx(found, rel=0.25, abs=4), (game, stage)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_compiled_is_not_compiled_again(told, game):
    done = run("-c", BOTS_MOVE.format(game), NUMBA_CACHE_DIR=told[0])
    assert (done.returncode, done.stderr) == (0, "")
    again = run("-m", "azulejos", "compile", game, NUMBA_CACHE_DIR=told[0])
    assert again.returncode == 0
    assert compile_game(game, told[0]) == [f"done {stage}" for stage in STAGES]


def test_in_a_pipe_it_says_one_line(tmp_path):
    done = run("-m", "azulejos", "compile", "azul", "--level", "0", NUMBA_CACHE_DIR=str(tmp_path))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Compiled for this machine: Azul (")
    assert done.stdout.count("\n") == 1
    (folder,) = (tmp_path / "azulejos-kernels").iterdir()
    assert folder.name == compiled.source_hash()
    assert any(folder.rglob("*.nbi"))


@pytest.mark.parametrize(
    ("level", "last"), [(None, REVIEW), (10, REVIEW), (9, STRONG), (1, QUICK), (0, RULES)]
)
def test_all_is_compiled_unless_a_level_is_asked_for(level, last):
    assert compiling.last_stage("azul", level) == last


def test_a_level_that_there_is_not_is_refused():
    done = run("-m", "azulejos", "compile", "azul", "--level", "11")
    assert done.returncode == 2
    assert done.stderr == "azulejos: --level: Azul has levels up to 10\n"


def test_without_a_place_for_the_cache_it_says_so(tmp_path):
    nowhere = tmp_path / "a file, not a folder"
    nowhere.write_text("")
    done = run("-m", "azulejos", "compile", NUMBA_CACHE_DIR=str(nowhere))
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "NUMBA_CACHE_DIR" in done.stderr
