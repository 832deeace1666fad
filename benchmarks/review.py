"""How long a review takes, and how stable it is: against one with ten times the visits.

Games are played by levels in turn, reviewed once as usual and once with ten times the visits, each
in a process with one core. Told are the CPU seconds of a review and those until the first curve is
whole; how many judged decisions are of the same class ("best" and "about equal" are one: both cost
nothing); and how many moves called blunders are none with ten times the visits. The same goes to
figures.json in the folder, with every decision compared.

    python benchmarks/review.py azul --games 8 --processes 1 --out runs/review
    python benchmarks/review.py azul --wall grey --players 3
    python benchmarks/review.py azul --levels 1 3 --visits 2000 --games 30
"""

import argparse
import json
import multiprocessing
import platform
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from azulejos import bots, games
from azulejos.analysis import Budget, Decision, Review, Reviewer, usual_visits
from azulejos.analysis.reviewer import MIN_SAMPLES

TIMES = 10
#: Who plays whom, one pair a game: from beginners to good players, none limited by time.
PAIRS = ((2, 3), (5, 6), (6, 7), (3, 6), (4, 5))
ERRORS = ("slight", "inaccuracy", "mistake", "blunder")


@dataclass(frozen=True)
class Job:
    game: str
    number: int
    options: dict[str, Any]
    visits: int
    samples: int
    levels: tuple[int, int]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("game", choices=games.names(), nargs="?", default=games.names()[0])
    options.add_argument("--games", type=int, default=8)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--wall", choices=("coloured", "grey"))
    options.add_argument("--visits", type=int, help="else as usual")
    options.add_argument("--samples", type=int, default=Budget().samples)
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--levels", type=int, nargs=2, help="who plays; else several in turn")
    options.add_argument("--first", type=int, default=1, help="the first game's number")
    options.add_argument("--out", help="the folder that figures.json goes into")
    given = options.parse_args()
    kind = {"players": given.players} | ({"wall": given.wall} if given.wall else {})
    visits = given.visits or usual_visits(given.game, given.players)
    jobs = [
        Job(given.game, number, kind, visits, given.samples, levels_of(number, given.levels))
        for number in range(given.first, given.first + given.games)
    ]
    _compare(Job(given.game, 0, kind, 16, 2, levels_of(0)))  # compiled before any clock runs
    done: list[dict[str, Any]] = []
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        for each in pool.map(_compare, jobs):
            done.append(each)
            print(_told(given.game, [each]), file=sys.stderr, flush=True)
            if given.out:  # what there is so far, should it be stopped
                _keep(Path(given.out), done, jobs[0])
    print(_told(given.game, done))


def levels_of(number: int, given: Sequence[int] | None = None) -> tuple[int, int]:
    """Who plays a game, by its number."""
    first, second = given or PAIRS[number % len(PAIRS)]
    return first, second


def _keep(folder: Path, done: list[dict[str, Any]], job: Job) -> None:
    """Write the figures, with every decision compared."""
    folder.mkdir(parents=True, exist_ok=True)
    told = {
        "command": " ".join(sys.argv),
        "machine": f"{platform.machine()}, {_processor()}, one core a review",
        "visits": job.visits,
        "samples": job.samples,
        "options": job.options,
        **_figures(done),
        "games": done,
    }
    (folder / "figures.json").write_text(json.dumps(told, indent=1))


def _compare(job: Job) -> dict[str, Any]:
    """A game's times, and every judged decision's class and loss as usual and with more visits."""
    record = _played(job)
    Reviewer(record, Budget(16, 2)).review()  # networks loaded
    begun = time.process_time()
    reviewer = Reviewer(record, Budget(job.visits, job.samples), seed=job.number)
    first, coarsest = 0.0, None
    for part in reviewer:
        coarsest = coarsest or part.visits
        if not first and part.visits != coarsest:  # each step has been judged once
            first = time.process_time() - begun
    whole = time.process_time() - begun
    usual = reviewer.review()
    begun = time.process_time()
    # Of it only decisions are compared: chance gets as few samples as there may be.
    finer = _reviewed(record, Budget(TIMES * job.visits, MIN_SAMPLES), job.number + 1)
    return {
        "job": asdict(job),
        "first_curve_s": round(first, 3),
        "review_s": round(whole, 3),
        "finer_s": round(time.process_time() - begun, 3),
        "decisions": [
            {
                "at": one.at,
                "classes": [_class(one), _class(other)],
                "losses": [one.loss, other.loss],
                "se": [one.se, other.se],
            }
            for one, other in zip(_judged(usual), _judged(finer), strict=True)
        ],
    }


def _reviewed(record: dict[str, Any], budget: Budget, seed: int) -> Review:
    reviewer = Reviewer(record, budget, seed=seed)
    for _ in reviewer:
        pass
    return reviewer.review()


def _played(job: Job) -> dict[str, Any]:
    game = games.spec(job.game).Game(seed=1000 + job.number, **job.options)
    players = [
        bots.make(f"level:{job.levels[(seat + job.number) % 2]}", job.game, seed=job.number)
        for seat in range(game.players)
    ]
    while not game.is_over:
        game.play(players[game.turn].choose(game))
    record: dict[str, Any] = game.record()
    return record


def _judged(review: Review) -> list[Decision]:
    return [step for step in review.steps if isinstance(step, Decision) and step.is_judged]


def _class(step: Decision) -> str:
    return step.verdict if step.counted and step.verdict in ERRORS else "none"


def _figures(done: list[dict[str, Any]]) -> dict[str, Any]:
    decisions = [decision for each in done for decision in each["decisions"]]
    blunders = [d["classes"][1] for d in decisions if d["classes"][0] == "blunder"]
    errors = [d["classes"][1] for d in decisions if d["classes"][0] in ("mistake", "blunder")]
    return {
        "reviews": len(done),
        "review_s": _mean_and_most(done, "review_s"),
        "first_curve_s": _mean_and_most(done, "first_curve_s"),
        "judged": len(decisions),
        "same_class": sum(d["classes"][0] == d["classes"][1] for d in decisions),
        "blunders": len(blunders),
        "blunders_still": blunders.count("blunder"),
        "blunders_no_error": blunders.count("none"),
        "mistakes_and_blunders": len(errors),
        "of_them_no_error": errors.count("none"),
        "table": {
            f"{one} → {other}": count
            for one in ("none", *ERRORS)
            for other in ("none", *ERRORS)
            if (count := sum(d["classes"] == [one, other] for d in decisions))
        },
    }


def _mean_and_most(done: list[dict[str, Any]], name: str) -> list[float]:
    of_games = [each[name] for each in done]
    return [round(float(np.mean(of_games)), 2), round(max(of_games), 2)]


def _told(game: str, done: list[dict[str, Any]]) -> str:
    figures = _figures(done)
    same = 100 * figures["same_class"] / max(figures["judged"], 1)
    return (
        f"{game}: {figures['reviews']} reviews, mean and longest {figures['review_s']} s, "
        f"first curve {figures['first_curve_s']} s; {figures['judged']} judged decisions, "
        f"{same:.1f} % of the same class with {TIMES} times the visits; "
        f"{figures['blunders']} blunders, {figures['blunders_still']} still, "
        f"{figures['blunders_no_error']} no error at all; {figures['table']}"
    )


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor()


if __name__ == "__main__":
    main()
