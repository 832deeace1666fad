"""How a game without a drawing of its own is drawn: its board as text, in a panel."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from xml.etree.ElementTree import Element

from azulejos.draw.elements import Attribute, Block, columns, group, node
from azulejos.draw.layout import GAP, card, heading
from azulejos.draw.table import Table
from azulejos.draw.words import Words
from azulejos.games import GameSpec

#: Such a game has no pieces that could be drawn on their own.
PIECES: dict[str, Any] = {}
SYMBOLS: dict[str, Any] = {}

_SIZE, _LINE, _LETTER = 15, 22, 10
_KEEP_SPACES: dict[str, Attribute] = {"xml:space": "preserve"}


class TextTable(Table):
    """A position with the players' names, ready to be drawn as text."""

    PARTS: ClassVar = ("board",)

    def __init__(
        self,
        game: GameSpec,
        data: Mapping[str, Any],
        names: Sequence[str] | None,
        words: Mapping[str, str] | None,
    ) -> None:
        """Read the position; PositionError says what is wrong with it."""
        self.kind = game.name
        self.title = game.title
        self.game = game.Game.from_dict(data)
        self.words = Words(self.game.players, names, words)

    def winners(self) -> list[str] | None:
        """Return the names of those who have won, or None while the game goes on."""
        if not self.game.is_over:
            return None
        return [self.words.names[player] for player in self.game.winners]

    def task(self) -> str:
        """Return whose turn it is."""
        return self.words.say("to_move", name=self.words.names[self.game.turn])

    def scores(self) -> list[tuple[str, int]]:
        """Return the players' names and points."""
        return list(zip(self.words.names, self.game.scores, strict=True))

    def board(self, player: int | None = None, *, bare: bool = False) -> Block:  # noqa: ARG002
        """Return the lines of the game's own text."""
        lines = str(self.game).splitlines()
        width = _LETTER * max(map(len, lines), default=0)
        texts = [_line(line, _LINE * (number + 1)) for number, line in enumerate(lines)]
        return Block(group(texts), width, _LINE * len(lines) + _SIZE // 2)

    def whole(self, *, tall: bool) -> Block:  # noqa: ARG002
        """Return the heading and the text."""
        text = self.board()
        title = heading(self.title, self.status(), max(360, text.width))
        return card(columns([[title, text]], GAP))


def _line(text: str, y: float) -> Element:
    """Return a line with a column for each letter, so that the columns meet in any font."""
    columns = " ".join(str(_LETTER * column) for column in range(len(text)))
    return node("text", text, x=columns, y=y, font_size=_SIZE, class_="az-text", **_KEEP_SPACES)
