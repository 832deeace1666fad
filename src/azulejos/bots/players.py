"""Players, which are asked for moves: those that search, and the fixed references."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.game import TableGame
from azulejos.core.kernel import count_legal, determinize, nth_legal, to_move
from azulejos.nets.features import PLAYERS, supports
from azulejos.nets.network import NO_NETWORKS, Networks
from azulejos.search.analysis import PicklesKernelByName, Search
from azulejos.search.config import SearchConfig
from azulejos.search.endgame import Solution, make_ready, solve
from azulejos.search.evaluators import evaluate_one_ply
from azulejos.search.heuristics import decisions_left, ends_before_chance, greedy, heuristic_priors

#: A bias towards some moves that a person would notice: of the position as its mover may know it
#: (`Game.view`) and a move, a number from 0 (none) to 1. Without search it is added to the one-ply
#: evaluation; elsewhere it decides among moves that the search finds about equally good.
Taste = Callable[[dict[str, Any], Any], float]


@dataclass(frozen=True)
class Variation:
    """A move, every player's expected result (0 to 1) after it, and its principal variation."""

    move: Any
    values: list[float]
    visits: int
    pv: list[Any]


@dataclass(frozen=True)
class Analysis:
    """A player's analysis of a position, the best variation first (MultiPV).

    margin: expected final points of the mover above the best opponent; in a solo game, final
    points.
    """

    move: Any
    values: list[float]
    margin: float
    visits: int
    variations: list[Variation]


class Player(PicklesKernelByName, ABC):
    """Something that can be asked for a move.

    The same seed, positions and visits give the same moves on one thread.
    """

    def __init__(self, name: str, kernel: Any, seed: int) -> None:
        self.name = name
        self.kernel = kernel
        self.seed = seed
        self.asked = 0

    def choose(self, game: Any, *, ms: float | None = None, visits: int | None = None) -> Any:
        """A move; the game is not changed. ms, visits: instead of the usual budget."""
        return self.analyse(game, ms=ms, visits=visits).move

    @abstractmethod
    def analyse(
        self,
        game: Any,
        *,
        ms: float | None = None,
        visits: int | None = None,
        multipv: int = 1,
        stop: Event | None = None,
    ) -> Analysis:
        """The best move, values, and the best `multipv` (1 or more) variations.

        ms, visits: instead of the usual budget. stop: ends the search early when it is set.
        """

    def close(self) -> None:
        """Release what is held: nothing, unless it is a program."""

    def _known(self, game: TableGame[Any, Any]) -> NDArray[Any]:
        """The position determinized for its mover: a batch of one.

        ValueError where there is nothing to decide.
        """
        if game.KERNEL is not self.kernel:
            raise ValueError(f"{self.name} was made for another game")
        if game.is_over or not count_legal(game.state):
            raise ValueError(f"there is nothing to decide: the phase is {game.phase!r}")
        states = np.frombuffer(bytearray(game.state.tobytes()), self.kernel.STATE)
        self.asked += 1
        seeds = np.random.SeedSequence([self.seed, self.asked]).generate_state(1, np.uint64)
        determinize(states[0], to_move(states[0]), int(seeds[0] >> 2))
        return states


class SearchlessPlayer(Player):
    """A player without search: it ranks moves directly. Values are a one-ply evaluation."""

    def choose(
        self,
        game: Any,
        *,
        ms: float | None = None,  # noqa: ARG002
        visits: int | None = None,  # noqa: ARG002
    ) -> Any:
        return game.MOVES[self._ranked(game, self._known(game))[0]]  # without the evaluation

    def analyse(
        self,
        game: Any,
        *,
        ms: float | None = None,  # noqa: ARG002
        visits: int | None = None,  # noqa: ARG002
        multipv: int = 1,
        stop: Event | None = None,  # noqa: ARG002
    ) -> Analysis:
        states = self._known(game)
        liked = self._ranked(game, states)[:multipv]
        actions = np.zeros(game.KERNEL.MAX_LEGAL, np.int16)
        variations = []
        margins = []
        for action in liked:
            values, points = np.zeros(PLAYERS), np.zeros(PLAYERS)
            margins.append(float(evaluate_one_ply(states.copy(), action, actions, values, points)))
            move = game.MOVES[action]
            variations.append(Variation(move, values[: game.players].tolist(), 0, [move]))
        return Analysis(variations[0].move, variations[0].values, margins[0], 0, variations)

    @abstractmethod
    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:
        """Actions, best first, at least one. states: the determinized position, a batch of one."""


