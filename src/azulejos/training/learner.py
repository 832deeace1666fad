"""The networks as PyTorch learns them, and how they become those that play."""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from azulejos.compiled import compiled, compiled_with_arrays
from azulejos.nets.network import MOST_FACTS, PLAYERS, POINT_SCALE, Network, in_units
from azulejos.nets.rows import choices, facts
from azulejos.training.lessons import Lesson, Lessons, lessons_of
from azulejos.training.samples import KEPT_ACTIONS, Samples, some

#: How much an error of the points counts beside one of the chances to win.
_POINTS_MATTER = 1.0
#: Visits of an action that is none.
_NO_ACTION = -1


@compiled_with_arrays
def _write_facts(states: Any, viewers: Any, rows: Any, counts: Any) -> int:
    """The facts of every state, one after the other; returns how many there are in all.

    rows: int16 (states × MOST_FACTS,); counts: int64 (states,), how many each has.
    """
    held = np.empty(MOST_FACTS, np.int16)
    at = 0
    for i in range(len(states)):
        n = facts(states[i], viewers[i], held)
        for j in range(n):
            rows[at + j] = held[j]
        counts[i] = n
        at += n
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
    """The layers that both networks have: facts (rows, width), then (width, depth)."""

    def __init__(self, facts: int, width: int, depth: int) -> None:
        super().__init__()
        self.facts = nn.EmbeddingBag(facts, width, mode="sum")
        self.first_bias = nn.Parameter(torch.zeros(width))
        self.second = nn.Linear(width, depth)
        nn.init.normal_(self.facts.weight, std=0.05)

    def lessons(self, samples: Samples, chance: np.random.Generator) -> Lessons:
        """What there is to be learnt from samples."""
        raise NotImplementedError

    def losses(self, lesson: Lesson) -> dict[str, torch.Tensor]:
        """How far off it is, by what."""
        raise NotImplementedError

    def think(self, lesson: Lesson) -> torch.Tensor:
        """What the second layer makes of every position: (positions, depth)."""
        first = self.facts(lesson.rows, lesson.offsets.to(lesson.rows.dtype)) + self.first_bias
        second: torch.Tensor = functional.relu(self.second(functional.relu(first)))
        return second

    def _lessons(
        self, samples: Samples, viewers: NDArray[Any], answers: dict[str, NDArray[Any]]
    ) -> Lessons:
        """Lessons of samples, seen from these seats."""
        n = len(samples.states)
        rows = np.empty(n * MOST_FACTS, np.int16)
        counts = np.empty(n, np.int64)
        used = _write_facts(samples.states, viewers, rows, counts)
        return lessons_of(rows[:used].copy(), counts, answers, self.first_bias.device)

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
    """Learns chances to win and final points, seen from two seats drawn for every position.

    trust: how much a search's prospects count beside how the game ended, 0 to 1.
    """

    def __init__(self, facts: int, width: int, depth: int, trust: float) -> None:
        super().__init__(facts, width, depth)
        self.heads = nn.Linear(depth, 2 * PLAYERS)
        self.trust = trust
        nn.init.normal_(self.heads.weight, std=0.02)
        nn.init.zeros_(self.heads.bias)

    def lessons(self, samples: Samples, chance: np.random.Generator) -> Lessons:
        """Answers: shares of the win and points, from the viewer's seat on, float32 (n, PLAYERS).

        n is twice the number of positions; seats where nobody plays have −1.
        """
        samples = some(samples, np.flatnonzero(samples.foreseen).repeat(2))
        players = samples.states["players"].astype(np.int64)
        viewers = chance.integers(players)
        viewers[1::2] = viewers[::2] + chance.integers(1, np.maximum(players[::2], 2))
        viewers = (viewers % players).astype(np.int8)
        seats = np.arange(PLAYERS)[None, :]
        plays = seats < players[:, None]
        whose = (viewers[:, None] + seats) % players[:, None]
        shares = (1 - self.trust) * samples.shares + self.trust * samples.values
        shares = np.where(plays, np.take_along_axis(shares, whose, 1), 0)
        shares /= np.maximum(shares.sum(1, keepdims=True), 1e-6)
        points = np.take_along_axis(samples.points, whose, 1) / POINT_SCALE
        answers = {
            "shares": np.where(plays, shares, -1).astype(np.float32),
            "points": points.astype(np.float32),
        }
        return self._lessons(samples, viewers, answers)

    def losses(self, lesson: Lesson) -> dict[str, torch.Tensor]:
        shares, points = lesson.answers["shares"], lesson.answers["points"]
        playing = shares >= 0
        heads = self.heads(self.think(lesson)).float()
        chances = heads[:, :PLAYERS].masked_fill(~playing, -1e9).log_softmax(1)
        win = -(shares.clamp(min=0) * chances).sum(1).mean()
        off = functional.smooth_l1_loss(heads[:, PLAYERS:], points, reduction="none", beta=0.25)
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

    def lessons(self, samples: Samples, chance: np.random.Generator) -> Lessons:  # noqa: ARG002
        """Answers: the rows of the actions, int16 (n, KEPT_ACTIONS, 2), and their visits.

        visits: int16 (n, KEPT_ACTIONS), −1 where there is no action.
        """
        samples = some(samples, samples.actions[:, 0] >= 0)
        chosen = np.zeros((len(samples.states), KEPT_ACTIONS, 2), np.int16)
        _write_choices(samples.states, samples.actions, chosen)
        visits = np.where(samples.actions >= 0, samples.visits.astype(np.int16), _NO_ACTION)
        answers = {"chosen": chosen, "visits": visits.astype(np.int16)}
        return self._lessons(samples, samples.viewers, answers)

    def losses(self, lesson: Lesson) -> dict[str, torch.Tensor]:
        pairs, visits = lesson.answers["chosen"].int(), lesson.answers["visits"]
        aim = visits.float().clamp(min=0)
        aim = aim / aim.sum(1, keepdim=True).clamp(min=1)
        logits = torch.einsum("nkd,nd->nk", self.choices(pairs).sum(2), self.think(lesson))
        logits = (logits + self.choices_bias(pairs).sum(2).squeeze(-1)).float()
        logits = logits.masked_fill(visits == _NO_ACTION, -1e9).log_softmax(1)
        return {"policy": -(aim * logits).sum(1).mean()}

    def network(self) -> Network:
        bias = _array(self.choices_bias.weight[:, 0])
        return super().network()._replace(choices=_array(self.choices.weight), choices_bias=bias)
