"""What each part of the learned player of Azul is worth, against the search without a network.

All get the same visits on paired deals; all other seats are taken by the search without a network;
the last column tells how many visits a way to search makes in a second from the first position of
two players, since networks cost time.

    python tools/compare_parts.py [--visits 400] [--deals 100] [--players 3] [--wall grey]
"""

import argparse

from matches import told

from azulejos import azul, batch
from azulejos.azul import kernel
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import STYLES, learned_style
from azulejos.nets import weights
from azulejos.nets.network import NOBODY, NONE, Mind
from azulejos.search.tree import PLAY_ON, Style
from azulejos.training.duel import Side, shares_of

FORECAST = STYLES["azul"]


def ways(players: int) -> dict[str, tuple[Style, Mind]]:
    """Ways to search a game of so many: a style and a mind."""
    learned, mind = learned_style("azul", players), weights.shipped("azul")
    alone = learned._replace(second_opinion=0.0)
    unguided = alone._replace(
        exploration=FORECAST.exploration, warmth=FORECAST.warmth, caution=FORECAST.caution
    )
    return {
        "all of it": (learned, mind),
        "no second opinion": (alone, mind),
        "outlook alone, no guide": (unguided, Mind(mind.outlook, NONE)),
        "guide and forecast": (learned._replace(evaluator=PLAY_ON), Mind(NONE, mind.guide)),
        "forecast alone": (FORECAST, NOBODY),
    }


def main() -> None:
    """Play every way against the last, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--visits", type=int, default=400)
    options.add_argument("--deals", type=int, default=100)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--wall", choices=("coloured", "grey"), default="coloured")
    given = options.parse_args()
    starts = batch.starts("azul", players=given.players, wall=given.wall)
    known = ways(given.players)
    teacher = Side(*known["forecast alone"], given.visits)
    print("| way to search | share of the wins | visits a second |\n| --- | --- | --- |")
    for name, (style, mind) in known.items():
        side = Side(style, mind, given.visits)
        shares = shares_of(kernel, side, teacher, starts, given.deals, seed=23)
        speed = search_speed(azul.Game(seed=1), style, mind, 2.0)["visits_per_s"]
        print(f"| {name} | {told(shares, given.players)} | {speed:,} |", flush=True)


if __name__ == "__main__":
    main()
