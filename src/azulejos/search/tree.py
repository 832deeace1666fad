"""Monte Carlo tree search (PUCT) over the kernel contract, compiled once for each game.

Information-set search (single-observer ISMCTS) by determinization: every visit starts at the root
with all that the player to move cannot know replaced by a random guess (`kernel.determinize`),
descends by PUCT, and ends at a node visited for the first time, at a horizon (such as the end of a
round) or at the end of the game. There an evaluator gives every player a value, which is averaged
on the way back (`max^n` instead of minimax, so any number of players and teams need nothing
special). Nodes stand for sequences of actions and hold no states ("open loop"): chance and hidden
hands may differ from visit to visit, and a node's value is the mean over them.
"""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled
from azulejos.core.elementary import exp, log
from azulejos.core.kernel import (
    apply,
    determinize,
    is_chance,
    is_over,
    legal,
    resolve_chance,
    to_move,
)
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import forward, is_there, policy_logits
from azulejos.search.config import RANDOM_ROLLOUT, SearchConfig
from azulejos.search.evaluators import evaluate_leaf, margin_of
from azulejos.search.heuristics import heuristic_priors, is_duplicate, is_hidden, is_horizon
from azulejos.search.workspace import MAX_PLY, Workspace

NO_NODE = -1
NO_ACTION = -1
ROOT = 0
#: Where there is a policy network, a node below the root gets this many children: those of the
#: greatest priors.
MAX_CHILDREN = 16

#: Rows of a tree's links: the action that leads to a node; its first child (the one of the greatest
#: prior) and its next sibling, or NO_NODE; its visits.
ACTION, FIRST, NEXT, VISITS = range(4)
#: Rows of its numbers: prior; mean points of the root's player above the best opponent; and from
#: VALUE on each player's mean value.
PRIOR, MARGIN, VALUE = range(3)
#: How many rows there are of each.
LINKS, NUMBERS = 4, 2 + PLAYERS


class Tree(NamedTuple):
    """Nodes as the columns of two arrays: each array handed to compiled code costs compile time."""

    used: NDArray[np.int64]  # (1,): how many nodes there are
    links: NDArray[np.int32]  # (LINKS, capacity)
    numbers: NDArray[np.float32]  # (NUMBERS, capacity)

    @property
    def visits(self) -> NDArray[np.int32]:
        """How often each node was visited: (capacity,)."""
        return self.links[VISITS]


def new_tree(capacity: int) -> Tree:
    """A tree with a root and nothing else. capacity: nodes it can hold."""
    tree = Tree(
        np.ones(1, np.int64),
        np.full((LINKS, capacity), NO_NODE, np.int32),
        np.zeros((NUMBERS, capacity), np.float32),
    )
    tree.links[VISITS] = 0
    tree.numbers[PRIOR] = 1.0
    return tree


def resized(tree: Tree, capacity: int) -> Tree:
    """A copy of a tree that can hold more nodes."""
    larger = new_tree(capacity)
    larger.used[0] = tree.used[0]
    for old, new in zip(tree[1:], larger[1:], strict=True):
        new[:, : old.shape[1]] = old
    return larger


def children(tree: Tree, node: int) -> list[int]:
    """A node's children, the one of the greatest prior first."""
    found = []
    child = int(tree.links[FIRST, node])
    while child != NO_NODE:
        found.append(child)
        child = int(tree.links[NEXT, child])
    return found


@compiled
def visit(
    tree: Tree, workspace: Workspace, root: Any, config: SearchConfig, seed: int, n: int
) -> None:
    """Make n visits. root: the state (1,). seed: of the first visit; each visit adds 1."""
    states = workspace.buffers.states
    state = states[0]
    player = to_move(root[0])
    for number in range(n):
        states[0] = root[0]
        determinize(state, player, seed + number)
        _descend(tree, workspace, config, player)


