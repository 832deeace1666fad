"""Drawing Azuleo: the board with its crosses and azuleos, the sides' hands and plates, supplies.

`.field` has data-field, a `.cross` data-cross and data-field or data-side, each `.triangle` of it
data-colour and data-corner (nw ne se sw), a hidden cross is a `.back`; `.azuleo` has data-point
(columns and rows from the north-west) and data-pair; `.side`, `.hand` and `.plates` have data-side,
a `.plate` data-pair. A cross or a plate measures 80 units, wherever it is in play.
"""

from typing import Any, ClassVar
from xml.etree.ElementTree import Element

from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten
from azulejos.draw.elements import Block, at, columns, group, label, use
from azulejos.draw.layout import GAP, card, heading, panel
from azulejos.draw.stencils import for_scripts
from azulejos.draw.table import PositionTable, checked_index
from azulejos.draw.words import Words
from azulejos.games.azuleo import pieces
from azulejos.games.azuleo.crosses import (
    BACK,
    BLOCKADE,
    COLOURS,
    FIELD,
    PLATE,
    PLATE_BACK,
    are_different,
)
from azulejos.games.azuleo.crosses import SYMBOLS as SYMBOLS
from azulejos.games.azuleo.drawn_board import board
from azulejos.games.azuleo.drawn_position import Position, read
from azulejos.games.azuleo.drawn_side import side_panel, team_name
from azulejos.games.azuleo.highlights import Highlights
from azulejos.games.azuleo.places import SIDE_WIDTH, places

#: The words on its drawings, beside those of every game; and which is said of several things.
WORDS = {
    "cross_laid": "{number} cross lies on the board",
    "crosses_laid": "{number} crosses lie on the board",
    "azuleo_complete": "{number} azuleo is complete",
    "azuleos_complete": "{number} azuleos are complete",
    "crosses": "Crosses",
    "plates": "Plates",
    "discards": "Put down",
    "blockades": "Blockades",
    "start": "Start",
}
PLURALS = {"cross_laid": "crosses_laid", "azuleo_complete": "azuleos_complete"}


# ── Supplies ─────────────────────────────────────────────────────────────────────────────────────


def stores(position: Position, words: Words) -> Block:
    """Return what lies beside the board: supplies, put-down plates, blockades, the start cross."""
    piles: list[tuple[str, Element, str]] = [
        ("crosses", use(BACK, 0, 0, FIELD), str(position.supply))
    ]
    if position.mode != "fill":
        left = "∞" if position.blockades is None else str(position.blockades)
        piles += [
            ("plates", use(PLATE_BACK, 0, 0, FIELD), str(position.plate_supply)),
            ("discards", use(PLATE, 0, 0, FIELD), str(position.discards)),
            ("blockades", use(BLOCKADE, 0, 0, FIELD), left),
        ]
    height = 116 if position.start else 96
    parts = [panel(SIDE_WIDTH, height)]
    middle = height / 2
    room = (SIDE_WIDTH - 24) / (len(piles) + (1 if position.start else 0))
    for index, (name, picture, count) in enumerate(piles):
        x = 12 + room * index + room / 2
        parts.append(
            group(
                [
                    at(x - 42, middle - 34, group([picture], transform="scale(.5)")),
                    label(count, x + 8, middle - 5, 22, font_weight=700),
                    label(
                        words.say(name), x, middle + 30, 14, class_="az-soft", text_anchor="middle"
                    ),
                ],
                class_=f"pile {name}",
                data_count=count,
            )
        )
    if position.start:
        x = 12 + room * len(piles) + room / 2
        parts.append(at(x - 40, 10, pieces.cross(position.start, class_="cross start")))
        parts.append(label(words.say("start"), x, 106, 14, class_="az-soft", text_anchor="middle"))
    return Block(group(parts, class_="stores"), SIDE_WIDTH, height)


# ── Pieces on their own ──────────────────────────────────────────────────────────────────────────


def lone_cross(colours: str) -> Block:
    """A cross, such as "RYBG"; "#" is a blockade, "?" a cross face down."""
    if colours == "#":
        element = pieces.blockade()
    elif colours == "?":
        element = pieces.back()
    else:
        element = pieces.cross(_different(colours, 4))
    return Block(element, FIELD, FIELD)


def lone_plate(pair: str) -> Block:
    """A plate, such as "RY"."""
    return Block(pieces.plate(_different(pair, 2)), FIELD, FIELD)


def _different(colours: object, count: int) -> str:
    if not are_different(colours, count):
        raise OptionError(
            f"expected {count} different letters of {COLOURS}, not {shorten(colours)}"
        )
    return str(colours)


#: What can be drawn on its own, with its usual width in pixels.
PIECES = {"cross": (lone_cross, 80), "plate": (lone_plate, 80)}


# ── The table ────────────────────────────────────────────────────────────────────────────────────


class AzuleoTable(PositionTable[Position, Highlights]):
    """A position of Azuleo with the players' names."""

    kind = "azuleo"
    title = "Azuleo"
    PARTS: ClassVar = ("board", "side")

    read = staticmethod(read)
    highlights = Highlights

    def name(self, side: int) -> str:
        """Return a player's name, or the partners' names."""
        return team_name(self.position, side, self.words)

    def task(self) -> str:
        """Return whose turn it is."""
        turn = self.position.turn
        return "" if turn is None else self.words.say("to_move", name=self.words.names[turn])

    def scores(self) -> list[tuple[str, int]]:
        """Return the sides' names and points."""
        sides = self.position.sides
        return [(self.name(index), side.score) for index, side in enumerate(sides)]

    def options(self) -> list[str]:
        """Return how many play."""
        if self.position.players == 1:
            return [self.words.say("solo")]
        return [self.words.say("players", number=str(self.position.players))]

    def contents(self) -> list[str]:
        """Return how many crosses lie on the board, and how many azuleos are complete."""
        laid = sum(len(content) == 4 for row in self.position.fields for content in row)
        return [
            self.words.count("cross_laid", laid),
            self.words.count("azuleo_complete", len(self.position.azuleos())),
        ]

    def for_scripts(self) -> dict[str, Any]:
        """Return the stencils and places by which a page's scripts draw."""
        return for_scripts(pieces.stencils(), places(self.position))

    def board(self, player: int | None = None, *, bare: bool = False) -> Block:  # noqa: ARG002
        """Return the board, which all players share."""
        return board(self.position, self.lit, bare=bare)

    def side(self, side: int | None, *, bare: bool = False) -> Block:
        """Return a side's hand and plates."""
        index = checked_index(side, len(self.position.sides), "side")
        return side_panel(self.position, index, self.words, self.lit, bare=bare)

    def whole(self, *, tall: bool) -> Block:
        """Return everything: in one column, or with the sides beside the board."""
        title = heading(self.title, self.status(), SIDE_WIDTH)
        fields = self.board()
        sides = [self.side(side) for side in range(len(self.position.sides))]
        chest = stores(self.position, self.words)
        layout: list[list[Block]]
        if tall:
            layout = [[title, fields, *sides, chest]]
        elif len(sides) == 3:
            layout = [[title, fields], [*sides, chest]]
        else:
            layout = [[fields], [title, *sides, chest]]
        return card(columns(layout, GAP))


#: How its positions are drawn.
TABLE = AzuleoTable
