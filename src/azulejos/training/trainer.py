"""One network in training: the module that is optimised, and an EMA of it, which plays."""

import math
from copy import deepcopy
from typing import Any

from azulejos.core.errors import without_extra

try:
    import torch
except ModuleNotFoundError as error:
    raise without_extra(error, "train") from error

import numpy as np

from azulejos.nets.network import Network
from azulejos.training.config import TrainConfig
from azulejos.training.dataset import Dataset, joined
from azulejos.training.learner import Learner
from azulejos.training.samples import Samples

#: Phases of pretraining; the learning rate falls from phase to phase.
_PRETRAIN_PHASES = 8
#: Steps that a loaded network counts as having made: the EMA has its full decay from the start.
_SETTLED_STEPS = 1_000_000


class Trainer:
    """A network, its optimiser, the EMA of its weights, and its replay window."""

    def __init__(self, learner: Learner, config: TrainConfig) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.config = config
        self.learner = learner.to(self.device)
        self.ema = deepcopy(self.learner)
        self.optimiser = torch.optim.AdamW(
            self.learner.parameters(), config.learning_rate, weight_decay=config.weight_decay
        )
        self.steps = 0
        self.parts: list[Dataset] = []  # the replay window, one for each iteration

    def network(self) -> Network:
        return self.ema.network()

    def load_network(self, network: Network) -> None:
        """Continue from a network that plays, of the same sizes, with a new optimiser."""
        self.learner.load_network(network)
        self.ema.load_network(network)
        self.steps = _SETTLED_STEPS

    def add_samples(self, samples: Samples) -> None:
        """Add an iteration's samples to the replay window; the oldest leave it."""
        dataset = self.learner.dataset(samples)
        if len(dataset):
            self.parts = [*self.parts, dataset][-self.config.window :]

    def pretrain(self, epochs: float, rng: np.random.Generator) -> None:
        """Train on the window for so many epochs, with a falling learning rate."""
        samples = epochs * sum(map(len, self.parts))
        steps = math.ceil(samples / self.config.batch_size / _PRETRAIN_PHASES)
        for part in range(_PRETRAIN_PHASES):
            self.learn(part * self.config.lr_half_life // 2, steps, rng)

    def ramped(self, steps: int) -> int:
        """So many steps, or fewer while the window fills: few games would be overfitted."""
        return math.ceil(steps * min(1.0, 4 * len(self.parts) / self.config.window))

    def learn(self, iteration: int, steps: int, rng: np.random.Generator) -> dict[str, float]:
        """Make steps on random batches of the window; returns the mean losses, none without data.

        iteration: how many are complete. The learning rate is learning_rate / (1 + iteration /
        lr_half_life): a half after lr_half_life iterations, a third after twice as many.
        """
        if not self.parts:
            return {}
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.learning_rate / (1 + iteration / self.config.lr_half_life)
        sums: dict[str, torch.Tensor] = {}
        dataset = joined(self.parts)
        on_gpu = self.device.type == "cuda"
        for _ in range(steps):
            chosen = torch.from_numpy(rng.integers(len(dataset), size=self.config.batch_size))
            with torch.autocast(self.device.type, torch.bfloat16, enabled=on_gpu):
                losses = self.learner.losses(dataset.some(chosen.to(self.device)))
            self.optimiser.zero_grad(set_to_none=True)
            torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call]
            self.optimiser.step()
            self.steps += 1
            self._update_ema()
            for name, loss in losses.items():
                sums[name] = sums.get(name, 0) + loss.detach()
        return {name: float(total) / steps for name, total in sums.items()}

    @torch.no_grad()
    def _update_ema(self) -> None:
        # Faster at first, to forget the random initial weights.
        step = 1 - min(self.config.ema_decay, self.steps / (self.steps + 10))
        for average, weights in zip(self.ema.parameters(), self.learner.parameters(), strict=True):
            average.lerp_(weights, step)

    def state(self) -> dict[str, Any]:
        return {
            "learner": self.learner.state_dict(),
            "ema": self.ema.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.learner.load_state_dict(state["learner"])
        self.ema.load_state_dict(state["ema"])
        self.optimiser.load_state_dict(state["optimiser"])
        for group in self.optimiser.param_groups:  # the state may be another run's
            group["weight_decay"] = self.config.weight_decay
        self.steps = state["steps"]