class RandomPlayer(SearchlessPlayer):
    """Every legal move is equally likely."""

    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:  # noqa: ARG002
        chance = np.random.default_rng([self.seed, self.asked])
        return [int(nth_legal(states[0], int(chance.integers(count_legal(states[0])))))]


class GreedyPlayer(SearchlessPlayer):
    """The fixed reference of each game's `greedy.py`."""

    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:  # noqa: ARG002
        return [int(greedy(states[0], np.empty(self.kernel.MAX_LEGAL, np.int16)))]


class OnePlyPlayer(SearchlessPlayer):
    """Plays the best move by heuristic priors (one ply), plus noise, plus its taste.

    error: standard deviation of the noise, in points. taste: a bias towards some moves, 0 to 1
    each, and fondness: its weight in points.
    """

    def __init__(
        self,
        name: str,
        kernel: Any,
        seed: int,
        error: float,
        taste: Taste | None = None,
        fondness: float = 0.0,
    ) -> None:
        super().__init__(name, kernel, seed)
        self.error = error
        self.taste = taste
        self.fondness = fondness

    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:
        actions = np.empty(self.kernel.MAX_LEGAL, np.int16)
        priors = np.empty(self.kernel.MAX_LEGAL, np.float32)
        n = self.kernel.legal(states[0], actions)
        heuristic_priors(states[0], actions, n, priors)
        chance = np.random.default_rng([self.seed, self.asked])
        seen = priors[:n] + chance.normal(0.0, self.error, n)
        if self.taste is not None:
            position = game.view(game.turn)
            liked = [self.taste(position, game.MOVES[action]) for action in actions[:n]]
            seen += self.fondness * np.array(liked)
        return [int(action) for action in actions[np.argsort(-seen, kind="stable")]]


#: With at most so many decisions left in a round the endgame solver is tried, with this part of the
#: time; with nearly all of it in a round that is certain to end the game.
_MAX_DECISIONS = 10
_PART_OF_THE_TIME, _NEARLY_ALL = 0.25, 0.8
#: Positions that the solver searches in the time of a visit, about.
_POSITIONS_A_VISIT = 10
#: For what ends the game: eight tiles in eight groups took 600 thousand on a grey wall.
_POSITIONS_OF_AN_ENDING = 2_000_000
#: Visits that give a solved position its lines and values.
_VISITS_OF_THE_SOLVED = 300
#: Taste decides among so many of the best moves, if they were visited at least half as often as
#: the best.
_TASTE_CANDIDATES = 6


