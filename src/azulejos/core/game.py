"""What a game at a table is, whichever game: a state, the moves that led to it, and its record.

Each game's `Game` adds what is its own: options, positions as data, and the reasons why a move is
refused.
"""

import copy
import secrets
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping, Sequence
from numbers import Integral
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from azulejos.core import reasons
from azulejos.core.errors import (
    IllegalMove,
    InputError,
    MalformedMove,
    OptionError,
    PositionError,
    RecordError,
)
from azulejos.core.facts import Fact, FactKind, read_facts, room_for_facts
from azulejos.core.kernel import (
    chance_of,
    determinize,
    foresee_of,
    gains_of,
    is_legal_of,
    legal_of,
    mask_of,
    observe_of,
    play_if_legal,
    resolve_chance_of,
    returns_of,
    scores_of,
    tell_of,
)
from azulejos.core.options import BY_WHOM
from azulejos.core.plain_data import Reader, identical, shorten
from azulejos.core.reasons import Reason, given
from azulejos.core.record_head import KEYS, read_head

RECORD_VERSION = 1
#: A record with more entries than any game can have is refused before it is read.
MOST_ENTRIES = 100_000


class AnyMove(Protocol):
    """A decision: a value that prints, with its number in the kernel's action space."""

    @property
    def action(self) -> int: ...


Move = TypeVar("Move", bound=AnyMove)
Chance = TypeVar("Chance")


class Entry(NamedTuple, Generic[Move, Chance]):
    """One thing done at the table: the state's bytes before it, and what chance gave after it."""

    before: bytes
    made: Move | Chance
    drawn: tuple[int, ...]


class Drawn(NamedTuple):
    """Something chance gave, as text; `only_for` is the one side that sees it, None: all do."""

    text: str
    only_for: int | None


class LogEntry(NamedTuple):
    """An entry as it can be told: whose decision it was (None: chance's), and what came of it.

    round: in which it was made, where there are rounds. facts: what happened, in order; they tell
    nothing that some player cannot see.
    """

    turn: int | None
    round: int | None
    made: Drawn
    drawn: tuple[Drawn, ...]
    facts: tuple[Fact, ...]


