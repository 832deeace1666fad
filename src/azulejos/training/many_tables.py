"""Self-play on a CUDA GPU: thousands of tables side by side, compiled from the very same code.

Each of the GPU's threads plays at a table of its own, search and networks included; nothing leaves
the GPU but finished samples. A thread is slow, but there are tens of thousands of them.
Needs what `azulejos.batch.cuda` needs, and a mind: without one, the cores play alone.
"""

from typing import Any

import numpy as np

from azulejos.batch.cuda import cuda, why_not
from azulejos.nets.network import Mind, Weights, exists, packed
from azulejos.search.tree import MOST_CHILDREN, Scratch, Tree, new_tree, scratch_dtype
from azulejos.training.plan import Plan
from azulejos.training.samples import Samples, new_samples
from azulejos.training.self_play import TABLE, make_room, play_games

__all__ = ["ManyTables", "why_not"]

#: Threads of a block.
_BLOCK = 64
#: Visits made in one call of the GPU: short enough for a stop to be noticed.
_VISITS_A_CALL = 64
#: Samples that a table holds before they are fetched, and that a game may leave.
_HELD, _MOST_SAMPLES = 192, 72


def _play_on_each(
    tables: Any,
    states: Any,
    starts: Any,
    weights: Any,
    trees: Tree,
    rooms: Any,
    mind: tuple[Weights, Weights],
    elder: tuple[Weights, Weights],
    style: Any,
    play: Any,
    out: Samples,
    visits: int,
) -> None:
    """The GPU's entry point: all but starts, weights and minds have a row for each thread."""
    i = cuda.grid(1)
    if i >= len(tables):
        return
    tree = Tree(trees.used[i], trees.links[i], trees.numbers[i])
    own = Scratch(rooms[i], mind[0], mind[1])
    other = Scratch(rooms[i], elder[0], elder[1])
    samples = Samples(
        out.states[i],
        out.viewers[i],
        out.foreseen[i],
        out.actions[i],
        out.visits[i],
        out.values[i],
        out.shares[i],
        out.points[i],
    )
    play_games(
        tables[i],
        states[i],
        starts,
        weights,
        tree,
        own,
        other,
        style,
        style,
        play,
        samples,
        visits,
    )


def _make_room_each(tables: Any, out: Samples) -> None:
    """The GPU's entry point after samples were fetched; rows as above."""
    i = cuda.grid(1)
    if i < len(tables):
        samples = Samples(
            out.states[i],
            out.viewers[i],
            out.foreseen[i],
            out.actions[i],
            out.visits[i],
            out.values[i],
            out.shares[i],
            out.points[i],
        )
        make_room(tables[i], samples)


class ManyTables:
    """The GPU's tables of a run. Games go on from cycle to cycle, with the newest mind.

    seed: of all chance there.
    """

    def __init__(self, plan: Plan, seed: list[int]) -> None:
        self.plan, self.n = plan, plan.gpu_tables
        chance = np.random.default_rng(seed)
        tables = np.zeros((self.n, 1), TABLE)
        tables["seed"][:, 0] = chance.integers(1 << 62, size=self.n)
        states = np.zeros((self.n, 1), plan.kernel.STATE)
        states["generator"][:, 0] = chance.integers(1 << 63, size=self.n, dtype=np.uint64)
        self.tables, self.states = cuda.to_device(tables), cuda.to_device(states)
        self.starts = cuda.to_device(plan.starts())
        self.weights = cuda.to_device(plan.weights())
        nodes = 1 + plan.kernel.MAX_LEGAL + plan.visits * MOST_CHILDREN
        self.trees: Any = Tree(*map(self._room_like, new_tree(nodes)))
        self.out: Any = Samples(*map(self._room_like, new_samples(plan.kernel.STATE, _HELD)))
        self.rooms = cuda.to_device(np.zeros(self.n, scratch_dtype(plan.kernel)))
        self._play, self._make_room = cuda.jit(_play_on_each), cuda.jit(_make_room_each)

    def _room_like(self, array: Any) -> Any:
        """Room on the GPU for as many arrays like this one as there are tables."""
        return cuda.device_array((self.n, *array.shape), array.dtype)

    def play(self, mind: Mind, elder: Mind) -> None:
        """Every table goes on by as many visits as the plan says.

        elder: an earlier mind of the same sizes, or nobody's.
        """
        plan = self.plan
        play = plan.play._replace(most_samples=_MOST_SAMPLES)
        if not exists(elder.outlook):
            elder, play = mind, play._replace(elder=0.0)
        newest, strange = _sent(mind), _sent(elder)
        for done in range(0, plan.gpu_visits, _VISITS_A_CALL):
            self._play[-(-self.n // _BLOCK), _BLOCK](
                self.tables,
                self.states,
                self.starts,
                self.weights,
                self.trees,
                self.rooms,
                newest,
                strange,
                plan.style,
                play,
                self.out,
                min(_VISITS_A_CALL, plan.gpu_visits - done),
            )
        cuda.synchronize()

    def fetch(self) -> tuple[Samples, int]:
        """The samples of the games that ended since the last time, and the decisions made."""
        tables = self.tables.copy_to_host()[:, 0]
        ended = np.arange(_HELD)[None, :] < tables["begun"][:, None]
        fetched = Samples(*(array.copy_to_host()[ended] for array in self.out))
        self._make_room[-(-self.n // _BLOCK), _BLOCK](self.tables, self.out)
        return fetched, int(tables["decisions"].sum())


def _sent(mind: Mind) -> tuple[Weights, Weights]:
    """A mind's weights on the GPU."""
    outlook, guide = (
        weights._replace(
            first=cuda.to_device(weights.first),
            second=cuda.to_device(weights.second),
            last=cuda.to_device(weights.last),
        )
        for weights in map(packed, mind)
    )
    return outlook, guide
