"""Whether the learned player would do better if it searched in another way.

Each setting of a style (see `azulejos.search.tree.Style`) that is named is tried by itself, against
the style in use: the same mind and as many visits on both sides, paired deals, all other seats
taken by the style in use. Or, with `--against forecast`, against the search without a network; with
`--equal-time` the learned player then gets as many visits as it makes in the time of the other's,
measured before from the first position.

    python tools/compare_styles.py azul second_opinion=0,0.2,0.6 warmth=1,2 [--wall grey]
    python tools/compare_styles.py azuleo second_opinion=0,0.3 --against forecast --equal-time
"""

import argparse
from typing import Any

import matches

from azulejos import batch
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import LEARNED_STYLES, STYLES, learned_style
from azulejos.nets import weights
from azulejos.nets.network import NOBODY
from azulejos.search.tree import Style
from azulejos.training.duel import Side, shares_of, sides_of


def styles_of(settings: list[str]) -> dict[str, dict[str, Any]]:
    """What each setting changes, by its name; ValueError with the reason if one is none."""
    changes: dict[str, dict[str, Any]] = {}
    for setting in settings:
        name, _, values = setting.partition("=")
        if name not in Style._fields:
            raise ValueError(f"expected one of {', '.join(Style._fields)}, not {name!r}")
        number = Style.__annotations__[name]
        for value in values.split(","):
            try:
                changes[f"{name}={value}"] = {name: number(value)}
            except ValueError:
                raise ValueError(f"{name}: expected {number.__name__}, not {value!r}") from None
    return changes


def speed_of(start: Any, side: Side) -> float:
    """Visits a second from a game's first position: the better of two tries."""
    return max(search_speed(start, side.style, side.mind, 1.0)["visits_per_s"] for _ in range(2))


def main() -> None:
    """Play every setting, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("game", choices=LEARNED_STYLES)
    options.add_argument("settings", nargs="+", metavar="NAME=VALUE,…")
    options.add_argument("--against", choices=("in use", "forecast"), default="in use")
    options.add_argument("--equal-time", action="store_true")
    matches.add_options(options, deals=200, seed=31)
    given = options.parse_args()
    kind = matches.kind_of(options, given)
    try:
        changes = styles_of(given.settings)
        starts = batch.starts(given.game, **kind)
    except (ValueError, TypeError) as error:
        options.error(str(error))
    kernel = batch.GAMES[given.game].KERNEL
    style, mind = learned_style(given.game, given.players), weights.shipped(given.game)
    in_use = Side(style, mind, given.visits)
    forecast = Side(STYLES[given.game], NOBODY, given.visits)
    other = in_use if given.against == "in use" else forecast
    start = batch.GAMES[given.game](seed=1, **kind)
    print(f"In use: {style}\n\n| setting | share of the wins |\n| --- | --- |", flush=True)
    for name, change in changes.items():
        one = in_use._replace(style=style._replace(**change))
        if given.equal_time:
            speeds = [speed_of(start, side) for side in (one, other)]
            one = one._replace(visits=max(1, round(given.visits * speeds[0] / speeds[1])))
        shares = shares_of(kernel, one, other, starts, given.deals, given.seed)
        print(f"| `{name}` | {matches.told(shares, sides_of(starts))} |", flush=True)


if __name__ == "__main__":
    main()
