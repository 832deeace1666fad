"""What a network learns from, as tensors that lie where it learns: made once, drawn from often."""

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray


class Lesson(NamedTuple):
    """Some positions and what is to be said of them."""

    rows: torch.Tensor  # int32: the facts of all views, one after the other
    offsets: torch.Tensor  # int64 (positions × views,): where those of each begin
    answers: dict[str, torch.Tensor]  # (positions, …) each


class Lessons:
    """Positions to draw lessons from, each seen from one seat or from several.

    rows: int16, the facts of all views, one after the other; counts: int64 (positions, views), how
    many each has; answers: (positions, …) each.
    """

    def __init__(
        self, rows: torch.Tensor, counts: torch.Tensor, answers: dict[str, torch.Tensor]
    ) -> None:
        self.rows, self.counts, self.answers = rows, counts, answers
        self.totals = counts.sum(1)
        self.begins = self.totals.cumsum(0) - self.totals

    def __len__(self) -> int:
        return len(self.counts)

    def some(self, chosen: torch.Tensor) -> Lesson:
        """Those with these numbers, int64."""
        counts, totals = self.counts[chosen].flatten(), self.totals[chosen]
        places = torch.repeat_interleave(self.begins[chosen] - totals.cumsum(0) + totals, totals)
        places += torch.arange(len(places), device=places.device)
        answers = {name: answer[chosen] for name, answer in self.answers.items()}
        return Lesson(self.rows[places].int(), counts.cumsum(0) - counts, answers)


def lessons_of(
    rows: NDArray[np.int16],
    counts: NDArray[np.int64],
    answers: dict[str, NDArray[np.float32] | NDArray[np.int16]],
    device: torch.device,
) -> Lessons:
    """Lessons from arrays, brought to where a network learns."""
    return Lessons(
        torch.from_numpy(rows).to(device),
        torch.from_numpy(counts).to(device),
        {name: torch.from_numpy(answer).to(device) for name, answer in answers.items()},
    )


def joined(parts: list[Lessons]) -> Lessons:
    """Several lessons as one."""
    return Lessons(
        torch.cat([part.rows for part in parts]),
        torch.cat([part.counts for part in parts]),
        {name: torch.cat([part.answers[name] for part in parts]) for name in parts[0].answers},
    )
