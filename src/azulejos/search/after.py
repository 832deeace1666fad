"""Searching what follows single actions, each in a tree of its own: for comparing them fairly.

A search of the whole position visits the actions it dislikes too rarely to say how much worse they
are. Here every action compared gets the same number of visits.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled
from azulejos.core.kernel import (
    apply,
    determinize,
    is_chance,
    is_over,
    legal,
    resolve_chance,
    to_move,
)
from azulejos.search.config import SearchConfig
from azulejos.search.heuristics import decisions_left, ends_before_chance, greedy, representative
from azulejos.search.tree import (
    ACTION,
    FIRST,
    MARGIN,
    NO_NODE,
    ROOT,
    VALUE,
    VISITS,
    Tree,
    children,
    new_tree,
    visit_after,
)
from azulejos.search.tree import NO_ACTION as NO_ACTION
from azulejos.search.workspace import Workspace

#: Who is next, where it is no player.
CHANCE, NOBODY = -1, -2
#: No ending: more decisions than any has.
NO_ENDING = 1 << 30

#: Nodes that a visit adds, about: a tree has room for so many. A full tree is searched on without
#: new nodes.
NODES_A_VISIT = 24
MIN_NODES, MAX_NODES = 1 << 12, 1 << 19


class Trees:
    """Trees to be used again and again: making one costs more than a small search."""

    def __init__(self, visits: int) -> None:
        """visits: how many a tree will get, about."""
        self._capacity = min(max(NODES_A_VISIT * visits, MIN_NODES), MAX_NODES)
        self._free: list[Tree] = []

    def take(self) -> Tree:
        """An empty tree."""
        if not self._free:
            return new_tree(self._capacity)
        tree = self._free.pop()
        tree.used[0] = 1
        tree.links[FIRST, ROOT] = NO_NODE
        tree.links[VISITS, ROOT] = 0
        tree.numbers[MARGIN:, ROOT] = 0.0
        return tree

    def give_back(self, tree: Tree) -> None:
        self._free.append(tree)


class SearchAfter:
    """The search of what follows an action, for the player who knows what `player` knows.

    root: the state (1,) before the action; it is copied. action: NO_ACTION for what follows the
    state itself. seed: the same seed and visits give the same results.
    """

    def __init__(
        self,
        trees: Trees,
        workspace: Workspace,
        root: NDArray[Any],
        action: int,
        player: int,
        config: SearchConfig,
        seed: int,
    ) -> None:
        self.action = action
        self.player = player
        self._trees = trees
        self._tree = trees.take()
        self._workspace = workspace
        self._root = root.copy()
        self._config = config
        self._seed = seed
        self._players = int(root["players"][0])
        self._sums: list[NDArray[np.float64]] = [np.zeros(self._players)]
        self._counts = [0]

    @property
    def visits(self) -> int:
        return self._counts[-1]

    def visit(self, n: int) -> None:
        """Make n more visits: a batch of its own in `batches`."""
        visit_after(
            self._tree,
            self._workspace,
            self._root,
            self.action,
            self.player,
            self._config,
            self._seed + self.visits,
            n,
        )
        self._counts.append(self.visits + n)
        means = self._tree.numbers[VALUE : VALUE + self._players, ROOT].astype(np.float64)
        self._sums.append(means * self.visits)

    @property
    def batches(self) -> NDArray[np.float64]:
        """Every player's mean value in each batch of visits: (batches, players)."""
        return np.diff(np.array(self._sums), axis=0) / np.diff(self._counts)[:, None]

    @property
    def values(self) -> NDArray[np.float64]:
        """Every player's mean value over all visits: (players,)."""
        mean: NDArray[np.float64] = self._sums[-1] / self.visits
        return mean

    @property
    def margin(self) -> float:
        """Expected final points of `player` above the best opponent; alone, final points."""
        return float(self._tree.numbers[MARGIN, ROOT])

    def by_visits(self) -> list[tuple[int, int]]:
        """The actions that follow and their visits, the most visited first."""
        found = [
            (int(self._tree.links[ACTION, child]), int(self._tree.links[VISITS, child]))
            for child in children(self._tree, ROOT)
        ]
        return sorted(found, key=lambda pair: -pair[1])  # of equals, the greatest prior first

    def line(self, least: int) -> list[int]:
        """The action and what follows it most: only nodes with at least so many visits."""
        actions = [] if self.action == NO_ACTION else [self.action]
        node = ROOT
        while following := children(self._tree, node):
            node = max(following, key=lambda child: int(self._tree.links[VISITS, child]))
            if self._tree.links[VISITS, node] < least:
                break
            actions.append(int(self._tree.links[ACTION, node]))
        return actions

    def close(self) -> None:
        """Hand the tree back; nothing may be asked any more."""
        self._trees.give_back(self._tree)


# ── What Python asks of a state (1,) ─────────────────────────────────────────────────────────────


@compiled
def apply_action(states: Any, action: int) -> int:
    """Play a legal action (or NO_ACTION); returns who is next: a player, CHANCE or NOBODY."""
    if action != NO_ACTION:
        apply(states[0], action)
    if is_over(states[0]):
        return NOBODY
    return CHANCE if is_chance(states[0]) else to_move(states[0])


@compiled
def resample_chance(states: Any, player: int, seed: int) -> None:
    """Let chance that is due give what it may, as far as the player can know."""
    determinize(states[0], player, seed)
    resolve_chance(states[0])


@compiled
def legal_with_representatives(states: Any, actions: Any, alike: Any) -> int:
    """Write the legal actions, and for each the first one that is equivalent; returns how many."""
    n = legal(states[0], actions)
    for i in range(n):
        alike[i] = representative(states[0], actions[i])
    return n


@compiled
def determinized_legal(states: Any, player: int, seed: int, actions: Any) -> int:
    """Write the legal actions in a guess of what the player knows; returns how many."""
    determinize(states[0], player, seed)
    return legal(states[0], actions)


@compiled
def greedy_action(states: Any, player: int, seed: int, actions: Any) -> int:
    """What the greedy player would choose here. actions: scratch."""
    determinize(states[0], player, seed)
    return representative(states[0], greedy(states[0], actions))


@compiled
def decisions_to_end(states: Any) -> int:
    """How many decisions are left at most, if the game ends with them; otherwise NO_ENDING."""
    return decisions_left(states[0]) if ends_before_chance(states[0]) else NO_ENDING
