"""Find positions in which the learned player wants a better move than the heuristic search.

Games of Azul are played by the learned player against the one without a network. Where both, given
the same visits, want different moves and the learned one is sure of a difference, both moves are
played on to the end many times by the learned player: what remains is printed as the position's
text, both moves, and the score of each.

    python tools/find_lessons.py --games 20 --visits 20000 --playouts 400
"""

import argparse

import numpy as np

from azulejos import azul
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_CONFIGS
from azulejos.games.azul import kernel
from azulejos.nets import weights
from azulejos.search.analysis import Search
from azulejos.training.match import Contender, mean_result_from


def main() -> None:
    """Play, compare, and print what is worth a look."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--visits", type=int, default=20_000)
    options.add_argument("--playouts", type=int, default=400)
    options.add_argument("--sure", type=float, default=0.06, help="difference of shares, at least")
    given = options.parse_args()
    networks = weights.shipped("azul")
    learned = Search(kernel, LEARNED_CONFIGS["azul"], networks=networks)
    heuristic = Search(kernel, HEURISTIC_CONFIGS["azul"])
    side = Contender(LEARNED_CONFIGS["azul"], networks, 100)
    for seed in range(given.games):
        game = azul.Game(seed=seed, first=seed % 2)
        while (mover := game.turn) is not None:
            root = np.frombuffer(bytearray(game.state.tobytes()), kernel.STATE)
            analyses = []
            for search in (learned, heuristic):
                search.forget()
                analyses.append(search.analyse(root, visits=given.visits, multipv=80))
            one, other = (analysis.action for analysis in analyses)
            known = {line.action: line.values[mover] for line in analyses[0].variations}
            if one != other and known[one] - known.get(other, 0.0) > given.sure:
                scores = []
                for action in (one, other):
                    after = game.copy()
                    after.play(game.MOVES[action])
                    start = np.frombuffer(bytearray(after.state.tobytes()), kernel.STATE)
                    scores.append(mean_result_from(kernel, side, start, mover, given.playouts))
                if scores[0] - scores[1] > given.sure:
                    moves = (
                        f"{game.MOVES[one]} {scores[0]:.1%}, {game.MOVES[other]} {scores[1]:.1%}"
                    )
                    print(f"seed {seed}, {game.to_text()}\n  {moves}", flush=True)
            game.play(game.MOVES[one if mover == seed % 2 else other])


if __name__ == "__main__":
    main()
