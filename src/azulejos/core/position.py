"""A position of a game, whichever game: what the state, the kernel's record, is asked.

Nothing here changes it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from azulejos.core import reasons
from azulejos.core.errors import IllegalMove, InputError, MalformedMove
from azulejos.core.facts import Fact, FactKind, read_facts, room_for_facts
from azulejos.core.kernel import (
    foresee_of,
    gains_of,
    is_legal_of,
    legal_of,
    mask_of,
    observe_of,
    returns_of,
    scores_of,
)
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import given


class AnyMove(Protocol):
    """A decision: a value that prints, with its number in the kernel's action space."""

    @property
    def action(self) -> int: ...


Move = TypeVar("Move", bound=AnyMove)
Chance = TypeVar("Chance")


class Position(ABC, Generic[Move, Chance]):
    """A state that can be asked. Each game adds how it is written down, and who sees what."""

    NAME: ClassVar[str]
    KERNEL: ClassVar[Any]  # the game's kernel module
    #: Every move, by its number in the action space, and the class of moves and of chance.
    MOVES: ClassVar[Sequence[Any]]
    MOVE: ClassVar[type[Any]]
    CHANCE: ClassVar[type[Any]]
    #: What a text begins with that is chance, not a move.
    CHANCE_MARKS: ClassVar[tuple[str, ...]]
    #: In the first of them chance is awaited; at the end the phase is "over".
    PHASES: ClassVar[Sequence[str]]
    #: The kinds of facts that the rules tell, by the kernel's numbers; none if it tells nothing.
    FACTS: ClassVar[Sequence[FactKind]] = ()
    #: Fields of a state that a position as data does not tell.
    UNTOLD: ClassVar[tuple[str, ...]] = ("generator",)
    #: Where these stand in the state's bytes.
    _PHASE_AT: ClassVar[int]
    _TURN_AT: ClassVar[int]
    _PLAYERS_AT: ClassVar[int]

    _memory: bytearray  # the state's bytes
    _states: NDArray[Any]  # the same bytes as a batch of one
    _actions: NDArray[np.int16]  # room for the kernel's answers
    _drawn: NDArray[np.int16]
    _manual: bool  # chance is given from outside

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "KERNEL"):
            return  # what games derive from
        dtype = cls.KERNEL.STATE
        cls._PHASE_AT, cls._TURN_AT, cls._PLAYERS_AT = (
            dtype.fields[name][1] for name in ("phase", "turn", "players")
        )

    def _use_memory(self, memory: bytearray) -> None:
        self._memory = memory
        self._states = np.frombuffer(memory, self.KERNEL.STATE)
        self._actions = np.empty(self.KERNEL.MAX_LEGAL, np.int16)
        self._drawn = np.empty(self.KERNEL.MOST_DRAWS, np.int16)

    @property
    def state(self) -> Any:
        """The kernel's record of this position (a view: whoever writes to it changes the game)."""
        return self._states[0]

    @property
    def states(self) -> NDArray[Any]:
        """The same as a batch of one, in which it is passed faster to compiled functions."""
        return self._states

    @property
    def phase(self) -> str:
        """What is going on, one of the game's `PHASES`; at the end "over"."""
        return self.PHASES[self._memory[self._PHASE_AT]]

    @property
    def players(self) -> int:
        """How many players there are."""
        return self._memory[self._PLAYERS_AT]

    @property
    def sides(self) -> int:
        """How many sides there are, players or teams: player p plays for side p modulo this."""
        return self.players

    def side_of(self, player: int) -> int:
        """The side a player plays for."""
        return player % self.sides

    @property
    def has_secrets(self) -> bool:
        """Whether players hide something from each other; a game in which all lies open says no."""
        return True

    @property
    def turn(self) -> int | None:
        """Index of the player to act; None when the game is over."""
        return None if self.is_over else self._memory[self._TURN_AT]

    @property
    def round(self) -> int | None:
        """The round, from 1; None in a game without rounds."""
        return self.round_in(self.state)

    def round_in(self, state: Any) -> int | None:  # noqa: ARG002
        """The round of a state of this game."""
        return None

    @property
    def awaits_chance(self) -> bool:
        """Whether chance is next, and given from outside."""
        return self.phase == self.PHASES[0]

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.phase == "over"

    @property
    def scores(self) -> list[int]:
        """Points of each player."""
        points = np.zeros(self.KERNEL.MAX_PLAYERS, np.int32)
        scores_of(self._states, points)
        return points[: self.players].tolist()

    @property
    def points(self) -> list[int]:
        """What games are compared by: the scores, unless a way to play counts something else."""
        return self.scores

    @property
    def winners(self) -> list[int]:
        """Indices of those who won or share the win; empty while the game runs."""
        shares = np.zeros(self.KERNEL.MAX_PLAYERS)
        returns_of(self._states, shares)
        return [player for player, share in enumerate(shares.tolist()) if share > 0]

    @property
    def has_goal(self) -> bool:
        """Whether a single player has a goal that can come out of reach: see a game's `goal`."""
        return False

    def result(self) -> dict[str, Any] | None:
        """Scores and winners as a record tells them; None while the game runs."""
        return {"scores": self.scores, "winners": self.winners} if self.is_over else None

    # ── Moves ─────────────────────────────────────────────────────────────────────────────────────

    def legal_moves(self) -> list[Move]:
        """Every move the player to act may make; empty when nobody may."""
        n = legal_of(self._states, self._actions)
        moves = self.MOVES
        return [moves[action] for action in self._actions[:n].tolist()]

    def shown_moves(self) -> list[Move]:
        """The legal moves that are shown to the player to act: all, unless some are to be found."""
        return self.legal_moves()

    def moves_to_find(self) -> Sequence[Move]:
        """Moves, legal or not, of which players find out by themselves whether they are legal."""
        return ()

    def is_legal(self, move: Move | Chance | str) -> bool:
        """Whether a move, or chance where that is given by hand, may be played now.

        MalformedMove where it is none at all.
        """
        made: Any = self.parse(move)
        if not isinstance(made, self.CHANCE):
            return bool(is_legal_of(self._states, made.action))
        try:
            return self._manual and bool(self._outcomes_of(self.state, made))
        except IllegalMove:
            return False

    def gains(self) -> dict[Move, int]:
        """The points that moves give the player to act at once, where they give any.

        Of moves that are to be found (see `shown_moves`) it says nothing.
        """
        moves = self.shown_moves()
        actions = np.array([move.action for move in moves], np.int64)
        gained = np.zeros(len(moves), np.int32)
        gains_of(np.repeat(self._states, 2), actions, gained, room_for_facts())
        return {move: gain for move, gain in zip(moves, gained.tolist(), strict=True) if gain}

    def foreseen(self, moves: Iterable[Move]) -> dict[Move, list[Fact]]:
        """What moves would do for the player to act, with what is certain to follow from each.

        The facts of what a move does, and of what it would score, at once or when a round is over.
        Of moves that are not shown to the player (see `shown_moves`) it says nothing.
        """
        shown = set(self.shown_moves())
        player, states, found = self.turn, np.repeat(self._states, 2), {}
        for move in moves:
            if move in shown:
                room = room_for_facts()
                foresee_of(states, move.action, room)
                told = read_facts(self.FACTS, room)
                found[move] = [fact for fact in told if fact.player == player]
        return found

    def parse(self, move: object) -> Move | Chance:
        """A move or chance of this game, given as a value or as its text; MalformedMove if not."""
        if isinstance(move, str):
            kind: Any = self.CHANCE if move.startswith(self.CHANCE_MARKS) else self.MOVE
            return cast(Move | Chance, kind.parse(move))
        if isinstance(move, (self.MOVE, self.CHANCE)) and self._says_what_it_is(move):
            return cast(Move | Chance, move)
        raise MalformedMove(reasons.NO_MOVE_OF(typed=given(move), game=self.NAME))

    def _is_ours(self, move: Any) -> bool:
        """Whether a value is a move as `legal_moves` gives them, which is known at once."""
        try:
            return type(move) is self.MOVE and self.MOVES[move.action] is move
        except (LookupError, TypeError):
            return False

    def _says_what_it_is(self, move: Any) -> bool:
        """Whether a value agrees with itself: anyone can make one, of whatever they like."""
        try:
            return self._is_ours(move) or type(move).parse(str(move)) == move
        except (LookupError, RecursionError, TypeError, ValueError):
            return False

    @abstractmethod
    def _outcomes_of(self, state: Any, chance: Chance) -> tuple[int, ...]:
        """Chance given from outside, as kernel outcomes; IllegalMove if it cannot happen there."""

    @abstractmethod
    def chances_of(self, outcomes: tuple[int, ...]) -> list[Chance]:
        """The inverse, for outcomes that the game drew itself."""

    def only_for(self, before: Any, chance: Any) -> int | None:  # noqa: ARG002
        """The one side that sees what chance gives next, or after that side's move; None: all."""
        return None

    # ── What it looks like ────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The whole position as plain data."""

    @abstractmethod
    def to_text(self) -> str:
        """The whole position in one line."""

    @abstractmethod
    def view(self, player: int | None) -> dict[str, Any]:
        """What a player may know, as plain data; None: what everybody may."""

    def _checked(self, player: int | None) -> int | None:
        """A player to show things to, or None for everybody."""
        if player is None:
            return None
        return Reader(player, InputError, "player").number(0, self.players - 1)

    def observation(self, player: int | None = None) -> NDArray[np.int16]:
        """What a player may know, as numbers; None: the player to act. See the kernel's `observe`.

        int16, as many as a game of so many players needs.
        """
        asked = self._checked(player)
        kernel = self.KERNEL
        numbers = kernel.observation_for(self.players, kernel.is_wide(self._states))
        out = np.empty(numbers, np.int16)
        observe_of(self._states, self._memory[self._TURN_AT] if asked is None else asked, out)
        return out

    def action_mask(self) -> NDArray[np.int8]:
        """1 for every legal action and 0 for every other: int8, as many as such a game uses."""
        kernel = self.KERNEL
        allowed = np.empty(kernel.actions_for(self.players, kernel.is_wide(self._states)), np.int8)
        mask_of(self._states, allowed)
        return allowed

    @property
    def key(self) -> bytes:
        """The position's identity, for a table of positions.

        It is the same whatever has led to the position, and whatever chance brings next.
        """
        states = self._states.copy()
        for name in self.UNTOLD:
            states[name] = 0
        if self.is_over:
            states["turn"] = 0  # nobody's
        return states.tobytes()

    def __eq__(self, other: object) -> bool:
        """Whether two games are in the same position."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.NAME == other.NAME and self.key == other.key

    __hash__ = None  # type: ignore[assignment]  # a game changes; its `key` does not

    def __repr__(self) -> str:
        return f"{self.NAME}.Game.from_text({self.to_text()!r})"

    def _repr_svg_(self) -> str:
        # The one step against the direction of the layers, taken only when a notebook asks.
        from azulejos.draw import svg

        return svg(self.to_dict())
