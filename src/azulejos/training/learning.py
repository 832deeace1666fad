"""One network in training: the one that learns, and its slow follower, which plays."""

import math
from copy import deepcopy
from typing import Any

import numpy as np
import torch

from azulejos.nets.network import Network
from azulejos.training.learner import Learner
from azulejos.training.lessons import Lessons, joined
from azulejos.training.plan import Plan
from azulejos.training.samples import Samples

#: Parts of what is studied, between which the rate falls.
_PARTS_OF_STUDY = 8
#: Steps that a network taken over counts as having made: its follower does not hurry any more.
_LONG_TAUGHT = 1_000_000


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
        self.parts: list[Lessons] = []  # one for each cycle of the window

    def network(self) -> Network:
        return self.follower.network()

    def take_over(self, network: Network) -> None:
        """Go on from a network that plays, of the same sizes; the optimiser begins anew."""
        self.learner.take_over(network)
        self.follower.take_over(network)
        self.steps = _LONG_TAUGHT

    def take_in(self, samples: Samples) -> None:
        """Learn from these samples, too, from now on; the oldest of the window give way."""
        lessons = self.learner.lessons(samples)
        if len(lessons):
            self.parts = [*self.parts, lessons][-self.plan.window :]

    def study(self, passes: float, chance: np.random.Generator) -> None:
        """See every lesson so many times, while the rate falls as in a run that settles."""
        lessons = passes * sum(map(len, self.parts))
        steps = math.ceil(lessons / self.plan.batch / _PARTS_OF_STUDY)
        for part in range(_PARTS_OF_STUDY):
            self.learn(part * self.plan.settling // 2, steps, chance)

    def eased_in(self, steps: int) -> int:
        """So many steps, or fewer at first: few games are not to be learnt by heart."""
        return math.ceil(steps * min(1.0, 4 * len(self.parts) / self.plan.window))

    def learn(self, cycle: int, steps: int, chance: np.random.Generator) -> dict[str, float]:
        """So many steps on lessons drawn; returns the mean losses, or none if nothing is known.

        cycle: how many are complete.
        """
        if not self.parts:
            return {}
        for group in self.optimiser.param_groups:
            group["lr"] = self.plan.rate / (1 + cycle / self.plan.settling)
        sums: dict[str, torch.Tensor] = {}
        lessons = joined(self.parts)
        on_gpu = self.device.type == "cuda"
        for _ in range(steps):
            chosen = torch.from_numpy(chance.integers(len(lessons), size=self.plan.batch))
            with torch.autocast(self.device.type, torch.bfloat16, enabled=on_gpu):
                losses = self.learner.losses(lessons.some(chosen.to(self.device)))
            self.optimiser.zero_grad(set_to_none=True)
            torch.stack(list(losses.values())).sum().backward()  # type: ignore[no-untyped-call]
            self.optimiser.step()
            self.steps += 1
            self._follow()
            for name, loss in losses.items():
                sums[name] = sums.get(name, 0) + loss.detach()
        return {name: float(total) / steps for name, total in sums.items()}

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
        for group in self.optimiser.param_groups:  # another run's may have had another
            group["weight_decay"] = self.plan.weight_decay
        self.steps = state["steps"]
