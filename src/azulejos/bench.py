"""How fast the rules are: in the kernel, on two threads, through `Game`, and from a cold start.

Every figure is the best of several short runs: on a machine with other things to do, the best run
is the one that was least disturbed.
"""

import importlib
import importlib.util
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos import azul, azuleo
from azulejos.bots.levels import STYLES
from azulejos.kernel import play_all_at_random, seed_all
from azulejos.search.thinking import Search

RUNS = 5
Progress = Callable[[str], None]


def run(seconds: float, progress: Progress) -> dict[str, Any]:
    """Measure everything, about `seconds` for each figure. `progress` is told what comes next.

    Returns ``{"azul": {"2": {"moves_per_s", "games_per_s"}, …}, "azuleo": {…}, "threads": {…},
    "game": {…}, "search": {…}, "pettingzoo": {…}, "openspiel": {…}, "start": {…}, "state_bytes":
    {…}}``. A move is a decision: draws are not counted. Environments have no figures where what
    they need is not installed.
    """
    azul_games = {
        f"{players}{suffix}": azul.Game(players, wall, deals="manual", first=0)
        for wall, suffix in (("coloured", ""), ("gray", "-gray"))
        for players in (2, 3, 4)
    }
    azuleo_games = {
        "2": azuleo.Game(2, draws="manual", first=0),
        "3": azuleo.Game(3, draws="manual", first=0),
        "4": azuleo.Game(4, draws="manual", first=0),
        "1-fill": azuleo.Game(1, mode="fill", draws="manual"),
        "1-score": azuleo.Game(1, mode="score", draws="manual"),
    }
    measured: dict[str, Any] = {}
    for name, games in (("azul", azul_games), ("azuleo", azuleo_games)):
        measured[name] = {}
        for kind, game in games.items():
            progress(f"{name} {kind}: random games in the kernel")
            measured[name][kind] = _kernel_speed(_state_of(game), seconds)
    progress("azul 2: the same on two threads at once")
    measured["threads"] = _thread_speed(_state_of(azul_games["2"]), seconds)
    measured["game"] = {}
    for name, new in (("azul", azul.Game), ("azuleo", azuleo.Game)):
        progress(f"{name} 2: random games through Game, legal_moves() asked for every move")
        measured["game"][name] = {"moves_per_s": _game_speed(new, seconds)}
    measured["search"] = {}
    for name, new in (("azul", azul.Game), ("azuleo", azuleo.Game)):
        progress(f"{name} 2: the search of the highest level, from the first position")
        measured["search"][name] = _search_speed(new(seed=1), seconds)
    installed = importlib.util.find_spec("pettingzoo")
    progress(f"random games through PettingZoo{'' if installed else ', which is not installed'}")
    measured["pettingzoo"] = _zoo_speed(seconds) if installed else {}
    progress("random games through OpenSpiel, and its own tic-tac-toe in Python")
    measured["openspiel"] = _spiel_speed(seconds)
    progress("from an empty cache to the first move, in a new process")
    measured["start"] = _start_seconds()
    measured["state_bytes"] = {"azul": azul.STATE.itemsize, "azuleo": azuleo.STATE.itemsize}
    return measured


def _state_of(game: azul.Game | azuleo.Game) -> NDArray[Any]:
    """The state before the first draw, as a batch of one."""
    return np.frombuffer(bytearray(game.state.tobytes()), game.KERNEL.STATE)


def _kernel_speed(start: NDArray[Any], seconds: float) -> dict[str, float]:
    batch = _batch_for(start, seconds / RUNS)
    best = 0.0
    moves = games = 0
    for run_number in range(RUNS):
        states = np.repeat(start, batch)
        seed_all(states, run_number)
        begun = time.perf_counter()
        made = play_all_at_random(states)
        best = max(best, made / (time.perf_counter() - begun))
        moves += made
        games += batch
    return {"moves_per_s": round(best), "games_per_s": round(best * games / moves)}


def _batch_for(start: NDArray[Any], seconds: float) -> int:
    """How many games take about so long (and compile whatever is not compiled yet)."""
    games = 100
    while True:
        states = np.repeat(start, games)
        seed_all(states, 0)
        begun = time.perf_counter()
        play_all_at_random(states)
        taken = time.perf_counter() - begun
        if taken > min(0.05, seconds) and games > 100:
            return max(1, round(games * seconds / taken))
        games *= 4


def _thread_speed(start: NDArray[Any], seconds: float) -> dict[str, float]:
    """One thread and two, turn about in the same minute, so that the ratio can be trusted."""
    batch = _batch_for(start, seconds / RUNS)
    best = {1: 0.0, 2: 0.0}
    with ThreadPoolExecutor(2) as pool:
        for run_number in range(RUNS):
            for threads in (1, 2):
                parts = [np.repeat(start, batch) for _ in range(threads)]
                for part_number, part in enumerate(parts):
                    seed_all(part, 2 * run_number + part_number)
                begun = time.perf_counter()
                moves = sum(pool.map(play_all_at_random, parts))
                best[threads] = max(best[threads], moves / (time.perf_counter() - begun))
    return {
        "1": round(best[1]),
        "2": round(best[2]),
        "ratio": round(best[2] / best[1], 2),
    }


