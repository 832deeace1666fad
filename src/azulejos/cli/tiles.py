"""Tiles in a terminal: a coloured block with a letter; without colours, [letter]."""

from rich.console import Console
from rich.text import Text

#: Letters of all games, in colours of the 256 that terminals share; each reads on dark and light.
BLOCKS = {
    "B": "bold not dim #ffffff on #005faf",
    "Y": "bold not dim #000000 on #ffd700",
    "R": "bold not dim #ffffff on #d70000",
    "G": "bold not dim #ffffff on #008700",
    "K": "bold not dim #ffffff on #3a3a3a",
    "W": "bold not dim #000000 on #e4e4e4",
    "M": "bold not dim #000000 on #afd7d7",  # a first-player marker
    "?": "bold not dim #000000 on #9e9e9e",  # a triangle nobody has shown us
    "#": "bold not dim #afd7ff on #00005f",  # a blockade cross
}
#: Letters of spaces that wait for a tile of their colour.
HINTS = {"B": "#5f87d7", "Y": "#af8700", "R": "#d75f5f", "K": "dim", "W": "dim"}

COLOUR_NAMES = {"B": "blue", "Y": "yellow", "R": "red", "K": "black", "W": "white", "G": "green"}

#: Every tile, and every space for one, is this many characters wide.
TILE_WIDTH = 3


class Brush:
    """Paints tiles as the console can show them."""

    def __init__(self, console: Console) -> None:
        self.plain = console.no_color or console.color_system is None
        self.ascii = not console.encoding.lower().startswith("utf")

    def tile(self, letter: str) -> Text:
        return Text(f"[{letter}]") if self.plain else Text(f" {letter} ", BLOCKS[letter])

    def tiles(self, letters: str) -> Text:
        return Text().join(self.tile(letter) for letter in letters)

    def hint(self, letter: str) -> Text:
        """A free space that takes this colour only."""
        return Text(f" {letter.lower()} ", "" if self.plain else HINTS[letter])

    def space(self) -> Text:
        """A free space for any tile."""
        return Text(" . " if self.ascii else " · ", "dim")

    def glyph(self, drawn: str, typed: str) -> str:
        """A character, or its substitute where only ASCII can be shown."""
        return typed if self.ascii else drawn


def indented(line: Text, width: int) -> Text:
    """The line behind so many blanks."""
    return Text(" " * width).append_text(line)
