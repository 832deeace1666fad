"""Whether the learned player would be stronger with another search configuration.

Each setting (see `azulejos.search.config.SearchConfig`) is tried by itself against the
configuration in use: the same networks and visits on both sides, paired deals, the configuration in
use on all other seats. With `--against heuristic` the opponent is the search without networks; with
`--equal-time` the learned player gets as many visits as it makes in the opponent's time, measured
at the first position.

    python tools/compare_configs.py azul heuristic_weight=0,0.6 prior_temperature=1,2 [--wall grey]
    python tools/compare_configs.py azuleo heuristic_weight=0,0.3 --against heuristic --equal-time
"""

import argparse
from typing import Any

import matches

from azulejos import batch, games
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_CONFIGS, learned_config
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORKS
from azulejos.search.config import SearchConfig
from azulejos.training.match import Contender, count_sides, play_match


def configs_of(settings: list[str]) -> dict[str, dict[str, Any]]:
    """What each setting changes, by its name; ValueError with the reason if one is none."""
    changes: dict[str, dict[str, Any]] = {}
    for setting in settings:
        name, _, values = setting.partition("=")
        if name not in SearchConfig._fields:
            raise ValueError(f"expected one of {', '.join(SearchConfig._fields)}, not {name!r}")
        number = SearchConfig.__annotations__[name]
        for value in values.split(","):
            try:
                changes[f"{name}={value}"] = {name: number(value)}
            except ValueError:
                raise ValueError(f"{name}: expected {number.__name__}, not {value!r}") from None
    return changes


def speed_of(start: Any, side: Contender) -> float:
    """Visits a second from a game's first position: the better of two tries."""
    return max(
        search_speed(start, side.search, side.networks, 1.0)["visits_per_s"] for _ in range(2)
    )


def main() -> None:
    """Play every setting, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", choices=LEARNED_CONFIGS)
    options.add_argument("settings", nargs="+", metavar="NAME=VALUE,…")
    options.add_argument("--against", choices=("in use", "heuristic"), default="in use")
    options.add_argument("--equal-time", action="store_true")
    matches.add_options(options, deals=200, seed=31)
    given = options.parse_args()
    kind = matches.kind_of(options, given)
    try:
        changes = configs_of(given.settings)
        starts = batch.starts(given.game, **kind)
    except (ValueError, TypeError) as error:
        options.error(str(error))
    kernel = games.spec(given.game).kernel
    search, networks = learned_config(given.game, given.players), weights.shipped(given.game)
    in_use = Contender(search, networks, given.visits)
    heuristic = Contender(HEURISTIC_CONFIGS[given.game], NO_NETWORKS, given.visits)
    other = in_use if given.against == "in use" else heuristic
    start = games.spec(given.game).Game(seed=1, **kind)
    print(f"In use: {search}\n\n| setting | score |\n| --- | --- |", flush=True)
    for name, change in changes.items():
        one = in_use._replace(search=search._replace(**change))
        if given.equal_time:
            speeds = [speed_of(start, side) for side in (one, other)]
            one = one._replace(visits=max(1, round(given.visits * speeds[0] / speeds[1])))
        scores = play_match(kernel, one, other, starts, given.deals, given.seed)
        print(f"| `{name}` | {matches.told(scores, count_sides(starts))} |", flush=True)


if __name__ == "__main__":
    main()