@compiled
def visit_after(
    tree: Tree,
    workspace: Workspace,
    root: Any,
    action: int,
    player: int,
    config: SearchConfig,
    seed: int,
    n: int,
) -> None:
    """Make n visits of what follows an action: the tree's root is the position after it.

    Every visit determinizes for `player`, whose action it is: what follows is judged by what this
    player knows, whoever moves next. root: the state (1,). action: a legal one of `player`, or
    NO_ACTION for what follows the state itself, whoever is to move there, or chance. seed: as for
    `visit`.
    """
    states = workspace.buffers.states
    state = states[0]
    for number in range(n):
        states[0] = root[0]
        determinize(state, player, seed + number)
        if action != NO_ACTION:
            apply(state, action)
        _descend(tree, workspace, config, player)


@compiled
def search(
    tree: Tree,
    workspace: Workspace,
    root: Any,
    config: SearchConfig,
    seed: int,
    n: int,
    is_new_root: bool,
) -> None:
    """`visit`, for Python; a root that may have been further down before is widened first.

    Both in one: what Python calls is compiled with all that it calls.
    """
    if is_new_root:
        _expand_root(tree, workspace, root, config)
    visit(tree, workspace, root, config, seed, n)


@compiled
def reset(tree: Tree) -> None:
    """Empty the tree but for its root."""
    tree.used[0] = 1
    tree.links[FIRST, ROOT] = NO_NODE
    tree.links[VISITS, ROOT] = 0
    tree.numbers[MARGIN, ROOT] = 0.0
    for p in range(PLAYERS):
        tree.numbers[VALUE + p, ROOT] = 0.0


@compiled
def best_action(
    tree: Tree, workspace: Workspace, root: Any, config: SearchConfig, seed: int, n: int
) -> int:
    """The action visited most after n visits of an emptied tree: for compiled loops.

    Arguments as for `visit`. A tree of 1 + n × MAX_LEGAL nodes cannot run full.
    """
    reset(tree)
    visit(tree, workspace, root, config, seed, n)
    return int(tree.links[ACTION, most_visited(tree)])


@compiled
def most_visited(tree: Tree) -> int:
    """The root's child visited most; of equals the one of the greatest prior."""
    child = best = tree.links[FIRST, ROOT]
    while child != NO_NODE:
        if tree.links[VISITS, child] > tree.links[VISITS, best]:
            best = child
        child = tree.links[NEXT, child]
    return int(best)


@compiled
def _descend(tree: Tree, workspace: Workspace, config: SearchConfig, player: int) -> None:
    """One simulation: selection down to a leaf, expansion, evaluation, back-up.

    The state in the buffers is the determinized root, and is played on. player: the root's mover.
    """
    buffers = workspace.buffers
    state = buffers.states[0]
    node = ROOT
    depth = 0
    buffers.path[0] = ROOT
    ended = False
    while True:
        if is_over(state) or is_horizon(state):
            ended = True
            break
        if is_chance(state):
            resolve_chance(state)
            continue
        if depth == MAX_PLY or (tree.links[VISITS, node] == 0 and node != ROOT):
            break
        mover = to_move(state)
        if is_hidden(state):  # legal actions differ from visit to visit
            n = _find_legal(state, buffers.actions[:])
            now = _mark_possible(buffers, n)
            child, found = _best_legal_child(tree, buffers, now, n, config, node, mover)
            if found < n:
                _expand(tree, workspace, config, node, n)
                child, found = _best_legal_child(tree, buffers, now, n, config, node, mover)
        else:
            if tree.links[FIRST, node] == NO_NODE:
                _expand(tree, workspace, config, node, _find_legal(state, buffers.actions[:]))
            child = _best_child(tree, config, node, mover)
        if child == NO_NODE:  # the tree is full, and no legal action has a child
            break
        node = child
        apply(state, tree.links[ACTION, node])
        depth += 1
        buffers.path[depth] = node
    is_random = config.evaluator == RANDOM_ROLLOUT and not is_over(state)
    if ended and tree.links[VISITS, node] > 0 and not is_hidden(state) and not is_random:
        # Without hidden information the same actions always lead to the same position: its value is
        # known already.
        for p in range(state.players):
            buffers.values[p] = tree.numbers[VALUE + p, node]
        margin = float(tree.numbers[MARGIN, node])
    else:
        evaluate_leaf(workspace, config)
        margin = margin_of(state, buffers.points[:], player)
    _back_up(tree, buffers, depth, margin)


