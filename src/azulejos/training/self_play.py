"""Self-play games, compiled: for a core, and for a thread of a GPU."""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import below
from azulejos.core.compiled import compiled
from azulejos.core.kernel import apply, is_over, resolve_chance, returns, scores, to_move
from azulejos.nets.features import PLAYERS
from azulejos.search.config import SearchConfig
from azulejos.search.heuristics import is_hidden, is_horizon, rollout
from azulejos.search.tree import (
    ACTION,
    FIRST,
    NEXT,
    NO_NODE,
    PRIOR,
    ROOT,
    VALUE,
    VISITS,
    Tree,
    most_visited,
    reset,
    visit,
)
from azulejos.search.workspace import Workspace
from azulejos.training.samples import KEPT_ACTIONS, Samples

#: Noise on the root's priors, in place of AlphaZero's Dirichlet noise: its weight, and the exponent
#: of the uniform variates that are normalised to it (the larger, the more uneven).
_NOISE, _NOISE_EXPONENT = 0.25, 3.3
#: Resolution of random numbers.
_STEPS = 1 << 15


class SelfPlayConfig(NamedTuple):
    """How games are played. Fractions are probabilities, 0 to 1.

    Decisions get a full search (`visits`) or a fast one (`fast_visits`), and only those with a full
    search become samples: KataGo's playout cap randomisation. The first decision of a round always
    gets a full search. full_search_fraction: of the other decisions, those with a full search.
    sample_move_fraction: decisions played in proportion to visits instead of the most visited.
    rollout_fraction: decisions before which the round is finished by a heuristic rollout, as at the
    search's leaves. past_opponent_fraction: games with past networks at one seat. max_samples: a
    game with more is dropped.
    """

    visits: int
    fast_visits: int
    full_search_fraction: float
    sample_move_fraction: float
    rollout_fraction: float
    past_opponent_fraction: float
    max_samples: int


#: The state of a table, at which game after game is played, one visit of the search at a time.
TABLE = np.dtype(
    [
        ("seed", "i8"),  # of the next search
        ("decisions", "i8"),  # made so far
        ("samples", "i4"),  # written so far, those of the current game included
        ("begun", "i4"),  # the first sample of the current game
        ("visits", "i4"),  # made for the current decision
        ("target_visits", "i4"),  # of the current decision; 0 between games
        ("player", "i1"),  # to move
        ("past_seat", "i1"),  # the seat of past networks, or −1
        ("round_start", "i1"),  # whether it is a round's first decision
        ("full_search", "i1"),  # whether it is searched in full
        ("value_pending", "i1"),  # whether the last sample waits for a root value
    ],
    align=True,
)


@compiled
def play_games(
    tables: Any,
    states: Any,
    starts: Any,
    weights: Any,
    tree: Tree,
    own: Workspace,
    past: Workspace,
    search: SearchConfig,
    past_search: SearchConfig,
    play: SelfPlayConfig,
    out: Samples,
    visits: int,
) -> None:
    """Play at a table for so many visits, or until there is no room for another game's samples.

    tables: TABLE (1,). states: (1,) to play in; its generator goes on from game to game. starts:
    (kinds, PLAYERS): set-ups before the first draw, one for each starting player; weights:
    probabilities of the kinds, float64 (kinds,). own, past: workspaces with the newest networks,
    and with past ones or none, whose decisions are no samples; search, past_search: how they
    search.

    Every step of the loop is one visit, so that the threads of a GPU stay in step.
    """
    table, state = tables[0], states[0]
    for _ in range(visits):
        if table.target_visits == 0:
            if table.samples + play.max_samples > len(out.states):
                return
            _new_game(table, states, starts, weights, play)
            _advance(table, states, tree, own, play, out)
            if table.target_visits == 0:
                continue
        is_own = table.player != table.past_seat
        if is_own:
            visit(tree, own, states, search, table.seed + table.visits, 1)
        else:
            visit(tree, past, states, past_search, table.seed + table.visits, 1)
        table.visits += 1
        if table.visits == 1 and table.full_search and is_own:
            _add_noise(tree, state)
        if table.visits >= table.target_visits:
            _decide(table, states, tree, play, out)
            _advance(table, states, tree, own, play, out)


