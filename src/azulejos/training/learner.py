"""The networks as PyTorch modules, and their conversion to and from the ones that play."""

from types import ModuleType
from typing import Any

from azulejos.core.errors import without_extra

try:
    import torch
    from torch import nn
    from torch.nn import functional
except ModuleNotFoundError as error:
    raise without_extra(error, "train") from error

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled, compiled_with_arrays
from azulejos.core.kernel import sides
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

#: Weight of the points loss beside the cross-entropy of the result.
_POINTS_MATTER = 1.0
#: Visits where a sample has no more actions.
_NO_ACTION = -1


@compiled_with_arrays
def _write_features(states: Any, viewers: Any, of_table: int, active: Any, counts: Any) -> int:
    """Write every state's active features, in the view of one side or of each; returns how many.

    viewers: int8 (states,), a player each, or −1 for a view of every side. of_table: FEATURES of
    the encoder, where side features start. active: int16, one view after the other; counts: int64
    (states, views), active features of each.
    """
    held, spans = np.empty(MAX_ACTIVE, np.int16), np.empty((PARTS, 2), np.int16)
    at = 0
    for i in range(len(states)):
        number = features(states[i], held, spans)
        for view in range(counts.shape[1]):
            viewer = view if viewers[i] < 0 else viewers[i] % number
            if viewer >= number:
                counts[i, view] = 0
                continue
            begun = at
            for part in (COMMON, SEEN + viewer):
                for j in range(spans[part, 0], spans[part, 1]):
                    active[at] = held[j]
                    at += 1
            for side in range(number):
                first = of_table if side == viewer else of_table + 1
                for j in range(spans[OF_SIDE + side, 0], spans[OF_SIDE + side, 1]):
                    active[at] = first + 2 * held[j]
                    at += 1
            counts[i, view] = at - begun
    return at


@compiled
def _write_action_features(states: Any, actions: Any, chosen: Any) -> None:
    """The action features of every action kept: int16 (states, KEPT_ACTIONS, 2)."""
    for i in range(len(states)):
        n = 0
        while n < KEPT_ACTIONS and actions[i, n] >= 0:
            n += 1
        action_features(states[i], actions[i], n, chosen[i])


class Learner(nn.Module):
    """The two layers that both networks have: sparse features → width → depth.

    encoder: the game's module of features. Rows of the first layer are the features of the table,
    then two for each feature about a side: the viewer's own, and an opponent's.
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
        """The training data in samples."""
        raise NotImplementedError

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        """The losses of a batch, by name."""
        raise NotImplementedError

    def forward(self, batch: Batch) -> torch.Tensor:
        """The second layer's output for every view: (positions × views, depth)."""
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
        """A dataset of samples; viewers as for `_write_features`, views: 1 or PLAYERS."""
        n = len(samples.states)
        active = np.empty(n * views * MAX_ACTIVE, np.int16)
        counts = np.empty((n, views), np.int64)
        used = _write_features(samples.states, viewers, self.of_table, active, counts)
        return dataset_of(active[:used].copy(), counts, targets, self.first_bias.device)

    @torch.no_grad()
    def load_network(self, network: Network) -> None:
        """Load a network that plays, of the same sizes; `network` returns it unchanged."""
        features = np.concatenate([network.features, network.side_features])
        _put(features / UNIT, self.features.weight)
        _put(network.first_bias / UNIT, self.first_bias)
        _put(network.second, self.second.weight)
        _put(network.second_bias, self.second.bias)

    def network(self) -> Network:
        """The weights for the compiled search, quantised; a copy."""
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
    """A copy: networks that play must not change while training continues."""
    return np.array(tensor.detach().float().cpu().numpy(), order="C")


def _put(weights: NDArray[Any], into: torch.Tensor) -> None:
    """Copy weights into a parameter of the same shape; no broadcasting."""
    assert weights.shape == tuple(into.shape), f"{weights.shape}, not {tuple(into.shape)}"
    into.copy_(torch.tensor(weights))


class ValueNetwork(Learner):
    """Predicts results and final points of every side, each from its own view.

    value_target_mix: weight of the search's root value in the target, the rest being the game's
    result; 0 to 1.
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
        """Targets: result and points of each side, float32 (n, PLAYERS); −1 for missing sides."""
        samples = some(samples, np.flatnonzero(samples.for_value))
        counts = np.empty(len(samples.states), np.int64)
        _write_sides(samples.states, counts)
        plays = np.arange(PLAYERS)[None, :] < counts[:, None]
        results = (
            1 - self.value_target_mix
        ) * samples.results + self.value_target_mix * samples.values
        results = np.where(plays, results, 0)
        results /= np.maximum(results.sum(1, keepdims=True), 1e-6)
        targets = {
            "results": np.where(plays, results, -1).astype(np.float32),
            "points": (samples.points / POINT_SCALE).astype(np.float32),
        }
        all_sides = np.full(len(counts), -1, np.int8)
        return self._dataset(samples, all_sides, PLAYERS, targets)

    def losses(self, batch: Batch) -> dict[str, torch.Tensor]:
        results, points = batch.targets["results"], batch.targets["points"]
        playing = results >= 0
        heads = self.heads(self.forward(batch)).float().unflatten(0, results.shape)
        chances = heads[..., 0].masked_fill(~playing, -1e9).log_softmax(1)
        win = -(results.clamp(min=0) * chances).sum(1).mean()
        error = functional.smooth_l1_loss(heads[..., 1], points, reduction="none", beta=0.25)
        return {"win": win, "points": _POINTS_MATTER * (error * playing).sum() / playing.sum()}

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


@compiled
def _write_sides(states: Any, counts: Any) -> None:
    """How many sides each game has: int64 (states,)."""
    for i in range(len(states)):
        counts[i] = sides(states[i])


class PolicyNetwork(Learner):
    """Predicts the visit distribution of a search, from the view of the player to move."""

    def __init__(self, encoder: ModuleType, width: int, depth: int) -> None:
        super().__init__(encoder, width, depth)
        self.action_features = nn.Embedding(encoder.ACTION_FEATURES, depth)
        self.action_bias = nn.Embedding(encoder.ACTION_FEATURES, 1)
        nn.init.normal_(self.action_features.weight, std=0.02)
        nn.init.zeros_(self.action_bias.weight)

    def dataset(self, samples: Samples) -> Dataset:
        """Targets: action features, int16 (n, KEPT_ACTIONS, 2), and visits.

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
        target = visits.float().clamp(min=0)
        target = target / target.sum(1, keepdim=True).clamp(min=1)
        logits = torch.einsum("nkd,nd->nk", self.action_features(pairs).sum(2), self.forward(batch))
        logits = (logits + self.action_bias(pairs).sum(2).squeeze(-1)).float()
        logits = logits.masked_fill(visits == _NO_ACTION, -1e9).log_softmax(1)
        return {"policy": -(target * logits).sum(1).mean()}

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
