"""Which of two pairs of networks plays better, on paired deals.

The first has one seat (in teams, its partner's, too), the second all others; both get the same
visits. Networks are a file that training wrote, or `shipped`.

    python tools/compare_networks.py azuleo runs/first/newest.npz shipped --players 3 [--visits
    1000]
"""

import argparse

import matches

from azulejos import batch
from azulejos.bots.levels import LEARNED_CONFIGS, learned_config
from azulejos.core.errors import WeightsError
from azulejos.games import spec
from azulejos.nets import weights
from azulejos.nets.network import Networks
from azulejos.training.match import Contender, count_sides, play_match


def networks_of(name: str, game: str) -> Networks:
    """The networks in a file, or those that ship."""
    return weights.shipped(game) if name == "shipped" else weights.load(name, game)[0]


def main() -> None:
    """Play, and print the first's score."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", choices=LEARNED_CONFIGS)
    options.add_argument("one")
    options.add_argument("other")
    matches.add_options(options, deals=100, seed=37)
    given = options.parse_args()
    kind = matches.kind_of(options, given)
    try:
        starts = batch.starts(given.game, **kind)
        candidates = [networks_of(name, given.game) for name in (given.one, given.other)]
    except (ValueError, TypeError, WeightsError) as error:
        options.error(str(error))
    search = learned_config(given.game, given.players)
    one, other = (Contender(search, networks, given.visits) for networks in candidates)
    kernel = spec(given.game).kernel
    scores = play_match(kernel, one, other, starts, given.deals, given.seed)
    sides = count_sides(starts)
    games = given.deals * given.players
    print(f"{matches.told(scores, sides)} for the first, fair {100 / sides:.0f} %, {games} games")


if __name__ == "__main__":
    main()
