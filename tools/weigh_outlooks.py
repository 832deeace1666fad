"""How well outlooks of Azul foretell games that they have not learnt from.

Outlooks learn from a run's games but for the last ones, some of them more often than others, and
are asked about positions between rounds of those: alone, and together with the forecast. The figure
is the mean surprise at who won, in nats: the lower, the better. What is learnt too often is learnt
by heart, and what several opinions agree on is more often true.

    python tools/weigh_outlooks.py runs/first [--passes 3 10 30] [--cycles 12] [--held-out 3]
"""

import argparse
from pathlib import Path

import numpy as np
from schooling import lessons_of, outlook_of, plan_of, samples_of

from azulejos.azul import kernel
from azulejos.bots.levels import LEARNED_STYLES
from azulejos.nets.network import NOBODY, NONE, Mind
from azulejos.search.tree import FORECAST, OUTLOOK, Style, judge, new_scratch
from azulejos.training.samples import Samples, joined, some

AT_ONCE = LEARNED_STYLES["azul"]._replace(evaluator=OUTLOOK)
WAYS: dict[str, Style] = {
    "outlook": AT_ONCE._replace(second_opinion=0.0),
    "outlook and forecast": AT_ONCE,
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


def main() -> None:
    """Learn, ask, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("run", type=Path, help="a run's folder, with its games")
    options.add_argument("--passes", type=float, nargs="+", default=[3, 10, 30])
    options.add_argument("--cycles", type=int, default=12, help="learnt from")
    options.add_argument("--held-out", type=int, default=3, help="cycles not learnt from")
    given = options.parse_args()
    if given.cycles < 1 or given.held_out < 1:
        options.error("there must be cycles to learn from, and others to be asked about")
    plan = plan_of(given.run)
    samples = samples_of(given.run, given.cycles + given.held_out)
    lessons = lessons_of(plan, samples[: given.cycles])
    rest = joined(samples[given.cycles :])
    rest = some(rest, rest.foreseen)
    alone = surprise(AT_ONCE._replace(evaluator=FORECAST), NOBODY, rest)
    print(f"The forecast alone: {alone:.4f}, {len(rest.states):,} positions\n")
    print(f"| lessons seen | {' | '.join(WAYS)} |\n| ---: |{' ---: |' * len(WAYS)}")
    for passes in given.passes:
        mind = Mind(outlook_of(plan, plan.outlook_width, lessons, passes), NONE)
        found = [f"{surprise(style, mind, rest):.4f}" for style in WAYS.values()]
        print(f"| {passes:g} times | {' | '.join(found)} |", flush=True)


if __name__ == "__main__":
    main()
