"""How sure the answers of the puzzles that ship are: a sample is searched again, by another seed.

    python benchmarks/puzzles.py azul --sample 40 --visits 100000

Those that are proven are left out. The answer and the five moves that give away least are searched
with so many visits each; of the puzzles it is told in how many the answer is still the best move,
and how far ahead of every other.
"""

import argparse

from azulejos import games
from azulejos.analysis.judge import Judge
from azulejos.analysis.steps import Step
from azulejos.puzzles import Puzzle, shipped

#: Moves that are searched beside the answer: those that come next to it.
CLOSE = 5
SEED = 2026


def gap(puzzle: Puzzle, visits: int) -> float:
    """What the answer wins more than every other move; below 0 if another one wins more."""
    game = games.spec(puzzle.game).Game.from_text(puzzle.position)
    judge = Judge(game, SEED)
    states = game.states.copy()
    step = Step(0, 1, game.turn, -1, states, states, (game.turn,), game.round)
    losses = puzzle.losses_by_move(game)
    different = judge.choices(step)
    assert different is not None
    actions = sorted(different, key=lambda action: losses[str(game.MOVES[action])])
    found = judge.compare(0, step, actions[: 1 + CLOSE], visits)
    shares = {str(game.MOVES[each.action]): float(each.values[game.turn]) for each in found}
    own = next(share for move, share in shares.items() if losses[move] == 0)
    return own - max(share for move, share in shares.items() if losses[move] > 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--sample", type=int, default=40)
    parser.add_argument("--visits", type=int, default=100_000)
    asked = parser.parse_args()
    collection = shipped(asked.game)
    assert collection is not None
    open_ = [puzzle for puzzle in collection.puzzles if not puzzle.proven]
    sample = open_[:: max(len(open_) // asked.sample, 1)][: asked.sample]
    gaps = []
    for puzzle in sample:
        gaps.append(gap(puzzle, asked.visits))
        print(f"{puzzle.id} {gaps[-1]:+.3f}", flush=True)
    for least in (0.0, 0.10, 0.15):
        reached = sum(found >= least for found in gaps)
        print(f"{asked.game}: {reached} of {len(gaps)} at least {least:.2f} ahead")


if __name__ == "__main__":
    main()
