"""A game of Fileira as people and programs handle it."""

from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import below
from azulejos.core.errors import IllegalMove, OptionError
from azulejos.core.game import TableGame, is_manual
from azulejos.core.history import Entry, generator_of
from azulejos.core.options import BY_WHOM
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import GAME_OVER, Reason
from fileira import kernel, position, reasons
from fileira.facts import KINDS
from fileira.moves import DRAWS, MOVES, Draw, Move
from fileira.options import USUAL_ROW
from fileira.rules import EMPTY, PHASES, drawing, set_up


class Game(TableGame[Move, Draw]):
    """A game of Fileira.

    players: 2 or 3. row_length: 3 to 5 places. seed: None is unpredictable. first: index of the
    player who begins, None lets chance decide. draws: "auto", or "manual" to follow a game on a
    real table, each draw being played like a move (``+?`` for a tile one does not see).
    """

    NAME = "fileira"
    KERNEL: ClassVar[Any] = kernel
    MOVES = MOVES
    MOVE = Move
    CHANCE = Draw
    CHANCE_MARKS = ("+",)
    CHANCE_OPTION = "draws"
    PHASES = PHASES
    FACTS = KINDS

    def __init__(
        self,
        players: int = 2,
        row_length: int = USUAL_ROW,
        *,
        seed: int | None = None,
        first: int | None = None,
        draws: str = "auto",
    ) -> None:
        given = {"players": players, "row_length": row_length, "first": first, "draws": draws}
        self._set_up(Reader(given, OptionError), seed)
        self._settled()

    def _set_up(self, options: Reader, seed: int | None) -> None:
        players, row_length = position.read_size(options)
        manual = is_manual(options["draws"])
        chosen = options["first"]
        first = None if chosen.data is None else chosen.number(0, players - 1)
        states = np.zeros(1, kernel.STATE)
        states["generator"] = generator_of(seed)
        if first is None:
            first = below(states[0], players)
        set_up(states[0], players, row_length, first)
        self._begin(states, manual, None)

    def to_dict(self) -> dict[str, Any]:
        return position.to_dict(self.state)

    def to_text(self) -> str:
        return position.to_text(self.to_dict())

    def view(self, player: int | None) -> dict[str, Any]:
        return position.view(self.state, self._checked(player))

    def __str__(self) -> str:
        return position.board_text(self.to_dict())

    # ── Positions and records ────────────────────────────────────────────────────────────────────

    @classmethod
    def from_dict(cls, data: Any, seed: int | None = None, draws: str | None = None) -> Self:
        """A game that goes on from a position, whole or a player's view, with fresh chance."""
        manual = None if draws is None else is_manual(Reader(draws, OptionError, "draws"))
        return cls._of_position(data, seed, manual)._settled()

    @classmethod
    def from_text(cls, text: str, seed: int | None = None, draws: str | None = None) -> Self:
        """A game that goes on from a position written in one line (`to_text`)."""
        return cls.from_dict(position.from_text(text), seed, draws)

    @classmethod
    def _of_position(cls, data: Any, seed: int | None, manual: bool | None) -> Self:
        states = position.from_dict(data)
        states["generator"] = generator_of(seed)
        if manual is None:
            manual = PHASES[states["phase"][0]] == "draw"
        game = cls.__new__(cls)
        game._begin(states, manual, position.to_dict(states[0]))
        return game

    def _options(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "row_length": int(self.state.row_length),
            "first": int(self.state.first),
            "draws": BY_WHOM[self._manual],
        }

    @classmethod
    def _of_options(cls, options: Reader, seed: int | None) -> Self:
        options.mapping(("players", "row_length", "first", "draws"))
        options["first"].number(0, kernel.MAX_PLAYERS - 1)  # in a record nothing is left to chance
        game = cls.__new__(cls)
        game._set_up(options, seed)
        return game

    def public_record(self, player: int | None = None) -> dict[str, Any]:
        """The record without the draws that the player (None: everybody) has not seen."""
        player = self._checked(player)
        record = self.record()
        if self.is_over:
            return record
        follower = self.begun_by(record)
        if "position" in record:
            record["position"] = follower.view(player)
        for number, text in enumerate(record["moves"]):
            made = follower.parse(text)
            if isinstance(made, Draw) and follower.only_for(follower.state, made) != player:
                record["moves"][number] = str(DRAWS[kernel.HIDDEN])
            follower._repeat(made)
        return record

    # ── What a player knows ──────────────────────────────────────────────────────────────────────

    def only_for(self, before: Any, draw: Draw) -> int:
        return int(drawing(before) if PHASES[before.phase] == "draw" else before.turn)

    def _conceal(self, states: NDArray[Any], player: int) -> None:
        """Tiles in others' hands are hidden there, and count among those not seen."""
        super()._conceal(states, player)
        for other in range(self.players):
            if other != player:
                hand = states["hand"][:, other]  # (states, kinds)
                states["supply"] += hand
                states["hidden"][:, other] += hand.sum(axis=1, dtype=np.int8)
                hand[:] = 0

    def _entry_known_to(
        self, entry: Entry[Move, Draw], player: int
    ) -> tuple[Move | Draw, tuple[int, ...]]:
        before, made, drawn = entry
        if self.only_for(np.frombuffer(before, kernel.STATE)[0], DRAWS[0]) == player:
            return made, drawn
        if isinstance(made, Draw):
            return DRAWS[kernel.HIDDEN], drawn
        return made, tuple(kernel.HIDDEN for _ in drawn)

    def _opening_known_to(self, player: int) -> tuple[int, ...]:
        whose = [drawn.only_for for drawn in self.opening_draws()]
        return tuple(
            outcome if owner == player else kernel.HIDDEN
            for outcome, owner in zip(self._opening, whose, strict=True)
        )

    def _start_known_to(self, player: int) -> dict[str, Any] | None:
        if self._start is None:
            return None
        return position.view(position.from_dict(self._start)[0], player)

    # ── Moves and draws ──────────────────────────────────────────────────────────────────────────

    def _why_illegal(self, move: Move) -> Reason:
        state = self.state
        if self.is_over:
            return GAME_OVER()
        if self.phase == "draw":
            return reasons.DRAW_FIRST()
        if move.row >= self.players or move.place > state.row_length:
            return reasons.NO_SUCH_PLACE()
        if state.rows[move.row, move.place - 1] != EMPTY:
            return reasons.PLACE_TAKEN()
        return reasons.NOT_HELD(player=self.turn, number=move.number)

    def _outcomes_of(self, state: Any, draw: Draw) -> tuple[int, ...]:
        if PHASES[state.phase] != "draw":
            raise IllegalMove(reasons.NOTHING_TO_DRAW(), str(draw))
        if draw.outcome != kernel.HIDDEN and not state.supply[draw.outcome]:
            raise IllegalMove(reasons.ALL_SEEN(number=draw.outcome + 1), str(draw))
        return (draw.outcome,)

    def chances_of(self, outcomes: tuple[int, ...]) -> list[Draw]:
        return [DRAWS[outcome] for outcome in outcomes]


def replay(record: Any, seed: int | None = None) -> Game:
    """The game a record tells of, at its last entry; RecordError names the entry at fault."""
    return Game._replay(record, seed)
