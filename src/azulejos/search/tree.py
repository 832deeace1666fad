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
    WHOLE,
    Mind,
    Weights,
    is_there,
    packed,
    policy,
    prospects,
    room_dtype,
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


class Scratch(NamedTuple):
    """What one thread searches with: room for its work, and the networks of a learned player."""

    room: Any  # a record, see `scratch_dtype`
    outlook: Weights
    guide: Weights


@cache
def scratch_dtype(kernel: Any, number: np.dtype[Any] = WHOLE) -> np.dtype[Any]:
    """A record with room for one thread's work in a game; kernel: its kernel module.

    number: of the weights in a network's first layer.
    """
    fields: list[Any] = [
        ("states", kernel.STATE, (1,)),  # the position a visit has reached
        ("actions", np.int16, (kernel.MAX_LEGAL,)),
        ("appeals", np.float32, (kernel.MAX_LEGAL,)),
        ("path", np.int32, (DEEPEST + 1,)),
        ("possible", np.int64, (kernel.ACTIONS,)),  # when it was last legal, with hidden hands
        ("known", np.int64, (kernel.ACTIONS,)),  # when a child for it was last seen
        ("moment", np.int64),  # what time it is for these two, counted up
        ("values", np.float64, (PLAYERS,)),
        ("points", np.float64, (PLAYERS,)),
        ("opinion", np.float64, (2, PLAYERS)),  # prospects and points, another's
        ("outlook", room_dtype(kernel.MAX_LEGAL, number)),
        ("guide", room_dtype(kernel.MAX_LEGAL)),
    ]
    return np.dtype((np.record, np.dtype(fields, align=True)))


class Style(NamedTuple):
    """How to search."""

    evaluator: int
    exploration: float  # weight of what is little visited
    warmth: float  # of priors, in points: low trusts appeal; 0 is no priors, UCB1
    caution: float  # how much worse than its parent an unvisited action is taken to be
    second_opinion: float = 0.0  # weight of the forecast beside an outlook, 0 to 1


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


def new_scratch(kernel: Any, mind: Mind = NOBODY) -> Scratch:
    """What is needed to search a game; kernel: its kernel module. mind: a learned player's.

    With a guide among it, the guide tells what to look at first; evaluators from OUTLOOK on need an
    outlook.
    """
    room = np.zeros(1, scratch_dtype(kernel, mind.outlook.facts.dtype))[0]
    return Scratch(room, packed(mind.outlook), packed(mind.guide))


def for_another_thread(scratch: Scratch) -> Scratch:
    """The same networks, with room of its own."""
    return scratch._replace(room=np.zeros_like(scratch.room)[()])


def grown(tree: Tree, capacity: int) -> Tree:
    """The same tree with more room."""
    larger = new_tree(capacity)
    larger.used[0] = tree.used[0]
    for old, new in zip(tree[1:], larger[1:], strict=True):
        new[:, : old.shape[1]] = old
    return larger


@compiled
def visit(tree: Tree, scratch: Scratch, root: Any, style: Style, seed: int, n: int) -> None:
    """Visit the tree n times. root: the state (1,). seed: of the first visit, then counted up."""
    states = scratch.room.states
    state = states[0]
    player = to_move(root[0])
    for number in range(n):
        states[0] = root[0]
        imagine(state, player, seed + number)
        _descend(tree, scratch, style, player)


@compiled
def begin_anew(tree: Tree) -> None:
    """Forget everything but the root."""
    tree.used[0] = 1
    tree.links[FIRST, ROOT] = NO_NODE
    tree.links[VISITS, ROOT] = 0
    tree.numbers[MARGIN, ROOT] = 0.0
    for p in range(PLAYERS):
        tree.numbers[VALUE + p, ROOT] = 0.0


