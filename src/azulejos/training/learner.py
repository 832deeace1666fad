"""The networks as PyTorch learns them, and how they become those that play."""

from types import ModuleType
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from azulejos.compiled import compiled, compiled_with_arrays
from azulejos.nets.network import POINT_SCALE, UNIT, Network, in_units
from azulejos.nets.rows import (
    COMMON,
    MOST_FACTS,
    OF_SIDE,
    PARTS,
    PLAYERS,
    SEEN,
    choices,
    facts,
)
from azulejos.training.lessons import Lesson, Lessons, lessons_of
from azulejos.training.samples import KEPT_ACTIONS, Samples, some

#: How much an error of the points counts beside one of the chances to win.
_POINTS_MATTER = 1.0
#: Visits of an action that is none.
_NO_ACTION = -1


@compiled_with_arrays
def _write_facts(states: Any, viewers: Any, of_table: int, rows: Any, counts: Any) -> int:
    """The facts of every state as one side or as each sees it; returns how many there are in all.

    viewers: int8 (states,), a player each, or −1 for a view of every side. of_table: how many facts
    there are of it. rows: int16, one view after the other; counts: int64 (states, views), how many
    each has.
    """
    held, spans = np.empty(MOST_FACTS, np.int16), np.empty((PARTS, 2), np.int16)
    at = 0
    for i in range(len(states)):
        sides = facts(states[i], held, spans)
        for view in range(counts.shape[1]):
            viewer = view if viewers[i] < 0 else viewers[i] % sides
            if viewer >= sides:
                counts[i, view] = 0
                continue
            begun = at
            for part in (COMMON, SEEN + viewer):
                for j in range(spans[part, 0], spans[part, 1]):
                    rows[at] = held[j]
                    at += 1
            for side in range(sides):
                first = of_table if side == viewer else of_table + 1
                for j in range(spans[OF_SIDE + side, 0], spans[OF_SIDE + side, 1]):
                    rows[at] = first + 2 * held[j]
                    at += 1
            counts[i, view] = at - begun
    return at


@compiled
def _write_choices(states: Any, actions: Any, chosen: Any) -> None:
    """The rows of every action kept: int16 (states, KEPT_ACTIONS, 2)."""
    for i in range(len(states)):
        n = 0
        while n < KEPT_ACTIONS and actions[i, n] >= 0:
            n += 1
        choices(states[i], actions[i], n, chosen[i])


