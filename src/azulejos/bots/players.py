"""Players: whoever can be asked for a move. Those who search, and the fixed references."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.game import TableGame
from azulejos.kernel import count_legal, imagine, nth_legal, to_move
from azulejos.search.endgame import solve
from azulejos.search.knowledge import appeals, greedy
from azulejos.search.thinking import Search
from azulejos.search.tree import Style


@dataclass(frozen=True)
class Line:
    """One way to go on: a move, every player's expected share of the win, and what may follow."""

    move: Any
    values: list[float]
    visits: int
    pv: list[Any]


@dataclass(frozen=True)
class Thought:
    """What a player makes of a position.

    margin: expected final points of the mover above the best other; alone, expected final points.
    """

    move: Any
    values: list[float]
    margin: float
    visits: int
    lines: list[Line]


class Player(ABC):
    """Somebody who can be asked for a move.

    The same seed, positions and visits give the same moves on one thread.
    """

    def __init__(self, name: str, kernel: Any, seed: int) -> None:
        self.name = name
        self.kernel = kernel
        self.seed = seed
        self.asked = 0

    def choose(self, game: Any, *, ms: float | None = None, visits: int | None = None) -> Any:
        """A move in this position; the game is left as it is. ms, visits: instead of the usual."""
        return self.think(game, ms=ms, visits=visits).move

    @abstractmethod
    def think(
        self,
        game: Any,
        *,
        ms: float | None = None,
        visits: int | None = None,
        lines: int = 1,
        stop: Event | None = None,
    ) -> Thought:
        """A move and the reasons for it."""

    def close(self) -> None:  # noqa: B027
        """Give back what is held: nothing, unless it is a program."""

    def _known(self, game: TableGame[Any, Any]) -> NDArray[Any]:
        """The position as its mover may know it, the rest imagined anew: a batch of one."""
        states = np.frombuffer(bytearray(game.state.tobytes()), self.kernel.STATE)
        self.asked += 1
        seeds = np.random.SeedSequence([self.seed, self.asked]).generate_state(1, np.uint64)
        imagine(states[0], to_move(states[0]), int(seeds[0] >> 2))
        return states


class Reference(Player):
    """A player that does not search: its opinion of the position is none."""

    def think(
        self,
        game: Any,
        *,
        ms: float | None = None,  # noqa: ARG002
        visits: int | None = None,  # noqa: ARG002
        lines: int = 1,  # noqa: ARG002
        stop: Event | None = None,  # noqa: ARG002
    ) -> Thought:
        move = game.MOVES[self._action(self._known(game))]
        even = [1 / game.players] * game.players
        return Thought(move, even, 0.0, 0, [Line(move, even, 0, [move])])

    @abstractmethod
    def _action(self, states: NDArray[Any]) -> int:
        """The action it takes."""


class RandomPlayer(Reference):
    """Every legal move is equally likely."""

    def _action(self, states: NDArray[Any]) -> int:
        chance = np.random.default_rng([self.seed, self.asked])
        return int(nth_legal(states[0], int(chance.integers(count_legal(states[0])))))


class GreedyPlayer(Reference):
    """The fixed reference of each game's `greedy.py`."""

    def _action(self, states: NDArray[Any]) -> int:
        return int(greedy(states[0], np.empty(self.kernel.MAX_LEGAL, np.int16)))


class GlancingPlayer(Reference):
    """Takes what appeals most at a glance, and is often mistaken.

    error: how far its glance is off, in points (standard deviation).
    """

    def __init__(self, name: str, kernel: Any, seed: int, error: float) -> None:
        super().__init__(name, kernel, seed)
        self.error = error

    def _action(self, states: NDArray[Any]) -> int:
        actions = np.empty(self.kernel.MAX_LEGAL, np.int16)
        looks = np.empty(self.kernel.MAX_LEGAL, np.float32)
        n = self.kernel.legal(states[0], actions)
        appeals(states[0], actions, n, looks)
        chance = np.random.default_rng([self.seed, self.asked])
        return int(actions[np.argmax(looks[:n] + chance.normal(0.0, self.error, n))])


#: With more actions than this at hand, the rest of a round is not tried to be solved.
_FEW_ACTIONS = 40
#: Visits that give a solved position its lines and values.
_VISITS_OF_THE_SOLVED = 300


class SearchingPlayer(Player):
    """Searches a tree, kept from move to move.

    visits, ms: its usual budget. exact: how many positions it may look at to solve the rest of a
    round exactly before it searches.
    """

    def __init__(
        self,
        name: str,
        kernel: Any,
        seed: int,
        style: Style,
        *,
        visits: int | None = None,
        ms: float | None = None,
        exact: int = 0,
        threads: int = 1,
    ) -> None:
        super().__init__(name, kernel, seed)
        self.visits = visits
        self.ms = ms
        self.exact = exact
        self._search = Search(kernel, style, seed, threads)
        self._seen: list[Any] = []

    def think(
        self,
        game: Any,
        *,
        ms: float | None = None,
        visits: int | None = None,
        lines: int = 1,
        stop: Event | None = None,
    ) -> Thought:
        if ms is None and visits is None:
            ms, visits = self.ms, self.visits
        root = self._known(game)
        solved = self._solved(game, root)
        if solved is not None:
            ms, visits = None, _VISITS_OF_THE_SOLVED
        self._keep_up(game)
        thought = self._search.think(
            root, ms=ms, visits=visits, stop=stop, lines=lines, first=solved
        )
        told = [
            Line(
                game.MOVES[line.action],
                line.values,
                line.visits,
                [game.MOVES[action] for action in line.sequence],
            )
            for line in thought.lines
        ]
        return Thought(told[0].move, thought.values, thought.margin, thought.visits, told)

    def _solved(self, game: Any, root: NDArray[Any]) -> int | None:
        """The best action, if so little is left of the round that all of it can be looked at."""
        few = self.exact > 0 and game.players == 2 and count_legal(root[0]) <= _FEW_ACTIONS
        found = solve(self.kernel, root, self.exact) if few else None
        return None if found is None else found[0]

    def _keep_up(self, game: Any) -> None:
        """Keep the part of the tree that the moves since last time lead to, if they follow."""
        made = [entry.made for entry in game._history]
        before = self._seen
        if before and made[: len(before)] == before and len(made) > len(before):
            new = made[len(before) :]
            self._search.follow([m.action for m in new if isinstance(m, game.MOVE)])
        else:
            self._search.forget()
        self._seen = made
