"""Tree search over the kernel contract, compiled once for each game.

Each visit begins at the root with everything its player cannot know imagined anew, walks down by
the most promising action (PUCT), and ends at a node met for the first time, at a horizon (the end
of a round in Azul) or at the end of the game. There an evaluator tells every player's prospects,
which are averaged on the way back. Nodes are sequences of actions: they hold no states, so chance
and hidden things may differ from visit to visit, and an average over them is what a node learns.
"""

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.chance import below
from azulejos.compiled import compiled
from azulejos.kernel import (
    apply,
    imagine,
    is_chance,
    is_over,
    legal,
    play_at_random,
    returns,
    scores,
    settle,
    to_move,
)
from azulejos.nets.network import (
    NOBODY,
    Mind,
    Room,
    exists,
    new_room,
    policy,
    prospects,
    think,
)
from azulejos.search.knowledge import (
    appeals,
    doubt,
    foresee,
    is_hidden,
    is_horizon,
    is_partner,
    is_twin,
    play_on,
)

PLAYERS = 4
NO_NODE = -1
ROOT = 0
#: How deep a visit may go: far beyond any round of Azul; in Azuleo search evaluates there.
DEEPEST = 64

#: Below the root, a guided search looks at so many of its guide's favourite actions only.
MOST_CHILDREN = 16

#: Evaluators: the forecast of the position as it stands, the forecast after playing on quickly, the
#: end of a random game; a network's outlook on the position as it stands, its outlook after playing
#: on quickly; and in turn OUTLOOK or PLAY_ON, for a forecast that is good for nothing at once.
FORECAST, PLAY_ON, RANDOM_GAME, OUTLOOK, OUTLOOK_AFTER, IN_TURN = range(6)


class Tree(NamedTuple):
    """Nodes as parallel arrays (capacity,); `used` int64 (1,) tells how many there are."""

    used: NDArray[np.int64]
    action: NDArray[np.int16]  # that leads here
    first: NDArray[np.int32]  # child, the most appealing, or NO_NODE
    next: NDArray[np.int32]  # sibling, or NO_NODE
    visits: NDArray[np.int32]
    prior: NDArray[np.float32]
    value: NDArray[np.float32]  # (capacity, PLAYERS): mean prospects
    margin: NDArray[np.float32]  # mean points of the root's player above the best other


class Scratch(NamedTuple):
    """Room for one thread's work."""

    states: NDArray[Any]  # (1,): the position a visit has reached
    actions: NDArray[np.int16]  # (MAX_LEGAL,)
    appeals: NDArray[np.float32]  # (MAX_LEGAL,)
    path: NDArray[np.int32]  # (DEEPEST + 1,)
    possible: NDArray[np.int64]  # (ACTIONS,): when it was last legal, where hands are hidden
    known: NDArray[np.int64]  # (ACTIONS,): when a child for it was last seen
    moment: NDArray[np.int64]  # (1,): what time it is for these two, counted up
    values: NDArray[np.float64]  # (PLAYERS,)
    points: NDArray[np.float64]  # (PLAYERS,)
    opinion: NDArray[np.float64]  # (2, PLAYERS): prospects and points, another's
    mind: Mind
    rooms: tuple[Room, Room]  # for the outlook and for the guide


class Style(NamedTuple):
    """How to search."""

    evaluator: int
    exploration: float  # weight of what is little visited
    warmth: float  # of priors, in points: low trusts appeal; 0 is no priors, UCB1
    caution: float  # how much worse than its parent an unvisited action is taken to be
    second_opinion: float = 0.0  # weight of the forecast beside an outlook, 0 to 1


def new_tree(capacity: int) -> Tree:
    """A tree that holds nothing but its root."""
    return Tree(
        np.ones(1, np.int64),
        np.full(capacity, -1, np.int16),
        np.full(capacity, NO_NODE, np.int32),
        np.full(capacity, NO_NODE, np.int32),
        np.zeros(capacity, np.int32),
        np.ones(capacity, np.float32),
        np.zeros((capacity, PLAYERS), np.float32),
        np.zeros(capacity, np.float32),
    )


