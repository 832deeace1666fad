"""What a module offers to scripts: functions of whole numbers over its `room`.

Each takes the room and whole numbers, and returns a number or nothing. The first part is the kernel
contract for ``room.states[0]``; what a function writes stands in the field of that name. The
second is what a table asks of that state. The third searches ``room.root``. A game may have more,
in its own module `exports`.
"""

from typing import Any

import numpy as np
from numba import njit

from azulejos.core import host, kernel
from azulejos.core.chance import below, mixed_seed
from azulejos.core.compiled import compiled as exported  # Python calls none of them
from azulejos.nets import features
from azulejos.nets.network import Weights, is_there
from azulejos.search import endgame, evaluators, heuristics, summary, tastes, tree
from azulejos.search.config import HEURISTIC, VALUE_NETWORK, SearchConfig
from azulejos.search.endgame import SolverWorkspace
from azulejos.search.tree import Tree
from azulejos.search.workspace import Workspace
from azulejos.wasm.addresses import matrix_at, words_of

#: Compiled within whoever calls: compiled functions return no arrays.
inlined = njit(inline="always")

# ── The kernel contract ──────────────────────────────────────────────────────────────────────────


@exported
def is_over(room: Any) -> bool:
    return kernel.is_over(room.states[0])


@exported
def is_chance(room: Any) -> bool:
    return kernel.is_chance(room.states[0])


@exported
def to_move(room: Any) -> int:
    return kernel.to_move(room.states[0])


@exported
def legal(room: Any) -> int:
    return kernel.legal(room.states[0], room.actions)


@exported
def mask(room: Any) -> None:
    kernel.mask(room.states[0], room.allowed)


@exported
def is_legal(room: Any, action: int) -> bool:
    return kernel.is_legal(room.states[0], action)


@exported
def tell(room: Any, action: int) -> int:
    """Play a legal action and append what it did to the facts."""
    return kernel.tell(room.states[0], action, room.facts)


@exported
def tell_chance(room: Any, outcome: int) -> int:
    return kernel.tell_chance(room.states[0], outcome, room.facts)


@exported
def foresee(room: Any, action: int) -> int:
    """Append what an action would do, with what is certain to follow; the state stays as it is."""
    return kernel.foresee_of(room.states, action, room.facts)


@exported
def chance_weights(room: Any) -> int:
    return kernel.chance_weights(room.states[0], room.weights)


@exported
def sample_chance(room: Any) -> int:
    """Draw what is due by the state's generator; the outcomes are written and counted."""
    n = 0
    while kernel.is_chance(room.states[0]):
        room.outcomes[n] = kernel.sample_chance(room.states[0])
        n += 1
    return n


@exported
def scores(room: Any) -> None:
    kernel.scores(room.states[0], room.points)


@exported
def standings(room: Any) -> None:
    kernel.standings(room.states[0], room.ranks)


@exported
def returns(room: Any) -> None:
    kernel.returns(room.states[0], room.shares)


@exported
def observe(room: Any, player: int) -> None:
    kernel.observe(room.states[0], player, room.observation)


@exported
def determinize(room: Any, player: int) -> None:
    """By the room's seed."""
    kernel.determinize(room.states[0], player, room.seed)


@exported
def gains(room: Any, n: int) -> None:
    """What each of the first n actions in the room, all legal, brings at once."""
    kernel.gains_of(room.states, room.actions[:n], room.gains, room.facts)


# ── What a table asks ────────────────────────────────────────────────────────────────────────────


@exported
def begin(room: Any, players: int, first: int) -> bool:
    """Set up a game of these choices; first: −1 is drawn. Whether such a game can be."""
    state = room.states[0]
    if first < 0:
        first = below(state, players)
    return host.begin(state, players, first, room.choices)


@exported
def refusal(room: Any, action: int) -> int:
    """Why an action is not legal, and its parts; −1 if it is."""
    if kernel.is_legal(room.states[0], action):
        return -1
    return host.refusal(room.states[0], action, room.parts)


@exported
def conceal(room: Any, player: int) -> None:
    host.conceal(room.states[0], player)


@exported
def place(room: Any) -> int:
    """Complete a state that a position was written into; why it cannot be, and its parts, or −1."""
    return host.place(room.states[0], room.parts)


@exported
def shown(room: Any) -> int:
    """The legal actions that are shown to the player to act; how many they are."""
    n = 0
    for i in range(kernel.legal(room.states[0], room.actions)):
        if host.is_shown(room.states[0], room.actions[i]):
            room.actions[n] = room.actions[i]
            n += 1
    return n


@exported
def sides(room: Any) -> int:
    return kernel.sides(room.states[0])


@exported
def has_secrets(room: Any) -> bool:
    return host.has_secrets(room.states[0])


@exported
def round_of(room: Any) -> int:
    return host.round_of(room.states[0])


@exported
def compared(room: Any) -> None:
    host.compared(room.states[0], room.points)


@exported
def greedy(room: Any) -> int:
    return heuristics.greedy(room.states[0], room.actions)


@exported
def play_out(room: Any) -> int:
    """Play at random to the end; returns how many moves."""
    return kernel.play_at_random(room.states[0])


# ── Search ───────────────────────────────────────────────────────────────────────────────────────


@inlined
def _workspace(room: Any) -> Workspace:
    return Workspace(room.buffers, _network(room.networks[0]), _network(room.networks[1]))


