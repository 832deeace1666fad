"""Measure the error rate of each level by our own reviews.

Each level plays games against itself, which are reviewed. Printed is a table; with --write the
figures go into the game's folder, where `analysis.levels_like` finds them.

    python tools/measure_level_errors.py azul --games 40 --processes 16 --write
"""

import argparse
import json
import math
import multiprocessing
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from azulejos import analysis, bots, games
from azulejos.analysis.like_levels import FILE

#: A 95 % interval's half width in standard errors.
Z = 1.96


def losses(job: tuple[str, int, int, int]) -> list[float]:
    """What each judged decision of a level's game against itself lost."""
    name, level, number, visits = job
    game = games.spec(name).Game(players=2, seed=100 * number + level)
    player = bots.make(f"level:{level}", name, seed=number)
    while not game.is_over:
        game.play(player.choose(game))
    player.close()
    # Chance does not matter here: as few samples as there may be.
    review = analysis.review(game.record(), analysis.Budget(visits, samples=2), seed=number)
    return [
        step.loss if step.counted else 0.0
        for step in review.steps
        if isinstance(step, analysis.Decision) and step.is_judged
    ]


def rate_of(of_games: list[list[float]]) -> dict[str, Any]:
    """Their error rate; the interval is from game to game, whose decisions have much in common."""
    n = sum(map(len, of_games))
    rate = 1000 * sum(map(sum, of_games)) / n
    residuals = [1000 * sum(one) - rate * len(one) for one in of_games]
    count = len(of_games)
    variance = sum(r * r for r in residuals) / max(count - 1, 1) * count / n**2
    half = Z * math.sqrt(variance)
    return {
        "decisions": n,
        "rate": round(rate, 2),
        "low": round(max(rate - half, 0.0), 2),
        "high": round(rate + half, 2),
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("game", choices=games.names())
    options.add_argument("--games", type=int, default=40, help="of each level")
    options.add_argument("--visits", type=int, default=analysis.DEFAULT_VISITS, help="of reviews")
    options.add_argument("--processes", type=int, default=1)
    options.add_argument("--write", action="store_true", help="keep the figures with the game")
    given = options.parse_args()
    count = len(bots.LEVELS[given.game])
    losses((given.game, 1, 0, 16))  # compiled once, before there are several processes
    jobs = [
        (given.game, level, number, given.visits)
        for level in range(1, count + 1)
        for number in range(given.games)
    ]
    found = []
    print("| level | error rate | decisions |\n| --- | --- | --- |")
    with ProcessPoolExecutor(given.processes, multiprocessing.get_context("spawn")) as pool:
        done = pool.map(losses, jobs)
        for level in range(1, count + 1):
            rate = rate_of([next(done) for _ in range(given.games)])
            found.append(rate)
            told = f"{rate['rate']:.1f} ({rate['low']:.1f} to {rate['high']:.1f})"
            print(f"| {level} | {told} | {rate['decisions']} |", flush=True)
    if given.write:
        figures = {
            "command": " ".join(sys.argv),
            "visits": given.visits,
            "games": given.games,
            "levels": found,
        }
        path = games.spec(given.game).folder / FILE
        path.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
