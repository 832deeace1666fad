"""Which value network of Azul plays best at equal time: sizes, dtypes, one for all kinds or many.

Value networks of several widths are trained on the last games of one run, for the same number of
epochs, and so are some on one kind of game only. Each then plays the first one, with the run's
policy network and on paired deals, with as many visits as it makes in the same time on one core. So
does the first with float32 instead of int16 in its first layer, which measures the quantisation.

    python tools/compare_sizes.py learn runs/first sizes [--widths 256 128 512] [--epochs 8]
    python tools/compare_sizes.py play sizes [--ms 20] [--deals 100]
"""

import argparse
from functools import partial
from pathlib import Path

import numpy as np
from matches import told
from value_networks import config_of, dataset_of, samples_of, value_network_of

from azulejos import azul
from azulejos.bench.rules import search_speed
from azulejos.bots.levels import LEARNED_CONFIGS
from azulejos.games.azul import kernel
from azulejos.nets import weights
from azulejos.nets.network import Networks
from azulejos.training.config import defaults
from azulejos.training.dataset import Dataset
from azulejos.training.match import Contender, play_match
from azulejos.training.samples import Samples, some

SEARCH = LEARNED_CONFIGS["azul"]
#: Kinds of games with a value network of their own.
SPECIALISED = ("2 players", "2 players, grey")
#: The file of the value network that the others play.
FIRST = "first"


# ── Learning ─────────────────────────────────────────────────────────────────────────────────────


def learn(folder: Path, out: Path, widths: list[int], epochs: float, iterations: int) -> None:
    """Train every value network, and write each with the run's newest policy network."""
    config = config_of(folder)
    if config.game != "azul":
        raise SystemExit(f"The run in {folder} is one of {config.game}.")
    known = samples_of(folder, config, iterations)
    candidates = sorted((folder / "networks").glob("*.npz"))
    if not candidates:
        raise SystemExit(f"The run in {folder} has not been evaluated yet: it has no networks.")
    if out.exists() and any(out.iterdir()):
        raise SystemExit(f"{out} is not empty.")
    policy = weights.load(candidates[-1], "azul")[0].policy
    out.mkdir(parents=True, exist_ok=True)

    def keep(name: str, width: int, dataset: list[Dataset]) -> None:
        networks = Networks(value_network_of(config, width, dataset, epochs), policy)
        weights.save(out / f"{name}.npz", "azul", networks, {"run": folder.resolve().name})
        print(f"{name}: trained on {sum(map(len, dataset)):,} samples", flush=True)

    dataset = dataset_of(config, known)
    for width in widths:
        keep(FIRST if width == widths[0] else f"width {width}", width, dataset)
    for name in SPECIALISED:
        alike = partial(of_kind, config.starts_by_kind()[name][0])
        keep(f"{name} alone", widths[0], dataset_of(config, known, alike))


def of_kind(start: np.void, samples: Samples) -> Samples:
    """Those of games that were set up like one."""
    states = samples.states
    alike = states["players"] == start["players"]
    return some(samples, alike & (states["wall_kind"] == start["wall_kind"]))


# ── Playing ──────────────────────────────────────────────────────────────────────────────────────


def in_floats(networks: Networks) -> Networks:
    """The same networks, the value network's first layer in float32."""
    value = networks.value
    return networks._replace(
        value=value._replace(
            features=value.features.astype(np.float32),
            side_features=value.side_features.astype(np.float32),
            first_bias=value.first_bias.astype(np.float32),
        )
    )


def play(folder: Path, ms: float, deals: int, seconds: float) -> None:
    """Play all networks of a folder against the first, and print a line for each."""
    candidates = {path.stem: weights.load(path, "azul")[0] for path in sorted(folder.glob("*.npz"))}
    if FIRST not in candidates:
        raise SystemExit(f"There is no {FIRST}.npz in {folder}.")
    candidates["first, float32"] = in_floats(candidates[FIRST])
    speeds = speeds_of(candidates, seconds)
    sides = {
        name: Contender(SEARCH, networks, max(1, round(speeds[name] * ms / 1000)))
        for name, networks in candidates.items()
    }
    first = sides.pop(FIRST)
    print("| value network | visits a second | score at equal time |\n| --- | ---: | --- |")
    width = len(first.networks.value.first_bias)
    print(f"| first: width {width} | {speeds[FIRST]:,} | the reference |", flush=True)
    for name, side in sides.items():
        kind = name.removesuffix(" alone")
        starts = defaults("azul").starts_by_kind()[kind if kind in SPECIALISED else SPECIALISED[0]]
        scores = play_match(kernel, side, first, starts, deals, seed=29)
        print(f"| {name} | {speeds[name]:,} | {told(scores, len(starts))} |", flush=True)


def speeds_of(candidates: dict[str, Networks], seconds: float) -> dict[str, int]:
    """Visits a second from the first position of two players: the best of five tries in turn.

    seconds: of a try.
    """
    speeds = dict.fromkeys(candidates, 0)
    for _ in range(5):
        for name, networks in candidates.items():
            found = search_speed(azul.Game(seed=1), SEARCH, networks, seconds)["visits_per_s"]
            speeds[name] = max(speeds[name], int(found))
    return speeds


def main() -> None:
    """Train or play."""
    options = argparse.ArgumentParser(description=__doc__)
    steps = options.add_subparsers(dest="step", required=True)
    learning = steps.add_parser("learn", help="train value networks of several sizes")
    learning.add_argument("run", type=Path, help="a run's folder, with its games")
    learning.add_argument("out", type=Path, help="a folder for the networks")
    learning.add_argument("--widths", type=int, nargs="+", default=[256, 128, 512])
    learning.add_argument("--epochs", type=float, default=8.0)
    learning.add_argument("--iterations", type=int, default=10, help="train on so many of the last")
    playing = steps.add_parser("play", help="let them play at equal time")
    playing.add_argument("out", type=Path, help="the folder with the networks")
    playing.add_argument("--ms", type=float, default=20.0)
    playing.add_argument("--deals", type=int, default=100)
    playing.add_argument("--seconds", type=float, default=1.0, help="of a measurement of speed")
    given = options.parse_args()
    if given.step == "learn":
        learn(given.run, given.out, given.widths, given.epochs, given.iterations)
    else:
        play(given.out, given.ms, given.deals, given.seconds)


if __name__ == "__main__":
    main()
