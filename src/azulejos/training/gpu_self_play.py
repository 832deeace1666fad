"""Self-play on a CUDA GPU: thousands of tables side by side, compiled from the very same code.

Each of the GPU's threads plays at a table of its own, search and networks included; nothing leaves
the GPU but finished samples. A thread is slow, but there are tens of thousands of them.
Needs what `azulejos.batch.cuda` needs, and a mind: without one, the cores play alone.
"""

from typing import Any

import numpy as np

from azulejos.batch.cuda import cuda, why_not
from azulejos.nets.network import Networks, Weights, exists, packed
from azulejos.search.tree import MAX_CHILDREN, Tree, new_tree
from azulejos.search.workspace import Workspace, workspace_dtype
from azulejos.training.config import TrainConfig
from azulejos.training.samples import Samples, new_samples
from azulejos.training.self_play import TABLE, drop_fetched, play_games

__all__ = ["GpuSelfPlay", "why_not"]

#: Threads of a block.
_BLOCK = 64
#: Visits made in one call of the GPU: short enough for a stop to be noticed.
_VISITS_A_CALL = 64
#: Samples that a table holds before they are fetched, and that a game may leave.
_HELD, _MAX_SAMPLES = 192, 72


def _play_on_each(
    tables: Any,
    states: Any,
    starts: Any,
    weights: Any,
    trees: Tree,
    buffers: Any,
    networks: tuple[Weights, Weights],
    past: tuple[Weights, Weights],
    search: Any,
    play: Any,
    out: Samples,
    visits: int,
) -> None:
    """The GPU's entry point: all but starts, weights and minds have a row for each thread."""
    i = cuda.grid(1)
    if i >= len(tables):
        return
    tree = Tree(trees.used[i], trees.links[i], trees.numbers[i])
    own = Workspace(buffers[i], networks[0], networks[1])
    other = Workspace(buffers[i], past[0], past[1])
    samples = Samples(
        out.states[i],
        out.viewers[i],
        out.for_value[i],
        out.actions[i],
        out.visits[i],
        out.values[i],
        out.results[i],
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
        search,
        search,
        play,
        samples,
        visits,
    )


def _drop_fetched_each(tables: Any, out: Samples) -> None:
    """The GPU's entry point after samples were fetched; rows as above."""
    i = cuda.grid(1)
    if i < len(tables):
        samples = Samples(
            out.states[i],
            out.viewers[i],
            out.for_value[i],
            out.actions[i],
            out.visits[i],
            out.values[i],
            out.results[i],
            out.points[i],
        )
        drop_fetched(tables[i], samples)


class GpuSelfPlay:
    """The GPU's tables of a run. Games go on from cycle to cycle, with the newest mind.

    seed: of all chance there.
    """

    def __init__(self, config: TrainConfig, seed: list[int]) -> None:
        self.config, self.n = config, config.gpu_tables
        chance = np.random.default_rng(seed)
        tables = np.zeros((self.n, 1), TABLE)
        tables["seed"][:, 0] = chance.integers(1 << 62, size=self.n)
        states = np.zeros((self.n, 1), config.kernel.STATE)
        states["generator"][:, 0] = chance.integers(1 << 63, size=self.n, dtype=np.uint64)
        self.tables, self.states = cuda.to_device(tables), cuda.to_device(states)
        self.starts = cuda.to_device(config.starts())
        self.weights = cuda.to_device(config.weights())
        nodes = 1 + config.kernel.MAX_LEGAL + config.visits * MAX_CHILDREN
        self.trees: Any = Tree(*map(self._array_like, new_tree(nodes)))
        self.out: Any = Samples(*map(self._array_like, new_samples(config.kernel.STATE, _HELD)))
        self.buffers = cuda.to_device(np.zeros(self.n, workspace_dtype(config.kernel)))
        self._play, self._drop_fetched = cuda.jit(_play_on_each), cuda.jit(_drop_fetched_each)

    def _array_like(self, array: Any) -> Any:
        """Room on the GPU for as many arrays like this one as there are tables."""
        return cuda.device_array((self.n, *array.shape), array.dtype)

    def play(self, networks: Networks, past: Networks) -> None:
        """Every table goes on by as many visits as the plan says.

        elder: an earlier mind of the same sizes, or nobody's.
        """
        config = self.config
        play = config.play._replace(max_samples=_MAX_SAMPLES)
        if not exists(past.value):
            past, play = networks, play._replace(past_opponent_fraction=0.0)
        newest, strange = _sent(networks), _sent(past)
        for done in range(0, config.gpu_visits, _VISITS_A_CALL):
            self._play[-(-self.n // _BLOCK), _BLOCK](
                self.tables,
                self.states,
                self.starts,
                self.weights,
                self.trees,
                self.buffers,
                newest,
                strange,
                config.search,
                play,
                self.out,
                min(_VISITS_A_CALL, config.gpu_visits - done),
            )
        cuda.synchronize()

    def fetch(self) -> tuple[Samples, int]:
        """The samples of the games that ended since the last time, and the decisions made."""
        tables = self.tables.copy_to_host()[:, 0]
        ended = np.arange(_HELD)[None, :] < tables["begun"][:, None]
        fetched = Samples(*(array.copy_to_host()[ended] for array in self.out))
        self._drop_fetched[-(-self.n // _BLOCK), _BLOCK](self.tables, self.out)
        return fetched, int(tables["decisions"].sum())


def _sent(networks: Networks) -> tuple[Weights, Weights]:
    """A mind's weights on the GPU."""
    value, policy = (
        weights._replace(
            first=cuda.to_device(weights.first),
            second=cuda.to_device(weights.second),
            last=cuda.to_device(weights.last),
        )
        for weights in map(packed, networks)
    )
    return value, policy
