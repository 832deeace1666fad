"""Whole games on a CUDA GPU, from the rules' one source: are they the CPU's, and how fast?

Every kind of game is played on the CPU and on the GPU from the same states, and the final states
are compared byte by byte; then the GPU plays many more, timed by its own clock. Where there is no
GPU it says so, and that is all.

    python benchmarks/gpu.py
"""

import argparse
import os
import platform
import statistics
import sys
from typing import Any

import numpy as np

from azulejos import batch, games
from azulejos.batch import cuda

KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "Azul, 2 players": ("azul", {"players": 2}),
    "Azul, 3 players": ("azul", {"players": 3}),
    "Azul, 4 players": ("azul", {"players": 4}),
    "Azul, 2 players, grey wall": ("azul", {"players": 2, "wall": "grey"}),
    "Azuleo, 2 players": ("azuleo", {"players": 2}),
    "Azuleo, 3 players": ("azuleo", {"players": 3}),
    "Azuleo, alone, filling": ("azuleo", {"players": 1, "mode": "fill"}),
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--games", type=int, default=1 << 22, help="timed, of each kind")
    options.add_argument("--compared", type=int, default=1 << 20, help="compared, of each kind")
    options.add_argument("--runs", type=int, default=7, help="timed runs, of which the median")
    chosen = options.parse_args()
    missing = cuda.why_not()
    if missing:
        print(f"Skipped: {missing}.")
        return 0
    print(_machine())
    print()
    print("| | policy | equal to the CPU | moves a second | games a second |")
    print("| --- | --- | ---: | ---: | ---: |")
    wrong = 0
    for name, (game, how) in KINDS.items():
        for policy in batch.POLICIES:
            begun = batch.new(game, chosen.compared, seed=1, **how)
            different = _compare(begun, policy)
            wrong += different
            moves, games = _speed(batch.new(game, chosen.games, seed=2, **how), policy, chosen.runs)
            equal = f"{chosen.compared - different:,} of {chosen.compared:,} games"
            print(f"| {name} | {policy} | {equal} | {moves:,.0f} | {games:,.0f} |", flush=True)
    _compare_steps()
    return 1 if wrong else 0


def _machine() -> str:
    from numba import cuda as device

    gpu = device.get_current_device().name
    gpu = gpu.decode() if isinstance(gpu, bytes) else gpu
    return f"{gpu}; {os.cpu_count()} CPU cores; Python {platform.python_version()}"


def _compare(begun: Any, policy: str) -> int:
    """How many games end otherwise than on the CPU, or take another number of moves."""
    on_gpu = cuda.to_device(begun)
    gpu_moves = cuda.play_out(on_gpu, policy).copy_to_host()
    ended = on_gpu.copy_to_host()
    moves = batch.play_out(begun, policy)
    width = begun.dtype.itemsize
    same_bytes = ended.view(np.uint8).reshape(-1, width) == begun.view(np.uint8).reshape(-1, width)
    return int((~same_bytes.all(axis=1) | (moves != gpu_moves)).sum())


def _speed(begun: Any, policy: str, runs: int) -> tuple[float, float]:
    """Moves and games a second, by the GPU's clock, copying left out: the median of some runs."""
    from numba import cuda as device

    fresh = cuda.to_device(begun)
    states = device.device_array_like(fresh)
    moves = device.device_array(len(begun), np.int32)
    milliseconds = []
    for _ in range(runs + 1):
        states.copy_to_device(fresh)
        before, after = device.event(), device.event()
        before.record()
        cuda.play_out(states, policy, moves)
        after.record()
        after.synchronize()
        milliseconds.append(device.event_elapsed_time(before, after))
    seconds = statistics.median(milliseconds[1:]) / 1000  # the first one compiles
    return float(moves.copy_to_host().sum(dtype=np.int64)) / seconds, len(begun) / seconds


def _compare_steps() -> None:
    """Steps, masks and observations, too: a few moves of many games, side by side."""
    for game in games.names():
        states = batch.new(game, 100_000, seed=3)
        on_gpu = cuda.to_device(states)
        for _ in range(20):
            actions = batch.choices(states).astype(np.int64)
            on_gpu.copy_to_device(states)  # the choice has moved the generator on
            played = batch.step(states, actions)
            assert (cuda.step(on_gpu, actions).copy_to_host() == played).all()
            assert on_gpu.copy_to_host().tobytes() == states.tobytes()
            masks, seen = batch.masks(states), batch.observations(states)
            assert (cuda.masks(on_gpu).copy_to_host() == masks).all()
            assert (cuda.observations(on_gpu).copy_to_host() == seen).all()
    print("\nSteps, masks and observations of 100,000 games of each are the CPU's, 20 moves long.")


if __name__ == "__main__":
    sys.exit(main())
