"""One network in training: the one that learns, and its slow follower, which plays."""

import math
from copy import deepcopy
from typing import Any

import numpy as np
import torch

from azulejos.nets.network import Network
from azulejos.training.config import TrainConfig
from azulejos.training.dataset import Dataset, joined
from azulejos.training.learner import Learner
from azulejos.training.samples import Samples

#: Parts of what is studied, between which the rate falls.
_PRETRAIN_PHASES = 8
#: Steps that a network taken over counts as having made: its follower does not hurry any more.
_SETTLED_STEPS = 1_000_000


class Trainer:
    """A learner, its optimiser, and the running mean of its weights, which is what plays."""

    def __init__(self, learner: Learner, config: TrainConfig) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.config = config
        self.learner = learner.to(self.device)
        self.ema = deepcopy(self.learner)
        self.optimiser = torch.optim.AdamW(
            self.learner.parameters(), config.learning_rate, weight_decay=config.weight_decay
        )
        self.steps = 0
        self.parts: list[Dataset] = []  # one for each cycle of the window

    def network(self) -> Network:
        return self.ema.network()

    def load_network(self, network: Network) -> None:
        """Go on from a network that plays, of the same sizes; the optimiser begins anew."""
        self.learner.load_network(network)
        self.ema.load_network(network)
        self.steps = _SETTLED_STEPS

    def add_samples(self, samples: Samples) -> None:
        """Learn from these samples, too, from now on; the oldest of the window give way."""
        dataset = self.learner.dataset(samples)
        if len(dataset):
            self.parts = [*self.parts, dataset][-self.config.window :]

    def pretrain(self, epochs: float, chance: np.random.Generator) -> None:
        """See every lesson so many times, while the rate falls as in a run that settles."""
        dataset = epochs * sum(map(len, self.parts))
        steps = math.ceil(dataset / self.config.batch_size / _PRETRAIN_PHASES)
        for part in range(_PRETRAIN_PHASES):
            self.learn(part * self.config.lr_half_life // 2, steps, chance)

    def ramped(self, steps: int) -> int:
        """So many steps, or fewer at first: few games are not to be learnt by heart."""
        return math.ceil(steps * min(1.0, 4 * len(self.parts) / self.config.window))

    def learn(self, iteration: int, steps: int, chance: np.random.Generator) -> dict[str, float]:
        """So many steps on lessons drawn; returns the mean losses, or none if nothing is known.

        cycle: how many are complete.
        """
        if not self.parts:
            return {}
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.learning_rate / (1 + iteration / self.config.lr_half_life)
        sums: dict[str, torch.Tensor] = {}
        dataset = joined(self.parts)
        on_gpu = self.device.type == "cuda"
        for _ in range(steps):
            chosen = torch.from_numpy(chance.integers(len(dataset), size=self.config.batch_size))
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
        # At first quickly: the random weights of the beginning are to be forgotten.
        pace = 1 - min(self.config.ema_decay, self.steps / (self.steps + 10))
        for slow, fast in zip(self.ema.parameters(), self.learner.parameters(), strict=True):
            slow.lerp_(fast, pace)

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
        for group in self.optimiser.param_groups:  # another run's may have had another
            group["weight_decay"] = self.config.weight_decay
        self.steps = state["steps"]
