"""The networks as PyTorch learns them, and how they become those that play."""

from types import ModuleType
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from azulejos.compiled import compiled, compiled_with_arrays
from azulejos.nets.features import (
    COMMON,
    MAX_ACTIVE,
    OF_SIDE,
    PARTS,
    PLAYERS,
    SEEN,
    action_features,
    features,
)
from azulejos.nets.network import POINT_SCALE, UNIT, Network, quantised
from azulejos.training.dataset import Batch, Dataset, dataset_of
from azulejos.training.samples import KEPT_ACTIONS, Samples, some

#: How much an error of the points counts beside one of the chances to win.
_POINTS_MATTER = 1.0
#: Visits of an action that is none.
_NO_ACTION = -1


@compiled_with_arrays
def _write_features(states: Any, viewers: Any, of_table: int, active: Any, counts: Any) -> int:
    """The facts of every state as one side or as each sees it; returns how many there are in all.

    viewers: int8 (states,), a player each, or −1 for a view of every side. of_table: how many facts
    there are of it. rows: int16, one view after the other; counts: int64 (states, views), how many
    each has.
    """
    held, spans = np.empty(MAX_ACTIVE, np.int16), np.empty((PARTS, 2), np.int16)
    at = 0
    for i in range(len(states)):
        sides = features(states[i], held, spans)
        for view in range(counts.shape[1]):
            viewer = view if viewers[i] < 0 else viewers[i] % sides
            if viewer >= sides:
                counts[i, view] = 0
                continue
            begun = at
            for part in (COMMON, SEEN + viewer):
                for j in range(spans[part, 0], spans[part, 1]):
                    active[at] = held[j]
                    at += 1
            for side in range(sides):
                first = of_table if side == viewer else of_table + 1
                for j in range(spans[OF_SIDE + side, 0], spans[OF_SIDE + side, 1]):
                    active[at] = first + 2 * held[j]
                    at += 1
            counts[i, view] = at - begun
    return at


@compiled
def _write_action_features(states: Any, actions: Any, chosen: Any) -> None:
    """The rows of every action kept: int16 (states, KEPT_ACTIONS, 2)."""
    for i in range(len(states)):
        n = 0
        while n < KEPT_ACTIONS and actions[i, n] >= 0:
            n += 1
        action_features(states[i], actions[i], n, chosen[i])


