"""Games that a learned player plays against itself, compiled: one call plays on in one thread."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.chance import below
from azulejos.compiled import compiled
from azulejos.kernel import apply, is_over, returns, scores, settle, to_move
from azulejos.nets.network import PLAYERS
from azulejos.search.knowledge import is_hidden, is_horizon
from azulejos.search.tree import (
    NO_NODE,
    ROOT,
    Scratch,
    Style,
    Tree,
    begin_anew,
    most_visited,
    visit,
)
from azulejos.training.samples import KEPT_ACTIONS, Samples

#: A game that lasts longer is not learnt from.
MOST_SAMPLES = 600
#: Noise on the root's priors: how much of it, and how uneven.
_NOISE, _UNEVENNESS = 0.25, 3.3
#: Draws of chance are made with this many steps.
_STEPS = 1 << 15


class Play(NamedTuple):
    """How games are played."""

    visits: int  # for a decision that is learnt from
    quick_visits: int  # for the others
    learnt: float  # part of the decisions that are learnt from, after the first of a round
    wander: float  # part of the decisions that follow chance, in proportion to visits
    elder: float  # part of the games in which one seat is an earlier mind's


@compiled
def play_games(
    states: Any,
    starts: Any,
    weights: Any,
    tree: Tree,
    own: Scratch,
    elder: Scratch,
    style: Style,
    play: Play,
    out: Samples,
    seed: int,
) -> tuple[int, int]:
    """Play games until there is no room for another's samples.

    Returns how many samples there are, and how many decisions were made.

    states: (1,) to play in; its generator goes on from game to game. starts: (kinds, PLAYERS):
    set-ups before the first draw, one for each who may begin; weights: how often each kind is
    played, summing up to 1, float64 (kinds,). own, elder: scratches of the newest mind and of an
    earlier one, whose decisions are not learnt from. seed: of the searches.
    """
    n = 0
    decisions = 0
    state = states[0]
    shares = np.zeros(PLAYERS)
    points = np.zeros(PLAYERS, np.int32)
    children = np.zeros(len(own.actions), np.int32)
    noise = np.zeros(len(own.actions))
    while n + MOST_SAMPLES < len(out.states):
        _begin(states, starts, weights)
        stranger = -1
        if _happens(state, play.elder):
            stranger = below(state, int(state.players))
        begun = n
        unseen = False  # whether the last sample waits for what a search thinks of it
        fresh = True  # whether a round begins
        while not is_over(state) and n - begun < MOST_SAMPLES - 2:
            if is_horizon(state):
                if not fresh:
                    _keep(out, n, states, int(state.turn), True)
                    n += 1
                    unseen = True
                fresh = True
            settle(state)
            if is_over(state):
                break
            seed += 1 << 20
            player = to_move(state)
            learnt = fresh or _happens(state, play.learnt)
            begin_anew(tree)
            if player == stranger:
                visit(tree, elder, states, style, seed, play.visits if fresh else play.quick_visits)
            else:
                visit(tree, own, states, style, seed, 1)
                if learnt:
                    _add_noise(tree, state, children, noise)
                visits = play.visits if learnt else play.quick_visits
                visit(tree, own, states, style, seed + 1, visits - 1)
            if unseen:
                _note_values(out, n - 1, tree)
                unseen = False
            if learnt and player != stranger:
                _keep(out, n, states, player, is_hidden(state))
                _note_values(out, n, tree)
                _note_visits(out, n, tree)
                n += 1
            fresh = False
            decisions += 1
            apply(state, _choice(tree, state, learnt and _happens(state, play.wander)))
        if not is_over(state):
            n = begun
            continue
        returns(state, shares)
        scores(state, points)
        for i in range(begun, n):
            for player in range(state.players):
                out.shares[i, player] = shares[player]
                out.points[i, player] = points[player]
        if unseen:  # the game ended before anybody moved again
            for player in range(state.players):
                out.values[n - 1, player] = shares[player]
    return n, decisions


@compiled
def _happens(state: Any, part: float) -> bool:
    """Whether something happens that does so in this part of all cases."""
    return below(state, _STEPS) < _STEPS * part


@compiled
def _begin(states: Any, starts: Any, weights: Any) -> None:
    """Set up a game of a kind drawn by the weights, with a beginner drawn evenly."""
    pick = below(states[0], _STEPS) / _STEPS
    kind = 0
    while pick >= weights[kind] and kind < len(weights) - 1:
        pick -= weights[kind]
        kind += 1
    first = below(states[0], int(starts[kind, 0].players))
    generator = states[0].generator
    states[0] = starts[kind, first]
    states[0].generator = generator


@compiled
def _add_noise(tree: Tree, state: Any, children: Any, noise: Any) -> None:
    """Mix chance into the root's priors, and bring its children into their order again."""
    n = 0
    total = 0.0
    child = tree.first[ROOT]
    while child != NO_NODE:
        children[n] = child
        noise[n] = (below(state, _STEPS) / _STEPS) ** _UNEVENNESS
        total += noise[n]
        n += 1
        child = tree.next[child]
    for i in range(n):
        prior = tree.prior[children[i]]
        tree.prior[children[i]] = (1.0 - _NOISE) * prior + _NOISE * noise[i] / max(total, 1e-9)
    for i in range(1, n):
        child = children[i]
        at = i
        while at > 0 and tree.prior[children[at - 1]] < tree.prior[child]:
            children[at] = children[at - 1]
            at -= 1
        children[at] = child
    following = NO_NODE
    for i in range(n - 1, -1, -1):
        tree.next[children[i]] = following
        following = children[i]
    tree.first[ROOT] = following


@compiled
def _keep(out: Samples, n: int, states: Any, viewer: int, foreseen: bool) -> None:
    """Write a position down; what is thought of it and how the game ends is added later."""
    out.states[n] = states[0]
    out.viewers[n] = viewer
    out.foreseen[n] = foreseen
    for k in range(KEPT_ACTIONS):
        out.actions[n, k] = -1
        out.visits[n, k] = 0


@compiled
def _note_values(out: Samples, n: int, tree: Tree) -> None:
    for player in range(PLAYERS):
        out.values[n, player] = tree.value[ROOT, player]


@compiled
def _note_visits(out: Samples, n: int, tree: Tree) -> None:
    k = 0
    child = tree.first[ROOT]
    while child != NO_NODE and k < KEPT_ACTIONS:
        out.actions[n, k] = tree.action[child]
        out.visits[n, k] = tree.visits[child]
        k += 1
        child = tree.next[child]


@compiled
def _choice(tree: Tree, state: Any, wanders: bool) -> int:
    """The action visited most; or any, each as likely as it was visited."""
    best = most_visited(tree)
    visits = 0
    child = tree.first[ROOT]
    while child != NO_NODE:
        visits += tree.visits[child]
        child = tree.next[child]
    if wanders and 0 < visits < 1 << 15:
        pick = below(state, visits)
        best = tree.first[ROOT]
        while pick >= tree.visits[best]:
            pick -= tree.visits[best]
            best = tree.next[best]
    return int(tree.action[best])


def starts_of(kinds: list[NDArray[Any]]) -> NDArray[Any]:
    """Set-ups of several kinds of games as one array (kinds, PLAYERS)."""
    together = np.zeros((len(kinds), PLAYERS), kinds[0].dtype)
    for kind, starts in enumerate(kinds):
        together[kind, : len(starts)] = starts
    return together
