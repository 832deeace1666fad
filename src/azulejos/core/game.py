"""What a game at a table is, whichever game: a position with its past, and its record.

Each game's `Game` adds what is its own: options, positions as data, and the reasons why a move is
refused.
"""

import copy
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from azulejos.core import reasons
from azulejos.core.errors import OptionError, PositionError, RecordError
from azulejos.core.history import Drawn, Entry, GameHistory, generator_of
from azulejos.core.kernel import determinize
from azulejos.core.options import BY_WHOM
from azulejos.core.plain_data import Reader, identical
from azulejos.core.position import Chance, Move
from azulejos.core.reasons import given
from azulejos.core.record_head import KEYS, read_head

RECORD_VERSION = 1
#: A record with more entries than any game can have is refused before it is read.
MOST_ENTRIES = 100_000


class TableGame(GameHistory[Move, Chance]):
    """A game in progress. `state` is the kernel's record; all else is derived from it."""

    #: The option that makes chance manual.
    CHANCE_OPTION: ClassVar[str]

    _start: dict[str, Any] | None  # the position the game began from, if not from the set-up

    def _begin(self, states: NDArray[Any], manual: bool, start: dict[str, Any] | None) -> None:
        self._use_memory(bytearray(states.tobytes()))
        self._manual = manual
        self._start = start
        self._history = []
        self._opening = ()

    # ── What a player knows ───────────────────────────────────────────────────────────────────────

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

    # ── Records ───────────────────────────────────────────────────────────────────────────────────

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

    def public_record(self, player: int | None = None) -> dict[str, Any]:
        """The record that may be given to a player, or to anybody (None)."""
        self._checked(player)
        return self.record()

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
