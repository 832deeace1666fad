"""Self-play on a CUDA GPU: thousands of tables side by side, compiled from the very same code.

Each of the GPU's threads plays at a table of its own, search and networks included; nothing leaves
the GPU but finished samples. A thread is slow, but there are tens of thousands of them.
Needs what `azulejos.batch.cuda` needs, and a mind: without one, the cores play alone.
"""

from typing import Any

import numpy as np

from azulejos.batch.cuda import cuda, why_not
from azulejos.nets.network import Mind, Network, Room, exists
from azulejos.search.tree import MOST_CHILDREN, Scratch, Tree, new_scratch, new_tree
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
#: What of a scratch each table has for itself, beside its rooms.
_SCRATCH_ARRAYS = [name for name in Scratch._fields if name not in ("mind", "rooms")]


def _play_on_each(
    tables: Any,
    states: Any,
    starts: Any,
    weights: Any,
    trees: Tree,
    scratches: Scratch,
    elder: Mind,
    style: Any,
    play: Any,
    out: Samples,
    visits: int,
) -> None:
    """The GPU's entry point: all but starts, weights and minds have a row for each thread."""
    i = cuda.grid(1)
    if i >= len(tables):
        return
    tree = Tree(
        trees.used[i],
        trees.action[i],
        trees.first[i],
        trees.next[i],
        trees.visits[i],
        trees.prior[i],
        trees.value[i],
        trees.margin[i],
    )
    a, b = scratches.rooms
    rooms = (
        Room(
            a.rows[i],
            a.spans[i],
            a.sums[i],
            a.of_sides[i],
            a.seen[i],
            a.first[i],
            a.second[i],
            a.heads[i],
            a.choices[i],
        ),
        Room(
            b.rows[i],
            b.spans[i],
            b.sums[i],
            b.of_sides[i],
            b.seen[i],
            b.first[i],
            b.second[i],
            b.heads[i],
            b.choices[i],
        ),
    )
    own = Scratch(
        scratches.states[i],
        scratches.actions[i],
        scratches.appeals[i],
        scratches.path[i],
        scratches.possible[i],
        scratches.known[i],
        scratches.moment[i],
        scratches.values[i],
        scratches.points[i],
        scratches.opinion[i],
        scratches.mind,
        rooms,
    )
    other = Scratch(
        own.states,
        own.actions,
        own.appeals,
        own.path,
        own.possible,
        own.known,
        own.moment,
        own.values,
        own.points,
        own.opinion,
        elder,
        rooms,
    )
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
        self.scratches: Scratch | None = None
        self._play, self._make_room = cuda.jit(_play_on_each), cuda.jit(_make_room_each)

    def _room_like(self, array: Any) -> Any:
        """Room on the GPU for as many arrays like this one as there are tables."""
        return cuda.device_array((self.n, *array.shape), array.dtype)

    def _copies(self, array: Any) -> Any:
        """As many copies on the GPU as there are tables."""
        return cuda.to_device(np.repeat(array[None], self.n, axis=0))

    def play(self, mind: Mind, elder: Mind) -> None:
        """Every table goes on by as many visits as the plan says.

        elder: an earlier mind of the same sizes, or nobody's.
        """
        plan = self.plan
        play = plan.play._replace(most_samples=_MOST_SAMPLES)
        if not exists(elder.outlook):
            elder, play = mind, play._replace(elder=0.0)
        if self.scratches is None:
            one = new_scratch(plan.kernel, mind)
            arrays = {name: self._copies(getattr(one, name)) for name in _SCRATCH_ARRAYS}
            outlooks, guides = (Room(*map(self._copies, room)) for room in one.rooms)
            self.scratches = Scratch(**arrays, mind=mind, rooms=(outlooks, guides))
        scratches, strange = self.scratches._replace(mind=_sent(mind)), _sent(elder)
        for done in range(0, plan.gpu_visits, _VISITS_A_CALL):
            self._play[-(-self.n // _BLOCK), _BLOCK](
                self.tables,
                self.states,
                self.starts,
                self.weights,
                self.trees,
                scratches,
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


def _sent(mind: Mind) -> Mind:
    """A mind on the GPU."""
    return Mind(*(Network(*map(cuda.to_device, network)) for network in mind))
