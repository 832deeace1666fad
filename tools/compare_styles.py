"""Whether the learned player would do better if it searched in another way.

Each setting of a style (see `azulejos.search.tree.Style`) that is named is tried by itself, against
the style in use: the same mind and as many visits on both sides, paired deals, all other seats
taken by the style in use.

    python tools/compare_styles.py azul second_opinion=0,0.2,0.6 warmth=1,2 [--wall gray]
"""

import argparse
from typing import Any

from azulejos import batch
from azulejos.arena.statistics import share
from azulejos.bots.levels import LEARNED_STYLES
from azulejos.nets import weights
from azulejos.training.duel import Side, shares_of, sides_of


def main() -> None:
    """Play every setting, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", choices=LEARNED_STYLES)
    options.add_argument("settings", nargs="+", metavar="NAME=VALUE,…")
    options.add_argument("--visits", type=int, default=1000)
    options.add_argument("--deals", type=int, default=200)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--wall", choices=("coloured", "gray"))
    given = options.parse_args()
    kind: dict[str, Any] = {"players": given.players}
    if given.wall:
        kind["wall"] = given.wall
    starts = batch.starts(given.game, **kind)
    style, mind = LEARNED_STYLES[given.game], weights.shipped(given.game)
    in_use = Side(style, mind, given.visits)
    print(f"In use: {style}\n\n| setting | share of the wins |\n| --- | --- |", flush=True)
    for setting in given.settings:
        name, _, values = setting.partition("=")
        for value in values.split(","):
            number = type(getattr(style, name))(value)
            other = in_use._replace(style=style._replace(**{name: number}))
            kernel = batch.GAMES[given.game].KERNEL
            shares = shares_of(kernel, other, in_use, starts, given.deals, seed=31)
            found = share([float(one) for one in shares], sides_of(starts))
            assert found is not None
            told = f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
            print(f"| `{name}={value}` | {told} |", flush=True)


if __name__ == "__main__":
    main()
