"""How fast the environments are: batched, PettingZoo and OpenSpiel, each by its own API."""

import importlib
import importlib.util
import random
import time
from typing import Any

import numpy as np

from azulejos import batch, games
from azulejos.bench.runs import RUNS

#: Games of a batch: enough to keep all cores busy, few enough for the cache.
BATCH = 4096


def vector_speed(game: str, seconds: float) -> dict[str, int]:
    """Steps a second of the batched Gymnasium environment, masks and observations written.

    By opponents; with "self" a step is one move, with others it is the learner's move and the
    answer. What chooses the actions, uniformly among the legal ones, is not counted.
    """
    from azulejos.envs.vector import SELF, TableVectorEnv

    best = {}
    for opponents in (SELF, *batch.POLICIES):
        env = TableVectorEnv(game, BATCH, opponents=opponents)
        env.reset(seed=1)
        actions = np.empty(BATCH, np.int16)
        best[f"{opponents}_steps_per_s"] = 0
        for _ in range(RUNS):
            steps, taken = 0, 0.0
            while taken < seconds / RUNS:
                batch.choices(env.states, "random", actions)
                begun = time.perf_counter()
                env.step(actions)
                taken += time.perf_counter() - begun
                steps += BATCH
            figure = f"{opponents}_steps_per_s"
            best[figure] = max(best[figure], round(steps / taken))
    return best


def zoo_speed(seconds: float) -> dict[str, dict[str, int]]:
    """Steps a second of an agent that looks at each observation and picks from its mask."""
    from azulejos.envs.turns import module_of

    modules = {f"{game}_v0": module_of(game, f"{game}_v0") for game in games.names()}
    envs = {
        f"{name}.{kind}": getattr(module, kind)()
        for name, module in modules.items()
        for kind in ("env", "raw_env")
    }
    best = {name: {"moves_per_s": 0} for name in envs}
    for run_number in range(RUNS):
        for name, env in envs.items():
            rate = _zoo_play(env, seconds / RUNS, run_number)
            best[name]["moves_per_s"] = max(best[name]["moves_per_s"], round(rate))
    return best


def _zoo_play(env: Any, seconds: float, seed: int) -> float:
    """Play at random for so long: steps a second."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    steps = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        observation, _, terminated, _, _ = env.last()
        if terminated:
            env.reset()
        else:
            legal = np.flatnonzero(observation["action_mask"])
            env.step(int(legal[int(rng.random() * len(legal))]))
            steps += 1
    return steps / (time.perf_counter() - begun)


def spiel_speed(seconds: float) -> dict[str, dict[str, int]]:
    """Decisions and states (draws included) a second, turn about."""
    for module in ("open_spiel.python.games.tic_tac_toe", "azulejos.envs.spiel"):
        importlib.import_module(module)
    import pyspiel

    ours = [part.GAME.SHORT_NAME for g in games.all_games().values() if (part := g.part("spiel"))]
    names = ("python_tic_tac_toe", *ours)
    best = {name: {"decisions_per_s": 0, "states_per_s": 0} for name in names}
    for run_number in range(RUNS):
        for name, figures in best.items():
            counted = _spiel_play(pyspiel.load_game(name), seconds / RUNS, run_number)
            for figure, rate in zip(figures, counted, strict=True):
                figures[figure] = max(figures[figure], round(rate))
    return best


def _spiel_play(game: Any, seconds: float, seed: int) -> tuple[float, float]:
    """Play at random for so long: decisions a second, and states a second."""
    rng = random.Random(seed)
    decisions = draws = 0
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
                draws += 1
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(rng.random() * len(legal))])
                decisions += 1
    taken = time.perf_counter() - begun
    return decisions / taken, (decisions + draws) / taken
