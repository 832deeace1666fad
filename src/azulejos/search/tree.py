"""Tree search over the kernel contract, compiled once for each game.

Each visit begins at the root with everything its player cannot know imagined anew, walks down by
the most promising action (PUCT), and ends at a node met for the first time, at a horizon (the end
of a round in Azul) or at the end of the game. There an evaluator tells every player's prospects,
which are averaged on the way back. Nodes are sequences of actions: they hold no states, so chance
and hidden things may differ from visit to visit, and an average over them is what a node learns.
"""

import math
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.chance import below
from azulejos.compiled import compiled
from azulejos.kernel import (
    apply,
    determinize,
    is_chance,
    is_over,
    legal,
    play_at_random,
    resolve_chance,
    returns,
    scores,
    to_move,
)
from azulejos.nets.network import (
    FIRST_LAYER_DTYPE,
    NO_NETWORKS,
    Networks,
    Weights,
    forward,
    is_there,
    network_buffers_dtype,
    packed,
    policy_logits,
    predict_values,
)
from azulejos.search.heuristics import (
    heuristic_points,
    heuristic_priors,
    is_duplicate,
    is_hidden,
    is_horizon,
    is_partner,
    rollout,
    score_scale,
)

PLAYERS = 4
NO_NODE = -1
ROOT = 0
#: How deep a visit may go: far beyond any round of Azul; in Azuleo search evaluates there.
MAX_PLY = 64

#: Below the root, a guided search looks at so many of its guide's favourite actions only.
MAX_CHILDREN = 16

#: Evaluators: the forecast of the position as it stands, the forecast after playing on quickly, the
#: end of a random game; a network's outlook on the position as it stands, its outlook after playing
#: on quickly; and in turn OUTLOOK or PLAY_ON, for a forecast that is good for nothing at once.
HEURISTIC, ROLLOUT, RANDOM_ROLLOUT, VALUE_NETWORK, ROLLOUT_THEN_VALUE_NETWORK, MIXED = range(6)


#: Rows of a tree's links: the action that leads to a node; its first child (the most appealing) and
#: its next sibling, or NO_NODE; how often it was visited.
ACTION, FIRST, NEXT, VISITS = range(4)
#: Rows of its numbers: prior; mean points of the root's player above the best other; and from
#: VALUE on each player's mean prospects.
PRIOR, MARGIN, VALUE = range(3)


class Tree(NamedTuple):
    """Nodes as the columns of two arrays; what compiled code is handed, it is handed in few."""

    used: NDArray[np.int64]  # (1,): how many there are
    links: NDArray[np.int32]  # (4, capacity)
    numbers: NDArray[np.float32]  # (2 + PLAYERS, capacity)

    @property
    def visits(self) -> NDArray[np.int32]:
        """How often each node was visited: (capacity,)."""
        return self.links[VISITS]


class Workspace(NamedTuple):
    """What one thread searches with: room for its work, and the networks of a learned player."""

    buffers: Any  # a record, see `workspace_dtype`
    value_network: Weights
    policy_network: Weights