@compiled
def searched(tree: Tree, scratch: Scratch, root: Any, style: Style, seed: int, n: int) -> int:
    """The action visited most in n visits of a tree begun anew: for loops that stay compiled.

    Arguments as for `visit`; n times the most legal actions is room enough in a tree.
    """
    begin_anew(tree)
    visit(tree, scratch, root, style, seed, n)
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
def _descend(tree: Tree, scratch: Scratch, style: Style, player: int) -> None:
    room = scratch.room
    state = room.states[0]
    node = ROOT
    depth = 0
    room.path[0] = ROOT
    ended = False
    while True:
        if is_over(state) or is_horizon(state):
            ended = True
            break
        if is_chance(state):
            settle(state)
            continue
        if depth == DEEPEST or (tree.links[VISITS, node] == 0 and node != ROOT):
            break
        mover = to_move(state)
        if is_hidden(state):  # what is possible differs from visit to visit
            n = _find_legal(state, room.actions[:])
            now = _mark_possible(room, n)
            child, found = _best_possible(tree, room, now, n, style, node, mover)
            if found < n:
                _expand(tree, scratch, style, node, n)
                child, found = _best_possible(tree, room, now, n, style, node, mover)
        else:
            if tree.links[FIRST, node] == NO_NODE:
                _expand(tree, scratch, style, node, _find_legal(state, room.actions[:]))
            child = _best_child(tree, style, node, mover)
        if child == NO_NODE:  # no room left for what is possible here
            break
        node = child
        apply(state, tree.links[ACTION, node])
        depth += 1
        room.path[depth] = node
    chance_judges = style.evaluator == RANDOM_GAME and not is_over(state)
    if ended and tree.links[VISITS, node] > 0 and not is_hidden(state) and not chance_judges:
        # Where all lies open the same actions always lead here: it is known what to think of it.
        for p in range(state.players):
            room.values[p] = tree.numbers[VALUE + p, node]
        margin = float(tree.numbers[MARGIN, node])
    else:
        judge(scratch, style)
        margin = margin_of(state, room.points[:], player)
    _back_up(tree, room, depth, margin)


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
def _mark_possible(room: Any, n: int) -> int:
    """Mark the n legal actions with a new moment, and return it."""
    room.moment += 1
    for i in range(n):
        room.possible[room.actions[i]] = room.moment
    return int(room.moment)


@compiled
def _expand(tree: Tree, scratch: Scratch, style: Style, node: int, n: int) -> None:
    """Give a node a child for each of n actions that has none yet, or for a guide's favourites."""
    room = scratch.room
    if not _has_room(tree, _mark_known(tree, room, node, n)):
        return
    total = _priors(scratch, style, n)
    sort_by_appeal(room.actions[:], room.appeals[:], n)
    if is_there(scratch.guide) and node != ROOT and not is_hidden(room.states[0]):
        n = min(n, MOST_CHILDREN)
    for i in range(n - 1, -1, -1):  # so that the list begins with the most promising
        if room.known[room.actions[i]] != room.moment:
            child = _new_node(tree, room.actions[i], room.appeals[i] / total)
            tree.links[NEXT, child] = tree.links[FIRST, node]
            tree.links[FIRST, node] = child


@compiled
def widen(tree: Tree, scratch: Scratch, root: Any, style: Style) -> None:
    """Give a root that was further down before all its actions, behind its guide's favourites.

    root: the state (1,). One that has no children yet gets all of them with its first visit.
    """
    if tree.links[FIRST, ROOT] == NO_NODE:
        return
    room = scratch.room
    room.states[0] = root[0]
    n = _find_legal(room.states[0], room.actions[:])
    if not _has_room(tree, _mark_known(tree, room, ROOT, n)):
        return
    total = _priors(scratch, style, n)
    sort_by_appeal(room.actions[:], room.appeals[:], n)
    last = tree.links[FIRST, ROOT]
    while tree.links[NEXT, last] != NO_NODE:
        last = tree.links[NEXT, last]
    for i in range(n):
        if room.known[room.actions[i]] != room.moment:
            child = _new_node(tree, room.actions[i], room.appeals[i] / total)
            tree.links[NEXT, last] = child
            last = child


@compiled
def _mark_known(tree: Tree, room: Any, node: int, n: int) -> int:
    """Mark the actions that have a child with a new moment; returns how many of n have none."""
    room.moment += 1
    now = room.moment
    child = tree.links[FIRST, node]
    while child != NO_NODE:
        room.known[tree.links[ACTION, child]] = now
        child = tree.links[NEXT, child]
    missing = 0
    for i in range(n):
        missing += room.known[room.actions[i]] != now
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
    room = scratch.room
    looks, actions, state = room.appeals[:], room.actions[:], room.states[0]
    if style.warmth == 0.0:
        for i in range(n):
            looks[i] = 1.0
        return float(n)
    if is_there(scratch.guide):
        think(scratch.guide, room.guide, state, to_move(state))
        policy(scratch.guide, room.guide, state, actions, n, looks)
    else:
        appeals(state, actions, n, looks)
    best = looks[0]
    for i in range(n):
        best = max(best, looks[i])
    total = 0.0
    for i in range(n):
        looks[i] = math.exp((looks[i] - best) / style.warmth)
        total += looks[i]
    return total


