"""One network in training: the one that learns, and its slow follower, which plays."""

from copy import deepcopy
from typing import Any

import numpy as np
import torch

from azulejos.nets.network import Network
from azulejos.training.learner import Guide, Learner
from azulejos.training.plan import Plan
from azulejos.training.samples import Drawer, Samples


class Learning:
    """A learner, its optimiser, and the running mean of its weights, which is what plays."""

    def __init__(self, learner: Learner, plan: Plan) -> None:
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.plan = plan
        self.learner = learner.to(self.device)
        self.follower = deepcopy(self.learner)
        self.optimiser = torch.optim.AdamW(
            self.learner.parameters(), plan.rate, weight_decay=plan.weight_decay
        )
        self.steps = 0

    def network(self) -> Network:
        return self.follower.network()

    def learn(self, samples: Drawer, steps: int, chance: np.random.Generator) -> dict[str, float]:
        """So many steps on samples drawn; returns the mean losses."""
        sums: dict[str, torch.Tensor] = {}
        on_gpu = self.device.type == "cuda"
        for _ in range(steps):
            drawn = self._seen_by_anybody(samples.draw(chance, self.plan.batch), chance)
            with torch.autocast(self.device.type, torch.bfloat16, enabled=on_gpu):
                losses = self.learner.losses(drawn)
            self.optimiser.zero_grad(set_to_none=True)
            torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call]
            self.optimiser.step()
            self.steps += 1
            self._follow()
            for name, loss in losses.items():
                sums[name] = sums.get(name, 0) + loss.detach()
        return {name: float(total) / steps for name, total in sums.items()}

    def _seen_by_anybody(self, samples: Samples, chance: np.random.Generator) -> Samples:
        """An outlook is learnt from any seat; a guide speaks to the player to move."""
        if isinstance(self.learner, Guide):
            return samples
        viewers = chance.integers(samples.states["players"]).astype(np.int8)
        return samples._replace(viewers=viewers)

    @torch.no_grad()
    def _follow(self) -> None:
        # At first quickly: the random weights of the beginning are to be forgotten.
        pace = 1 - min(self.plan.inertia, self.steps / (self.steps + 10))
        for slow, fast in zip(self.follower.parameters(), self.learner.parameters(), strict=True):
            slow.lerp_(fast, pace)

    def state(self) -> dict[str, Any]:
        return {
            "learner": self.learner.state_dict(),
            "follower": self.follower.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "steps": self.steps,
        }

    def restore(self, state: dict[str, Any]) -> None:
        self.learner.load_state_dict(state["learner"])
        self.follower.load_state_dict(state["follower"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.steps = state["steps"]
