"""How fast the rules are: in the kernel, on two threads, through `Game`, and when searched."""

import random
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.bench.runs import RUNS
from azulejos.core.game import TableGame
from azulejos.core.kernel import play_all_at_random, seed_all
from azulejos.games import GameSpec
from azulejos.nets.network import Networks
from azulejos.search.analysis import Search
from azulejos.search.config import SearchConfig


def kinds_of(game: GameSpec) -> dict[str, dict[str, Any]]:
    """The kinds of games that are measured, by a short name: options of `Game`, players included.

    `KINDS` of the game's module `benchmarks`; else every number of players.
    """
    numbers = range(game.min_players, game.max_players + 1)
    usual = {str(number): {"players": number} for number in numbers}
    kinds: dict[str, dict[str, Any]] = getattr(game.part("benchmarks"), "KINDS", usual)
    return kinds


def start_of(game: GameSpec, options: dict[str, Any]) -> NDArray[Any]:
    """The state before the first draw, as a batch of one."""
    by_hand = {game.Game.CHANCE_OPTION: "manual"}
    return state_of(game.Game(**options, **by_hand, first=0))


def state_of(game: TableGame[Any, Any]) -> NDArray[Any]:
    """A game's state, as a batch of one."""
    return np.frombuffer(bytearray(game.state.tobytes()), game.KERNEL.STATE)


def kernel_speed(start: NDArray[Any], seconds: float) -> dict[str, float]:
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


def thread_speed(start: NDArray[Any], seconds: float) -> dict[str, float]:
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


def search_speed(
    game: TableGame[Any, Any], config: SearchConfig, networks: Networks, seconds: float
) -> dict[str, float]:
    """Visits made, tree nodes stepped through by them, and nodes added to the tree, a second."""
    best: dict[str, float] = {"visits_per_s": 0, "nodes_stepped_per_s": 0, "nodes_added_per_s": 0}
    for run_number in range(RUNS):
        search = Search(game.KERNEL, config, seed=run_number, networks=networks)
        begun = time.perf_counter()
        visits = search.analyse(state_of(game), ms=1000 * seconds / RUNS).visits
        taken = time.perf_counter() - begun
        for figure, number in zip(best, (visits, search.steps, search.nodes), strict=True):
            best[figure] = max(best[figure], round(number / taken))
    return best


def game_speed(new: Callable[..., Any], seconds: float) -> int:
    rng = random.Random(1)
    best = 0.0
    for _ in range(RUNS):
        moves = 0
        begun = time.perf_counter()
        while time.perf_counter() - begun < seconds / RUNS:
            game = new(seed=rng.getrandbits(32))
            while not game.is_over:
                legal = game.legal_moves()
                game.play(legal[int(rng.random() * len(legal))])
                moves += 1
        best = max(best, moves / (time.perf_counter() - begun))
    return round(best)
