"""What a network learns from, as tensors that lie where it learns: made once, drawn from often."""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray


class Batch(NamedTuple):
    """Some positions and what is to be said of them."""

    active: torch.Tensor  # int32: the facts of all views, one after the other
    offsets: torch.Tensor  # int64 (positions × views,): where those of each begin
    targets: dict[str, torch.Tensor]  # (positions, …) each


class Dataset:
    """Positions to draw lessons from, each seen from one seat or from several.

    active: int16, the facts of all views, one after the other; counts: int64 (positions, views),
    how many each has; answers: (positions, …) each.
    """

    def __init__(
        self, active: torch.Tensor, counts: torch.Tensor, targets: dict[str, torch.Tensor]
    ) -> None:
        self.active, self.counts, self.targets = active, counts, targets
        self.totals = counts.sum(1)
        self.begins = self.totals.cumsum(0) - self.totals

    def __len__(self) -> int:
        return len(self.counts)

    def some(self, chosen: torch.Tensor) -> Batch:
        """Those with these numbers, int64."""
        counts, totals = self.counts[chosen].flatten(), self.totals[chosen]
        places = torch.repeat_interleave(self.begins[chosen] - totals.cumsum(0) + totals, totals)
        places += torch.arange(len(places), device=places.device)
        targets = {name: answer[chosen] for name, answer in self.targets.items()}
        return Batch(self.active[places].int(), counts.cumsum(0) - counts, targets)


def dataset_of(
    active: NDArray[np.int16],
    counts: NDArray[np.int64],
    targets: dict[str, NDArray[np.float32] | NDArray[np.int16]],
    device: torch.device,
) -> Dataset:
    """Lessons from arrays, brought to where a network learns."""
    return Dataset(
        torch.from_numpy(active).to(device),
        torch.from_numpy(counts).to(device),
        {name: torch.from_numpy(answer).to(device) for name, answer in targets.items()},
    )


def joined(parts: list[Dataset]) -> Dataset:
    """Several lessons as one."""
    return Dataset(
        torch.cat([part.active for part in parts]),
        torch.cat([part.counts for part in parts]),
        {name: torch.cat([part.targets[name] for part in parts]) for name in parts[0].targets},
    )
