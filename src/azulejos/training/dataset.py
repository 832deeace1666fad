"""Training data as tensors on the device, encoded once and sampled often."""

from typing import NamedTuple

from azulejos.core.errors import without_extra

try:
    import torch
except ModuleNotFoundError as error:
    raise without_extra(error, "train") from error

import numpy as np
from numpy.typing import NDArray


class Batch(NamedTuple):
    """Some positions and their targets."""

    active: torch.Tensor  # int32: active features of all views, one after the other
    offsets: torch.Tensor  # int64 (positions × views,): where each view's start
    targets: dict[str, torch.Tensor]  # (positions, …) each


class Dataset:
    """Encoded positions, each in one view or several.

    active: int16, the active features of all views, one after the other; counts: int64 (positions,
    views), how many each has; targets: (positions, …) each.
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
        """The batch of the positions with these indexes, int64."""
        counts, totals = self.counts[chosen].flatten(), self.totals[chosen]
        places = torch.repeat_interleave(self.begins[chosen] - totals.cumsum(0) + totals, totals)
        places += torch.arange(len(places), device=places.device)
        targets = {name: target[chosen] for name, target in self.targets.items()}
        return Batch(self.active[places].int(), counts.cumsum(0) - counts, targets)


def dataset_of(
    active: NDArray[np.int16],
    counts: NDArray[np.int64],
    targets: dict[str, NDArray[np.float32] | NDArray[np.int16]],
    device: torch.device,
) -> Dataset:
    """A dataset from arrays, on the device."""
    return Dataset(
        torch.from_numpy(active).to(device),
        torch.from_numpy(counts).to(device),
        {name: torch.from_numpy(target).to(device) for name, target in targets.items()},
    )


def joined(parts: list[Dataset]) -> Dataset:
    """The concatenation of several datasets."""
    return Dataset(
        torch.cat([part.active for part in parts]),
        torch.cat([part.counts for part in parts]),
        {name: torch.cat([part.targets[name] for part in parts]) for name in parts[0].targets},
    )
