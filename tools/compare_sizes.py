"""Which size of the outlook of Azul plays best for its time.

Outlooks of several sizes learn from the games of one run, as many steps each; then each of them
plays against the first, with the run's guide and on paired deals. Everybody gets as many visits as
it makes in the same time on one core, measured before. So does the first with its weights as
floating-point numbers of 32 bits, which tells what whole numbers of 16 are worth.

    python tools/compare_sizes.py runs/first [--widths 256 128 512] [--steps 3000] [--ms 20]
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch

from azulejos import azul
from azulejos.arena.statistics import share
from azulejos.azul import kernel
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import LEARNED_STYLES
from azulejos.nets.network import Mind, Network
from azulejos.training.duel import Side, shares_of
from azulejos.training.learner import Outlook
from azulejos.training.learning import Learning
from azulejos.training.plan import ROWS, Plan
from azulejos.training.run import Run

STYLE = LEARNED_STYLES["azul"]


def learnt(run: Run, width: int, steps: int) -> Network:
    """An outlook of this width after so many steps, all of it from the run's games."""
    plan = run.plan
    torch.manual_seed(plan.seed)
    learning = Learning(Outlook(ROWS["azul"].FACTS, width, plan.outlook_depth, plan.trust), plan)
    learning.parts = run.outlook.parts
    losses = learning.learn(steps, np.random.default_rng(plan.seed))
    told = ", ".join(f"{name} {loss:.4f}" for name, loss in losses.items())
    print(f"width {width}: mean losses {told}", flush=True)
    return learning.network()


def in_floats(network: Network) -> Network:
    """The same network, computed with floating-point numbers of 32 bits."""
    return network._replace(
        facts=network.facts.astype(np.float32), first_bias=network.first_bias.astype(np.float32)
    )


def speed_of(mind: Mind) -> int:
    """Visits a second from the first position of two players, on one core."""
    return int(search_speed(azul.Game(seed=1), STYLE, mind, 2.0)["visits_per_s"])


def main() -> None:
    """Learn, play, and print a line for each size."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("run", type=Path, help="a run's folder, with its games")
    options.add_argument("--widths", type=int, nargs="+", default=[256, 128, 512])
    options.add_argument("--steps", type=int, default=3000)
    options.add_argument("--ms", type=float, default=20.0)
    options.add_argument("--deals", type=int, default=100)
    given = options.parse_args()
    run = Run(given.run, Plan.read(given.run / "plan.json"))
    outlooks: dict[str, Network] = {}
    for width in given.widths:
        outlooks[f"{width}"] = learnt(run, width, given.steps)
    outlooks[f"{given.widths[0]}, floats of 32 bits"] = in_floats(outlooks[f"{given.widths[0]}"])

    starts = run.plan.starts_by_kind()["2 players"]
    sides: dict[str, tuple[int, Any]] = {}
    print("| width | visits a second | share of the wins at equal time |\n| --- | ---: | --- |")
    for name, outlook in outlooks.items():
        mind = Mind(outlook, run.mind.guide)
        speed = speed_of(mind)
        sides[name] = speed, Side(STYLE, mind, round(speed * given.ms / 1000))
        first = sides[f"{given.widths[0]}"][1]
        told = "the measure"
        if sides[name][1] is not first:
            shares = shares_of(kernel, sides[name][1], first, starts, given.deals, seed=29)
            found = share([float(value) for value in shares], 2)
            assert found is not None
            told = f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
        print(f"| {name} | {speed:,} | {told} |", flush=True)


if __name__ == "__main__":
    main()
