"""Fit the weights of Azul's forecast (src/azulejos/search/azul_weights.py) to games of its own.

Strong players play each other; between two rounds, what each board shows is noted, and in the end
the difference in points. A ridge regression for each stage of the game tells what each thing was
worth. Run it several times: each time the players use the weights fitted before.

    python tools/fit_azul_forecast.py --games 4000 --visits 400
"""

import argparse
import multiprocessing
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import azul, kernel
from azulejos.search import azul as knowledge
from azulejos.search.azul_weights import WEIGHTS
from azulejos.search.thinking import Search
from azulejos.search.tree import PLAY_ON, Style

TARGET = Path(__file__).parent.parent / "src" / "azulejos" / "search" / "azul_weights.py"
STYLE = Style(PLAY_ON, exploration=1.0, warmth=2.0, caution=0.1)
#: How often a move other than the best is made, so that all kinds of boards come about.
ERRORS = 0.1
#: How strongly weights are held back to those of the last time, in games.
RIDGE = 30.0

Sample = tuple[int, np.ndarray[Any, Any]]


def one_game(job: tuple[int, int, int, str]) -> tuple[list[Sample], float]:
    """What the boards showed between rounds (stage, own minus other's features), and the end."""
    seed, visits, players, wall = job
    game = azul.Game(players, wall, seed=seed, deals="manual", first=seed % players)
    states = np.frombuffer(bytearray(game.state.tobytes()), azul.STATE)
    search = Search(azul.Game.KERNEL, STYLE, seed=seed)
    chance = np.random.default_rng(seed)
    samples: list[Sample] = []
    mine, other = np.zeros(knowledge.FEATURES), np.zeros(knowledge.FEATURES)
    while not kernel.is_over(states[0]):
        if kernel.is_chance(states[0]):
            knowledge.features(states[0], 0, mine)
            knowledge.features(states[0], 1, other)
            samples.append((knowledge.stage(states[0]), mine - other))
            kernel.settle(states[0])
            continue
        search.forget()
        lines = search.think(states, visits=visits, lines=5).lines
        choice = chance.integers(len(lines)) if chance.random() < ERRORS else 0
        kernel.apply(states[0], lines[choice].action)
    return samples, float(states["score"][0][0]) - float(states["score"][0][1])


def fitted(samples: list[tuple[int, np.ndarray[Any, Any], float]]) -> tuple[Any, Any]:
    """Weights (stages, features) and doubt (stages,), in points."""
    weights = WEIGHTS.copy()
    doubt = np.zeros(knowledge.STAGES)
    for stage in range(knowledge.STAGES):
        chosen = [(shown, end) for at, shown, end in samples if at == stage]
        shown = np.array([s for s, _ in chosen])
        ends = np.array([e for _, e in chosen])
        held = RIDGE * np.eye(knowledge.FEATURES)
        missed = ends - shown @ WEIGHTS[stage]
        weights[stage] += np.linalg.solve(shown.T @ shown + held, shown.T @ missed)
        error = ends - shown @ weights[stage]
        # A logistic law has a standard deviation of 1.81 times its scale.
        doubt[stage] = error.std() / 1.81
        print(f"stage {stage}: {len(chosen)} positions, off by {error.std():.2f} points")
    return weights, doubt


def write(weights: Any, doubt: Any, games: int) -> None:
    rows = [
        ",\n        ".join(
            ", ".join(f"{w:.3f}" for w in row[at : at + 8]) for at in range(0, len(row), 8)
        )
        for row in weights
    ]
    body = "\n".join(f"    [\n        {row},\n    ]," for row in rows)
    TARGET.write_text(
        '"""Weights of the forecast between two rounds of Azul, by stage of the game.\n\n'
        f"Made by tools/fit_azul_forecast.py from {games} games. What each weight is for: see\n"
        '`azul.features`.\n"""\n\nimport numpy as np\n\n'
        f"# fmt: off\nWEIGHTS = np.array([\n{body}\n])\n"
        f"DOUBT = np.array([{', '.join(f'{d:.2f}' for d in doubt)}])\n# fmt: on\n"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=4000)
    options.add_argument("--visits", type=int, default=400)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    given = options.parse_args()
    jobs = [(given.seed + n, given.visits, 2, "coloured") for n in range(given.games)]
    one_game(jobs[0])  # compiles, before the workers are made
    samples = []
    with multiprocessing.get_context("fork").Pool(given.workers) as pool:
        for number, (shown, end) in enumerate(pool.imap_unordered(one_game, jobs, 4)):
            samples += [(stage, board, end) for stage, board in shown]
            if number % 500 == 499:
                print(f"{number + 1} games", flush=True)
    # A board seen from the other side says the same.
    samples += [(stage, -board, -end) for stage, board, end in samples]
    write(*fitted(samples), given.games)


if __name__ == "__main__":
    main()