@inlined
def _network(lies: Any) -> Weights:
    return Weights(
        matrix_at(lies.first, lies.first_rows, lies.width, np.int16),
        matrix_at(lies.second, lies.width + 1, lies.depth, np.float32),
        matrix_at(lies.last, lies.last_rows, lies.depth + 1, np.float32),
        int(lies.side_features),
        int(lies.action_features),
    )


@inlined
def _tree(room: Any) -> Tree:
    links = int(room.tree)
    numbers = links + 4 * tree.LINKS * int(room.capacity)
    return Tree(
        room.used,
        matrix_at(links, tree.LINKS, int(room.capacity), np.int32),
        matrix_at(numbers, tree.NUMBERS, int(room.capacity), np.float32),
    )


@inlined
def _config(room: Any) -> SearchConfig:
    return SearchConfig(
        int(room.evaluator),
        room.c_puct,
        room.prior_temperature,
        room.fpu_reduction,
        room.heuristic_weight,
    )


@exported
def mix_seed(room: Any, purpose: int, number: int) -> None:
    """Make another seed of the room's: see `mixed_seed`."""
    room.seed = mixed_seed(room.seed, purpose, number)


@exported
def guess(room: Any) -> None:
    """Take the state as its mover may know it, by the room's seed, for the root of a search."""
    state = room.root[0]
    room.root[0] = room.states[0]
    kernel.determinize(state, kernel.to_move(state), room.seed)


@exported
def is_covered(room: Any) -> bool:
    """Whether the networks are trained on games with these options."""
    return features.is_covered(room.states[0])


@exported
def reset(room: Any) -> None:
    """Empty the tree."""
    tree.reset(_tree(room))


@exported
def visit(room: Any, n: int) -> int:
    """Make n visits of the root by the room's seed and those after it; how many nodes there are."""
    tree.visit(_tree(room), _workspace(room), room.root, _config(room), room.seed, n)
    room.seed += n
    return room.used[0]


@exported
def visit_after(room: Any, action: int, player: int, n: int) -> int:
    """Make n visits of what follows an action of a player in the root: see `tree.visit_after`."""
    tree.visit_after(
        _tree(room), _workspace(room), room.root, action, player, _config(room), room.seed, n
    )
    room.seed += n
    return room.used[0]


@exported
def write_rows(room: Any, before: int) -> int:
    """Write what the tree's root and its children are, behind so many rows; how many rows."""
    return summary.write_rows(_tree(room), room.rows[before:])


@exported
def merge(room: Any, n: int, first: int) -> int:
    """Add up the first n rows: see `summary.merge`."""
    return summary.merge(room.rows, n, first)


@exported
def principal_variation(room: Any, action: int) -> int:
    return summary.principal_variation(_tree(room), action, room.line)


@exported
def line_of_visits(room: Any, least: int) -> int:
    """Write what is visited most from the tree's root on, at least so often each; how many."""
    return summary.line_of_visits(_tree(room), least, room.line)


@exported
def representative(room: Any, action: int) -> int:
    """The first legal action that leads to a position equivalent to that of this one."""
    return heuristics.representative(room.states[0], action)


@exported
def liked_most(room: Any, taste: int, n: int) -> int:
    """Which of the first n rows behind the root's a taste chooses, from 0."""
    rows = room.rows[1:]
    return tastes.liked_most(
        room.states[0], taste, rows[:, summary.ACTION], rows[:, summary.VISITS], n
    )


@exported
def rank(room: Any, taste: int) -> int:
    """Write the root's legal actions, the best at one ply first, with the room's error."""
    return tastes.rank(room.root[0], room.actions, room.marks, room.error, taste, room.fondness)


@exported
def random_legal(room: Any) -> int:
    """A legal action of the root, each as likely."""
    return kernel.random_legal(room.root[0])


@exported
def greedy_guess(room: Any) -> int:
    """The greedy player's action in the root."""
    return heuristics.greedy(room.root[0], room.actions)


@exported
def evaluate_one_ply(room: Any, action: int) -> float:
    """Write values after an action of the root and one rollout; the mover's margin."""
    room.states[1] = room.root[0]
    return evaluators.evaluate_one_ply(
        room.states[1:], action, room.actions, room.values, room.expected
    )


# ── Endings ──────────────────────────────────────────────────────────────────────────────────────


@inlined
def _solver(room: Any) -> SolverWorkspace:
    return SolverWorkspace(room.solver, words_of(room.solver.states))


@exported
def worth_solving(room: Any, exact: int, visits: int) -> int:
    return endgame.worth_solving(room.root[0], exact, visits)


@exported
def ends_before_chance(room: Any) -> bool:
    """Whether the root's game is certain to end before chance is next."""
    return heuristics.ends_before_chance(room.root[0])


@exported
def decisions_left(room: Any) -> int:
    """How many decisions the root has at most before chance is next."""
    return heuristics.decisions_left(room.root[0])


@exported
def begin_solving(room: Any) -> None:
    endgame.begin_solving(_solver(room), room.root)


@exported
def go_on_solving(room: Any, limit: int) -> float:
    """The root's value for its player to move; NaN after so many positions, if there are more."""
    workspace = _workspace(room)
    evaluator = VALUE_NETWORK if is_there(workspace.value_network) else HEURISTIC
    config = SearchConfig(evaluator, 0.0, 0.0, 0.0, room.heuristic_weight)
    return endgame.go_on_solving(_solver(room), workspace, config, limit)


@exported
def solved(room: Any) -> int:
    """The best action, when the value is known."""
    return room.solver.chosen[0]


@exported
def positions(room: Any) -> int:
    """How many positions the solver has searched."""
    return room.solver.spent
