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
from azulejos.bots.levels import HEURISTIC_CONFIGS, learned_config
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORK, NO_NETWORKS, Networks
from azulejos.search.config import ROLLOUT, SearchConfig
from azulejos.training.match import Contender, play_match

HEURISTIC = HEURISTIC_CONFIGS["azul"]


def ways(players: int) -> dict[str, tuple[SearchConfig, Networks]]:
    """Ways to search a game of so many: a style and a mind."""
    learned, networks = learned_config("azul", players), weights.shipped("azul")
    alone = learned._replace(heuristic_weight=0.0)
    unguided = alone._replace(
        c_puct=HEURISTIC.c_puct,
        prior_temperature=HEURISTIC.prior_temperature,
        fpu_reduction=HEURISTIC.fpu_reduction,
    )
    return {
        "all of it": (learned, networks),
        "no second opinion": (alone, networks),
        "outlook alone, no guide": (unguided, Networks(networks.value, NO_NETWORK)),
        "guide and forecast": (
            learned._replace(evaluator=ROLLOUT),
            Networks(NO_NETWORK, networks.policy),
        ),
        "forecast alone": (HEURISTIC, NO_NETWORKS),
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
    baseline = Contender(*known["forecast alone"], given.visits)
    print("| way to search | share of the wins | visits a second |\n| --- | --- | --- |")
    for name, (search, networks) in known.items():
        side = Contender(search, networks, given.visits)
        scores = play_match(kernel, side, baseline, starts, given.deals, seed=23)
        speed = search_speed(azul.Game(seed=1), search, networks, 2.0)["visits_per_s"]
        print(f"| {name} | {told(scores, given.players)} | {speed:,} |", flush=True)


if __name__ == "__main__":
    main()
