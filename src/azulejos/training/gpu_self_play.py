"""Self-play on a CUDA GPU: thousands of tables in parallel, compiled from the same code.

Each thread plays at a table of its own, search and networks included; only finished samples leave
the GPU. A thread is slow, but there are tens of thousands of them. Needs what `azulejos.batch.cuda`
needs, and networks: the first iterations without any are played by the cores alone.
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
#: Visits of one kernel launch: short enough for a stop to be noticed.
_VISITS_A_CALL = 64
#: Samples that a table holds until they are fetched, and that one game may leave.
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
    """The GPU's entry point: all but starts, weights and networks have a row for each thread."""
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
    """The GPU's tables of a run. Games continue across iterations, with the newest networks.

    seed: of all randomness there.
    """

    def __init__(self, config: TrainConfig, seed: list[int]) -> None:
        self.config, self.n = config, config.gpu_tables
        rng = np.random.default_rng(seed)
        tables = np.zeros((self.n, 1), TABLE)
        tables["seed"][:, 0] = rng.integers(1 << 62, size=self.n)
        states = np.zeros((self.n, 1), config.kernel.STATE)
        states["generator"][:, 0] = rng.integers(1 << 63, size=self.n, dtype=np.uint64)
        self.tables, self.states = cuda.to_device(tables), cuda.to_device(states)
        self.starts = cuda.to_device(config.starts())
        self.weights = cuda.to_device(config.weights())
        nodes = 1 + config.kernel.MAX_LEGAL + config.visits * MAX_CHILDREN
        self.trees: Any = Tree(*map(self._array_like, new_tree(nodes)))
        self.out: Any = Samples(*map(self._array_like, new_samples(config.kernel.STATE, _HELD)))
        self.buffers = cuda.to_device(np.zeros(self.n, workspace_dtype(config.kernel)))
        self._play, self._drop_fetched = cuda.jit(_play_on_each), cuda.jit(_drop_fetched_each)

    def _array_like(self, array: Any) -> Any:
        """An uninitialised array on the GPU with one array like this for each table."""
        return cuda.device_array((self.n, *array.shape), array.dtype)

    def play(self, networks: Networks, past: Networks) -> None:
        """Play `gpu_visits` visits at every table.

        past: past networks of the same sizes, or NO_NETWORKS.
        """
        config = self.config
        play = config.play._replace(max_samples=_MAX_SAMPLES)
        if not exists(past.value):
            past, play = networks, play._replace(past_opponent_fraction=0.0)
        newest, opponent = _sent(networks), _sent(past)
        for done in range(0, config.gpu_visits, _VISITS_A_CALL):
            self._play[-(-self.n // _BLOCK), _BLOCK](
                self.tables,
                self.states,
                self.starts,
                self.weights,
                self.trees,
                self.buffers,
                newest,
                opponent,
                config.search,
                play,
                self.out,
                min(_VISITS_A_CALL, config.gpu_visits - done),
            )
        cuda.synchronize()

    def fetch(self) -> tuple[Samples, int]:
        """The samples of games finished since the last fetch, and the decisions made."""
        tables = self.tables.copy_to_host()[:, 0]
        ended = np.arange(_HELD)[None, :] < tables["begun"][:, None]
        fetched = Samples(*(array.copy_to_host()[ended] for array in self.out))
        self._drop_fetched[-(-self.n // _BLOCK), _BLOCK](self.tables, self.out)
        return fetched, int(tables["decisions"].sum())


def _sent(networks: Networks) -> tuple[Weights, Weights]:
    """Networks on the GPU."""
    value, policy = (
        weights._replace(
            first=cuda.to_device(weights.first),
            second=cuda.to_device(weights.second),
            last=cuda.to_device(weights.last),
        )
        for weights in map(packed, networks)
    )
    return value, policy
