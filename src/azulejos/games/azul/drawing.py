"""Drawing Azul: the display of factories, the bag and the lid, the players' boards.

`.factory` and `.centre` have data-source (0 is the centre), `.board`, `.line`, `.floor` and
`.space` have data-player and data-line (0 is the floor line), a space data-column too; each `.tile`
has data-colour and the data of its place; the marker is `.marker`. A tile measures 40 units.
"""

from typing import Any, ClassVar

from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten
from azulejos.draw.elements import Block, columns, group, label, path, use
from azulejos.draw.layout import GAP, card, heading, panel
from azulejos.draw.stencils import for_scripts
from azulejos.draw.table import PositionTable, checked_index
from azulejos.draw.words import Words
from azulejos.games.azul import drawn_board, drawn_display, pieces
from azulejos.games.azul.drawn_position import Position, read
from azulejos.games.azul.highlights import Highlights
from azulejos.games.azul.places import BOARD_WIDTH, places
from azulejos.games.azul.tiles import COLOURS, TILE, tile_symbol
from azulejos.games.azul.tiles import SYMBOLS as SYMBOLS

#: The words on its drawings, beside those of every game.
WORDS = {
    "coloured": "coloured wall",
    "grey": "grey wall",
    "deal": "waiting for the deal",
    "factories": "Factories: {factories}",
    "centre": "Centre: {tiles}",
    "bag": "Bag",
    "lid": "Lid",
}


# ── Bag and lid ──────────────────────────────────────────────────────────────────────────────────


def stores(position: Position, words: Words) -> Block:
    """Return how many tiles of each colour are in the bag and in the lid."""
    width, height = BOARD_WIDTH, 96
    parts = [panel(width, height)]
    for row, (name, counts) in enumerate((("bag", position.bag), ("lid", position.lid))):
        y = 14 + 36 * row
        entries = [
            label(words.say(name), 22, y + 22, 17, class_="az-soft"),
            label(str(sum(counts)), 142, y + 23, 20, text_anchor="end", font_weight=700),
        ]
        for index, (colour, count) in enumerate(zip(COLOURS, counts, strict=True)):
            x = 172 + 68 * index
            shown = [
                use(tile_symbol(colour), x, y + 4, 24, class_="swatch"),
                label(str(count), x + 32, y + 22, 16, class_="az-text"),
            ]
            faint = None if count else 0.35
            entries.append(group(shown, data_colour=colour, data_count=count, opacity=faint))
        parts.append(group(entries, class_=name, data_count=sum(counts)))
    parts.append(path(f"M16 48H{width - 16}", class_="az-hair", stroke_width=0.8))
    return Block(group(parts, class_="stores"), width, height)


# ── Pieces on their own ──────────────────────────────────────────────────────────────────────────


def lone_tile(colour: str) -> Block:
    """One tile, B Y R K or W, or the first player's marker, M."""
    if colour not in (*COLOURS, "M"):
        letters = " ".join((*COLOURS, "M"))
        raise OptionError(f"colour: expected one of {letters}, not {shorten(colour)}")
    return Block(pieces.tile(colour, 0, 0), TILE, TILE)


def checked_factory(colours: str) -> Block:
    """A factory with up to four tiles, such as "BBYR"."""
    if not isinstance(colours, str) or len(colours) > 4 or set(colours) - set(COLOURS):
        raise OptionError(f"colours: expected up to 4 letters of {COLOURS}, not {shorten(colours)}")
    return drawn_display.lone_factory(colours)


#: What can be drawn on its own, with its usual width in pixels.
PIECES = {"tile": (lone_tile, 40), "factory": (checked_factory, 132)}


# ── The table ────────────────────────────────────────────────────────────────────────────────────


class AzulTable(PositionTable[Position, Highlights]):
    """A position of Azul with the players' names."""

    kind = "azul"
    title = "Azul"
    PARTS: ClassVar = ("board", "display")

    read = staticmethod(read)
    highlights = Highlights

    def task(self) -> str:
        """Return the round, and whose turn it is."""
        position, words = self.position, self.words
        parts = [words.say("round", number=str(position.round))]
        if position.phase == "deal":
            parts.append(words.say("deal"))
        elif position.turn is not None:
            parts.append(words.say("to_move", name=words.names[position.turn]))
        return " · ".join(parts)

    def scores(self) -> list[tuple[str, int]]:
        """Return the players' names and points."""
        boards = zip(self.words.names, self.position.boards, strict=True)
        return [(name, own.score) for name, own in boards]

    def options(self) -> list[str]:
        """Return how many play, and on which wall."""
        players = self.words.say("players", number=str(self.position.players))
        return [players, self.words.say("coloured" if self.position.coloured else "grey")]

    def contents(self) -> list[str]:
        """Return what lies on the factories and in the centre."""
        tiles = enumerate(map(drawn_display.letters, self.position.factories), start=1)
        factories = ", ".join(f"{number} {letters}" for number, letters in tiles if letters)
        centre = "M" * self.position.marker_in_centre
        centre += drawn_display.letters(self.position.centre)
        return [
            self.words.say("factories", factories=factories) if factories else "",
            self.words.say("centre", tiles=centre) if centre else "",
        ]

    def for_scripts(self) -> dict[str, Any]:
        """Return the stencils and places by which a page's scripts draw."""
        return for_scripts(pieces.stencils(), places(len(self.position.factories)))

    def display(self, index: int | None = None, *, bare: bool = False) -> Block:  # noqa: ARG002
        """Return the factories and the centre."""
        return drawn_display.display(self.position, self.lit)

    def board(self, player: int | None, *, bare: bool = False) -> Block:
        """Return one player's board."""
        index = checked_index(player, len(self.position.boards), "player")
        return drawn_board.board(self.position, index, self.words, self.lit, bare=bare)

    def whole(self, *, tall: bool) -> Block:
        """Return everything: in one column, or spread out."""
        title = heading(self.title, self.status(), BOARD_WIDTH)
        ring = self.display()
        chest = stores(self.position, self.words)
        boards = [self.board(player) for player in range(len(self.position.boards))]
        layout: list[list[Block]]
        if tall:
            layout = [[title, ring, chest, *boards]]
        elif len(boards) == 2:
            layout = [[title, ring, chest], boards]
        elif len(boards) == 3:
            layout = [[ring, boards[1]], [title, chest, boards[0], boards[2]]]
        else:  # clockwise round the display
            layout = [[boards[0], boards[3]], [title, ring, chest], [boards[1], boards[2]]]
        return card(columns(layout, GAP))


#: How its positions are drawn.
TABLE = AzulTable