def _search_speed(game: azul.Game | azuleo.Game, seconds: float) -> dict[str, float]:
    """Visits made, tree nodes stepped through by them, and nodes added to the tree, a second."""
    best: dict[str, float] = {"visits_per_s": 0, "nodes_stepped_per_s": 0, "nodes_added_per_s": 0}
    for run_number in range(RUNS):
        search = Search(game.KERNEL, STYLES[game.NAME], seed=run_number)
        begun = time.perf_counter()
        visits = search.think(_state_of(game), ms=1000 * seconds / RUNS).visits
        taken = time.perf_counter() - begun
        for figure, number in zip(best, (visits, search.steps, search.nodes), strict=True):
            best[figure] = max(best[figure], round(number / taken))
    return best


def _game_speed(new: Callable[..., Any], seconds: float) -> int:
    chance = random.Random(1)
    best = 0.0
    for _ in range(RUNS):
        moves = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds / RUNS:
            game = new(seed=chance.getrandbits(32))
            while not game.is_over:
                legal = game.legal_moves()
                game.play(legal[int(chance.random() * len(legal))])
                moves += 1
        best = max(best, moves / (time.perf_counter() - begun))
    return round(best)


def _zoo_speed(seconds: float) -> dict[str, dict[str, int]]:
    """Steps a second of an agent that looks at each observation and picks from its mask."""
    from azulejos.envs import azul_v0, azuleo_v0

    envs = {
        "azul_v0.env": azul_v0.env(),
        "azul_v0.raw_env": azul_v0.raw_env(),
        "azuleo_v0.env": azuleo_v0.env(),
        "azuleo_v0.raw_env": azuleo_v0.raw_env(),
    }
    best = {name: {"moves_per_s": 0} for name in envs}
    for run_number in range(RUNS):
        for name, env in envs.items():
            rate = _zoo_play(env, seconds / RUNS, run_number)
            best[name]["moves_per_s"] = max(best[name]["moves_per_s"], round(rate))
    return best


def _zoo_play(env: Any, seconds: float, seed: int) -> float:
    """Play at random for so long: steps a second."""
    chance = random.Random(seed)
    env.reset(seed=seed)
    steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        observation, _, terminated, _, _ = env.last()
        if terminated:
            env.reset()
        else:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(chance.random() * len(legal))]))
            steps += 1
    return steps / (time.perf_counter() - begun)


def _spiel_speed(seconds: float) -> dict[str, dict[str, int]]:
    """Decisions and states (draws included) a second, turn about; nothing without OpenSpiel."""
    if not importlib.util.find_spec("pyspiel"):
        return {}
    for games in ("open_spiel.python.games.tic_tac_toe", "azulejos.envs.spiel"):
        importlib.import_module(games)
    import pyspiel

    names = ("python_tic_tac_toe", "python_azul", "python_azuleo")
    best = {name: {"decisions_per_s": 0, "states_per_s": 0} for name in names}
    for run_number in range(RUNS):
        for name, figures in best.items():
            counted = _spiel_play(pyspiel.load_game(name), seconds / RUNS, run_number)
            for figure, rate in zip(figures, counted, strict=True):
                figures[figure] = max(figures[figure], round(rate))
    return best


def _spiel_play(game: Any, seconds: float, seed: int) -> tuple[float, float]:
    """Play at random for so long: decisions a second, and states a second."""
    chance = random.Random(seed)
    decisions = draws = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(outcomes, probabilities)[0])
                draws += 1
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(chance.random() * len(legal))])
                decisions += 1
    taken = time.perf_counter() - begun
    return decisions / taken, (decisions + draws) / taken


_FIRST_MOVE = "from azulejos import {0}; game = {0}.Game(); game.play(game.legal_moves()[0])"


def _start_seconds() -> dict[str, float]:
    """Whole processes, from the interpreter's start to its end; the best of a few where warm."""
    measured = {"import": min(_process_seconds("import azulejos", {}) for _ in range(RUNS))}
    for name in ("azul", "azuleo"):
        code = _FIRST_MOVE.format(name)
        with tempfile.TemporaryDirectory() as folder:
            cache = {"NUMBA_CACHE_DIR": folder}
            measured[f"{name}_first_move_cold"] = _process_seconds(code, cache)
            warm = min(_process_seconds(code, cache) for _ in range(RUNS))
            measured[f"{name}_first_move_warm"] = warm
    return {name: round(seconds, 2) for name, seconds in measured.items()}


def _process_seconds(code: str, environment: dict[str, str]) -> float:
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        stderr=subprocess.DEVNULL,
        check=True,
    )
    return time.perf_counter() - begun
