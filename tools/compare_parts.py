"""What each part of the learned player of Azul is worth, against the search without a network.

Both sides get the same visits on paired deals of two players; the last column tells how many visits
a way to search makes in a second from the first position, since networks cost time.

    python tools/compare_parts.py [--visits 400] [--deals 100]
"""

import argparse

from azulejos import azul, batch
from azulejos.arena.statistics import share
from azulejos.azul import kernel
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import LEARNED_STYLES, STYLES
from azulejos.nets import weights
from azulejos.nets.network import NOBODY, NONE, Mind
from azulejos.search.tree import OUTLOOK, PLAY_ON
from azulejos.training.duel import Side, shares_of

LEARNED, FORECAST = LEARNED_STYLES["azul"], STYLES["azul"]


def ways() -> dict[str, tuple[object, Mind]]:
    """Ways to search: a style and a mind."""
    mind = weights.shipped("azul")
    unguided = LEARNED._replace(
        exploration=FORECAST.exploration, warmth=FORECAST.warmth, caution=FORECAST.caution
    )
    return {
        "outlook and guide": (LEARNED, mind),
        "outlook alone": (unguided, Mind(mind.outlook, NONE)),
        "guide alone": (LEARNED._replace(evaluator=PLAY_ON), Mind(NONE, mind.guide)),
        "both, the round not played on": (LEARNED._replace(evaluator=OUTLOOK), mind),
        "neither": (FORECAST, NOBODY),
    }


def main() -> None:
    """Play every way against the last, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--visits", type=int, default=400)
    options.add_argument("--deals", type=int, default=100)
    given = options.parse_args()
    starts = batch.starts("azul", players=2)
    known = ways()
    teacher = Side(*known["neither"], given.visits)
    print("| way to search | share of the wins | visits a second |\n| --- | --- | --- |")
    for name, (style, mind) in known.items():
        side = Side(style, mind, given.visits)
        shares = shares_of(kernel, side, teacher, starts, given.deals, seed=23)
        found = share([float(value) for value in shares], 2)
        assert found is not None
        told = f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
        speed = search_speed(azul.Game(seed=1), style, mind, 2.0)["visits_per_s"]
        print(f"| {name} | {told} | {speed:,} |", flush=True)


if __name__ == "__main__":
    main()
