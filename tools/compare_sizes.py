"""Which outlook of Azul plays best for its time: sizes, kinds of numbers, one for all or many.

Outlooks of several widths learn from the last games of one run, each of them from every position as
many times, and so do some that are told of one kind of game alone. Then each plays against the
first, with the run's guide and on paired deals. Everybody gets as many visits as it makes in the
same time on one core, measured before. So does the first computed with floating-point numbers of 32
bits, which tells what computing with whole numbers of 16 is worth.

    python tools/compare_sizes.py learn runs/first sizes [--widths 256 128 512] [--passes 8]
    python tools/compare_sizes.py play sizes [--ms 20] [--deals 100]
"""

import argparse
from functools import partial
from pathlib import Path

import numpy as np
from matches import told
from schooling import lessons_of, outlook_of, plan_of, samples_of

from azulejos import azul
from azulejos.azul import kernel
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import LEARNED_STYLES
from azulejos.nets import weights
from azulejos.nets.network import Mind
from azulejos.training.duel import Side, shares_of
from azulejos.training.lessons import Lessons
from azulejos.training.plan import USUAL
from azulejos.training.samples import Samples, some

STYLE = LEARNED_STYLES["azul"]
#: Kinds of games for which an outlook of their own is compared with the one for all.
ALONE = ("2 players", "2 players, grey")
#: The outlook that the others are measured against is in the file of this name.
FIRST = "first"


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────


def learn(folder: Path, out: Path, widths: list[int], passes: float, cycles: int) -> None:
    """Let every outlook learn, and write each, with the run's newest guide, into a file."""
    plan = plan_of(folder)
    if plan.game != "azul":
        raise SystemExit(f"The run in {folder} is one of {plan.game}.")
    known = samples_of(folder, plan, cycles)
    minds = sorted((folder / "minds").glob("*.npz"))
    if not minds:
        raise SystemExit(f"The run in {folder} has not been measured yet: it has no minds.")
    if out.exists() and any(out.iterdir()):
        raise SystemExit(f"{out} is not empty.")
    guide = weights.load(minds[-1], "azul")[0].guide
    out.mkdir(parents=True, exist_ok=True)

    def keep(name: str, width: int, lessons: list[Lessons]) -> None:
        mind = Mind(outlook_of(plan, width, lessons, passes), guide)
        weights.save(out / f"{name}.npz", "azul", mind, {"run": folder.resolve().name})
        print(f"{name}: learnt {sum(map(len, lessons)):,} lessons", flush=True)

    lessons = lessons_of(plan, known)
    for width in widths:
        keep(FIRST if width == widths[0] else f"width {width}", width, lessons)
    for name in ALONE:
        alike = partial(of_kind, plan.starts_by_kind()[name][0])
        keep(f"{name} alone", widths[0], lessons_of(plan, known, alike))


def of_kind(start: np.void, samples: Samples) -> Samples:
    """Those of games that were set up like one."""
    states = samples.states
    alike = states["players"] == start["players"]
    return some(samples, alike & (states["wall_kind"] == start["wall_kind"]))


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def in_floats(mind: Mind) -> Mind:
    """The same mind, its outlook computed with floating-point numbers of 32 bits."""
    outlook = mind.outlook
    return mind._replace(
        outlook=outlook._replace(
            facts=outlook.facts.astype(np.float32),
            side_facts=outlook.side_facts.astype(np.float32),
            first_bias=outlook.first_bias.astype(np.float32),
        )
    )


def play(folder: Path, ms: float, deals: int, seconds: float) -> None:
    """Play every mind of a folder against the first, and print a line for each."""
    minds = {path.stem: weights.load(path, "azul")[0] for path in sorted(folder.glob("*.npz"))}
    if FIRST not in minds:
        raise SystemExit(f"There is no {FIRST}.npz in {folder}.")
    minds["first, floats of 32 bits"] = in_floats(minds[FIRST])
    speeds = speeds_of(minds, seconds)
    sides = {
        name: Side(STYLE, mind, max(1, round(speeds[name] * ms / 1000)))
        for name, mind in minds.items()
    }
    first = sides.pop(FIRST)
    print("| outlook | visits a second | share of the wins at equal time |\n| --- | ---: | --- |")
    width = len(first.mind.outlook.first_bias)
    print(f"| first: width {width} | {speeds[FIRST]:,} | the measure |", flush=True)
    for name, side in sides.items():
        kind = name.removesuffix(" alone")
        starts = USUAL["azul"].starts_by_kind()[kind if kind in ALONE else ALONE[0]]
        shares = shares_of(kernel, side, first, starts, deals, seed=29)
        print(f"| {name} | {speeds[name]:,} | {told(shares, len(starts))} |", flush=True)


def speeds_of(minds: dict[str, Mind], seconds: float) -> dict[str, int]:
    """Visits a second from the first position of two players: the best of five tries in turn.

    seconds: of a try.
    """
    speeds = dict.fromkeys(minds, 0)
    for _ in range(5):
        for name, mind in minds.items():
            found = search_speed(azul.Game(seed=1), STYLE, mind, seconds)["visits_per_s"]
            speeds[name] = max(speeds[name], int(found))
    return speeds


def main() -> None:
    """Learn or play."""
    options = argparse.ArgumentParser(description=__doc__)
    steps = options.add_subparsers(dest="step", required=True)
    learning = steps.add_parser("learn", help="let outlooks of several sizes learn")
    learning.add_argument("run", type=Path, help="a run's folder, with its games")
    learning.add_argument("out", type=Path, help="a folder for the minds")
    learning.add_argument("--widths", type=int, nargs="+", default=[256, 128, 512])
    learning.add_argument("--passes", type=float, default=8.0)
    learning.add_argument("--cycles", type=int, default=10, help="learn from so many of the last")
    playing = steps.add_parser("play", help="let them play at equal time")
    playing.add_argument("out", type=Path, help="the folder with the minds")
    playing.add_argument("--ms", type=float, default=20.0)
    playing.add_argument("--deals", type=int, default=100)
    playing.add_argument("--seconds", type=float, default=1.0, help="of a measurement of speed")
    given = options.parse_args()
    if given.step == "learn":
        learn(given.run, given.out, given.widths, given.passes, given.cycles)
    else:
        play(given.out, given.ms, given.deals, given.seconds)


if __name__ == "__main__":
    main()
