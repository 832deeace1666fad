"""Azul for OpenSpiel: perfect information, one tile drawn at each chance node."""

from typing import Any, ClassVar

from azulejos import azul
from azulejos.core.why_illegal import why_illegal
from azulejos.envs.spiel.base import CHANCE, Game, Position, Setting, State
from azulejos.games.azul import kernel, refusals
from azulejos.games.azul.board_text import board_text
from azulejos.games.azul.components import (
    COLOURS,
    LINES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    POINTS_A_COLOUR,
    POINTS_A_COLUMN,
    POINTS_A_ROW,
    TILES_A_FACTORY,
)
from azulejos.games.azul.moves import MOVES
from azulejos.games.azul.options import OPTIONS
from azulejos.games.azul.position import to_dict, to_text
from azulejos.games.azul.rules import factories


class AzulPosition(Position):
    KERNEL: ClassVar[Any] = kernel
    __slots__ = ()


class AzulState(State):
    """A state of Azul."""

    POSITION = AzulPosition
    OUTCOMES = kernel.OUTCOMES
    TEXTS = (*map(str, MOVES), *(f"={colour}" for colour in COLOURS))

    def __str__(self) -> str:
        return board_text(to_dict(self.record))

    def _to_struct(self) -> dict[str, Any]:
        return to_dict(self.record)

    def _to_observation_struct(self, player: int) -> dict[str, Any]:  # noqa: ARG002
        return to_dict(self.record)

    def text_for(self, eyes: str) -> str:  # noqa: ARG002
        return to_text(to_dict(self.record))

    def hands_for(self, eyes: str) -> str:  # noqa: ARG002
        return ""

    def _why_impossible(self, action: int) -> str:
        if self.current_player() == CHANCE:
            return "there is no such tile left to draw"
        return str(why_illegal(refusals, self.position.states, action))


#: The most a wall can score: 2 + 3 + 4 + 5 points along each row and each column, 1 for each of
#: five tiles that touched no other, and every bonus.
MOST_POINTS = LINES * (2 * 14 + 1 + POINTS_A_ROW + POINTS_A_COLUMN + POINTS_A_COLOUR)


class AzulGame(Game):
    """Azul. Player 0 begins."""

    SHORT_NAME = "python_azul"
    LONG_NAME = "Azul"
    PLAYERS = (MIN_PLAYERS, MAX_PLAYERS)
    PARAMETERS: ClassVar = {
        "players": 2,
        **{o.name: o.as_parameter(o.default) for o in OPTIONS if not o.is_chance},
        "points": False,
    }
    HIDES = False
    STATE = AzulState

    def _read(self, given: dict[str, Any]) -> Setting:
        players, wall, idle_limit = given["players"], given["wall"], given["idle_limit"]
        game = azul.Game(players, wall, idle_limit=idle_limit, seed=0, first=0, deals="manual")
        # Without a complete row a wall holds at most four tiles in each; every one of them may
        # come after as many rounds without a tile as do not yet end the game.
        rounds = (players * LINES * 4 + 1) * idle_limit
        tiles = TILES_A_FACTORY * int(factories(game.state))
        placements = 0 if wall == "coloured" else players * LINES
        return Setting(
            opening=game.state.tobytes(),
            players=players,
            sides=players,
            is_open=True,
            points=given["points"],
            actions=kernel.actions_for(players),
            most_points=MOST_POINTS,
            most_decisions=rounds * (tiles + placements),
            most_draws=rounds * tiles,
        )


#: What is registered.
GAME = AzulGame