@compiled
def _find_legal(state: Any, actions: Any) -> int:
    """Write the legal actions, one of each set of duplicates; returns how many."""
    n = 0
    for i in range(legal(state, actions)):
        if not is_duplicate(state, actions[i]):
            actions[n] = actions[i]
            n += 1
    return n


@compiled
def _mark_possible(buffers: Any, n: int) -> int:
    """Stamp the n legal actions with a new stamp; returns it."""
    buffers.stamp += 1
    for i in range(n):
        buffers.possible[buffers.actions[i]] = buffers.stamp
    return int(buffers.stamp)


@compiled
def _expand(tree: Tree, workspace: Workspace, config: SearchConfig, node: int, n: int) -> None:
    """Add a child for each of n actions that has none; with a policy network, for the best only."""
    buffers = workspace.buffers
    if not _has_room(tree, _mark_known(tree, buffers, node, n)):
        return
    total = _priors(workspace, config, n)
    sort_by_prior(buffers.actions[:], buffers.priors[:], n)
    if is_there(workspace.policy_network) and node != ROOT and not is_hidden(buffers.states[0]):
        n = min(n, MAX_CHILDREN)
    for i in range(n - 1, -1, -1):  # so that the list begins with the greatest prior
        if buffers.known[buffers.actions[i]] != buffers.stamp:
            child = _new_node(tree, buffers.actions[i], buffers.priors[i] / total)
            tree.links[NEXT, child] = tree.links[FIRST, node]
            tree.links[FIRST, node] = child


@compiled
def _expand_root(tree: Tree, workspace: Workspace, root: Any, config: SearchConfig) -> None:
    """Add the children that a root lacks because it was an inner node before (MAX_CHILDREN).

    root: the state (1,). A root without any child gets all of them at its first visit.
    """
    if tree.links[FIRST, ROOT] == NO_NODE:
        return
    buffers = workspace.buffers
    buffers.states[0] = root[0]
    n = _find_legal(buffers.states[0], buffers.actions[:])
    if not _has_room(tree, _mark_known(tree, buffers, ROOT, n)):
        return
    total = _priors(workspace, config, n)
    sort_by_prior(buffers.actions[:], buffers.priors[:], n)
    last = tree.links[FIRST, ROOT]
    while tree.links[NEXT, last] != NO_NODE:
        last = tree.links[NEXT, last]
    for i in range(n):
        if buffers.known[buffers.actions[i]] != buffers.stamp:
            child = _new_node(tree, buffers.actions[i], buffers.priors[i] / total)
            tree.links[NEXT, last] = child
            last = child


@compiled
def _mark_known(tree: Tree, buffers: Any, node: int, n: int) -> int:
    """Stamp the actions that have a child; returns how many of the n have none."""
    buffers.stamp += 1
    now = buffers.stamp
    child = tree.links[FIRST, node]
    while child != NO_NODE:
        buffers.known[tree.links[ACTION, child]] = now
        child = tree.links[NEXT, child]
    missing = 0
    for i in range(n):
        missing += buffers.known[buffers.actions[i]] != now
    return missing


@compiled
def _has_room(tree: Tree, nodes: int) -> bool:
    """Whether there are nodes to add, and all of them fit."""
    return 0 < nodes <= tree.links.shape[1] - tree.used[0]


@compiled
def _new_node(tree: Tree, action: int, prior: float) -> int:
    """A node without visits, not linked to any other yet."""
    node = int(tree.used[0])
    tree.used[0] += 1
    tree.links[ACTION, node] = action
    tree.links[FIRST, node] = NO_NODE
    tree.links[NEXT, node] = NO_NODE
    tree.links[VISITS, node] = 0
    tree.numbers[PRIOR, node] = prior
    tree.numbers[MARGIN, node] = 0.0
    for p in range(PLAYERS):
        tree.numbers[VALUE + p, node] = 0.0
    return node


@compiled
def sort_by_prior(actions: Any, priors: Any, n: int) -> None:
    """Sort n actions by descending prior; stable."""
    for i in range(1, n):
        action, prior = actions[i], priors[i]
        at = i
        while at > 0 and priors[at - 1] < prior:
            actions[at], priors[at] = actions[at - 1], priors[at - 1]
            at -= 1
        actions[at], priors[at] = action, prior


