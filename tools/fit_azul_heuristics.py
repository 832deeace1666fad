"""Fit Azul's heuristic evaluation (src/azulejos/games/azul/heuristic_weights.py) to self-play.

Strong players play each other; between two rounds each board's features are written down, at the
end the difference in points. Weights are a ridge regression for each wall, number of players and
stage of the game. Run it several times: each time the players use the weights fitted before.

    python tools/fit_azul_heuristics.py --games 2000 --visits 300
"""

import argparse
import itertools
import multiprocessing
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import azul
from azulejos.bots.levels import HEURISTIC_CONFIGS
from azulejos.core import kernel
from azulejos.games.azul import heuristics as heuristics
from azulejos.games.azul.heuristic_weights import SCORE_SCALE, WEIGHTS
from azulejos.search.analysis import Search

TARGET = Path(__file__).parent.parent / "src" / "azulejos" / "search" / "azul_weights.py"
WALLS = ("coloured", "grey")
PLAYERS = (2, 3, 4)
#: How often a move other than the best is made, so that all kinds of boards come about.
ERRORS = 0.1
#: How strongly weights are held back to those of the last time, in positions.
RIDGE = 30.0

#: Weights that count one thing each: float64 (FEATURES, FEATURES).
EACH_ALONE = np.eye(heuristics.FEATURES)

Array = np.ndarray[Any, Any]
#: The stage, one player's features less another's, and by how much the one was ahead in the end.
Sample = tuple[int, Array, float]


def one_game(job: tuple[int, int, int, str]) -> list[Sample]:
    """What the boards showed between rounds, each pair of players compared."""
    seed, visits, players, wall = job
    game = azul.Game(players, wall, seed=seed, deals="manual", first=seed % players)
    states = np.frombuffer(bytearray(game.state.tobytes()), azul.STATE)
    search = Search(azul.Game.KERNEL, HEURISTIC_CONFIGS["azul"], seed=seed)
    chance = np.random.default_rng(seed)
    shown: list[tuple[int, Array]] = []
    while not kernel.is_over(states[0]):
        if kernel.is_chance(states[0]):
            boards = np.array(
                [
                    [heuristics.linear_points(states[0], player, alone) for alone in EACH_ALONE]
                    for player in range(players)
                ]
            )
            shown.append((heuristics.stage(states[0]), boards))
            kernel.resolve_chance(states[0])
            continue
        search.forget()
        lines = search.analyse(states, visits=visits, multipv=5).variations
        choice = chance.integers(len(lines)) if chance.random() < ERRORS else 0
        kernel.apply(states[0], lines[choice].action)
    end = states["score"][0].astype(float)
    return [
        (stage, boards[one] - boards[other], float(end[one] - end[other]))
        for stage, boards in shown
        for one, other in itertools.permutations(range(players), 2)
    ]


def fitted(samples: list[Sample], before: Array, scale_before: Array) -> tuple[Array, Array]:
    """Weights (stages, features) and doubt (stages,), in points."""
    weights, scale = before.copy(), scale_before.copy()
    for stage in range(heuristics.STAGES):
        chosen = [(shown, end) for at, shown, end in samples if at == stage]
        if len(chosen) < 200:  # hardly ever seen: what was known stays
            continue
        shown = np.array([s for s, _ in chosen])
        ends = np.array([e for _, e in chosen])
        held = RIDGE * np.eye(heuristics.FEATURES)
        missed = ends - shown @ before[stage]
        weights[stage] += np.linalg.solve(shown.T @ shown + held, shown.T @ missed)
        error = ends - shown @ weights[stage]
        # A logistic law has a standard deviation of 1.81 times its scale.
        scale[stage] = error.std() / 1.81
        print(f"  stage {stage}: {len(chosen)} pairs of boards, off by {error.std():.2f} points")
    return weights, scale


def write(weights: Array, scale: Array, games: int, visits: int) -> None:
    """Write the module, numbers in rows of eight."""
    TARGET.write_text(
        '"""Weights of the heuristic evaluation of Azul between two rounds.\n\n'
        "By wall (coloured, grey), number of players (2, 3, 4) and stage of the game;\n"
        "`azul.linear_points` lists the features. SCORE_SCALE: see `score_scale`. Made by\n"
        "tools/fit_azul_heuristics.py from "
        f'{games} games of each kind, {visits} visits a move.\n"""\n\n'
        "import numpy as np\n\n"
        f"# fmt: off\nWEIGHTS = np.array({_text(weights)})\n"
        f"SCORE_SCALE = np.array({_text(scale)})\n# fmt: on\n"
    )


def _text(array: Array, indent: int = 0) -> str:
    inner = " " * (indent + 4)
    if array.ndim == 1:
        rows = [array[at : at + 8] for at in range(0, len(array), 8)]
        lines = [inner + ", ".join(f"{number:.3f}" for number in row) for row in rows]
    else:
        lines = [inner + _text(part, indent + 4) for part in array]
    return "[\n" + "".join(f"{line},\n" for line in lines) + " " * indent + "]"


def main() -> None:
    """Fit every kind of game in turn."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=2000, help="of each kind")
    options.add_argument("--visits", type=int, default=300)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--workers", type=int, default=multiprocessing.cpu_count())
    given = options.parse_args()
    one_game((given.seed, 1, 2, "coloured"))  # compiles, before the workers are made
    weights, scale = WEIGHTS.copy(), SCORE_SCALE.copy()
    with multiprocessing.get_context("fork").Pool(given.workers) as pool:
        for (wall, name), players in itertools.product(enumerate(WALLS), PLAYERS):
            print(f"{name} wall, {players} players", flush=True)
            jobs = [(given.seed + n, given.visits, players, name) for n in range(given.games)]
            played = pool.imap_unordered(one_game, jobs, 4)
            samples = list(itertools.chain.from_iterable(played))
            at = wall, players - PLAYERS[0]
            weights[at], scale[at] = fitted(samples, WEIGHTS[at], SCORE_SCALE[at])
    write(weights, scale, given.games, given.visits)


if __name__ == "__main__":
    main()