def new_scratch(kernel: Any, mind: Mind = NOBODY) -> Scratch:
    """Room for searching a game; kernel: its kernel module. mind: a learned player's.

    With a guide among it, the guide tells what to look at first; evaluators from OUTLOOK on need an
    outlook.
    """
    return Scratch(
        np.zeros(1, kernel.STATE),
        np.zeros(kernel.MAX_LEGAL, np.int16),
        np.zeros(kernel.MAX_LEGAL, np.float32),
        np.zeros(DEEPEST + 1, np.int32),
        np.zeros(kernel.ACTIONS, np.int64),
        np.zeros(kernel.ACTIONS, np.int64),
        np.zeros(1, np.int64),
        np.zeros(PLAYERS),
        np.zeros(PLAYERS),
        np.zeros((2, PLAYERS)),
        mind,
        (new_room(mind.outlook, kernel.MAX_LEGAL), new_room(mind.guide, kernel.MAX_LEGAL)),
    )


def grown(tree: Tree, capacity: int) -> Tree:
    """The same tree with more room."""
    larger = new_tree(capacity)
    larger.used[0] = tree.used[0]
    for old, new in arrays_of(tree, larger):
        new[: len(old)] = old
    return larger


def arrays_of(one: Tree, other: Tree) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """The arrays of two trees side by side, all but `used`."""
    for name in Tree._fields[1:]:
        yield getattr(one, name), getattr(other, name)


@compiled
def visit(tree: Tree, scratch: Scratch, root: Any, style: Style, seed: int, n: int) -> None:
    """Visit the tree n times. root: the state (1,). seed: of the first visit, then counted up."""
    state = scratch.states[0]
    player = to_move(root[0])
    for number in range(n):
        scratch.states[0] = root[0]
        imagine(state, player, seed + number)
        _descend(tree, scratch, style, player)


@compiled
def begin_anew(tree: Tree) -> None:
    """Forget everything but the root."""
    tree.used[0] = 1
    tree.first[ROOT] = NO_NODE
    tree.visits[ROOT] = 0
    tree.value[ROOT, :] = 0.0
    tree.margin[ROOT] = 0.0


@compiled
def searched(tree: Tree, scratch: Scratch, root: Any, style: Style, seed: int, n: int) -> int:
    """The action visited most in n visits of a tree begun anew: for loops that stay compiled.

    Arguments as for `visit`; n times the most legal actions is room enough in a tree.
    """
    begin_anew(tree)
    visit(tree, scratch, root, style, seed, n)
    return int(tree.action[most_visited(tree)])


@compiled
def most_visited(tree: Tree) -> int:
    """The root's child visited most; the most appealing of equals."""
    child = best = tree.first[ROOT]
    while child != NO_NODE:
        if tree.visits[child] > tree.visits[best]:
            best = child
        child = tree.next[child]
    return int(best)


@compiled
def _descend(tree: Tree, scratch: Scratch, style: Style, player: int) -> None:
    state = scratch.states[0]
    node = ROOT
    depth = 0
    scratch.path[0] = ROOT
    ended = False
    while True:
        if is_over(state) or is_horizon(state):
            ended = True
            break
        if is_chance(state):
            settle(state)
            continue
        if depth == DEEPEST or (tree.visits[node] == 0 and node != ROOT):
            break
        # Calls on the way down are given little: what is handed over costs more than the work.
        mover = to_move(state)
        if is_hidden(state):  # what is possible differs from visit to visit
            n = _find_legal(state, scratch.actions)
            now = _mark_possible(scratch.possible, scratch.moment, scratch.actions, n)
            child, found = _best_possible(tree, scratch.possible, now, n, style, node, mover)
            if found < n:
                _expand(tree, scratch, style, node, n)
                child, found = _best_possible(tree, scratch.possible, now, n, style, node, mover)
        else:
            if tree.first[node] == NO_NODE:
                _expand(tree, scratch, style, node, _find_legal(state, scratch.actions))
            child = _best_child(tree, style, node, mover)
        if child == NO_NODE:  # no room left for what is possible here
            break
        node = child
        apply(state, tree.action[node])
        depth += 1
        scratch.path[depth] = node
    chance_judges = style.evaluator == RANDOM_GAME and not is_over(state)
    if ended and tree.visits[node] > 0 and not is_hidden(state) and not chance_judges:
        # Where all lies open the same actions always lead here: it is known what to think of it.
        for p in range(state.players):
            scratch.values[p] = tree.value[node, p]
        margin = float(tree.margin[node])
    else:
        judge(scratch, style)
        margin = margin_of(state, scratch.points, player)
    _back_up(tree, scratch, depth, margin)