@compiled
def _priors(workspace: Workspace, config: SearchConfig, n: int) -> float:
    """Write the softmax numerators of the n actions' priors; returns their sum."""
    buffers = workspace.buffers
    priors, actions, state = buffers.priors[:], buffers.actions[:], buffers.states[0]
    if config.prior_temperature == 0.0:
        for i in range(n):
            priors[i] = 1.0
        return float(n)
    if is_there(workspace.policy_network):
        forward(workspace.policy_network, buffers.policy_network, state, to_move(state))
        policy_logits(workspace.policy_network, buffers.policy_network, state, actions, n, priors)
    else:
        heuristic_priors(state, actions, n, priors)
    best = priors[0]
    for i in range(n):
        best = max(best, priors[i])
    total = 0.0
    for i in range(n):
        priors[i] = exp((priors[i] - best) / config.prior_temperature)
        total += priors[i]
    return total


@compiled
def _best_child(tree: Tree, config: SearchConfig, node: int, player: int) -> int:
    """The child with the greatest PUCT score for the player to move."""
    bonus = _exploration_bonus(config, tree.links[VISITS, node])
    unvisited = tree.numbers[VALUE + player, node] - config.fpu_reduction
    best = -1e9
    chosen = NO_NODE
    child = tree.links[FIRST, node]
    while child != NO_NODE:
        value = _puct_score(tree, config, child, player, bonus, unvisited)
        if value > best:
            best = value
            chosen = int(child)
        if tree.links[VISITS, child] == 0:
            break  # children are sorted by prior: the scores of the rest are lower
        child = tree.links[NEXT, child]
    return chosen


@compiled
def _best_legal_child(
    tree: Tree, buffers: Any, now: int, n: int, config: SearchConfig, node: int, player: int
) -> tuple[int, int]:
    """The same among the n actions stamped as legal, and how many of them have a child.

    Most children belong to other hands, so the loop ends as soon as n legal ones are found.
    """
    bonus = _exploration_bonus(config, tree.links[VISITS, node])
    unvisited = tree.numbers[VALUE + player, node] - config.fpu_reduction
    best = -1e9
    chosen = NO_NODE
    child = tree.links[FIRST, node]
    found = 0
    while child != NO_NODE and found < n:
        if buffers.possible[tree.links[ACTION, child]] == now:
            found += 1
            value = _puct_score(tree, config, child, player, bonus, unvisited)
            if value > best:
                best = value
                chosen = int(child)
        child = tree.links[NEXT, child]
    return chosen, found


@compiled
def _exploration_bonus(config: SearchConfig, visits: int) -> float:
    """The factor of the exploration bonus at a node with so many visits."""
    if config.prior_temperature == 0.0:
        return config.c_puct * math.sqrt(log(visits + 1.0))
    return config.c_puct * math.sqrt(visits + 1.0)


@compiled
def _puct_score(
    tree: Tree, config: SearchConfig, child: int, player: int, bonus: float, unvisited: float
) -> float:
    """A child's value for a player plus its exploration bonus (UCB1 without priors)."""
    visits, value = tree.links[VISITS, child], tree.numbers[VALUE + player, child]
    if config.prior_temperature == 0.0:
        return value + bonus / math.sqrt(visits) if visits > 0 else 1e6
    value = value if visits > 0 else unvisited
    return value + bonus * tree.numbers[PRIOR, child] / (1.0 + visits)


@compiled
def _back_up(tree: Tree, buffers: Any, depth: int, margin: float) -> None:
    """Add the leaf's values and margin to the means of all nodes on the path."""
    state = buffers.states[0]
    for i in range(depth + 1):
        node = buffers.path[i]
        tree.links[VISITS, node] += 1
        weight_of_one = np.float32(1.0) / tree.links[VISITS, node]
        tree.numbers[MARGIN, node] += (margin - tree.numbers[MARGIN, node]) * weight_of_one
        for p in range(state.players):
            mean = tree.numbers[VALUE + p, node]
            tree.numbers[VALUE + p, node] = mean + (buffers.values[p] - mean) * weight_of_one
