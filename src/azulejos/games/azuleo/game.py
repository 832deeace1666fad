"""A game of Azuleo as people and programs handle it."""

import copy
from collections.abc import Collection, Sequence
from random import Random
from typing import Any, ClassVar, Self, cast

import numpy as np
from numpy.typing import NDArray

from azulejos.core.chance import below
from azulejos.core.compiled import interpreted
from azulejos.core.errors import IllegalMove, OptionError
from azulejos.core.game import TableGame, is_manual
from azulejos.core.history import Entry, generator_of
from azulejos.core.options import BY_WHOM
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import Reason
from azulejos.core.why_illegal import why_illegal
from azulejos.games.azuleo import actions, kernel, notation, position, refusals
from azulejos.games.azuleo.board_text import board_text
from azulejos.games.azuleo.components import FIELDS, MAX_PLAYERS
from azulejos.games.azuleo.facts import KINDS
from azulejos.games.azuleo.impossible_draw import impossible_draw
from azulejos.games.azuleo.moves import DRAWS, MOVES, Draw, Move
from azulejos.games.azuleo.options import DEFAULTS, put_options, read_options, read_players
from azulejos.games.azuleo.redrawing import redrawn
from azulejos.games.azuleo.rules import set_up, side_of
from azulejos.games.azuleo.state import FOR_START, PHASES