class Learner(nn.Module):
    """The layers that both networks have: facts (rows, width), then (width, depth).

    rows: the game's module of facts. The rows are those of the table, then for each fact about a
    side one as the viewer's own and one as another's.
    """

    def __init__(self, encoder: ModuleType, width: int, depth: int) -> None:
        super().__init__()
        self.of_table = int(encoder.FEATURES)
        self.features = nn.EmbeddingBag(
            encoder.FEATURES + 2 * encoder.SIDE_FEATURES, width, mode="sum"
        )
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, depth)
        nn.init.normal_(self.features.weight, std=0.05)

    def dataset(self, samples: Samples) -> Dataset:
        """What there is to be learnt from samples."""
        raise NotImplementedError

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        """How far off it is, by what."""
        raise NotImplementedError

    def forward(self, batch: Batch) -> torch.Tensor:
        """What the second layer makes of every view: (positions × views, depth)."""
        first = self.features(batch.active, batch.offsets.to(batch.active.dtype)) + self.first_bias
        second: torch.Tensor = functional.relu(self.second(functional.relu(first)))
        return second

    def _dataset(
        self,
        samples: Samples,
        viewers: NDArray[np.int8],
        views: int,
        targets: dict[str, NDArray[Any]],
    ) -> Dataset:
        """Lessons of samples; viewers and views as `_write_features` takes them."""
        n = len(samples.states)
        active = np.empty(n * views * MAX_ACTIVE, np.int16)
        counts = np.empty((n, views), np.int64)
        used = _write_features(samples.states, viewers, self.of_table, active, counts)
        return dataset_of(active[:used].copy(), counts, targets, self.first_bias.device)

    @torch.no_grad()
    def load_network(self, network: Network) -> None:
        """Go on from a network that plays, of the same sizes: `network` gives it back as it was."""
        features = np.concatenate([network.features, network.side_features])
        _put(features / UNIT, self.features.weight)
        _put(network.first_bias / UNIT, self.first_bias)
        _put(network.second, self.second.weight)
        _put(network.second_bias, self.second.bias)

    def network(self) -> Network:
        """A copy of the weights for the compiled search."""
        depth = len(self.second.bias)
        features = quantised(_array(self.features.weight))
        return Network(
            features[: self.of_table].copy(),
            features[self.of_table :].copy(),
            quantised(_array(self.first_bias)),
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


def _put(weights: NDArray[Any], into: torch.Tensor) -> None:
    """Weights where they are learnt; those of another shape are not spread out."""
    assert weights.shape == tuple(into.shape), f"{weights.shape}, not {tuple(into.shape)}"
    into.copy_(torch.tensor(weights))


class ValueNetwork(Learner):
    """Learns chances to win and final points of every side, each seen from its own seat.

    trust: how much a search's prospects count beside how the game ended, 0 to 1.
    """

    def __init__(
        self, encoder: ModuleType, width: int, depth: int, value_target_mix: float
    ) -> None:
        super().__init__(encoder, width, depth)
        self.heads = nn.Linear(depth, 2)
        self.value_target_mix = value_target_mix
        nn.init.normal_(self.heads.weight, std=0.02)
        nn.init.zeros_(self.heads.bias)

    def dataset(self, samples: Samples) -> Dataset:
        """Answers: shares of the win and points of each side, float32 (n, PLAYERS).

        Sides that there are not have −1.
        """
        samples = some(samples, np.flatnonzero(samples.for_value))
        sides = _sides(samples.states)
        plays = np.arange(PLAYERS)[None, :] < sides[:, None]
        results = (
            1 - self.value_target_mix
        ) * samples.results + self.value_target_mix * samples.values
        results = np.where(plays, results, 0)
        results /= np.maximum(results.sum(1, keepdims=True), 1e-6)
        targets = {
            "results": np.where(plays, results, -1).astype(np.float32),
            "points": (samples.points / POINT_SCALE).astype(np.float32),
        }
        everybody = np.full(len(sides), -1, np.int8)
        return self._dataset(samples, everybody, PLAYERS, targets)

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        results, points = batch.targets["results"], batch.targets["points"]
        playing = results >= 0
        heads = self.heads(self.forward(batch)).float().unflatten(0, results.shape)
        chances = heads[..., 0].masked_fill(~playing, -1e9).log_softmax(1)
        win = -(results.clamp(min=0) * chances).sum(1).mean()
        off = functional.smooth_l1_loss(heads[..., 1], points, reduction="none", beta=0.25)
        return {"win": win, "points": _POINTS_MATTER * (off * playing).sum() / playing.sum()}

    @torch.no_grad()
    def load_network(self, network: Network) -> None:
        super().load_network(network)
        _put(network.heads, self.heads.weight)
        _put(network.heads_bias, self.heads.bias)

    def network(self) -> Network:
        return (
            super()
            .network()
            ._replace(heads=_array(self.heads.weight), heads_bias=_array(self.heads.bias))
        )


def _sides(states: NDArray[Any]) -> NDArray[np.int64]:
    """How many sides each game has: as many as players where it has no partners."""
    sides = "sides" if "sides" in (states.dtype.names or ()) else "players"
    return states[sides].astype(np.int64)


class PolicyNetwork(Learner):
    """Learns which actions a search visits, as the player to move sees them."""

    def __init__(self, encoder: ModuleType, width: int, depth: int) -> None:
        super().__init__(encoder, width, depth)
        self.action_features = nn.Embedding(encoder.ACTION_FEATURES, depth)
        self.action_bias = nn.Embedding(encoder.ACTION_FEATURES, 1)
        nn.init.normal_(self.action_features.weight, std=0.02)
        nn.init.zeros_(self.action_bias.weight)

    def dataset(self, samples: Samples) -> Dataset:
        """Answers: the rows of the actions, int16 (n, KEPT_ACTIONS, 2), and their visits.

        visits: int16 (n, KEPT_ACTIONS), −1 where there is no action.
        """
        samples = some(samples, samples.actions[:, 0] >= 0)
        chosen = np.zeros((len(samples.states), KEPT_ACTIONS, 2), np.int16)
        _write_action_features(samples.states, samples.actions, chosen)
        visits = np.where(samples.actions >= 0, samples.visits.astype(np.int16), _NO_ACTION)
        targets = {"chosen": chosen, "visits": visits.astype(np.int16)}
        return self._dataset(samples, samples.viewers, 1, targets)

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        pairs, visits = batch.targets["chosen"].int(), batch.targets["visits"]
        aim = visits.float().clamp(min=0)
        aim = aim / aim.sum(1, keepdim=True).clamp(min=1)
        logits = torch.einsum("nkd,nd->nk", self.action_features(pairs).sum(2), self.forward(batch))
        logits = (logits + self.action_bias(pairs).sum(2).squeeze(-1)).float()
        logits = logits.masked_fill(visits == _NO_ACTION, -1e9).log_softmax(1)
        return {"policy": -(aim * logits).sum(1).mean()}

    @torch.no_grad()
    def load_network(self, network: Network) -> None:
        super().load_network(network)
        _put(network.action_features, self.action_features.weight)
        _put(network.action_bias, self.action_bias.weight[:, 0])

    def network(self) -> Network:
        bias = _array(self.action_bias.weight[:, 0])
        return (
            super()
            .network()
            ._replace(action_features=_array(self.action_features.weight), action_bias=bias)
        )