@compiled
def drop_fetched(tables: Any, out: Samples) -> None:
    """Move the current game's samples to the front: those before have been fetched."""
    table = tables[0]
    begun = table.begun
    for k in range(table.samples - begun):
        out.states[k] = out.states[begun + k]
        out.viewers[k] = out.viewers[begun + k]
        out.for_value[k] = out.for_value[begun + k]
        for j in range(KEPT_ACTIONS):
            out.actions[k, j] = out.actions[begun + k, j]
            out.visits[k, j] = out.visits[begun + k, j]
        for player in range(PLAYERS):
            out.values[k, player] = out.values[begun + k, player]
    table.samples -= begun
    table.begun = 0
    table.decisions = 0


@compiled
def _new_game(table: Any, states: Any, starts: Any, weights: Any, play: SelfPlayConfig) -> None:
    """Set up a game of a random kind, with a random starting player."""
    state = states[0]
    pick = below(state, _STEPS) / _STEPS
    kind = 0
    while pick >= weights[kind] and kind < len(weights) - 1:
        pick -= weights[kind]
        kind += 1
    first = below(state, int(starts[kind, 0].players))
    generator = state.generator
    states[0] = starts[kind, first]
    state.generator = generator
    table.past_seat = -1
    if _with_probability(state, play.past_opponent_fraction):
        table.past_seat = below(state, int(state.players))
    table.begun = table.samples
    table.round_start = 1
    table.value_pending = 0


@compiled
def _advance(
    table: Any, states: Any, tree: Tree, own: Workspace, play: SelfPlayConfig, out: Samples
) -> None:
    """Advance a game to its next decision, with an emptied tree, or to its end."""
    state = states[0]
    while not is_over(state) and table.samples - table.begun < play.max_samples - 2:
        if is_horizon(state):
            if not table.round_start:
                _record(out, table.samples, states, int(state.turn), True)
                table.samples += 1
                table.value_pending = 1
            table.round_start = 1
        resolve_chance(state)
        if is_over(state):
            break
        if not table.round_start and _with_probability(state, play.rollout_fraction):
            rollout(state, own.buffers.actions[:])
            continue
        table.seed += 1 << 20
        table.player = to_move(state)
        table.full_search = table.round_start or _with_probability(state, play.full_search_fraction)
        reset(tree)
        table.visits = 0
        table.target_visits = play.visits if table.full_search else play.fast_visits
        return
    table.target_visits = 0
    if not is_over(state):
        table.samples = table.begun
        return
    returns(state, own.buffers.values[:])
    scores(state, own.buffers.points[:])
    for i in range(table.begun, table.samples):
        for player in range(PLAYERS):
            plays = player < state.players
            out.results[i, player] = own.buffers.values[player] if plays else 0.0
            out.points[i, player] = own.buffers.points[player] if plays else 0.0
    if table.value_pending:  # the game ended before another decision
        for player in range(state.players):
            out.values[table.samples - 1, player] = own.buffers.values[player]
    table.begun = table.samples


@compiled
def _decide(table: Any, states: Any, tree: Tree, play: SelfPlayConfig, out: Samples) -> None:
    """Play the move that was searched, and write its sample."""
    state = states[0]
    if table.value_pending:
        _record_values(out, table.samples - 1, tree)
        out.for_value[table.samples - 1] = table.player != table.past_seat  # not past networks'
        table.value_pending = 0
    if table.full_search and table.player != table.past_seat:
        _record(out, table.samples, states, int(table.player), is_hidden(state))
        _record_values(out, table.samples, tree)
        _record_visits(out, table.samples, tree)
        table.samples += 1
    table.round_start = 0
    table.decisions += 1
    apply(state, _select_action(tree, state, _with_probability(state, play.sample_move_fraction)))


