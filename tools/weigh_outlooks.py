"""How well outlooks foretell games that they have not learnt from.

Outlooks learn from a run's games but for the last ones, some of them more often than others or with
more trust in what a search thought, and are asked about positions of those (in Azul, between two
rounds): alone, and together with the forecast if that is a second opinion in the game. The figure
is the mean surprise at who won, in nats: the lower, the better. What is learnt too often is learnt
by heart, and what several opinions agree on is more often true. Minds that are there already can
be asked about the same positions.

    python tools/weigh_outlooks.py runs/first [--passes 3 10 30] [--trust 0.1 0.9] [--cycles 12]
    python tools/weigh_outlooks.py runs/first --passes --minds runs/second/champion.npz
"""

import argparse
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
from schooling import lessons_of, outlook_of, plan_of, samples_of

from azulejos.bots.levels import LEARNED_STYLES
from azulejos.nets import weights
from azulejos.nets.network import NOBODY, NONE, Mind
from azulejos.search.tree import FORECAST, IN_TURN, OUTLOOK, Style, judge, new_scratch
from azulejos.training.plan import Plan
from azulejos.training.samples import Samples, joined, some


def surprise(plan: Plan, style: Style, mind: Mind, samples: Samples) -> float:
    """The mean surprise at the winners of samples, in nats; partners are surprised once."""
    scratch = new_scratch(plan.kernel, mind)
    total = 0.0
    for state, shares in zip(samples.states, samples.shares, strict=True):
        scratch.room.states[0] = state
        judge(scratch, style)
        playing = slice(int(state["players"]))
        values = np.maximum(scratch.room.values[playing], 1e-6)
        total -= float(shares[playing] @ np.log(values) / shares[playing].sum())
    return total / len(samples.states)


def by_players(samples: Samples) -> dict[str, Samples]:
    """Samples of each number of players there is."""
    players = samples.states["players"]
    return {f"{n} players": some(samples, players == n) for n in np.unique(players)}


def main() -> None:
    """Learn, ask, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("run", type=Path, help="a run's folder, with its games")
    options.add_argument("--passes", type=float, nargs="*", default=[3, 10, 30])
    options.add_argument("--trust", type=float, nargs="+", help="0 to 1; the run's, if not given")
    options.add_argument("--minds", type=Path, nargs="+", default=[], help="files of weights")
    options.add_argument("--cycles", type=int, default=12, help="learnt from")
    options.add_argument("--held-out", type=int, default=3, help="cycles not learnt from")
    given = options.parse_args()
    if given.cycles < 1 or given.held_out < 1:
        options.error("there must be cycles to learn from, and others to be asked about")
    if not all(0 <= trust <= 1 for trust in given.trust or []):
        options.error("trust is a number from 0 to 1")
    plan = plan_of(given.run)
    samples = samples_of(given.run, plan, given.cycles + given.held_out)
    rest = joined(samples[given.cycles :])
    kinds = by_players(some(rest, rest.foreseen))
    in_use = LEARNED_STYLES[plan.game]
    learned = in_use._replace(evaluator=OUTLOOK)
    ways = {"outlook": learned._replace(second_opinion=0.0)}
    if in_use.evaluator != IN_TURN:  # one that plays on would know the draws to come
        ways["and forecast"] = learned
    columns = [f"{kind}: {way}" for kind in kinds for way in ways]
    print(f"| lessons seen | trust | {' | '.join(columns)} |")
    print(f"| ---: | ---: |{' ---: |' * len(columns)}")

    def show(seen: str, trust: str, mind: Mind, styles: list[Style]) -> None:
        found = [
            f"{surprise(plan, style, mind, of_kind):.4f}"
            for of_kind in kinds.values()
            for style in styles
        ]
        print(f"| {seen} | {trust} | {' | '.join(found)} |", flush=True)

    for trust, passes in product(given.trust or [plan.trust], given.passes):
        taught = replace(plan, trust=trust)
        lessons = lessons_of(taught, samples[: given.cycles])
        mind = Mind(outlook_of(taught, plan.outlook_width, lessons, passes), NONE)
        show(f"{passes:g} times", f"{trust:g}", mind, list(ways.values()))
    for path in given.minds:
        show(path.stem, "", weights.load(path, plan.game)[0], list(ways.values()))
    forecast = learned._replace(evaluator=FORECAST)
    show("the forecast", "", NOBODY, [forecast] * len(ways))


if __name__ == "__main__":
    main()
