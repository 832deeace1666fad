"""Matches between two ways to search, compiled: how networks in training are evaluated."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.batch.cores import core_count
from azulejos.core.compiled import compiled_with_arrays
from azulejos.core.kernel import (
    apply,
    is_chance,
    is_over,
    is_partner,
    resolve_chance,
    returns,
    sides,
    to_move,
)
from azulejos.nets.features import PLAYERS
from azulejos.nets.network import Networks
from azulejos.search.config import SearchConfig
from azulejos.search.tree import best_action, new_tree
from azulejos.search.workspace import Workspace, new_workspace


class Contender(NamedTuple):
    """A way to search: configuration, networks, and visits a decision."""

    search: SearchConfig
    networks: Networks
    visits: int


@compiled_with_arrays
def _game(
    states: Any,
    seat: int,
    trees: Any,
    one: Workspace,
    other: Workspace,
    configs: Any,
    visits: Any,
    seed: int,
) -> float:
    """Play a game; returns the result of the first, which has one seat and its partners'."""
    state = states[0]
    while not is_over(state):
        if is_chance(state):
            resolve_chance(state)
            continue
        seed += 1 << 20
        if is_partner(state, seat, to_move(state)):
            apply(state, best_action(trees[0], one, states, configs[0], seed, visits[0]))
        else:
            apply(state, best_action(trees[1], other, states, configs[1], seed, visits[1]))
    scores = np.zeros(PLAYERS)
    returns(state, scores)
    return float(scores[seat])


def count_sides(starts: NDArray[Any]) -> int:
    """How many sides (players or teams) a game has. starts: its set-ups (players,)."""
    return int(sides(starts[0]))


def play_match(
    kernel: Any,
    one: Contender,
    other: Contender,
    starts: NDArray[Any],
    deals: int,
    seed: int,
    threads: int | None = None,
) -> NDArray[np.float64]:
    """The first's score on every deal, the mean over all seats: (deals,).

    starts: set-ups before the first draw, one for each starting player (players,). Every deal is
    played once from each seat, with the same chance.
    """
    players = len(starts)
    tasks = list(range(deals))
    threads = threads or core_count()
    results = np.zeros(deals)

    def work(worker: int) -> None:
        trees = tuple(new_tree(1 + side.visits * kernel.MAX_LEGAL) for side in (one, other))
        workspaces = [new_workspace(kernel, side.networks) for side in (one, other)]
        states = np.zeros(1, kernel.STATE)
        for deal in tasks[worker::threads]:
            generator = np.random.SeedSequence([seed, deal]).generate_state(1, np.uint64)[0]
            for seat in range(players):
                states[0] = starts[deal % players]
                states["generator"] = generator
                results[deal] += (
                    _game(
                        states,
                        seat,
                        trees,
                        workspaces[0],
                        workspaces[1],
                        (one.search, other.search),
                        (one.visits, other.visits),
                        deal * 7919 + seat,
                    )
                    / players
                )

    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(work, range(threads)))
    return results


def mean_result_from(
    kernel: Any, side: Contender, start: NDArray[Any], player: int, games: int
) -> float:
    """A player's mean result when a contender plays a position to the end on all seats.

    start: the position (1,), chance may be pending; each game has its own random generator. It
    measures which of two moves was better.
    """
    configs, visits = (side.search, side.search), (side.visits, side.visits)

    def work(game: int) -> float:
        tree = new_tree(1 + side.visits * kernel.MAX_LEGAL)
        workspace = new_workspace(kernel, side.networks)
        states = start.copy()
        states["generator"] = np.random.SeedSequence(game).generate_state(1, np.uint64)[0]
        return _game(states, player, (tree, tree), workspace, workspace, configs, visits, game)

    with ThreadPoolExecutor(core_count()) as pool:
        return float(np.mean(list(pool.map(work, range(games)))))