@compiled
def _with_probability(state: Any, part: float) -> bool:
    """True with this probability."""
    return below(state, _STEPS) < _STEPS * part


@compiled
def _add_noise(tree: Tree, state: Any) -> None:
    """Mix noise into the root's priors, and sort its children again."""
    generator = state.generator
    total = 1e-9
    child = tree.links[FIRST, ROOT]
    while child != NO_NODE:
        total += _noise(state)
        child = tree.links[NEXT, child]
    state.generator = generator  # the same noise again, now that its sum is known
    child = tree.links[FIRST, ROOT]
    tree.links[FIRST, ROOT] = NO_NODE
    while child != NO_NODE:
        following = tree.links[NEXT, child]
        prior = (1.0 - _NOISE) * tree.numbers[PRIOR, child]
        tree.numbers[PRIOR, child] = prior + _NOISE * _noise(state) / total
        _insert(tree, child)
        child = following


@compiled
def _noise(state: Any) -> float:
    return float((below(state, _STEPS) / _STEPS) ** _NOISE_EXPONENT)


@compiled
def _insert(tree: Tree, child: int) -> None:
    """Insert a child among the root's, before the first with a smaller prior.

    Visited children come first: `tree._best_child` stops at the first unvisited one.
    """
    visits, priors = tree.links[VISITS], tree.numbers[PRIOR]
    before = NO_NODE
    after = tree.links[FIRST, ROOT]
    while after != NO_NODE and (
        visits[after] > visits[child]
        or (visits[after] == visits[child] and priors[after] >= priors[child])
    ):
        before = after
        after = tree.links[NEXT, after]
    tree.links[NEXT, child] = after
    if before == NO_NODE:
        tree.links[FIRST, ROOT] = child
    else:
        tree.links[NEXT, before] = child


@compiled
def _record(out: Samples, n: int, states: Any, viewer: int, for_value: bool) -> None:
    """Write a position as a sample; its value and result are added later."""
    out.states[n] = states[0]
    out.viewers[n] = viewer
    out.for_value[n] = for_value
    for k in range(KEPT_ACTIONS):
        out.actions[n, k] = -1
        out.visits[n, k] = 0
    for player in range(PLAYERS):
        out.values[n, player] = 0.0


@compiled
def _record_values(out: Samples, n: int, tree: Tree) -> None:
    for player in range(PLAYERS):
        out.values[n, player] = tree.numbers[VALUE + player, ROOT]


@compiled
def _record_visits(out: Samples, n: int, tree: Tree) -> None:
    k = 0
    child = tree.links[FIRST, ROOT]
    while child != NO_NODE and k < KEPT_ACTIONS:
        out.actions[n, k] = tree.links[ACTION, child]
        out.visits[n, k] = tree.links[VISITS, child]
        k += 1
        child = tree.links[NEXT, child]


@compiled
def _select_action(tree: Tree, state: Any, samples_move: bool) -> int:
    """The action visited most, or a sample in proportion to visits."""
    best = most_visited(tree)
    visits = 0
    child = tree.links[FIRST, ROOT]
    while child != NO_NODE:
        visits += tree.links[VISITS, child]
        child = tree.links[NEXT, child]
    if samples_move and 0 < visits < 1 << 15:
        pick = below(state, visits)
        best = tree.links[FIRST, ROOT]
        while pick >= tree.links[VISITS, best]:
            pick -= tree.links[VISITS, best]
            best = tree.links[NEXT, best]
    return int(tree.links[ACTION, best])


def starts_of(kinds: list[NDArray[Any]]) -> NDArray[Any]:
    """Set-ups of several kinds of games as one array (kinds, PLAYERS)."""
    together = np.zeros((len(kinds), PLAYERS), kinds[0].dtype)
    for kind, starts in enumerate(kinds):
        together[kind, : len(starts)] = starts
    return together