@compiled
def _best_child(tree: Tree, style: Style, node: int, player: int) -> int:
    """The child with the best mix of prospects and curiosity, for the player to move."""
    curiosity = _curiosity(style, tree.links[VISITS, node])
    unvisited = tree.numbers[VALUE + player, node] - style.caution
    best = -1e9
    chosen = NO_NODE
    child = tree.links[FIRST, node]
    while child != NO_NODE:
        value = _promise(tree, style, child, player, curiosity, unvisited)
        if value > best:
            best = value
            chosen = int(child)
        if tree.links[VISITS, child] == 0:
            break  # children come in the order of their priors: the others promise less
        child = tree.links[NEXT, child]
    return chosen


@compiled
def _best_possible(
    tree: Tree, room: Any, now: int, n: int, style: Style, node: int, player: int
) -> tuple[int, int]:
    """The same among the n actions marked as possible now, and how many of them have a child.

    Most children belong to other hands: whoever has met n possible ones need not look further.
    """
    curiosity = _curiosity(style, tree.links[VISITS, node])
    unvisited = tree.numbers[VALUE + player, node] - style.caution
    best = -1e9
    chosen = NO_NODE
    child = tree.links[FIRST, node]
    found = 0
    while child != NO_NODE and found < n:
        if room.possible[tree.links[ACTION, child]] == now:
            found += 1
            value = _promise(tree, style, child, player, curiosity, unvisited)
            if value > best:
                best = value
                chosen = int(child)
        child = tree.links[NEXT, child]
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
    visits, value = tree.links[VISITS, child], tree.numbers[VALUE + player, child]
    if style.warmth == 0.0:
        return value + curiosity / math.sqrt(visits) if visits > 0 else 1e6
    value = value if visits > 0 else unvisited
    return value + curiosity * tree.numbers[PRIOR, child] / (1.0 + visits)


@compiled
def _back_up(tree: Tree, room: Any, depth: int, margin: float) -> None:
    state = room.states[0]
    for i in range(depth + 1):
        node = room.path[i]
        tree.links[VISITS, node] += 1
        share = np.float32(1.0) / tree.links[VISITS, node]
        tree.numbers[MARGIN, node] += (margin - tree.numbers[MARGIN, node]) * share
        for p in range(state.players):
            mean = tree.numbers[VALUE + p, node]
            tree.numbers[VALUE + p, node] = mean + (room.values[p] - mean) * share


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
    room = scratch.room
    state = room.states[0]
    asked, weight = style.evaluator, style.second_opinion
    if asked == IN_TURN:
        asked = PLAY_ON if below(state, _PARTS) < _PARTS * weight else OUTLOOK
        weight = 0.0
    if asked == RANDOM_GAME:
        play_at_random(state)
    elif asked in (PLAY_ON, OUTLOOK_AFTER):
        play_on(state, room.actions[:])
    if asked >= OUTLOOK and not is_over(state):
        _look_out(scratch.outlook, room)
        if weight > 0.0:
            evaluate(state, room.opinion[0], room.opinion[1])
            _mix_in(room, weight)
    else:
        evaluate(state, room.values[:], room.points[:])


@compiled
def _mix_in(room: Any, weight: float) -> None:
    """Give another opinion so much weight: two err less than one."""
    for player in range(room.states[0].players):
        room.values[player] += weight * (room.opinion[0, player] - room.values[player])
        room.points[player] += weight * (room.opinion[1, player] - room.points[player])


@compiled
def _look_out(outlook: Weights, room: Any) -> None:
    """Prospects and final points as the outlook has them."""
    state, values, points = room.states[0], room.values[:], room.points[:]
    prospects(outlook, room.outlook, state, values, points)
    if state.players == 1:
        values[0] = points[0] / (points[0] + SOLO_GOOD)
        return
    for p in range(state.players):
        values[p] *= 1.0 - MARGIN_MATTERS
    _shares(state, points, MARGIN_SPREAD, MARGIN_MATTERS, values)


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