@cache
def workspace_dtype(kernel: Any, number: np.dtype[Any] = FIRST_LAYER_DTYPE) -> np.dtype[Any]:
    """A record with room for one thread's work in a game; kernel: its kernel module.

    number: of the weights in a network's first layer.
    """
    fields: list[Any] = [
        ("states", kernel.STATE, (1,)),  # the position a visit has reached
        ("actions", np.int16, (kernel.MAX_LEGAL,)),
        ("priors", np.float32, (kernel.MAX_LEGAL,)),
        ("path", np.int32, (MAX_PLY + 1,)),
        ("possible", np.int64, (kernel.ACTIONS,)),  # when it was last legal, with hidden hands
        ("known", np.int64, (kernel.ACTIONS,)),  # when a child for it was last seen
        ("stamp", np.int64),  # what time it is for these two, counted up
        ("values", np.float64, (PLAYERS,)),
        ("points", np.float64, (PLAYERS,)),
        ("heuristic", np.float64, (2, PLAYERS)),  # prospects and points, another's
        ("value_network", network_buffers_dtype(kernel.MAX_LEGAL, number)),
        ("policy_network", network_buffers_dtype(kernel.MAX_LEGAL)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


class SearchConfig(NamedTuple):
    """How to search."""

    evaluator: int
    c_puct: float  # weight of what is little visited
    prior_temperature: float  # of priors, in points: low trusts appeal; 0 is no priors, UCB1
    fpu_reduction: float  # how much worse than its parent an unvisited action is taken to be
    heuristic_weight: float = 0.0  # weight of the forecast beside an outlook, 0 to 1


def new_tree(capacity: int) -> Tree:
    """A tree that holds nothing but its root."""
    tree = Tree(
        np.ones(1, np.int64),
        np.full((4, capacity), NO_NODE, np.int32),
        np.zeros((2 + PLAYERS, capacity), np.float32),
    )
    tree.links[VISITS] = 0
    tree.numbers[PRIOR] = 1.0
    return tree


def new_workspace(kernel: Any, networks: Networks = NO_NETWORKS) -> Workspace:
    """What is needed to search a game; kernel: its kernel module. mind: a learned player's.

    With a guide among it, the guide tells what to look at first; evaluators from OUTLOOK on need an
    outlook.
    """
    buffers = np.zeros(1, workspace_dtype(kernel, networks.value.features.dtype))[0]
    return Workspace(buffers, packed(networks.value), packed(networks.policy))


def for_another_thread(workspace: Workspace) -> Workspace:
    """The same networks, with room of its own."""
    return workspace._replace(buffers=np.zeros_like(workspace.buffers)[()])


def resized(tree: Tree, capacity: int) -> Tree:
    """The same tree with more room."""
    larger = new_tree(capacity)
    larger.used[0] = tree.used[0]
    for old, new in zip(tree[1:], larger[1:], strict=True):
        new[:, : old.shape[1]] = old
    return larger


@compiled
def visit(
    tree: Tree, workspace: Workspace, root: Any, config: SearchConfig, seed: int, n: int
) -> None:
    """Visit the tree n times. root: the state (1,). seed: of the first visit, then counted up."""
    states = workspace.buffers.states
    state = states[0]
    player = to_move(root[0])
    for number in range(n):
        states[0] = root[0]
        determinize(state, player, seed + number)
        _descend(tree, workspace, config, player)


@compiled
def reset(tree: Tree) -> None:
    """Forget everything but the root."""
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
    """The action visited most in n visits of a tree begun anew: for loops that stay compiled.

    Arguments as for `visit`; n times the most legal actions is room enough in a tree.
    """
    reset(tree)
    visit(tree, workspace, root, config, seed, n)
    return int(tree.links[ACTION, most_visited(tree)])


@compiled
def most_visited(tree: Tree) -> int:
    """The root's child visited most; the most appealing of equals."""
    child = best = tree.links[FIRST, ROOT]
    while child != NO_NODE:
        if tree.links[VISITS, child] > tree.links[VISITS, best]:
            best = child
        child = tree.links[NEXT, child]
    return int(best)


@compiled
def _descend(tree: Tree, workspace: Workspace, config: SearchConfig, player: int) -> None:
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
        if is_hidden(state):  # what is possible differs from visit to visit
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
        if child == NO_NODE:  # no room left for what is possible here
            break
        node = child
        apply(state, tree.links[ACTION, node])
        depth += 1
        buffers.path[depth] = node
    is_random = config.evaluator == RANDOM_ROLLOUT and not is_over(state)
    if ended and tree.links[VISITS, node] > 0 and not is_hidden(state) and not is_random:
        # Where all lies open the same actions always lead here: it is known what to think of it.
        for p in range(state.players):
            buffers.values[p] = tree.numbers[VALUE + p, node]
        margin = float(tree.numbers[MARGIN, node])
    else:
        evaluate_leaf(workspace, config)
        margin = margin_of(state, buffers.points[:], player)
    _back_up(tree, buffers, depth, margin)


@compiled
def _find_legal(state: Any, actions: Any) -> int:
    """Write down the legal actions, of those that do the very same one; returns how many."""
    n = 0
    for i in range(legal(state, actions)):
        if not is_duplicate(state, actions[i]):
            actions[n] = actions[i]
            n += 1
    return n


@compiled
def _mark_possible(buffers: Any, n: int) -> int:
    """Mark the n legal actions with a new moment, and return it."""
    buffers.stamp += 1
    for i in range(n):
        buffers.possible[buffers.actions[i]] = buffers.stamp
    return int(buffers.stamp)


@compiled
def _expand(tree: Tree, workspace: Workspace, config: SearchConfig, node: int, n: int) -> None:
    """Give a node a child for each of n actions that has none yet, or for a guide's favourites."""
    buffers = workspace.buffers
    if not _has_room(tree, _mark_known(tree, buffers, node, n)):
        return
    total = _priors(workspace, config, n)
    sort_by_prior(buffers.actions[:], buffers.priors[:], n)
    if is_there(workspace.policy_network) and node != ROOT and not is_hidden(buffers.states[0]):
        n = min(n, MAX_CHILDREN)
    for i in range(n - 1, -1, -1):  # so that the list begins with the most promising
        if buffers.known[buffers.actions[i]] != buffers.stamp:
            child = _new_node(tree, buffers.actions[i], buffers.priors[i] / total)
            tree.links[NEXT, child] = tree.links[FIRST, node]
            tree.links[FIRST, node] = child


@compiled
def expand_root(tree: Tree, workspace: Workspace, root: Any, config: SearchConfig) -> None:
    """Give a root that was further down before all its actions, behind its guide's favourites.

    root: the state (1,). One that has no children yet gets all of them with its first visit.
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
    """Mark the actions that have a child with a new moment; returns how many of n have none."""
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
    """Whether there are nodes to be added, and room for all of them."""
    return 0 < nodes <= tree.links.shape[1] - tree.used[0]


@compiled
def _new_node(tree: Tree, action: int, prior: float) -> int:
    """A node nobody has visited yet, that stands nowhere yet."""
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
    """Put n actions into the order of their appeal, the most appealing first."""
    for i in range(1, n):
        action, look = actions[i], priors[i]
        at = i
        while at > 0 and priors[at - 1] < look:
            actions[at], priors[at] = actions[at - 1], priors[at - 1]
            at -= 1
        actions[at], priors[at] = action, look


@compiled
def _priors(workspace: Workspace, config: SearchConfig, n: int) -> float:
    """Replace appeals by weights that grow exponentially with them; returns their sum."""
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
        priors[i] = math.exp((priors[i] - best) / config.prior_temperature)
        total += priors[i]
    return total


@compiled
def _best_child(tree: Tree, config: SearchConfig, node: int, player: int) -> int:
    """The child with the best mix of prospects and curiosity, for the player to move."""
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
            break  # children come in the order of their priors: the others promise less
        child = tree.links[NEXT, child]
    return chosen


@compiled
def _best_legal_child(
    tree: Tree, buffers: Any, now: int, n: int, config: SearchConfig, node: int, player: int
) -> tuple[int, int]:
    """The same among the n actions marked as possible now, and how many of them have a child.

    Most children belong to other hands: whoever has met n possible ones need not look further.
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
    """How much what is little visited counts at a node visited so often."""
    if config.prior_temperature == 0.0:
        return config.c_puct * math.sqrt(math.log(visits + 1.0))
    return config.c_puct * math.sqrt(visits + 1.0)


@compiled
def _puct_score(
    tree: Tree, config: SearchConfig, child: int, player: int, bonus: float, unvisited: float
) -> float:
    """What a child promises a player: prospects, and more the less it was visited."""
    visits, value = tree.links[VISITS, child], tree.numbers[VALUE + player, child]
    if config.prior_temperature == 0.0:
        return value + bonus / math.sqrt(visits) if visits > 0 else 1e6
    value = value if visits > 0 else unvisited
    return value + bonus * tree.numbers[PRIOR, child] / (1.0 + visits)


@compiled
def _back_up(tree: Tree, buffers: Any, depth: int, margin: float) -> None:
    state = buffers.states[0]
    for i in range(depth + 1):
        node = buffers.path[i]
        tree.links[VISITS, node] += 1
        weight_of_one = np.float32(1.0) / tree.links[VISITS, node]
        tree.numbers[MARGIN, node] += (margin - tree.numbers[MARGIN, node]) * weight_of_one
        for p in range(state.players):
            mean = tree.numbers[VALUE + p, node]
            tree.numbers[VALUE + p, node] = mean + (buffers.values[p] - mean) * weight_of_one


@compiled
def margin_of(state: Any, points: Any, player: int) -> float:
    """A player's points above the best opponent's; alone, the points."""
    if state.players == 1:
        return points[0]
    best = -1e9
    for other in range(state.players):
        if not is_partner(state, player, other):
            best = max(best, points[other])
    return points[player] - best


@compiled
def evaluate_one_ply(states: Any, action: int, actions: Any, values: Any, points: Any) -> float:
    """Prospects and points after an action, played on once; returns its player's margin.

    states (1,) is changed; actions: room for the legal ones; values, points: float64 (PLAYERS,).
    """
    state = states[0]
    player = to_move(state)
    apply(state, action)
    rollout(state, actions)
    evaluate(state, values, points)
    return margin_of(state, points, player)


# ── Evaluators ───────────────────────────────────────────────────────────────────────────────────

#: A larger margin is worth a little even when the win is certain, and so is losing by less.
MARGIN_WEIGHT = 0.03
MARGIN_SCALE = 20.0
#: Alone, so many points (or fields filled) count as half of what one could wish for.
SOLO_SCALE = 60.0
#: Who is asked is drawn from so many parts.
_MIX_STEPS = 1024


@compiled
def evaluate_leaf(workspace: Workspace, config: SearchConfig) -> None:
    """Every player's prospects, 0 to 1, and final points, from the state reached."""
    buffers = workspace.buffers
    state = buffers.states[0]
    asked, weight = config.evaluator, config.heuristic_weight
    if asked == MIXED:
        asked = ROLLOUT if below(state, _MIX_STEPS) < _MIX_STEPS * weight else VALUE_NETWORK
        weight = 0.0
    if asked == RANDOM_ROLLOUT:
        play_at_random(state)
    elif asked in (ROLLOUT, ROLLOUT_THEN_VALUE_NETWORK):
        rollout(state, buffers.actions[:])
    if asked >= VALUE_NETWORK and not is_over(state):
        _evaluate_by_network(workspace.value_network, buffers)
        if weight > 0.0:
            evaluate(state, buffers.heuristic[0], buffers.heuristic[1])
            _mix_in(buffers, weight)
    else:
        evaluate(state, buffers.values[:], buffers.points[:])


@compiled
def _mix_in(buffers: Any, weight: float) -> None:
    """Give another opinion so much weight: two err less than one."""
    for player in range(buffers.states[0].players):
        buffers.values[player] += weight * (buffers.heuristic[0, player] - buffers.values[player])
        buffers.points[player] += weight * (buffers.heuristic[1, player] - buffers.points[player])


@compiled
def _evaluate_by_network(value_network: Weights, buffers: Any) -> None:
    """Prospects and final points as the outlook has them."""
    state, values, points = buffers.states[0], buffers.values[:], buffers.points[:]
    predict_values(value_network, buffers.value_network, state, values, points)
    if state.players == 1:
        values[0] = points[0] / (points[0] + SOLO_SCALE)
        return
    for p in range(state.players):
        values[p] *= 1.0 - MARGIN_WEIGHT
    _add_win_chances(state, points, MARGIN_SCALE, MARGIN_WEIGHT, values)


@compiled
def evaluate(state: Any, values: Any, points: Any) -> None:
    """Prospects and final points: the result if the game is over, otherwise the forecast's."""
    if state.players == 1:  # alone, more is better, and there is always more to be had
        heuristic_points(state, points)
        values[0] = points[0] / (points[0] + SOLO_SCALE)
        return
    if is_over(state):
        scores(state, points)
        returns(state, values)
    else:
        heuristic_points(state, points)
        _add_win_chances(state, points, score_scale(state), 1.0, values)
    for player in range(state.players):
        values[player] *= 1.0 - MARGIN_WEIGHT
    _add_win_chances(state, points, MARGIN_SCALE, MARGIN_WEIGHT, values)


@compiled
def _add_win_chances(state: Any, points: Any, spread: float, weight: float, values: Any) -> None:
    """Add (at weight 1: set) chances to win that go with points, spread logistically."""
    best = points[0]
    for player in range(state.players):
        best = max(best, points[player])
    total = 0.0
    for player in range(state.players):
        counted = False  # a side counts once
        for earlier in range(player):
            counted = counted or is_partner(state, earlier, player)
        if not counted:
            total += math.exp((points[player] - best) / spread)
    for player in range(state.players):
        weight_of_one = weight * math.exp((points[player] - best) / spread) / total
        values[player] = weight_of_one if weight == 1.0 else values[player] + weight_of_one