@compiled
def _find_legal(state: Any, actions: Any) -> int:
    """Write down the legal actions, of those that do the very same one; returns how many."""
    n = 0
    for i in range(legal(state, actions)):
        if not is_twin(state, actions[i]):
            actions[n] = actions[i]
            n += 1
    return n


@compiled
def _mark_possible(possible: Any, moment: Any, actions: Any, n: int) -> int:
    """Mark n actions with a new moment, and return it. possible, moment: those of a scratch."""
    moment[0] += 1
    for i in range(n):
        possible[actions[i]] = moment[0]
    return int(moment[0])


@compiled
def _expand(tree: Tree, scratch: Scratch, style: Style, node: int, n: int) -> None:
    """Give a node a child for each of n actions that has none yet, or for a guide's favourites."""
    if not _has_room(tree, _mark_known(tree, scratch, node, n)):
        return
    total = _priors(scratch, style, n)
    sort_by_appeal(scratch.actions, scratch.appeals, n)
    if exists(scratch.mind.guide) and node != ROOT and not is_hidden(scratch.states[0]):
        n = min(n, MOST_CHILDREN)
    for i in range(n - 1, -1, -1):  # so that the list begins with the most promising
        if scratch.known[scratch.actions[i]] != scratch.moment[0]:
            child = _new_node(tree, scratch.actions[i], scratch.appeals[i] / total)
            tree.next[child] = tree.first[node]
            tree.first[node] = child


@compiled
def widen(tree: Tree, scratch: Scratch, root: Any, style: Style) -> None:
    """Give a root that was further down before all its actions, behind its guide's favourites.

    root: the state (1,). One that has no children yet gets all of them with its first visit.
    """
    if tree.first[ROOT] == NO_NODE:
        return
    scratch.states[0] = root[0]
    n = _find_legal(scratch.states[0], scratch.actions)
    if not _has_room(tree, _mark_known(tree, scratch, ROOT, n)):
        return
    total = _priors(scratch, style, n)
    sort_by_appeal(scratch.actions, scratch.appeals, n)
    last = tree.first[ROOT]
    while tree.next[last] != NO_NODE:
        last = tree.next[last]
    for i in range(n):
        if scratch.known[scratch.actions[i]] != scratch.moment[0]:
            child = _new_node(tree, scratch.actions[i], scratch.appeals[i] / total)
            tree.next[last] = child
            last = child


@compiled
def _mark_known(tree: Tree, scratch: Scratch, node: int, n: int) -> int:
    """Mark the actions that have a child with a new moment; returns how many of n have none."""
    scratch.moment[0] += 1
    now = scratch.moment[0]
    child = tree.first[node]
    while child != NO_NODE:
        scratch.known[tree.action[child]] = now
        child = tree.next[child]
    missing = 0
    for i in range(n):
        missing += scratch.known[scratch.actions[i]] != now
    return missing


@compiled
def _has_room(tree: Tree, nodes: int) -> bool:
    """Whether there are nodes to be added, and room for all of them."""
    return 0 < nodes <= len(tree.visits) - tree.used[0]


