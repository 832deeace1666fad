"""Players, which are asked for moves: those that search, and the fixed references."""

import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import OF_POSITION, seed_from
from azulejos.core.game import TableGame
from azulejos.core.kernel import count_legal, determinize, random_legal, to_move
from azulejos.nets.features import PLAYERS, supports
from azulejos.nets.network import NO_NETWORKS, Networks
from azulejos.search import analysis as search
from azulejos.search import tastes
from azulejos.search.analysis import PicklesKernelByName, Search
from azulejos.search.config import SearchConfig
from azulejos.search.endgame import Solution, make_ready, solve, worth_solving
from azulejos.search.evaluators import evaluate_one_ply
from azulejos.search.heuristics import ends_before_chance, greedy
from azulejos.search.tastes import liked_most, rank


@dataclass(frozen=True)
class Variation:
    """A move, every player's expected result (0 to 1) after it, and its principal variation.

    margin: as in `Analysis`, after this move.
    """

    move: Any
    values: list[float]
    margin: float
    visits: int
    pv: list[Any]


@dataclass(frozen=True)
class Analysis:
    """A player's analysis of a position, the best variation first (MultiPV).

    margin: expected final points of the mover above the best opponent; in a solo game, final
    points. is_proven: the best move is known to be the best, and its value is a fact.
    """

    move: Any
    values: list[float]
    margin: float
    visits: int
    variations: list[Variation]
    is_proven: bool = False


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
        determinize(states[0], to_move(states[0]), seed_from(self.seed, OF_POSITION, self.asked))
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
        for action in liked:
            values, points = np.zeros(PLAYERS), np.zeros(PLAYERS)
            margin = float(evaluate_one_ply(states.copy(), action, actions, values, points))
            move = game.MOVES[action]
            variations.append(Variation(move, values[: game.players].tolist(), margin, 0, [move]))
        best = variations[0]
        return Analysis(best.move, best.values, best.margin, 0, variations)

    @abstractmethod
    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:
        """Actions, best first, at least one. states: the determinized position, a batch of one."""


class RandomPlayer(SearchlessPlayer):
    """Every legal move is equally likely."""

    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:  # noqa: ARG002
        return [int(random_legal(states[0]))]


class GreedyPlayer(SearchlessPlayer):
    """The fixed reference of each game's `greedy.py`."""

    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:  # noqa: ARG002
        return [int(greedy(states[0], np.empty(self.kernel.MAX_LEGAL, np.int16)))]


class OnePlyPlayer(SearchlessPlayer):
    """Plays the best move by heuristic priors (one ply), plus noise, plus its taste.

    error: standard deviation of the noise, in points. taste: the number of one of the game's, and
    fondness: its weight in points.
    """

    def __init__(
        self,
        name: str,
        kernel: Any,
        seed: int,
        error: float,
        taste: int = tastes.NONE,
        fondness: float = 0.0,
    ) -> None:
        super().__init__(name, kernel, seed)
        self.error = error
        self.taste = taste
        self.fondness = fondness

    def _ranked(self, game: Any, states: NDArray[Any]) -> list[int]:  # noqa: ARG002
        actions = np.empty(self.kernel.MAX_LEGAL, np.int16)
        marks = np.empty(self.kernel.MAX_LEGAL)
        n = rank(states[0], actions, marks, self.error, self.taste, self.fondness)
        return [int(action) for action in actions[:n]]


#: The part of the time that the endgame solver may take; nearly all where the round is certain
#: to end the game.
PART_OF_THE_TIME, NEARLY_ALL = 0.25, 0.8
#: Visits that give a solved position its lines and values.
VISITS_OF_THE_SOLVED = 300


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
        taste: int = tastes.NONE,
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
            ms, visits = None, VISITS_OF_THE_SOLVED
        elif ms is not None:
            ms -= 1000 * (time.perf_counter() - begun)
        self._choose_config(root)
        self._follow(game)
        looked_at = max(multipv, tastes.CANDIDATES) if self.taste else multipv
        first = None if solved is None else solved.action
        analysis = self._search.analyse(
            root, ms=ms, visits=visits, stop=stop, multipv=looked_at, first=first
        )
        told = _told(game, analysis, solved)
        if not self.taste:
            return told
        variations = _by_taste(self.taste, game, told.variations)[:multipv]
        return replace(told, move=variations[0].move, variations=variations)

    def deepen(
        self, game: Any, *, piece: float, visits: int, nodes: int, multipv: int = 1
    ) -> Iterator[Analysis]:
        """Analyses of a position that grow more exact, each after so many milliseconds more.

        They end at about so many visits, or when the tree has so many nodes. Taste has no part in
        them.
        """
        root = self._known(game)
        self._choose_config(root)
        self._search.forget()
        self._seen = 0, b"", None
        solved = self._solved(root, piece / NEARLY_ALL, None, None)
        first = None if solved is None else solved.action
        while True:
            analysis = self._search.analyse(
                root, ms=piece, visits=visits, multipv=multipv, first=first
            )
            yield _told(game, analysis, solved)
            if analysis.visits >= visits or self._search.nodes >= nodes:
                return

    def _solved(
        self, root: NDArray[Any], ms: float | None, visits: int | None, stop: Event | None
    ) -> Solution | None:
        """The best action by the endgame solver, if the rest of the round is small enough."""
        most = worth_solving(root[0], self.exact, -1 if visits is None else visits)
        if most == 0:
            return None
        part = NEARLY_ALL if ends_before_chance(root[0]) else PART_OF_THE_TIME
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
        entries, known, mover = self._seen
        self._seen = game.entries, game.known_state(game.turn), game.turn
        same_mover = mover == game.turn and game.entries > entries
        if same_mover and game.known_state(mover, entries) == known:
            made = game.made(entries)
            self._search.follow([m.action for m in made if isinstance(m, game.MOVE)])
        else:
            self._search.forget()


def _told(game: Any, analysis: search.Analysis, solved: Solution | None) -> Analysis:
    """What a search found, with moves in the place of actions; solved: the best of them, if known.

    Of a solved position the values are exact, instead of the search's means.
    """
    variations = [
        Variation(
            game.MOVES[variation.action],
            variation.values,
            variation.margin,
            variation.visits,
            [game.MOVES[action] for action in variation.pv],
        )
        for variation in analysis.variations
    ]
    values = analysis.values
    is_proven = False
    if solved is not None:
        # At the end of a round that is not the last, the solver's leaves are estimates.
        is_proven = bool(ends_before_chance(game.state))
        values = [1.0 - solved.value] * 2
        values[game.turn] = solved.value
        variations[0] = replace(variations[0], values=values)
    best = variations[0].move
    return Analysis(best, values, analysis.margin, analysis.visits, variations, is_proven=is_proven)


def _by_taste(taste: int, game: Any, variations: list[Variation]) -> list[Variation]:
    """The same variations; of those about as good as the best, the one its taste prefers first."""
    actions = np.array([variation.move.action for variation in variations], np.int64)
    visits = np.array([variation.visits for variation in variations], np.int64)
    liked = liked_most(game.state, taste, actions, visits, len(variations))
    return [variations[liked], *variations[:liked], *variations[liked + 1 :]]
