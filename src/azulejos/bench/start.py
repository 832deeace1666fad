"""How long whole processes take: importing, and from an empty cache to the first move."""

import os
import subprocess
import sys
import tempfile
import time

from azulejos import games
from azulejos.bench.runs import RUNS

_FIRST_MOVE = "import {0} as package; game = package.Game(); game.play(game.legal_moves()[0])"


def start_seconds() -> dict[str, float]:
    """Whole processes, from the interpreter's start to its end; the best of a few where warm."""
    measured = {"import": min(_process_seconds("import azulejos", {}) for _ in range(RUNS))}
    for name, game in games.all_games().items():
        code = _FIRST_MOVE.format(game.package)
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
