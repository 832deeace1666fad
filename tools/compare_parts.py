"""Ablation of Azul's learned player, against the search without networks.

All get the same visits on paired deals; the search without networks has all other seats. Since
networks cost time, the last column is the visits a second from the first position of two players.

    python tools/compare_parts.py [--visits 400] [--deals 100] [--players 3] [--wall grey]
"""

import argparse

from matches import told

from azulejos import azul, batch
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import HEURISTIC_CONFIGS, learned_config
from azulejos.games.azul import kernel
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORK, NO_NETWORKS, Networks
from azulejos.search.config import ROLLOUT, SearchConfig
from azulejos.training.match import Contender, play_match

HEURISTIC = HEURISTIC_CONFIGS["azul"]


def ways(players: int) -> dict[str, tuple[SearchConfig, Networks]]:
    """Ways to search a game of so many players: configuration and networks."""
    learned, networks = learned_config("azul", players), weights.shipped("azul")
    alone = learned._replace(heuristic_weight=0.0)
    unguided = alone._replace(
        c_puct=HEURISTIC.c_puct,
        prior_temperature=HEURISTIC.prior_temperature,
        fpu_reduction=HEURISTIC.fpu_reduction,
    )
    return {
        "all of it": (learned, networks),
        "heuristic weight 0": (alone, networks),
        "value network, no policy network": (unguided, Networks(networks.value, NO_NETWORK)),
        "policy network and heuristic evaluation": (
            learned._replace(evaluator=ROLLOUT),
            Networks(NO_NETWORK, networks.policy),
        ),
        "heuristics only": (HEURISTIC, NO_NETWORKS),
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
    baseline = Contender(*known["heuristics only"], given.visits)
    print("| way to search | score | visits a second |\n| --- | --- | --- |")
    for name, (search, networks) in known.items():
        side = Contender(search, networks, given.visits)
        scores = play_match(kernel, side, baseline, starts, given.deals, seed=23)
        speed = search_speed(azul.Game(seed=1), search, networks, 2.0)["visits_per_s"]
        print(f"| {name} | {told(scores, given.players)} | {speed:,} |", flush=True)


if __name__ == "__main__":
    main()
