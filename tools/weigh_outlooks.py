"""How well outlooks of Azul foretell games that they have not learnt from.

Outlooks learn from a run's games but for the last ones, some of them more often than others, and
are asked about positions between rounds of those: from one seat, from two, and together with the
forecast. The figure is the mean surprise at who won, in nats: the lower, the better. What is learnt
too often is learnt by heart, and what several opinions agree on is more often true.

    python tools/weigh_outlooks.py runs/first [--passes 3 10 30] [--cycles 12] [--held-out 3]
"""

import argparse
from pathlib import Path

import numpy as np
import torch

from azulejos.azul import kernel
from azulejos.bots.levels import LEARNED_STYLES
from azulejos.nets.network import NOBODY, NONE, Mind
from azulejos.search.tree import FORECAST, OUTLOOK, Style, judge, new_scratch
from azulejos.training.learner import Outlook
from azulejos.training.learning import Learning
from azulejos.training.plan import ROWS, Plan
from azulejos.training.run import read_samples
from azulejos.training.samples import Samples, joined, some

AT_ONCE = LEARNED_STYLES["azul"]._replace(evaluator=OUTLOOK)
WAYS: dict[str, Style] = {
    "one seat": AT_ONCE._replace(views=1, second_opinion=0.0),
    "two seats": AT_ONCE._replace(second_opinion=0.0),
    "one seat and the forecast": AT_ONCE._replace(views=1),
    "two seats and the forecast": AT_ONCE,
}


def surprise(style: Style, mind: Mind, samples: Samples) -> float:
    """The mean surprise at the winners of samples, in nats."""
    scratch = new_scratch(kernel, mind)
    total = 0.0
    for state, shares in zip(samples.states, samples.shares, strict=True):
        scratch.states[0] = state
        judge(scratch, style)
        n = int(state["players"])
        total -= float(shares[:n] @ np.log(np.maximum(scratch.values[:n], 1e-6)))
    return total / len(samples.states)


def learnt(plan: Plan, known: list[Samples], passes: float) -> Mind:
    """A mind whose outlook has seen every lesson of samples so many times."""
    torch.manual_seed(plan.seed)
    rows = ROWS["azul"].FACTS
    learning = Learning(Outlook(rows, plan.outlook_width, plan.outlook_depth, plan.trust), plan)
    chance = np.random.default_rng(plan.seed)
    for samples in known:
        learning.take_in(samples, chance)
    steps = round(passes * sum(map(len, learning.parts)) / plan.batch)
    for part in range(8):  # at a rate that falls, as in a run
        learning.learn(part * plan.settling, max(steps // 8, 1), chance)
    return Mind(learning.network(), NONE)


def main() -> None:
    """Learn, ask, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("run", type=Path, help="a run's folder, with its games")
    options.add_argument("--passes", type=float, nargs="+", default=[3, 10, 30])
    options.add_argument("--cycles", type=int, default=12, help="learnt from, at most")
    options.add_argument("--held-out", type=int, default=3, help="cycles not learnt from")
    given = options.parse_args()
    plan = Plan.read(given.run / "plan.json")
    paths = sorted((given.run / "games").glob("[0-9]*.npz"))[-given.cycles - given.held_out :]
    samples = [read_samples(path, kernel.STATE) for path in paths]
    known, rest = samples[: -given.held_out], joined(samples[-given.held_out :])
    rest = some(rest, rest.foreseen)
    alone = surprise(AT_ONCE._replace(evaluator=FORECAST), NOBODY, rest)
    print(f"The forecast alone: {alone:.4f}, {len(rest.states):,} positions\n")
    print(f"| lessons seen | {' | '.join(WAYS)} |\n| ---: |{' ---: |' * len(WAYS)}")
    for passes in given.passes:
        mind = learnt(plan, known, passes)
        found = [f"{surprise(style, mind, rest):.4f}" for style in WAYS.values()]
        print(f"| {passes:g} times | {' | '.join(found)} |", flush=True)


if __name__ == "__main__":
    main()
