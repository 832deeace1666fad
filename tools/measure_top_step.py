"""Measure the last step of the ladder where the machine has other work to do.

The highest level has milliseconds for a move, of which other work would take some. So its clock is
the processor time of the thread that searches: it gets what it would have on a core of its own. The
games are kept, and the same command goes on; `--minutes` ends it earlier, after a whole deal.

    nice -n 19 python tools/measure_top_step.py azul --games 400 --minutes 30 --folder measured
"""

import argparse
import contextlib
import time
from collections.abc import Mapping
from pathlib import Path

from azulejos import arena, bots, games
from azulejos.arena.play import Outcome
from azulejos.arena.schedule import Contest, Key


class Enough(Exception):
    """The time is over."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("game", choices=games.names())
    options.add_argument("--games", type=int, default=200, help="two a deal")
    options.add_argument("--minutes", type=float, default=1e9)
    options.add_argument("--seed", type=int, default=11)
    options.add_argument("--folder", type=Path, required=True, help="where the games are kept")
    given = options.parse_args()

    highest = len(bots.LEVELS[given.game])
    entrants = (f"level:{highest}", f"level:{highest - 1}")
    contest = Contest(given.game, entrants, seed=given.seed)
    for name in entrants:  # compiled before the clock runs
        bots.make(name, given.game, seed=0).choose(contest.new_game(0))
    end = time.monotonic() + 60 * given.minutes
    time.perf_counter = time.thread_time  # the clock of searches
    finished: dict[Key, Outcome] = {}

    def look(done: Mapping[Key, Outcome]) -> None:
        finished.update(done)
        if len(done) % contest.games_a_deal == 0 and time.monotonic() > end:
            raise Enough

    with contextlib.suppress(Enough):
        arena.run(
            contest,
            given.games,
            given.folder / given.game,
            spread=arena.spread_over(1),
            progress=look,
        )
    own = arena.findings(contest, finished)["entrants"][0]
    low, high = own["score_interval"]
    score = f"{100 * own['score']:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    print(f"{given.game}: {' against '.join(entrants)}: {score}, {own['games']} games")


if __name__ == "__main__":
    main()