class Game(TableGame[Move, Draw]):
    """A game of Azuleo.

    players: 1 to 4 (four play in teams of two). mode: "normal", or alone "fill" or "score"; None
    is "normal" for several players and "fill" for one. seed: None is unpredictable. first: index
    of the player who begins, None lets chance decide. draws: "auto", or "manual" to follow a game
    on a real table, each draw being played like a move (``+?`` for a cross one does not see).
    lenient: an azuleo may be completed without a matching plate, for nothing. claims: players find
    unplayable fields themselves ("found"), are shown them ("hinted"), or need do nothing
    ("automatic"). open_hands: all crosses lie open. exchange: instead of passing, a cross is
    exchanged. blockades: how many there are, None for no limit. free_border: no colour rule at the
    border's corner points. board: up to eight rows of up to eight "." (field), "o" (dotted field)
    and "x" (no field). idle_limit: the game is over after so many turns of each side in a row
    without a lay. final_claims: at the end the sides in turn, from the one that would be next,
    claim the fields still unplayable, one each. border_pairs: whether triangles at the border are
    combinations. equal_plates: two equal plates score a combination twice.
    """

    NAME = "azuleo"
    KERNEL: ClassVar[Any] = kernel
    MOVES = MOVES
    MOVE = Move
    CHANCE = Draw
    CHANCE_MARKS = ("+", "%")
    CHANCE_OPTION = "draws"
    PHASES = PHASES
    FACTS = KINDS

    _SIDES_AT: ClassVar[int] = dict(kernel.STATE.fields or {})["sides"][1]  # in the state's bytes
    _whose_opening: Sequence[int | None] = ()  # the side that saw each draw before the first move

    def __init__(
        self,
        players: int = 2,
        *,
        mode: str | None = None,
        seed: int | None = None,
        first: int | None = None,
        draws: str = "auto",
        lenient: bool = False,
        claims: str = "found",
        open_hands: bool = False,
        exchange: bool = False,
        blockades: int | None = DEFAULTS["blockades"],
        free_border: bool = False,
        board: Sequence[str] | None = None,
        idle_limit: int = DEFAULTS["idle_limit"],
        final_claims: bool = False,
        border_pairs: bool = True,
        equal_plates: bool = False,
    ) -> None:
        given = {
            "players": players,
            "first": first,
            "draws": draws,
            "mode": mode,
            "lenient": lenient,
            "claims": claims,
            "open_hands": open_hands,
            "exchange": exchange,
            "blockades": blockades,
            "free_border": free_border,
            "board": DEFAULTS["board"] if board is None else board,
            "idle_limit": idle_limit,
            "final_claims": final_claims,
            "border_pairs": border_pairs,
            "equal_plates": equal_plates,
        }
        self._set_up(Reader(given, OptionError), seed)
        if not self._manual:
            self._opening = self._settle()

    def _set_up(self, options: Reader, seed: int | None) -> None:
        players = read_players(options["players"])
        if options["mode"].data is None:
            options.mapping()["mode"] = "fill" if players == 1 else "normal"
        manual = is_manual(options["draws"])
        self._choices = read_options(options, players)
        chosen = options["first"]
        first = None if chosen.data is None else chosen.number(0, players - 1)
        states = np.zeros(1, kernel.STATE)
        states["generator"] = generator_of(seed)
        if first is None:
            first = below(states[0], players)
        put_options(states[0], self._choices)
        set_up(states[0], players, first)
        self._begin(states, manual, None)
        self._first_of_all = int(first)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    @property
    def options(self) -> dict[str, Any]:
        """The options of this game."""
        return {**self._choices, "board": list(self._choices["board"])}

    @property
    def sides(self) -> int:
        """How many sides there are: the players, or the two teams of four players."""
        return self._memory[self._SIDES_AT]

    @property
    def has_secrets(self) -> bool:
        return self.players > 1 and not self._choices["open_hands"]

    @property
    def points(self) -> list[int]:
        """The scores; where the board is filled, the crosses on it."""
        if self._choices["mode"] != "fill":
            return self.scores
        return [sum(field not in (None, "#") for row in self.to_dict()["board"] for field in row)]

    def shown_moves(self) -> list[Move]:
        """The legal moves that are shown: without claims, where players must find them."""
        to_be_found = self._choices["claims"] == "found"
        return [m for m in self.legal_moves() if not (to_be_found and m.what == "claim")]

    def moves_to_find(self) -> list[Move]:
        """The claims of all free fields, where players find the unplayable ones themselves."""
        hidden = self._choices["claims"] == "found" and not self.has_goal
        if not hidden or self.phase != "turn" or self.state.blockades == 0:
            return []
        free, claim_at = int(self.state.free), interpreted(actions.claim_at)
        return [MOVES[claim_at(field)] for field in range(FIELDS) if free >> field & 1]

    @property
    def has_goal(self) -> bool:
        return self._choices["mode"] == "fill"

    def to_dict(self) -> dict[str, Any]:
        return position.to_dict(self.state, self._choices)

    def to_text(self) -> str:
        return notation.to_text(self.to_dict())

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player may know, as plain data; None: what everybody may."""
        return position.view(self.state, self._choices, self._checked(player))

    def __str__(self) -> str:
        return board_text(self.to_dict())

    # ── Positions and records ────────────────────────────────────────────────────────────────────

    @classmethod
    def from_dict(cls, data: Any, seed: int | None = None, draws: str | None = None) -> Self:
        """A game that goes on from a position with fresh chance.

        The position may be a player's view: crosses the player cannot see are then unknown here
        too, and a side that holds them may lay whatever it could be holding. draws: "auto" or
        "manual"; None is "manual" in phase "draw" and "auto" in any other.
        """
        manual = None if draws is None else is_manual(Reader(draws, OptionError, "draws"))
        return cls._of_position(data, seed, manual)._settled()

    @classmethod
    def _of_position(cls, data: Any, seed: int | None, manual: bool | None) -> Self:
        states, choices = position.from_dict(data)
        states["generator"] = generator_of(seed)
        if manual is None:
            manual = PHASES[states["phase"][0]] == "draw"
        game = cls.__new__(cls)
        game._choices = choices
        game._begin(states, manual, position.to_dict(states[0], choices))
        game._first_of_all = int(states["turn"][0])
        return game

    @classmethod
    def from_text(cls, text: str, seed: int | None = None, draws: str | None = None) -> Self:
        """A game that goes on from a position written in one line (`to_text`)."""
        return cls.from_dict(notation.from_text(text), seed, draws)

    def _options(self) -> dict[str, Any]:
        basic = {"players": self.players, "first": self._first_of_all}
        return basic | {"draws": BY_WHOM[self._manual]} | self.options

    @classmethod
    def _of_options(cls, options: Reader, seed: int | None) -> Self:
        options.mapping(("players", "first", "draws", *DEFAULTS))
        options["first"].number(0, MAX_PLAYERS - 1)  # in a record nothing is left to chance
        game = cls.__new__(cls)
        game._set_up(options, seed)
        return game

    def _unshare(self) -> None:
        self._choices = copy.deepcopy(self._choices)

    def public_record(self, player: int | None = None) -> dict[str, Any]:
        """The record that may be given to a player, or to anybody (None).

        While the game runs, draws hidden from them are ``+?``. It replays too, as far as they can
        know.
        """
        player = self._checked(player)
        record = self.record()
        if self.is_over or self._choices["open_hands"]:
            return record
        seen = (None, None if player is None else side_of(self.state, player))
        follower = self.begun_by(record)
        if "position" in record:
            record["position"] = follower.view(player)
        for number, text in enumerate(record["moves"]):
            made = follower.parse(text)
            if isinstance(made, Draw) and follower.only_for(follower.state, made) not in seen:
                record["moves"][number] = str(DRAWS[actions.HIDDEN_CROSS])
            follower._repeat(made)
        return record

    def redrawn(self, players: Collection[int], rng: Random) -> Self:
        return cast(Self, redrawn(self, players, rng))

    def only_for(self, before: Any, draw: Draw) -> int | None:
        if draw.what == "plate" or self._choices["open_hands"]:
            return None
        if PHASES[before.phase] != "draw":  # it was drawn after a move, by whoever made that
            return int(side_of(before, before.turn))
        return None if before.awaiting == FOR_START else int(before.drawing)

    # ── What a player knows ──────────────────────────────────────────────────────────────────────

    def _conceal(self, states: NDArray[Any], player: int) -> None:
        """Crosses in others' hands are hidden there, and count among those not seen."""
        super()._conceal(states, player)
        if self._choices["open_hands"]:
            return
        for side in range(self.sides):
            if side != player % self.sides:
                hand = states["hand"][:, side]  # (states, kinds)
                states["supply"] += hand
                states["hidden"][:, side] += hand.sum(axis=1, dtype=np.int8)
                hand[:] = 0

    def _entry_known_to(
        self, entry: Entry[Move, Draw], player: int
    ) -> tuple[Move | Draw, tuple[int, ...]]:
        before, made, drawn = entry
        if self._choices["open_hands"]:
            return made, drawn
        if isinstance(made, Draw):
            state = np.frombuffer(before, kernel.STATE)[0]
            (outcome,) = self._drawn_known_to((made.outcome,), [self.only_for(state, made)], player)
            return DRAWS[outcome], drawn
        if not drawn:
            return made, drawn
        mover = before[self._TURN_AT] % self.sides
        whose = [None if outcome >= actions.FIRST_PLATE else mover for outcome in drawn]
        return made, self._drawn_known_to(drawn, whose, player)

    def _opening_known_to(self, player: int) -> tuple[int, ...]:
        # Whose a draw of the set-up is hangs on its place, not on what was drawn.
        if len(self._whose_opening) != len(self._opening):
            self._whose_opening = [drawn.only_for for drawn in self.opening_draws()]
        return self._drawn_known_to(self._opening, self._whose_opening, player)

    def _drawn_known_to(
        self, outcomes: tuple[int, ...], whose: Sequence[int | None], player: int
    ) -> tuple[int, ...]:
        """Draws, those hidden which only another side saw."""
        own = player % self.sides
        return tuple(
            outcome if side is None or side == own else actions.HIDDEN_CROSS
            for outcome, side in zip(outcomes, whose, strict=True)
        )

    def _start_known_to(self, player: int) -> dict[str, Any] | None:
        if self._start is None:
            return None
        states, choices = position.from_dict(self._start)
        return position.view(states[0], choices, player)

    # ── Moves and draws ──────────────────────────────────────────────────────────────────────────

    def _why_illegal(self, move: Move) -> Reason:
        return why_illegal(refusals, self.states, move.action)

    def _outcomes_of(self, state: Any, draw: Draw) -> tuple[int, ...]:
        why = impossible_draw(state, draw)
        if why is not None:
            raise IllegalMove(why, str(draw))
        return (draw.outcome,)

    def chances_of(self, outcomes: tuple[int, ...]) -> list[Draw]:
        return [DRAWS[outcome] for outcome in outcomes]


def replay(record: Any, seed: int | None = None) -> Game:
    """The game a record tells of, at its last entry; RecordError names the entry at fault.

    A game that is not over goes on from there with fresh chance.
    """
    return Game._replay(record, seed)