@compiled
def _new_node(tree: Tree, action: int, prior: float) -> int:
    """A node nobody has visited yet, that stands nowhere yet."""
    node = int(tree.used[0])
    tree.used[0] += 1
    tree.action[node] = action
    tree.first[node] = NO_NODE
    tree.next[node] = NO_NODE
    tree.visits[node] = 0
    tree.prior[node] = prior
    tree.value[node, :] = 0.0
    tree.margin[node] = 0.0
    return node


@compiled
def sort_by_appeal(actions: Any, looks: Any, n: int) -> None:
    """Put n actions into the order of their appeal, the most appealing first."""
    for i in range(1, n):
        action, look = actions[i], looks[i]
        at = i
        while at > 0 and looks[at - 1] < look:
            actions[at], looks[at] = actions[at - 1], looks[at - 1]
            at -= 1
        actions[at], looks[at] = action, look


@compiled
def _priors(scratch: Scratch, style: Style, n: int) -> float:
    """Replace appeals by weights that grow exponentially with them; returns their sum."""
    if style.warmth == 0.0:
        for i in range(n):
            scratch.appeals[i] = 1.0
        return float(n)
    state = scratch.states[0]
    guide, room = scratch.mind.guide, scratch.rooms[1]
    if exists(guide):
        think(guide, room, state, to_move(state))
        policy(guide, room, state, scratch.actions, n, scratch.appeals)
    else:
        appeals(state, scratch.actions, n, scratch.appeals)
    best = scratch.appeals[0]
    for i in range(n):
        best = max(best, scratch.appeals[i])
    total = 0.0
    for i in range(n):
        scratch.appeals[i] = math.exp((scratch.appeals[i] - best) / style.warmth)
        total += scratch.appeals[i]
    return total


@compiled
def _best_child(tree: Tree, style: Style, node: int, player: int) -> int:
    """The child with the best mix of prospects and curiosity, for the player to move."""
    curiosity = _curiosity(style, tree.visits[node])
    unvisited = tree.value[node, player] - style.caution
    best = -1e9
    chosen = NO_NODE
    child = tree.first[node]
    while child != NO_NODE:
        value = _promise(tree, style, child, player, curiosity, unvisited)
        if value > best:
            best = value
            chosen = int(child)
        if tree.visits[child] == 0:
            break  # children come in the order of their priors: the others promise less
        child = tree.next[child]
    return chosen


@compiled
def _best_possible(
    tree: Tree, possible: Any, now: int, n: int, style: Style, node: int, player: int
) -> tuple[int, int]:
    """The same among the n actions marked as possible now, and how many of them have a child.

    Most children belong to other hands: whoever has met n possible ones need not look further.
    """
    curiosity = _curiosity(style, tree.visits[node])
    unvisited = tree.value[node, player] - style.caution
    best = -1e9
    chosen = NO_NODE
    child = tree.first[node]
    found = 0
    while child != NO_NODE and found < n:
        if possible[tree.action[child]] == now:
            found += 1
            value = _promise(tree, style, child, player, curiosity, unvisited)
            if value > best:
                best = value
                chosen = int(child)
        child = tree.next[child]
    return chosen, found


@compiled
def _curiosity(style: Style, visits: int) -> float:
    """How much what is little visited counts at a node visited so often."""
    if style.warmth == 0.0:
        return style.exploration * math.sqrt(math.log(visits + 1.0))
    return style.exploration * math.sqrt(visits + 1.0)


@compiled
def _promise(
    tree: Tree, style: Style, child: int, player: int, curiosity: float, unvisited: float
) -> float:
    """What a child promises a player: prospects, and more the less it was visited."""
    visits = tree.visits[child]
    if style.warmth == 0.0:
        return tree.value[child, player] + curiosity / math.sqrt(visits) if visits > 0 else 1e6
    value = tree.value[child, player] if visits > 0 else unvisited
    return value + curiosity * tree.prior[child] / (1.0 + visits)


