"""Cross-entropy of value networks on held-out games.

Value networks are trained on a run's games but for the last ones, with several numbers of epochs
and value target mixes, and evaluated on positions of the last ones (in Azul, between two rounds):
alone, and mixed with the heuristic evaluation as in the search. The figure is the mean
cross-entropy of results, in nats: lower is better. Networks in files can be evaluated on the same
positions.

    python tools/compare_value_losses.py runs/first [--epochs 3 10 30] [--value-target-mix 0.1 0.9]
    python tools/compare_value_losses.py runs/first --epochs --networks runs/second/champion.npz
"""

import argparse
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
from value_networks import config_of, dataset_of, samples_of, value_network_of

from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.nets import weights
from azulejos.nets.network import NO_NETWORK, NO_NETWORKS, Networks
from azulejos.search.config import HEURISTIC, MIXED, VALUE_NETWORK, SearchConfig
from azulejos.search.evaluators import evaluate_leaf
from azulejos.search.workspace import new_workspace
from azulejos.training.config import TrainConfig
from azulejos.training.samples import Samples, joined, some


def cross_entropy(
    config: TrainConfig, search: SearchConfig, networks: Networks, samples: Samples
) -> float:
    """The mean cross-entropy of results, in nats; partners count once."""
    workspace = new_workspace(config.kernel, networks)
    total = 0.0
    for state, results in zip(samples.states, samples.results, strict=True):
        workspace.buffers.states[0] = state
        evaluate_leaf(workspace, search)
        playing = slice(int(state["players"]))
        values = np.maximum(workspace.buffers.values[playing], 1e-6)
        total -= float(results[playing] @ np.log(values) / results[playing].sum())
    return total / len(samples.states)


def by_players(samples: Samples) -> dict[str, Samples]:
    """Samples of each number of players there is."""
    players = samples.states["players"]
    return {f"{n} players": some(samples, players == n) for n in np.unique(players)}


def main() -> None:
    """Train, evaluate, and print a line for each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("run", type=Path, help="a run's folder, with its games")
    options.add_argument("--epochs", type=float, nargs="*", default=[3, 10, 30])
    options.add_argument(
        "--value-target-mix", type=float, nargs="+", help="0 to 1; default: the run's"
    )
    options.add_argument("--networks", type=Path, nargs="+", default=[], help="files of weights")
    options.add_argument("--iterations", type=int, default=12, help="to train on")
    options.add_argument("--held-out", type=int, default=3, help="iterations to evaluate on")
    given = options.parse_args()
    if given.iterations < 1 or given.held_out < 1:
        options.error("there must be iterations to train on, and others to evaluate on")
    if not all(0 <= value_target_mix <= 1 for value_target_mix in given.value_target_mix or []):
        options.error("value-target-mix is a number from 0 to 1")
    config = config_of(given.run)
    samples = samples_of(given.run, config, given.iterations + given.held_out)
    rest = joined(samples[given.iterations :])
    kinds = by_players(some(rest, rest.for_value))
    in_use = LEARNED_CONFIGS[config.game]
    learned = in_use._replace(evaluator=VALUE_NETWORK)
    ways = {"value network": learned._replace(heuristic_weight=0.0)}
    if in_use.evaluator != MIXED:  # a rollout would know the draws to come
        ways["and heuristics"] = learned
    columns = [f"{kind}: {way}" for kind in kinds for way in ways]
    print(f"| trained for | value target mix | {' | '.join(columns)} |")
    print(f"| ---: | ---: |{' ---: |' * len(columns)}")

    def show(
        seen: str, value_target_mix: str, networks: Networks, configs: list[SearchConfig]
    ) -> None:
        found = [
            f"{cross_entropy(config, search, networks, of_kind):.4f}"
            for of_kind in kinds.values()
            for search in configs
        ]
        print(f"| {seen} | {value_target_mix} | {' | '.join(found)} |", flush=True)

    for value_target_mix, epochs in product(
        given.value_target_mix or [config.value_target_mix], given.epochs
    ):
        taught = replace(config, value_target_mix=value_target_mix)
        dataset = dataset_of(taught, samples[: given.iterations])
        networks = Networks(
            value_network_of(taught, config.value_width, dataset, epochs), NO_NETWORK
        )
        show(f"{epochs:g} epochs", f"{value_target_mix:g}", networks, list(ways.values()))
    for path in given.networks:
        show(path.stem, "", weights.load(path, config.game)[0], list(ways.values()))
    heuristic = learned._replace(evaluator=HEURISTIC)
    show("the heuristics", "", NO_NETWORKS, [heuristic] * len(ways))


if __name__ == "__main__":
    main()
