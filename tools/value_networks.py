"""Training of value networks, for the tools that compare them."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from azulejos.nets.network import Network
from azulejos.training.config import TrainConfig, defaults, features_of
from azulejos.training.dataset import Dataset
from azulejos.training.learner import ValueNetwork
from azulejos.training.run_folder import games_in, read_samples
from azulejos.training.samples import Samples
from azulejos.training.trainer import Trainer


def config_of(folder: Path) -> TrainConfig:
    """The configuration of a run, or SystemExit if there is none."""
    path = folder / "config.json"
    if not path.exists():
        raise SystemExit(f"There is no run in {folder}.")
    return TrainConfig.read(path)


def samples_of(folder: Path, config: TrainConfig, iterations: int) -> list[Samples]:
    """The samples of a run's last iterations, or SystemExit if it has kept fewer."""
    paths = games_in(folder)[-iterations:]
    if len(paths) < iterations:
        raise SystemExit(
            f"The run in {folder} has games of {len(paths)} iterations, not of {iterations}."
        )
    return [read_samples(path, config.kernel.STATE) for path in paths]


def dataset_of(
    config: TrainConfig,
    known: list[Samples],
    of: Callable[[Samples], Samples] = lambda samples: samples,
) -> list[Dataset]:
    """Samples as training data of a value network. of: selects some of them."""
    trainer = Trainer(
        ValueNetwork(features_of(config.game), 1, 1, config.value_target_mix),
        _all_of(config, len(known)),
    )
    for samples in known:
        trainer.add_samples(of(samples))
    return trainer.parts


def value_network_of(
    config: TrainConfig, width: int, dataset: list[Dataset], epochs: float
) -> Network:
    """A value network of this width, trained for so many epochs."""
    torch.manual_seed(config.seed)
    network = ValueNetwork(
        features_of(config.game), width, config.value_depth, config.value_target_mix
    )
    trainer = Trainer(network, _all_of(config, len(dataset)))
    trainer.parts = dataset
    trainer.pretrain(epochs, np.random.default_rng(config.seed))
    return trainer.network()


def _all_of(config: TrainConfig, iterations: int) -> TrainConfig:
    """A configuration whose window is these iterations, with the initial learning rate."""
    return replace(config, window=iterations, learning_rate=defaults(config.game).learning_rate)
