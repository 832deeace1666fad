"""Find positions that the learned player judges otherwise, and is right about.

Games of Azul are played by the learned player against the one without a network. Where both, given
the same visits, want different moves and the learned one is sure of a difference, both moves are
played on to the end many times by the learned player: what remains is printed as the position's
text, both moves, and the share of the wins that each of them brings.

    python tools/find_lessons.py --games 20 --visits 20000 --playouts 400
"""

import argparse

import numpy as np

from azulejos import azul
from azulejos.azul import kernel
from azulejos.bots.levels import LEARNED_STYLES, STYLES
from azulejos.nets import weights
from azulejos.search.thinking import Search
from azulejos.training.duel import Side, played_on


def main() -> None:
    """Play, compare, and print what is worth a look."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--visits", type=int, default=20_000)
    options.add_argument("--playouts", type=int, default=400)
    options.add_argument("--sure", type=float, default=0.06, help="difference of shares, at least")
    given = options.parse_args()
    mind = weights.shipped("azul")
    learned = Search(kernel, LEARNED_STYLES["azul"], mind=mind)
    forecast = Search(kernel, STYLES["azul"])
    side = Side(LEARNED_STYLES["azul"], mind, 100)
    for seed in range(given.games):
        game = azul.Game(seed=seed, first=seed % 2)
        while (mover := game.turn) is not None:
            root = np.frombuffer(bytearray(game.state.tobytes()), kernel.STATE)
            thoughts = []
            for search in (learned, forecast):
                search.forget()
                thoughts.append(search.think(root, visits=given.visits, lines=80))
            one, other = (thought.action for thought in thoughts)
            known = {line.action: line.values[mover] for line in thoughts[0].lines}
            if one != other and known[one] - known.get(other, 0.0) > given.sure:
                shares = []
                for action in (one, other):
                    after = game.copy()
                    after.play(game.MOVES[action])
                    start = np.frombuffer(bytearray(after.state.tobytes()), kernel.STATE)
                    shares.append(played_on(kernel, side, start, mover, given.playouts))
                if shares[0] - shares[1] > given.sure:
                    moves = (
                        f"{game.MOVES[one]} {shares[0]:.1%}, {game.MOVES[other]} {shares[1]:.1%}"
                    )
                    print(f"seed {seed}, {game.to_text()}\n  {moves}", flush=True)
            game.play(game.MOVES[one if mover == seed % 2 else other])


if __name__ == "__main__":
    main()