class Learner(nn.Module):
    """The layers that both networks have: facts (rows, width), then (width, depth).

    rows: the game's module of facts. The rows are those of the table, then for each fact about a
    side one as the viewer's own and one as another's.
    """

    def __init__(self, rows: ModuleType, width: int, depth: int) -> None:
        super().__init__()
        self.of_table = int(rows.FACTS)
        self.facts = nn.EmbeddingBag(rows.FACTS + 2 * rows.SIDE_FACTS, width, mode="sum")
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, depth)
        nn.init.normal_(self.facts.weight, std=0.05)

    def lessons(self, samples: Samples) -> Lessons:
        """What there is to be learnt from samples."""
        raise NotImplementedError

    def losses(self, lesson: Lesson) -> dict[str, torch.Tensor]:
        """How far off it is, by what."""
        raise NotImplementedError

    def think(self, lesson: Lesson) -> torch.Tensor:
        """What the second layer makes of every view: (positions × views, depth)."""
        first = self.facts(lesson.rows, lesson.offsets.to(lesson.rows.dtype)) + self.first_bias
        second: torch.Tensor = functional.relu(self.second(functional.relu(first)))
        return second

    def _lessons(
        self,
        samples: Samples,
        viewers: NDArray[np.int8],
        views: int,
        answers: dict[str, NDArray[Any]],
    ) -> Lessons:
        """Lessons of samples; viewers and views as `_write_facts` takes them."""
        n = len(samples.states)
        rows = np.empty(n * views * MOST_FACTS, np.int16)
        counts = np.empty((n, views), np.int64)
        used = _write_facts(samples.states, viewers, self.of_table, rows, counts)
        return lessons_of(rows[:used].copy(), counts, answers, self.first_bias.device)

    @torch.no_grad()
    def take_over(self, network: Network) -> None:
        """Go on from a network that plays, of the same sizes: `network` gives it back as it was."""
        facts = np.concatenate([network.facts, network.side_facts])
        _put(facts / UNIT, self.facts.weight)
        _put(network.first_bias / UNIT, self.first_bias)
        _put(network.second, self.second.weight)
        _put(network.second_bias, self.second.bias)

    def network(self) -> Network:
        """A copy of the weights for the compiled search."""
        depth = len(self.second.bias)
        facts = in_units(_array(self.facts.weight))
        return Network(
            facts[: self.of_table].copy(),
            facts[self.of_table :].copy(),
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


def _put(weights: NDArray[Any], into: torch.Tensor) -> None:
    """Weights where they are learnt; those of another shape are not spread out."""
    assert weights.shape == tuple(into.shape), f"{weights.shape}, not {tuple(into.shape)}"
    into.copy_(torch.tensor(weights))


class Outlook(Learner):
    """Learns chances to win and final points of every side, each seen from its own seat.

    trust: how much a search's prospects count beside how the game ended, 0 to 1.
    """

    def __init__(self, rows: ModuleType, width: int, depth: int, trust: float) -> None:
        super().__init__(rows, width, depth)
        self.heads = nn.Linear(depth, 2)
        self.trust = trust
        nn.init.normal_(self.heads.weight, std=0.02)
        nn.init.zeros_(self.heads.bias)

    def lessons(self, samples: Samples) -> Lessons:
        """Answers: shares of the win and points of each side, float32 (n, PLAYERS).

        Sides that there are not have −1.
        """
        samples = some(samples, np.flatnonzero(samples.foreseen))
        sides = _sides(samples.states)
        plays = np.arange(PLAYERS)[None, :] < sides[:, None]
        shares = (1 - self.trust) * samples.shares + self.trust * samples.values
        shares = np.where(plays, shares, 0)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1e-6)
        answers = {
            "shares": np.where(plays, shares, -1).astype(np.float32),
            "points": (samples.points / POINT_SCALE).astype(np.float32),
        }
        everybody = np.full(len(sides), -1, np.int8)
        return self._lessons(samples, everybody, PLAYERS, answers)

    def losses(self, lesson: Lesson) -> dict[str, torch.Tensor]:
        shares, points = lesson.answers["shares"], lesson.answers["points"]
        playing = shares >= 0
        heads = self.heads(self.think(lesson)).float().unflatten(0, shares.shape)
        chances = heads[..., 0].masked_fill(~playing, -1e9).log_softmax(1)
        win = -(shares.clamp(min=0) * chances).sum(1).mean()
        off = functional.smooth_l1_loss(heads[..., 1], points, reduction="none", beta=0.25)
        return {"win": win, "points": _POINTS_MATTER * (off * playing).sum() / playing.sum()}

    @torch.no_grad()
    def take_over(self, network: Network) -> None:
        super().take_over(network)
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


class Guide(Learner):
    """Learns which actions a search visits, as the player to move sees them."""

    def __init__(self, rows: ModuleType, width: int, depth: int) -> None:
        super().__init__(rows, width, depth)
        self.choices = nn.Embedding(rows.CHOICES, depth)
        self.choices_bias = nn.Embedding(rows.CHOICES, 1)
        nn.init.normal_(self.choices.weight, std=0.02)
        nn.init.zeros_(self.choices_bias.weight)

    def lessons(self, samples: Samples) -> Lessons:
        """Answers: the rows of the actions, int16 (n, KEPT_ACTIONS, 2), and their visits.

        visits: int16 (n, KEPT_ACTIONS), −1 where there is no action.
        """
        samples = some(samples, samples.actions[:, 0] >= 0)
        chosen = np.zeros((len(samples.states), KEPT_ACTIONS, 2), np.int16)
        _write_choices(samples.states, samples.actions, chosen)
        visits = np.where(samples.actions >= 0, samples.visits.astype(np.int16), _NO_ACTION)
        answers = {"chosen": chosen, "visits": visits.astype(np.int16)}
        return self._lessons(samples, samples.viewers, 1, answers)

    def losses(self, lesson: Lesson) -> dict[str, torch.Tensor]:
        pairs, visits = lesson.answers["chosen"].int(), lesson.answers["visits"]
        aim = visits.float().clamp(min=0)
        aim = aim / aim.sum(1, keepdim=True).clamp(min=1)
        logits = torch.einsum("nkd,nd->nk", self.choices(pairs).sum(2), self.think(lesson))
        logits = (logits + self.choices_bias(pairs).sum(2).squeeze(-1)).float()
        logits = logits.masked_fill(visits == _NO_ACTION, -1e9).log_softmax(1)
        return {"policy": -(aim * logits).sum(1).mean()}

    @torch.no_grad()
    def take_over(self, network: Network) -> None:
        super().take_over(network)
        _put(network.choices, self.choices.weight)
        _put(network.choices_bias, self.choices_bias.weight[:, 0])

    def network(self) -> Network:
        bias = _array(self.choices_bias.weight[:, 0])
        return super().network()._replace(choices=_array(self.choices.weight), choices_bias=bias)