class TableGame(ABC, Generic[Move, Chance]):
    """A game in progress. `state` is the kernel's record; all else is derived from it."""

    NAME: ClassVar[str]
    KERNEL: ClassVar[Any]  # the game's kernel module
    #: Every move, by its number in the action space, and the class of moves and of chance.
    MOVES: ClassVar[Sequence[Any]]
    MOVE: ClassVar[type[Any]]
    CHANCE: ClassVar[type[Any]]
    #: What a text begins with that is chance, not a move; the option that makes chance manual.
    CHANCE_MARKS: ClassVar[tuple[str, ...]]
    CHANCE_OPTION: ClassVar[str]
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
    _start: dict[str, Any] | None  # the position the game began from, if not from the set-up
    _opening: tuple[int, ...]  # what chance gave before the first move
    _history: list[Entry[Move, Chance]]

    def _begin(self, states: NDArray[Any], manual: bool, start: dict[str, Any] | None) -> None:
        self._use_memory(bytearray(states.tobytes()))
        self._manual = manual
        self._start = start
        self._history = []
        self._opening = ()

    def _use_memory(self, memory: bytearray) -> None:
        self._memory = memory
        self._states = np.frombuffer(memory, self.KERNEL.STATE)
        self._actions = np.empty(self.KERNEL.MAX_LEGAL, np.int16)
        self._drawn = np.empty(self.KERNEL.MOST_DRAWS, np.int16)

    def __init_subclass__(cls) -> None:
        dtype = cls.KERNEL.STATE
        cls._PHASE_AT, cls._TURN_AT, cls._PLAYERS_AT = (
            dtype.fields[name][1] for name in ("phase", "turn", "players")
        )

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

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

    def legal_moves(self) -> list[Move]:
        """Every move the player to act may make; empty when nobody may."""
        n = legal_of(self._states, self._actions)
        moves = self.MOVES
        return [moves[action] for action in self._actions[:n].tolist()]

    def shown_moves(self) -> list[Move]:
        """The legal moves that are shown to the player to act: all, unless some are to be found."""
        return self.legal_moves()

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

    def moves_to_find(self) -> Sequence[Move]:
        """Moves, legal or not, of which players find out by themselves whether they are legal."""
        return ()

    @property
    def has_goal(self) -> bool:
        """Whether a single player has a goal that can come out of reach: see a game's `goal`."""
        return False

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The whole position as plain data."""

    @abstractmethod
    def to_text(self) -> str:
        """The whole position in one line."""

    @abstractmethod
    def view(self, player: int | None) -> dict[str, Any]:
        """What a player may know, as plain data; None: what everybody may."""

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
        if not isinstance(other, TableGame):
            return NotImplemented
        return self.NAME == other.NAME and self.key == other.key

    __hash__ = None  # type: ignore[assignment]  # a game changes; its `key` does not

    def _checked(self, player: int | None) -> int | None:
        """A player to show things to, or None for everybody."""
        if player is None:
            return None
        return Reader(player, InputError, "player").number(0, self.players - 1)

    def __repr__(self) -> str:
        return f"{self.NAME}.Game.from_text({self.to_text()!r})"

    def _repr_svg_(self) -> str:
        # The one step against the direction of the layers, taken only when a notebook asks.
        from azulejos.draw import svg

        return svg(self.to_dict())

    # ── Playing ──────────────────────────────────────────────────────────────────────────────────

    def play(self, move: Move | Chance | str, player: int | None = None) -> None:
        """Make a move, given as a value or as its text; or give chance, where that is manual.

        IllegalMove names the rule that is broken (also when it is not `player`'s turn), and then
        nothing has changed.
        """
        is_ours = self._is_ours(move)
        made: Any = move if is_ours else self.parse(move)
        if player is not None:
            self._check_turn(player)
        before = bytes(self._memory)
        if not is_ours and isinstance(made, self.CHANCE):
            if not self._manual:
                raise IllegalMove(reasons.DRAWS_BY_ITSELF(), str(made))
            self._give_chance(made)
            self._history.append(Entry(before, made, ()))
        else:
            self._make(made)
            drawn = () if self._manual else self._settle()
            self._history.append(Entry(before, made, drawn))

    def _check_turn(self, player: object) -> None:
        if self.is_over:
            raise IllegalMove(reasons.GAME_OVER())
        if isinstance(player, bool) or not isinstance(player, Integral) or player != self.turn:
            raise IllegalMove(reasons.NOT_THEIR_TURN(player=given(player), turn=self.turn))

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

    def _make(self, move: Any) -> None:
        if not play_if_legal(self._states, move.action):
            raise IllegalMove(self._why_illegal(move), str(move))

    def _give_chance(self, chance: Chance) -> tuple[int, ...]:
        outcomes = self._outcomes_of(self.state, chance)
        for outcome in outcomes:
            chance_of(self._states, outcome)
        return outcomes

    def _settle(self) -> tuple[int, ...]:
        """Let the game's own generator draw what is due."""
        n = resolve_chance_of(self._states, self._drawn)
        return tuple(self._drawn[:n].tolist()) if n else ()

    def undo(self) -> None:
        """Take back the last move, with the draws that followed it; ValueError if there is none."""
        if not self._history:
            raise ValueError("there is nothing to take back")
        self._memory[:] = self._history.pop().before

    def undo_to(self, entries: int) -> None:
        """Take back all but the first so many entries, and draw afresh from there on.

        Whoever has seen what would come next shall not have it again.
        """
        if not 0 <= entries <= len(self._history):
            raise ValueError(f"there are {len(self._history)} entries, not {shorten(entries)}")
        while len(self._history) > entries:
            self.undo()
        self._states["generator"] = generator_of(None)

    def redrawn(self, players: Collection[int], rng: Random) -> Self:  # noqa: ARG002
        """The same game to the eyes of these players, all that none of them knows drawn afresh.

        ValueError if nothing is found that agrees with what they have seen. Here all lies open.
        """
        return self.copy()

    def copy(self) -> Self:
        """An independent game in the same position, with the same past."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    # ── What a player knows ──────────────────────────────────────────────────────────────────────

    def known_to(self, player: int, seed: int | None = None) -> Self:
        """An independent game that is all a player may know: safe to be given to a player's code.

        What the player cannot know (the others' crosses, what chance brings next) is a random guess
        that agrees with what the player has seen: a determinization. Its past tells what the player
        saw. Whatever is looked up in it, taken back or played on is the same for any two games
        that the player cannot tell apart. seed: decides the guess; None is unpredictable.
        """
        if self._checked(player) is None:
            raise ValueError("player: expected a player, not None")
        generator = generator_of(seed)
        history = self._history_known_to(player, generator)
        known = self.copy()
        determinize(known.state, player, int(generator >> np.uint64(2)))
        known._history = history
        known._opening = self._opening_known_to(player)
        known._start = copy.deepcopy(self._start_known_to(player))
        known._unshare()
        return known

    def _unshare(self) -> None:
        """Copy what `copy` shares with another game because nobody changes it: a stranger may."""

    def known_state(self, player: int, entry: int | None = None) -> bytes:
        """The state's bytes, now or before an entry, without what a player cannot know.

        They are equal for two games that the player cannot tell apart.
        """
        memory = self._memory if entry is None else self._history[entry].before
        states = np.frombuffer(memory, self.KERNEL.STATE).copy()
        self._conceal(states, player)
        return states.tobytes()

    def _history_known_to(self, player: int, generator: np.uint64) -> list[Entry[Move, Chance]]:
        """The history as a player saw it; what is played on from there is by another generator."""
        memory = b"".join(entry.before for entry in self._history)
        states = np.frombuffer(memory, self.KERNEL.STATE).copy()
        self._conceal(states, player)
        states["generator"] = generator
        memory = states.tobytes()
        size = self.KERNEL.STATE.itemsize
        befores = [memory[at : at + size] for at in range(0, len(memory), size)]
        return [
            Entry(before, *self._entry_known_to(entry, player))
            for before, entry in zip(befores, self._history, strict=True)
        ]

    def _conceal(self, states: NDArray[Any], player: int) -> None:  # noqa: ARG002
        """Take out of states (any number,) what a player cannot know: in every game, what comes."""
        states["generator"] = 0

    @abstractmethod
    def _entry_known_to(
        self, entry: Entry[Move, Chance], player: int
    ) -> tuple[Move | Chance, tuple[int, ...]]:
        """What was made and drawn in an entry, as a player saw it."""

    @abstractmethod
    def _opening_known_to(self, player: int) -> tuple[int, ...]:
        """What chance gave before the first move, as a player saw it."""

    def _start_known_to(self, player: int) -> dict[str, Any] | None:  # noqa: ARG002
        """The position the game began from, if not from the set-up, as a player saw it."""
        return self._start

    # ── Copies and pickles ───────────────────────────────────────────────────────────────────────

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the arrays that lie over the state's bytes."""
        kept = self.__dict__ | {"_history": self._history.copy()}
        for array in ("_states", "_actions", "_drawn"):
            del kept[array]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use_memory(bytearray(kept["_memory"]))

    @abstractmethod
    def _why_illegal(self, move: Move) -> Reason:
        """The rule that an illegal move breaks."""

    @abstractmethod
    def _outcomes_of(self, state: Any, chance: Chance) -> tuple[int, ...]:
        """Chance given from outside, as kernel outcomes; IllegalMove if it cannot happen there."""

    @abstractmethod
    def chances_of(self, outcomes: tuple[int, ...]) -> list[Chance]:
        """The inverse, for outcomes that the game drew itself."""

    # ── Records ──────────────────────────────────────────────────────────────────────────────────

    @abstractmethod
    def _options(self) -> dict[str, Any]:
        """What the game was set up with, as plain data."""

    @classmethod
    @abstractmethod
    def _of_options(cls, options: Reader, seed: int | None) -> Self:
        """A game set up so, before any chance."""

    @classmethod
    @abstractmethod
    def _of_position(cls, data: Any, seed: int | None, manual: bool | None) -> Self:
        """A game that goes on from a position, before any chance that is due there.

        manual: whether chance is given from outside; None: if it is due at once.
        """

    def _settled(self) -> Self:
        """The same game, with the chance that is due drawn unless it is given from outside."""
        if not self._manual:
            self._keep_drawn(self._settle())
        return self

    def record(self) -> dict[str, Any]:
        """Options, draws, moves and result as plain data: replays without a generator."""
        moves: list[str] = [str(chance) for chance in self.chances_of(self._opening)]
        turns: list[int | None] = [None] * len(moves)
        for before, made, drawn in self._history:
            moves.append(str(made))
            turns.append(None if isinstance(made, self.CHANCE) else before[self._TURN_AT])
            draws = self.chances_of(drawn)
            moves += map(str, draws)
            turns += [None] * len(draws)
        record: dict[str, Any] = {
            "game": self.NAME,
            "version": RECORD_VERSION,
            "options": self._options(),
            "moves": moves,
            "turns": turns,
            "result": self.result(),
        }
        if self._start is not None:
            record["position"] = copy.deepcopy(self._start)
        return record

    @property
    def entries(self) -> int:
        """How many moves (and draws given from outside) have been made."""
        return len(self._history)

    def made(self, first: int = 0) -> list[Move | Chance]:
        """The moves (and draws given from outside) of entry `first` and of those after it."""
        return [entry.made for entry in self._history[first:]]

    def log(self) -> list[LogEntry]:
        """What has happened, entry by entry."""
        return [self.log_entry(number) for number in range(self.entries)]

    def log_entry(self, number: int) -> LogEntry:
        """Entry `number`, from 0, with what chance gave after it."""
        before, made, drawn = self._history[number]
        state = np.frombuffer(before, self.KERNEL.STATE)[0]
        is_chance = isinstance(made, self.CHANCE)
        return LogEntry(
            None if is_chance else before[self._TURN_AT],
            self.round_in(state),
            Drawn(str(made), self.only_for(state, made) if is_chance else None),
            tuple(Drawn(str(d), self.only_for(state, d)) for d in self.chances_of(drawn)),
            tuple(self.facts(number)),
        )

    def opening_draws(self) -> list[Drawn]:
        """What chance gave before the first entry."""
        told = []
        if self._opening:
            beginning = self.after(0).record()  # without what a long game has become since
            follower = self._before_record(Reader(beginning, RecordError), None)
            for chance in self.chances_of(self._opening):
                told.append(Drawn(str(chance), self.only_for(follower.state, chance)))
                follower._repeat(chance)
        return told

    def facts(self, number: int) -> list[Fact]:
        """What happened with entry `number`, from 0, and with what chance gave after it, in order.

        They tell nothing that some player cannot see.
        """
        before, made, drawn = self._history[number]
        states = np.frombuffer(bytearray(before), self.KERNEL.STATE)
        action, outcomes = -1, drawn
        if isinstance(made, self.CHANCE):
            outcomes = self._outcomes_of(states[0], made)
        else:
            action = cast(Any, made).action
        room = room_for_facts()
        tell_of(states, action, np.array(outcomes, np.int16), room)
        return list(read_facts(self.FACTS, room))

    def only_for(self, before: Any, chance: Any) -> int | None:  # noqa: ARG002
        """The one side that sees what chance gives next, or after that side's move; None: all."""
        return None

    def after(self, entries: int) -> Self:
        """The game as it was after so many entries, with the past it had then."""
        earlier = self.copy()
        if entries < len(self._history):
            earlier._memory[:] = self._history[entries].before
            del earlier._history[entries:]
        return earlier

    def public_record(self, player: int | None = None) -> dict[str, Any]:
        """The record that may be given to a player, or to anybody (None)."""
        self._checked(player)
        return self.record()

    def result(self) -> dict[str, Any] | None:
        """Scores and winners as a record tells them; None while the game runs."""
        return {"scores": self.scores, "winners": self.winners} if self.is_over else None

    @classmethod
    def _replay(cls, record: Any, seed: int | None) -> Self:
        data = Reader(record, RecordError)
        data.mapping(("game", "version", "options", "position", "moves", "turns", "result", *KEYS))
        data["game"].word((cls.NAME,))
        data["version"].number(RECORD_VERSION, RECORD_VERSION)
        game = cls._before_record(data, seed)
        read_head(data, game.players)
        moves = data["moves"].items(most=MOST_ENTRIES)
        has_turns = data.mapping().get("turns") is not None
        turns = data["turns"].array() if has_turns else None
        if turns is not None and len(turns) != len(moves):
            raise data["turns"].fail(reasons.TURNS_BESIDE_MOVES(turns=len(turns), n=len(moves)))
        for number, entry in enumerate(moves):
            try:
                made = game.parse(entry.data)
                turn = None if isinstance(made, cls.CHANCE) else game.turn
                game._repeat(made)
            except ValueError as error:
                raise entry.fail(error) from error
            if turns is not None and not identical(turns[number], turn):
                told = given(turns[number])
                raise data["turns"][number].fail(
                    reasons.CHANCES_TURN(given=told)
                    if turn is None
                    else reasons.PLAYERS_TURN(player=turn, given=told)
                )
        if "result" in data.mapping() and not identical(data["result"].data, game.result()):
            result = game.result()
            raise data["result"].fail(
                reasons.OTHER_RESULT(result=result) if result else reasons.NO_RESULT_YET()
            )
        return game._settled()

    @classmethod
    def begun_by(cls, record: Mapping[str, Any]) -> Self:
        """The game as it was before the first entry of a record, chance still to come.

        `repeat` leads on from there.
        """
        return cls._before_record(Reader(record, RecordError), None)

    @classmethod
    def _before_record(cls, record: Reader, seed: int | None) -> Self:
        """The game as it was before the first entry of a record, chance still to come."""
        try:
            if "position" not in record.mapping():
                return cls._of_options(record["options"], seed)
            manual = is_manual(record["options"][cls.CHANCE_OPTION])
            game = cls._of_position(record["position"].data, seed, manual)
        except PositionError as error:
            raise RecordError(error.reason, "position", *error.place) from error
        except OptionError as error:
            raise RecordError(error.reason, *error.place) from error
        if not identical(game._options(), record["options"].mapping()):
            raise record["options"].fail(reasons.OPTIONS_DISAGREE())
        return game

    def _repeat(self, made: Any) -> None:
        """Replay one entry: as `play`, except that draws of an automatic game are given too."""
        is_chance = isinstance(made, self.CHANCE)
        before = bytes(self._memory)
        if is_chance and not self._manual:
            self._keep_drawn(self._give_chance(made))
            return
        if is_chance:
            self._give_chance(made)
        else:
            self._make(made)
        self._history.append(Entry(before, made, ()))

    def repeat(self, made: Move | Chance | str, drawn: Sequence[str] = ()) -> None:
        """Make a move again with the draws it had, as a record tells them."""
        for text in (made, *drawn):
            self._repeat(self.parse(text))

    def _keep_drawn(self, outcomes: tuple[int, ...]) -> None:
        """Note what an automatic game drew after its last move, or before its first."""
        if self._history:
            last = self._history[-1]
            self._history[-1] = last._replace(drawn=last.drawn + outcomes)
        else:
            self._opening += outcomes


def is_manual(option: Reader) -> bool:
    """Whether chance is given from outside: the option "deals" or "draws"."""
    return option.word(BY_WHOM) == "manual"


def generator_of(seed: int | None) -> np.uint64:
    """The generator a seed stands for; None is unpredictable."""
    if seed is None:
        return np.uint64(secrets.randbits(64))
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise OptionError(reasons.NO_SEED(given=given(seed)), "seed")
    # Neighbouring seeds must not give neighbouring generators.
    return np.random.SeedSequence(int(seed)).generate_state(1, np.uint64)[0]
