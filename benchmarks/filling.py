"""Whether boards can still be filled: our search against OR-Tools' CP-SAT, answers and times.

Positions are made as in tests/azuleo/filling_positions.py, as many for each quarter of the board
that is still free. Where one of the two does not know, nothing is compared, and it is counted. It
ends with 1 if two answers differ.

    python benchmarks/filling.py [--positions 5000] [--seed 1]
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.azuleo.cp_filling import answer as cp_answer
from tests.azuleo.filling_positions import MAKERS, free_fields, positions

from azulejos import azuleo
from azulejos.games.azuleo.components import CROSSES
from azulejos.games.azuleo.filling import fill

QUARTERS = 4
#: Positions of one game, so that many games are looked at.
FROM_A_GAME = 6
SECONDS = 60.0
#: Seconds within which a player shall know.
QUICK = 1.0


class Stage:
    """What was found of the positions with so many free fields."""

    def __init__(self) -> None:
        self.answers = {"yes": 0, "no": 0, "unknown": 0}
        self.differ = 0
        self.seconds: list[float] = []
        self.reference: list[float] = []
        self.trials = 0

    @property
    def positions(self) -> int:
        return len(self.seconds)

    def look(self, game: azuleo.Game) -> None:
        """Ask both about a position."""
        begun = time.perf_counter()
        found = fill(game.state, 1 << 60, end=begun + SECONDS)
        self.seconds.append(time.perf_counter() - begun)
        begun = time.perf_counter()
        reference = cp_answer(game.to_dict(), SECONDS)
        self.reference.append(time.perf_counter() - begun)
        self.answers[found.answer] += 1
        self.trials = max(self.trials, found.trials)
        if "unknown" not in (found.answer, reference) and found.answer != reference:
            self.differ += 1
            print(f"DIFFERENT: {found.answer}, CP-SAT {reference}: {game.to_dict()}", flush=True)

    def row(self, name: str) -> str:
        ours, theirs = np.array(self.seconds), np.array(self.reference)
        return (
            f"| {name} | {self.positions} | {self.answers['yes']} | {self.answers['no']} "
            f"| {self.answers['unknown']} | {self.differ} | {100 * (ours <= QUICK).mean():.1f} % "
            f"| {1e3 * np.median(ours):.2f} | {1e3 * np.quantile(ours, 0.99):.2f} "
            f"| {1e3 * ours.max():.1f} | {self.trials} | {1e3 * np.median(theirs):.0f} "
            f"| {1e3 * theirs.max():.0f} |"
        )


def main() -> None:
    """Compare, and print a table."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--positions", type=int, default=5000, help="in all")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    fill(azuleo.Game(players=1, mode="fill", seed=1).state)  # compiled before any clock runs
    stages = [Stage() for _ in range(QUARTERS)]
    wanted = -(-given.positions // QUARTERS)
    game_seed = given.seed << 32
    while any(stage.positions < wanted for stage in stages):
        game_seed += 1
        for game in positions(game_seed, MAKERS[game_seed % len(MAKERS)], FROM_A_GAME):
            stage = stages[(free_fields(game) - 1) * QUARTERS // CROSSES]
            if stage.positions < wanted:
                stage.look(game)
    print("| free fields | positions | yes | no | unknown | differ | within 1 s ", end="")
    print("| median ms | 99 % ms | longest ms | most trials | CP-SAT median ms | longest |")
    print("| --- |" + " ---: |" * 12)
    for quarter, stage in enumerate(stages):
        low, high = quarter * CROSSES // QUARTERS + 1, (quarter + 1) * CROSSES // QUARTERS
        print(stage.row(f"{low} to {high}"))
    sys.exit(any(stage.differ for stage in stages))


if __name__ == "__main__":
    main()