class SearchingPlayer(Player):
    """Monte Carlo tree search, with a tree kept from move to move.

    visits, ms: its usual budget. A player with a budget in visits does not use more when it is
    given more time. exact: positions the endgame solver may search first, 0 for no solver. taste:
    decides among moves that are about equally good. networks: for the search, and for the solver's
    leaves. solo: the configuration without networks, for solo games and for options that the
    networks are not trained on. multiplayer: the configuration of games of more than two.
    """

    def __init__(
        self,
        name: str,
        kernel: Any,
        seed: int,
        config: SearchConfig,
        *,
        visits: int | None = None,
        ms: float | None = None,
        exact: int = 0,
        threads: int = 1,
        taste: Taste | None = None,
        networks: Networks = NO_NETWORKS,
        solo: SearchConfig | None = None,
        multiplayer: SearchConfig | None = None,
    ) -> None:
        super().__init__(name, kernel, seed)
        self.visits = visits
        self.ms = ms
        self.exact = exact
        self.taste = taste
        self._search = Search(kernel, config, seed, threads, networks)
        self._config, self._networks, self._solo, self._multiplayer = (
            config,
            networks,
            solo,
            multiplayer,
        )
        self._seen: tuple[int, bytes, int | None] = 0, b"", None  # entries, what was known, mover
        if exact:
            make_ready(kernel)

    def analyse(
        self,
        game: Any,
        *,
        ms: float | None = None,
        visits: int | None = None,
        multipv: int = 1,
        stop: Event | None = None,
    ) -> Analysis:
        if visits is None:
            visits = self.visits
            ms = self.ms if ms is None else ms
        begun = time.perf_counter()
        root = self._known(game)
        solved = self._solved(root, ms, visits, stop)
        if solved is not None:
            ms, visits = None, _VISITS_OF_THE_SOLVED
        elif ms is not None:
            ms -= 1000 * (time.perf_counter() - begun)
        self._choose_config(root)
        self._follow(game)
        looked_at = multipv if self.taste is None else max(multipv, _TASTE_CANDIDATES)
        first = None if solved is None else solved.action
        analysis = self._search.analyse(
            root, ms=ms, visits=visits, stop=stop, multipv=looked_at, first=first
        )
        variations = [
            Variation(
                game.MOVES[variation.action],
                variation.values,
                variation.visits,
                [game.MOVES[action] for action in variation.pv],
            )
            for variation in analysis.variations
        ]
        values = analysis.values
        if solved is not None:  # the exact value, instead of the search's mean
            values = [1.0 - solved.value] * 2
            values[game.turn] = solved.value
            variations[0] = replace(variations[0], values=values)
        if self.taste is not None:
            variations = _by_taste(self.taste, game, variations)[:multipv]
        return Analysis(variations[0].move, values, analysis.margin, analysis.visits, variations)

    def _solved(
        self, root: NDArray[Any], ms: float | None, visits: int | None, stop: Event | None
    ) -> Solution | None:
        """The best action by the endgame solver, if the rest of the round is small enough."""
        few = root["players"][0] == 2 and decisions_left(root[0]) <= _MAX_DECISIONS
        if self.exact == 0 or not few:
            return None
        most, part = self.exact, _PART_OF_THE_TIME
        if ends_before_chance(root[0]):
            most, part = _POSITIONS_OF_AN_ENDING, _NEARLY_ALL
        if visits is not None:
            most = min(most, _POSITIONS_A_VISIT * visits)
        end = None if ms is None else time.perf_counter() + part * ms / 1000
        workspace, config = self._search.workspace, self._search.config
        return solve(
            self.kernel, root, most, workspace=workspace, config=config, end=end, stop=stop
        )

    def _choose_config(self, root: NDArray[Any]) -> None:
        """Search as configured for this number of players.

        Solo games, and games with options that the networks are not trained on, without networks.
        """
        config, networks, players = self._config, self._networks, root["players"][0]
        if self._solo is not None and (players == 1 or not supports(root)):
            config, networks = self._solo, NO_NETWORKS
        elif players > 2 and self._multiplayer is not None:
            config = self._multiplayer
        if config != self._search.config:
            self._search = Search(self.kernel, config, self.seed, self._search.threads, networks)

    def _follow(self, game: Any) -> None:
        """Keep the subtree that the moves since the last search lead to, if they follow from it.

        A tree holds what one player could know, so another player at the table starts a new one.
        """
        history = game._history
        entries, known, mover = self._seen
        self._seen = len(history), game.known_state(game.turn), game.turn
        same_mover = mover == game.turn and len(history) > entries
        if same_mover and game.known_state(mover, entries) == known:
            made = [entry.made for entry in history[entries:]]
            self._search.follow([m.action for m in made if isinstance(m, game.MOVE)])
        else:
            self._search.forget()


def _by_taste(taste: Taste, game: Any, variations: list[Variation]) -> list[Variation]:
    """The same variations; of those about as good as the best, the one its taste prefers first."""
    position = game.view(game.turn)
    equals = [
        variation
        for variation in variations[:_TASTE_CANDIDATES]
        if 2 * variation.visits >= variations[0].visits
    ]
    liked = max(equals, key=lambda variation: taste(position, variation.move))
    return [liked, *(variation for variation in variations if variation is not liked)]
