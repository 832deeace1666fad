"""The networks as PyTorch learns them, and how they become those that play."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from azulejos.compiled import compiled
from azulejos.nets.network import MOST_FACTS, PLAYERS, POINT_SCALE, Network, in_units
from azulejos.nets.rows import choices, facts
from azulejos.training.samples import KEPT_ACTIONS, Samples

#: How much an error of the points counts beside one of the chances to win.
_POINTS_MATTER = 1.0


@compiled
def _write_facts(samples: Samples, viewers: Any, rows: Any, offsets: Any) -> int:
    """The facts of every sample, one after the other; returns how many there are in all.

    rows: int32 (samples × MOST_FACTS,); offsets: int32 (samples,), where each begins.
    """
    held = np.empty(MOST_FACTS, np.int16)
    at = 0
    for i in range(len(samples.states)):
        offsets[i] = at
        n = facts(samples.states[i], viewers[i], held)
        for j in range(n):
            rows[at + j] = held[j]
        at += n
    return at


@compiled
def _write_choices(samples: Samples, chosen: Any) -> None:
    """The rows of every action kept: int32 (samples, KEPT_ACTIONS, 2)."""
    pairs = np.empty((KEPT_ACTIONS, 2), np.int16)
    for i in range(len(samples.states)):
        n = 0
        while n < KEPT_ACTIONS and samples.actions[i, n] >= 0:
            n += 1
        choices(samples.states[i], samples.actions[i], n, pairs)
        for j in range(n):
            chosen[i, j, 0] = pairs[j, 0]
            chosen[i, j, 1] = pairs[j, 1]


class Learner(nn.Module):
    """The layers that both networks have: facts (rows, width), then (width, depth)."""

    def __init__(self, facts: int, width: int, depth: int) -> None:
        super().__init__()
        self.facts = nn.EmbeddingBag(facts, width, mode="sum")
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, depth)
        nn.init.normal_(self.facts.weight, std=0.05)

    def _think(self, samples: Samples, viewers: NDArray[Any]) -> torch.Tensor:
        """What the second layer makes of every sample: (samples, depth)."""
        n = len(samples.states)
        rows = np.empty(n * MOST_FACTS, np.int32)
        offsets = np.empty(n, np.int32)
        used = _write_facts(samples, viewers, rows, offsets)
        first = self.facts(self._tensor(rows[:used]), self._tensor(offsets)) + self.first_bias
        second: torch.Tensor = functional.relu(self.second(functional.relu(first)))
        return second

    def _tensor(self, array: NDArray[Any]) -> torch.Tensor:
        return torch.from_numpy(np.ascontiguousarray(array)).to(self.first_bias.device)

    def losses(self, samples: Samples) -> dict[str, torch.Tensor]:
        """How far off it is, by what."""
        raise NotImplementedError

    def network(self) -> Network:
        """A copy of the weights for the compiled search."""
        depth = len(self.second.bias)
        return Network(
            in_units(_array(self.facts.weight)),
            in_units(_array(self.first_bias)),
            _array(self.second.weight),
            _array(self.second.bias),
            np.zeros((0, depth), np.float32),
            np.zeros(0, np.float32),
            np.zeros((0, depth), np.float32),
            np.zeros(0, np.float32),
        )


def _array(tensor: torch.Tensor) -> NDArray[np.float32]:
    """A copy: what plays must not change while the network learns on."""
    return np.array(tensor.detach().float().cpu().numpy(), order="C")


class Outlook(Learner):
    """Learns chances to win and final points, seen from a seat drawn for every sample.

    trust: how much a search's prospects count beside how the game ended, 0 to 1.
    """

    def __init__(self, facts: int, width: int, depth: int, trust: float) -> None:
        super().__init__(facts, width, depth)
        self.heads = nn.Linear(depth, 2 * PLAYERS)
        self.trust = trust
        nn.init.normal_(self.heads.weight, std=0.02)
        nn.init.zeros_(self.heads.bias)

    def losses(self, samples: Samples) -> dict[str, torch.Tensor]:
        players = samples.states["players"].astype(np.int64)
        viewers = samples.viewers
        seats = np.arange(PLAYERS)[None, :]
        plays = seats < players[:, None]
        whose = (viewers[:, None] + seats) % players[:, None]
        shares = (1 - self.trust) * samples.shares + self.trust * samples.values
        shares = np.where(plays, np.take_along_axis(shares, whose, 1), 0)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1e-6)
        points = np.take_along_axis(samples.points, whose, 1) / POINT_SCALE

        heads = self.heads(self._think(samples, viewers))
        playing = self._tensor(plays)
        chances = heads[:, :PLAYERS].float().masked_fill(~playing, -1e9).log_softmax(1)
        win = -(self._tensor(shares.astype(np.float32)) * chances).sum(1).mean()
        off = functional.smooth_l1_loss(
            heads[:, PLAYERS:].float(),
            self._tensor(points.astype(np.float32)),
            reduction="none",
            beta=0.25,
        )
        return {"win": win, "points": _POINTS_MATTER * (off * playing).sum() / playing.sum()}

    def network(self) -> Network:
        return (
            super()
            .network()
            ._replace(heads=_array(self.heads.weight), heads_bias=_array(self.heads.bias))
        )


class Guide(Learner):
    """Learns which actions a search visits, as the player to move sees them."""

    def __init__(self, facts: int, choices: int, width: int, depth: int) -> None:
        super().__init__(facts, width, depth)
        self.choices = nn.Embedding(choices, depth)
        self.choices_bias = nn.Embedding(choices, 1)
        nn.init.normal_(self.choices.weight, std=0.02)
        nn.init.zeros_(self.choices_bias.weight)

    def losses(self, samples: Samples) -> dict[str, torch.Tensor]:
        chosen = np.zeros((len(samples.states), KEPT_ACTIONS, 2), np.int32)
        _write_choices(samples, chosen)
        visits = samples.visits.astype(np.float32)
        aim = visits / np.maximum(visits.sum(1, keepdims=True), 1)

        second = self._think(samples, samples.viewers)
        pairs = self._tensor(chosen)
        logits = torch.einsum("nkd,nd->nk", self.choices(pairs).sum(2), second)
        logits = (logits + self.choices_bias(pairs).sum(2).squeeze(-1)).float()
        logits = logits.masked_fill(~self._tensor(samples.actions >= 0), -1e9).log_softmax(1)
        return {"policy": -(self._tensor(aim) * logits).sum(1).mean()}

    def network(self) -> Network:
        bias = _array(self.choices_bias.weight[:, 0])
        return super().network()._replace(choices=_array(self.choices.weight), choices_bias=bias)
