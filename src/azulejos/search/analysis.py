"""Analysing a position: by visits, by milliseconds, or until stopped; on one thread or several."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from importlib import import_module
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import OF_THREAD, seed_from
from azulejos.core.kernel import is_legal
from azulejos.nets.features import supports
from azulejos.nets.network import NO_NETWORKS, Networks
from azulejos.search.config import SearchConfig
from azulejos.search.summary import MARGIN as SUMMED_MARGIN
from azulejos.search.summary import VALUE, WIDTH, merge, principal_variation, write_rows
from azulejos.search.summary import VISITS as VISITED
from azulejos.search.tree import (
    ACTION,
    FIRST,
    NEXT,
    NO_ACTION,
    NO_NODE,
    ROOT,
    Tree,
    children,
    new_tree,
    resized,
    search,
)
from azulejos.search.workspace import MAX_PLY, Workspace, for_another_thread, new_workspace

#: Visits between two looks at the clock: at first, and at most.
_MIN_CHUNK, _MAX_CHUNK = 16, 4096
_FIRST_CAPACITY = 1 << 16
#: Nodes a tree may have, about 150 MB. A full tree is searched on without new nodes.
_MAX_NODES = 1 << 22


@dataclass(frozen=True)
class Variation:
    """An action, its value, and its principal variation."""

    action: int
    values: list[float]  # every player's expected result, 0 to 1
    margin: float  # expected final points above the best opponent; in a solo game, final points
    visits: int
    pv: list[int]  # actions, this one first


@dataclass(frozen=True)
class Analysis:
    """What a search found, the best variation first (MultiPV)."""

    variations: list[Variation]
    values: list[float]
    margin: float
    visits: int  # of the root, those of earlier searches of a kept tree included

    @property
    def action(self) -> int:
        return self.variations[0].action


class PicklesKernelByName:
    """An object with a game's kernel: copies and pickles hold the module's name in its place."""

    kernel: Any

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"kernel": self.kernel.__name__}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept | {"kernel": import_module(kept["kernel"])})


@dataclass
class Search(PicklesKernelByName):
    """A search tree that is kept from move to move.

    kernel: the game's kernel module. seed: on one thread the same seed, positions and visits give
    the same analyses. threads: each searches a tree of its own (root parallelisation), and visits
    and values are added up.
    """

    kernel: Any
    config: SearchConfig
    seed: int = 0
    threads: int = 1
    networks: Networks = NO_NETWORKS
    _trees: list[Tree] = field(default_factory=list)
    _workspaces: list[Workspace] = field(default_factory=list)
    _made: list[int] = field(default_factory=list)  # visits each tree has seeds for

    def __post_init__(self) -> None:
        first = new_workspace(self.kernel, self.networks)
        others = [for_another_thread(first) for _ in range(1, self.threads)]
        self._workspaces = [first, *others]
        self._made = [0] * self.threads
        self.forget()
        # Compile, if not cached, before a clock runs.
        nowhere = np.zeros(1, self.kernel.STATE)
        search(self._trees[0], self._workspaces[0], nowhere, self.config, 0, 0, False)

    @property
    def workspace(self) -> Workspace:
        """The first thread's workspace; free while no search runs."""
        return self._workspaces[0]

    @property
    def nodes(self) -> int:
        """How many nodes the trees have."""
        return sum(int(tree.used[0]) for tree in self._trees)

    @property
    def steps(self) -> int:
        """How many nodes all visits have passed, the roots included."""
        return sum(int(tree.visits[: tree.used[0]].sum(dtype=np.int64)) for tree in self._trees)

    def forget(self) -> None:
        """Empty the trees: for a new game, or a position that does not follow from the last one."""
        self._trees = [new_tree(_FIRST_CAPACITY) for _ in range(self.threads)]

    def follow(self, actions: Sequence[int]) -> None:
        """Make the node these actions lead to the root, and drop the rest of the tree."""
        self._trees = [_below(tree, actions) for tree in self._trees]

    def analyse(
        self,
        root: NDArray[Any],
        *,
        visits: int | None = None,
        ms: float | None = None,
        stop: Event | None = None,
        multipv: int = 1,
        first: int | None = None,
    ) -> Analysis:
        """Search a position (a batch of one) in which a decision is due.

        It ends at `visits` in all, after `ms` milliseconds, or when `stop` is set, whichever comes
        first; at least one of them must be given. multipv: how many variations to return. first: an
        action known to be the best, which is returned first whatever the search finds.
        """
        if visits is None and ms is None and stop is None:
            raise ValueError("a search needs an end: visits, ms or stop")
        if multipv < 1 or (visits is not None and visits < 1):
            raise ValueError("a search needs at least one visit, and a multipv of at least one")
        if any(network.first_bias.size for network in self.networks) and not supports(root):
            raise ValueError("the networks are not trained on games with these options")
        end = None if ms is None else time.perf_counter() + ms / 1000
        for tree, workspace in zip(self._trees, self._workspaces, strict=True):
            _keep_legal(tree, root)
            search(tree, workspace, root, self.config, 0, 0, True)
        share = None if visits is None else -(-visits // self.threads)
        if self.threads == 1:
            self._search(0, root, share, end, stop)
        else:
            with ThreadPoolExecutor(self.threads) as pool:
                jobs = [
                    pool.submit(self._search, i, root, share, end, stop)
                    for i in range(self.threads)
                ]
                for job in jobs:
                    job.result()
        return _summary(self._trees, int(root["players"][0]), multipv, first)

    def _first_seed(self, i: int) -> int:
        """The seed of a thread's first visit; those of other seeds and threads are far away."""
        return seed_from(self.seed, OF_THREAD, i)

    def _search(
        self, i: int, root: NDArray[Any], visits: int | None, end: float | None, stop: Event | None
    ) -> None:
        tree = self._trees[i]
        chunk = _MIN_CHUNK
        begun = time.perf_counter()
        while True:
            capacity = len(tree.visits)
            if tree.used[0] > capacity // 2 and capacity < _MAX_NODES:
                capacity *= 2
                tree = self._trees[i] = resized(tree, capacity)
            # So few at a time that the tree cannot run full in between: the result must not depend
            # on how many visits come between two looks at the clock.
            safe = (capacity - int(tree.used[0])) // self.kernel.MAX_LEGAL
            left = min(chunk, max(safe, _MIN_CHUNK))
            if visits is not None:
                left = min(left, visits - int(tree.visits[ROOT]))
            if left <= 0:
                break
            first = self._first_seed(i) + self._made[i]
            search(tree, self._workspaces[i], root, self.config, first, left, False)
            self._made[i] += left
            now = time.perf_counter()
            if (end is not None and now >= end) or (stop is not None and stop.is_set()):
                break
            # A look at the clock about every millisecond.
            if now - begun < 0.001:
                chunk = min(2 * chunk, _MAX_CHUNK)
            begun = now


def _below(tree: Tree, actions: Sequence[int]) -> Tree:
    """The subtree that actions lead to, as a tree; an empty tree if there is none."""
    node = ROOT
    for action in actions:
        found = [child for child in children(tree, node) if tree.links[ACTION, child] == action]
        if not found:
            return new_tree(_FIRST_CAPACITY)
        node = found[0]
    if tree.links[FIRST, node] == NO_NODE:  # a horizon, or never expanded
        return new_tree(_FIRST_CAPACITY)
    kept = [node]  # breadth first, so that siblings are neighbours
    for place in kept:
        kept += children(tree, place)
    smaller = new_tree(max(_FIRST_CAPACITY, 2 * len(kept)))
    smaller.used[0] = len(kept)
    order = np.array(kept)
    for old, new in zip(tree[1:], smaller[1:], strict=True):
        new[:, : len(kept)] = old[:, order]
    renumbered = np.full(int(tree.used[0]) + 1, NO_NODE, np.int32)
    renumbered[order] = np.arange(len(kept))
    for row in (FIRST, NEXT):
        smaller.links[row, : len(kept)] = renumbered[smaller.links[row, : len(kept)]]
    smaller.links[NEXT, ROOT] = NO_NODE
    return smaller


def _keep_legal(tree: Tree, root: NDArray[Any]) -> None:
    """Remove the root's children whose actions chance has made illegal since."""
    possible = [
        child for child in children(tree, ROOT) if is_legal(root[0], tree.links[ACTION, child])
    ]
    if len(possible) == len(children(tree, ROOT)):
        return
    tree.links[FIRST, ROOT] = NO_NODE
    for child in reversed(possible):
        tree.links[NEXT, child] = tree.links[FIRST, ROOT]
        tree.links[FIRST, ROOT] = child
    tree.visits[ROOT] = sum(int(tree.visits[child]) for child in possible)


def _summary(trees: list[Tree], players: int, multipv: int, first: int | None) -> Analysis:
    """The results of all trees, added up."""
    rows = np.zeros((sum(1 + len(children(tree, ROOT)) for tree in trees), WIDTH))
    n = 0
    for tree in trees:
        n += write_rows(tree, rows[n:])
    n = merge(rows, n, NO_ACTION if first is None else first)
    root, *best = rows[: min(n, 1 + multipv)].tolist()
    return Analysis(
        [_variation(row, trees, players) for row in best],
        root[VALUE : VALUE + players],
        root[SUMMED_MARGIN],
        int(root[VISITED]),
    )


def _variation(row: list[float], trees: list[Tree], players: int) -> Variation:
    """What all trees found about an action; its principal variation is that of the busiest tree."""
    action = int(row[0])
    line = np.zeros(MAX_PLY + 1, np.int32)
    n = principal_variation(max(trees, key=lambda tree: _visits_of(tree, action)), action, line)
    values = row[VALUE : VALUE + players]
    return Variation(action, values, row[SUMMED_MARGIN], int(row[VISITED]), line[:n].tolist())


def _visits_of(tree: Tree, action: int) -> int:
    """The visits of an action of the root."""
    found = (child for child in children(tree, ROOT) if tree.links[ACTION, child] == action)
    return max((int(tree.visits[child]) for child in found), default=-1)