@compiled
def _back_up(tree: Tree, scratch: Scratch, depth: int, margin: float) -> None:
    state = scratch.states[0]
    for i in range(depth + 1):
        node = scratch.path[i]
        tree.visits[node] += 1
        share = np.float32(1.0) / tree.visits[node]
        tree.margin[node] += (margin - tree.margin[node]) * share
        for p in range(state.players):
            tree.value[node, p] += (scratch.values[p] - tree.value[node, p]) * share


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
def glance(states: Any, action: int, actions: Any, values: Any, points: Any) -> float:
    """Prospects and points after an action, played on once; returns its player's margin.

    states (1,) is changed; actions: room for the legal ones; values, points: float64 (PLAYERS,).
    """
    state = states[0]
    player = to_move(state)
    apply(state, action)
    play_on(state, actions)
    evaluate(state, values, points)
    return margin_of(state, points, player)


# ── Evaluators ───────────────────────────────────────────────────────────────────────────────────

#: A larger margin is worth a little even when the win is certain, and so is losing by less.
MARGIN_MATTERS = 0.03
MARGIN_SPREAD = 20.0
#: Alone, so many points (or fields filled) count as half of what one could wish for.
SOLO_GOOD = 60.0
#: Who is asked is drawn from so many parts.
_PARTS = 1024


@compiled
def judge(scratch: Scratch, style: Style) -> None:
    """Every player's prospects, 0 to 1, and final points, from the state reached."""
    state = scratch.states[0]
    asked, weight = style.evaluator, style.second_opinion
    if asked == IN_TURN:
        asked = PLAY_ON if below(state, _PARTS) < _PARTS * weight else OUTLOOK
        weight = 0.0
    if asked == RANDOM_GAME:
        play_at_random(state)
    elif asked in (PLAY_ON, OUTLOOK_AFTER):
        play_on(state, scratch.actions)
    if asked >= OUTLOOK and not is_over(state):
        _look_out(scratch)
        if weight > 0.0:
            evaluate(state, scratch.opinion[0], scratch.opinion[1])
            _mix_in(scratch, weight)
    else:
        evaluate(state, scratch.values, scratch.points)


@compiled
def _mix_in(scratch: Scratch, weight: float) -> None:
    """Give another opinion so much weight: two err less than one."""
    values, points = scratch.opinion[0], scratch.opinion[1]
    for player in range(scratch.states[0].players):
        scratch.values[player] += weight * (values[player] - scratch.values[player])
        scratch.points[player] += weight * (points[player] - scratch.points[player])


@compiled
def _look_out(scratch: Scratch) -> None:
    """Prospects and final points as the outlook has them."""
    state = scratch.states[0]
    prospects(scratch.mind.outlook, scratch.rooms[0], state, scratch.values, scratch.points)
    if state.players == 1:
        scratch.values[0] = scratch.points[0] / (scratch.points[0] + SOLO_GOOD)
        return
    for p in range(state.players):
        scratch.values[p] *= 1.0 - MARGIN_MATTERS
    _shares(state, scratch.points, MARGIN_SPREAD, MARGIN_MATTERS, scratch.values)


@compiled
def evaluate(state: Any, values: Any, points: Any) -> None:
    """Prospects and final points: the result if the game is over, otherwise the forecast's."""
    if state.players == 1:  # alone, more is better, and there is always more to be had
        foresee(state, points)
        values[0] = points[0] / (points[0] + SOLO_GOOD)
        return
    if is_over(state):
        scores(state, points)
        returns(state, values)
    else:
        foresee(state, points)
        _shares(state, points, doubt(state), 1.0, values)
    for player in range(state.players):
        values[player] *= 1.0 - MARGIN_MATTERS
    _shares(state, points, MARGIN_SPREAD, MARGIN_MATTERS, values)


@compiled
def _shares(state: Any, points: Any, spread: float, weight: float, values: Any) -> None:
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
        share = weight * math.exp((points[player] - best) / spread) / total
        values[player] = share if weight == 1.0 else values[player] + share
