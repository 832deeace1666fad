"""A game in the terminal without a table of its own: its board as text, its moves as written."""

from collections.abc import Sequence
from functools import cached_property

from rich.console import RenderableType
from rich.text import Text

from azulejos import games
from azulejos.cli.games import Game, Position, Table
from azulejos.cli.result import standings
from azulejos.cli.tiles import Brush


class PlainTable(Table):
    """The table of any game."""

    notation = (("moves", "lists what can be played now, as it is typed"),)

    def __init__(self, name: str) -> None:
        self.name = name
        self._game = games.spec(name).Game
        self.chance = self._game.CHANCE_OPTION
        self.chance_phase = self._game.PHASES[0]

    def questions(self, players: int) -> list[tuple[str, str, list[str]]]:  # noqa: ARG002
        return []

    def normalise(self, typed: str, phase: str) -> str:  # noqa: ARG002
        return typed.strip()

    def board(
        self,
        view: Position,
        names: Sequence[str],  # noqa: ARG002
        brush: Brush,  # noqa: ARG002
        width: int,  # noqa: ARG002
    ) -> RenderableType:
        return Text(games.spec(self.name).board_text(view))

    def request(self, view: Position, names: Sequence[str]) -> str:  # noqa: ARG002
        return "what chance brings" if view["phase"] == self.chance_phase else "your move"

    def moves(self, game: Game) -> list[tuple[str, list[str]]]:
        return [("", sorted(map(str, game.legal_moves())))]

    def story(
        self,
        move: str,
        before: Position,
        after: Position,  # noqa: ARG002
        names: Sequence[str],
    ) -> list[str]:
        if move.startswith(self._game.CHANCE_MARKS):
            return []
        return [f"{names[before['turn']]}: {move}"]

    def result(
        self, final: Position, winners: Sequence[int], names: Sequence[str]
    ) -> RenderableType:
        scores = self._game.from_dict(final).scores
        return standings(("points",), list(zip(names, scores, strict=True)), winners)

    @cached_property
    def _has_secrets(self) -> bool:
        """Whether a player's view of a new game leaves something out."""
        game = self._game(seed=0)
        return bool(game.view(0) != game.to_dict())

    def hides(self, view: Position) -> bool:  # noqa: ARG002
        return self._has_secrets

    def together(self, view: Position, one: int, other: int) -> bool:  # noqa: ARG002
        return one == other or not self._has_secrets
