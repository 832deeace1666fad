"""How a game came to its position: moves made and taken back, and what happened with each."""

import secrets
from abc import abstractmethod
from collections.abc import Collection
from numbers import Integral
from random import Random
from typing import Any, Generic, NamedTuple, Self, cast

import numpy as np

from azulejos.core import reasons
from azulejos.core.errors import IllegalMove, OptionError
from azulejos.core.facts import Fact, read_facts, room_for_facts
from azulejos.core.kernel import chance_of, play_if_legal, resolve_chance_of, tell_of
from azulejos.core.plain_data import shorten
from azulejos.core.position import Chance, Move, Position
from azulejos.core.reasons import Reason, given


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


class GameHistory(Position[Move, Chance]):
    """A position with the moves that led to it, and the way back."""

    _opening: tuple[int, ...]  # what chance gave before the first move
    _history: list[Entry[Move, Chance]]

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

    @abstractmethod
    def _why_illegal(self, move: Move) -> Reason:
        """The rule that an illegal move breaks."""

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

    # ── The past ──────────────────────────────────────────────────────────────────────────────────

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

    def after(self, entries: int) -> Self:
        """The game as it was after so many entries, with the past it had then."""
        earlier = self.copy()
        if entries < len(self._history):
            earlier._memory[:] = self._history[entries].before
            del earlier._history[entries:]
        return earlier

    # ── Copies and pickles ────────────────────────────────────────────────────────────────────────

    def copy(self) -> Self:
        """An independent game in the same position, with the same past."""
        other = type(self).__new__(type(self))
        other.__setstate__(self.__getstate__())
        return other

    def __getstate__(self) -> dict[str, Any]:
        """Everything but the arrays that lie over the state's bytes."""
        kept = self.__dict__ | {"_history": self._history.copy()}
        for array in ("_states", "_actions", "_drawn"):
            del kept[array]
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._use_memory(bytearray(kept["_memory"]))


def generator_of(seed: int | None) -> np.uint64:
    """The generator a seed stands for; None is unpredictable."""
    if seed is None:
        return np.uint64(secrets.randbits(64))
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise OptionError(reasons.NO_SEED(given=given(seed)), "seed")
    # Neighbouring seeds must not give neighbouring generators.
    return np.random.SeedSequence(int(seed)).generate_state(1, np.uint64)[0]
