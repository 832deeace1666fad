"""How fast everything is that should be fast: the rules, search, environments, a cold start.

Every figure is the best of several short runs: on a machine with other things to do, the best run
is the one that was least disturbed.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

from azulejos import games
from azulejos.bench.environments import spiel_speed, vector_speed, zoo_speed
from azulejos.bench.networks import network_speed
from azulejos.bench.rules import (
    game_speed,
    kernel_speed,
    kinds_of,
    search_speed,
    start_of,
    thread_speed,
)
from azulejos.bench.start import start_seconds
from azulejos.bots.levels import HEURISTIC_CONFIGS, LEARNED_CONFIGS
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORKS

Progress = Callable[[str], None]


def run(seconds: float, progress: Progress) -> dict[str, Any]:
    """Measure everything, about `seconds` for each figure. `progress` is told what comes next.

    Returns a dict with each game's ``{kind: {"moves_per_s", "games_per_s"}, …}`` by its name, and
    ``{"threads": {…}, "game": {…}, "search": {…}, "networks": {…}, "gymnasium": {…}, "pettingzoo":
    {…}, "pyspiel": {…}, "start": {…}, "state_bytes": {…}}``. A move is a decision: draws are not
    counted. Environments have no figures where what they need is not installed, and networks none
    for a game without.
    """
    specs = games.all_games()
    measured: dict[str, Any] = {}
    for name, game in specs.items():
        measured[name] = {}
        for kind, options in kinds_of(game).items():
            progress(f"{name} {kind}: random games in the kernel")
            measured[name][kind] = kernel_speed(start_of(game, options), seconds)
    first = next(iter(specs.values()))
    kind, options = next(iter(kinds_of(first).items()))
    progress(f"{first.name} {kind}: the same on two threads at once")
    measured["threads"] = thread_speed(start_of(first, options), seconds)
    measured["game"] = {}
    for name, game in specs.items():
        progress(f"{name} 2: random games through Game, legal_moves() asked for every move")
        measured["game"][name] = {"moves_per_s": game_speed(game.Game, seconds)}
    measured["search"] = {}
    with_networks = [name for name in specs if weights.shipped_file(name).exists()]
    for name, game in specs.items():
        start = game.Game(seed=1)
        progress(f"{name} 2: search from the first position, without a network and with it")
        measured["search"][name] = search_speed(
            start, HEURISTIC_CONFIGS[name], NO_NETWORKS, seconds
        )
        if name in with_networks:
            learned = search_speed(start, LEARNED_CONFIGS[name], weights.shipped(name), seconds)
            measured["search"][f"{name}-learned"] = learned
    measured["networks"] = {}
    for name in with_networks:
        progress(f"{name} 2: the networks, one position at a time")
        measured["networks"][name] = network_speed(name, seconds)
    environments = {
        "gymnasium": (_batched, "batches of games through Gymnasium"),
        "pettingzoo": (zoo_speed, "random games through PettingZoo"),
        "pyspiel": (spiel_speed, "random games through OpenSpiel, and its own tic-tac-toe"),
    }
    for package, (measure, what) in environments.items():
        installed = find_spec(package) is not None
        progress(what if installed else f"{what}: skipped, it is not installed")
        measured[package] = measure(seconds) if installed else {}
    progress("from an empty cache to the first move, in a new process")
    measured["start"] = start_seconds()
    measured["state_bytes"] = {name: game.kernel.STATE.itemsize for name, game in specs.items()}
    return measured


def _batched(seconds: float) -> dict[str, dict[str, int]]:
    return {game: vector_speed(game, seconds) for game in games.names()}
