"""A game of Azul as people and programs handle it."""

from typing import Any, ClassVar, Self

import numpy as np

from azulejos.core.chance import below
from azulejos.core.errors import IllegalMove, OptionError
from azulejos.core.game import TableGame, is_manual
from azulejos.core.history import Entry, generator_of
from azulejos.core.options import BY_WHOM, read_options
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import Reason
from azulejos.core.why_illegal import why_illegal
from azulejos.games.azul import kernel, position, refusals
from azulejos.games.azul.components import COLOURS, MAX_PLAYERS, MIN_PLAYERS, TILES_A_FACTORY
from azulejos.games.azul.facts import KINDS
from azulejos.games.azul.impossible_deal import impossible_deal
from azulejos.games.azul.moves import MOVES, Deal, Move
from azulejos.games.azul.options import OPTIONS, USUAL_IDLE_LIMIT, WALLS
from azulejos.games.azul.rules import factories, set_up
from azulejos.games.azul.state import PHASES


class Game(TableGame[Move, Deal]):
    """A game of Azul.

    players: 2 to 4. wall: "coloured" or "grey". seed: None is unpredictable. first: index of the
    player who begins, None lets chance decide. deals: "auto", or "manual" to follow a game on a
    real table, each deal being played like a move. idle_limit: the game is over after so many
    rounds in a row without a tile moved to a wall (and at once where no line can be completed).
    """

    NAME = "azul"
    KERNEL: ClassVar[Any] = kernel
    MOVES = MOVES
    MOVE = Move
    CHANCE = Deal
    CHANCE_MARKS = ("=",)
    CHANCE_OPTION = "deals"
    PHASES = PHASES
    FACTS = KINDS
    UNTOLD = ("generator", "tiled")  # a wall that is being tiled may have moved a tile already

    def __init__(
        self,
        players: int = 2,
        wall: str = "coloured",
        *,
        seed: int | None = None,
        first: int | None = None,
        deals: str = "auto",
        idle_limit: int = USUAL_IDLE_LIMIT,
    ) -> None:
        given = {"players": players, "wall": wall, "deals": deals, "idle_limit": idle_limit}
        self._set_up(Reader(given | {"first": first}, OptionError), seed)
        if not self._manual:
            self._opening = self._settle()

    def _set_up(self, options: Reader, seed: int | None) -> None:
        players = options["players"].number(MIN_PLAYERS, MAX_PLAYERS)
        choices = read_options(OPTIONS, options)
        chosen = options["first"]
        first = None if chosen.data is None else chosen.number(0, players - 1)
        states = np.zeros(1, kernel.STATE)
        states["generator"] = generator_of(seed)
        if first is None:
            first = below(states[0], players)
        set_up(states[0], players, WALLS.index(choices["wall"]), first, choices["idle_limit"])
        self._begin(states, is_manual(options["deals"]), None)
        self._first_of_all = int(first)

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    @property
    def has_secrets(self) -> bool:
        return False

    @property
    def wall(self) -> str:
        """Which wall is tiled: "coloured" or "grey"."""
        return WALLS[self.state.wall_kind]

    @property
    def round(self) -> int:
        """The round, from 1."""
        return self.round_in(self.state)

    def round_in(self, state: Any) -> int:
        return int(state.round_number)

    @property
    def first(self) -> int:
        """Who owns the first-player marker."""
        return int(self.state.first)

    def to_dict(self) -> dict[str, Any]:
        return position.to_dict(self.state)

    def to_text(self) -> str:
        return position.to_text(self.to_dict())

    def view(self, player: int | None) -> dict[str, Any]:
        """What a player may know: in Azul the whole position lies open."""
        self._checked(player)
        return self.to_dict()

    def __str__(self) -> str:
        from azulejos.games.azul.board_text import board_text

        return board_text(self.to_dict())

    # ── Positions and records ────────────────────────────────────────────────────────────────────

    @classmethod
    def from_dict(cls, data: Any, seed: int | None = None, deals: str | None = None) -> Self:
        """A game that goes on from a position with fresh chance.

        deals: "auto" or "manual"; None is "manual" in phase "deal" and "auto" in any other.
        """
        manual = None if deals is None else is_manual(Reader(deals, OptionError, "deals"))
        return cls._of_position(data, seed, manual)._settled()

    @classmethod
    def _of_position(cls, data: Any, seed: int | None, manual: bool | None) -> Self:
        states = position.from_dict(data)
        states["generator"] = generator_of(seed)
        if manual is None:
            manual = PHASES[states["phase"][0]] == "deal"
        game = cls.__new__(cls)
        game._begin(states, manual, position.to_dict(states[0]))
        game._first_of_all = game.first
        return game

    @classmethod
    def from_text(cls, text: str, seed: int | None = None, deals: str | None = None) -> Self:
        """A game that goes on from a position written in one line (`to_text`)."""
        return cls.from_dict(position.from_text(text), seed, deals)

    def _options(self) -> dict[str, Any]:
        return {
            "players": self.players,
            "wall": self.wall,
            "first": self._first_of_all,
            "idle_limit": int(self.state.idle_limit),
            "deals": BY_WHOM[self._manual],
        }

    @classmethod
    def _of_options(cls, options: Reader, seed: int | None) -> Self:
        options.mapping(("players", "wall", "first", "idle_limit", "deals"))
        options["first"].number(0, MAX_PLAYERS - 1)  # in a record nothing is left to chance
        game = cls.__new__(cls)
        game._set_up(options, seed)
        return game

    # ── Moves and deals ──────────────────────────────────────────────────────────────────────────

    def _why_illegal(self, move: Move) -> Reason:
        return why_illegal(refusals, self.states, move.action)

    def _outcomes_of(self, state: Any, deal: Deal) -> tuple[int, ...]:
        why = impossible_deal(state, deal)
        if why is not None:
            raise IllegalMove(why, str(deal))
        # Within a factory the bag's last tiles come before the first from the lid.
        bag = position.to_dict(state)["bag"]
        outcomes: list[int] = []
        for group in deal.groups:
            from_lid = []
            for letter in group:
                colour = COLOURS.index(letter)
                if bag[colour] > 0:
                    bag[colour] -= 1
                    outcomes.append(colour)
                else:
                    from_lid.append(colour)
            outcomes += from_lid
        return tuple(outcomes)

    def chances_of(self, outcomes: tuple[int, ...]) -> list[Deal]:
        if not outcomes:
            return []
        letters = "".join(COLOURS[colour] for colour in outcomes)
        groups = [
            "".join(sorted(letters[at : at + TILES_A_FACTORY], key=COLOURS.index))
            for at in range(0, TILES_A_FACTORY * factories(self.state), TILES_A_FACTORY)
        ]
        return [Deal(tuple(groups))]

    def _entry_known_to(
        self,
        entry: Entry[Move, Deal],
        player: int,  # noqa: ARG002
    ) -> tuple[Move | Deal, tuple[int, ...]]:
        return entry.made, _as_it_lies(entry.drawn) if entry.drawn else ()

    def _opening_known_to(self, player: int) -> tuple[int, ...]:  # noqa: ARG002
        return _as_it_lies(self._opening)


def _as_it_lies(tiles: tuple[int, ...]) -> tuple[int, ...]:
    """Tiles as they were dealt, less the order they came in within a factory: nobody sees that."""
    return tuple(
        tile
        for at in range(0, len(tiles), TILES_A_FACTORY)
        for tile in sorted(tiles[at : at + TILES_A_FACTORY])
    )


def replay(record: Any, seed: int | None = None) -> Game:
    """The game a record tells of, at its last entry; RecordError names the entry at fault.

    A game that is not over goes on from there with fresh chance.
    """
    return Game._replay(record, seed)
