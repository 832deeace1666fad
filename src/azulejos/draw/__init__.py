"""Positions of both games as standalone SVG, for notebooks, pages, terminals and the web table.

`svg` draws a whole table from a game, its `to_dict()` or a player's `view()`; the other functions
draw a part of one. All return the text of an SVG that needs nothing else: no script, no font, no
file. By default it follows the reader's light or dark setting.

Elements carry what they stand for. Azul: `.factory` and `.centre` have data-source (0 is the
centre), `.board`, `.line`, `.floor` and `.space` have data-player and data-line (0 is the floor
line), a space data-column too; each `.tile` has data-colour and the data of its place; the marker
is `.marker`. Azuleo: `.field` has data-field, a `.cross` data-cross and data-field or data-side,
each `.triangle` of it data-colour and data-corner (nw ne se sw), a hidden cross is a `.back`;
`.azuleo` has data-point (columns and rows from the north-west) and data-pair; `.side`, `.hand` and
`.plates` have data-side, a `.plate` data-pair. A tile measures 40 units, a cross or a plate 80,
wherever it is in play.

For a page with several drawings that is kept up to date by a script, `bare=True` leaves out what
the page has once, `sheet()` and `symbols()`, and of a board or a side its panel and nameplate too.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from azulejos.core.errors import OptionError, PositionError
from azulejos.core.plain_data import shorten
from azulejos.draw.elements import Block, document, pixels, store, use
from azulejos.draw.furniture import upright
from azulejos.draw.positions import read_azul, read_azuleo
from azulejos.draw.style import PAGE_SHEET
from azulejos.draw.words import ENGLISH, Words
from azulejos.games.azul import drawing as azul
from azulejos.games.azul import tiles
from azulejos.games.azuleo import crosses
from azulejos.games.azuleo import drawing as azuleo

__all__ = [
    "ENGLISH",
    "board",
    "cross",
    "display",
    "factory",
    "plate",
    "sheet",
    "side",
    "svg",
    "symbols",
    "tile",
]


Highlight: TypeAlias = object | Iterable[object] | None


class _Game(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


def svg(
    position: Mapping[str, Any] | _Game,
    *,
    size: float | None = None,
    title: str | None = None,
    names: Sequence[str] | None = None,
    highlight: Highlight = None,
    words: Mapping[str, str] | None = None,
    layout: str = "auto",
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Draw a whole table of either game.

    position: a game, its `to_dict()` or a `view()`; PositionError says what is wrong with it.
    size: width in pixels; without it the picture takes the width it is given.
    title: what a screen reader says first; by default what is going on.
    names: the players'. highlight: a move or several, as values or as texts; each game's
    `Highlights` says what else. words: instead of some of `ENGLISH`.
    layout: "wide", "tall" (one column, for a phone) or "auto", tall for a size below 600.
    theme: "light", "dark" or "auto", as the reader's system is set.
    bare: without style sheet and symbols, for a page that has them once.
    """
    if layout not in ("auto", "wide", "tall"):
        raise OptionError(f"layout: expected 'auto', 'wide' or 'tall', not {shorten(layout)}")
    table = _table(position, highlight, names, words)
    block = table.whole(tall=upright(layout, pixels(size)))
    return _drawn(table, block, "", title, size, theme, bare)


def board(
    position: Mapping[str, Any] | _Game,
    player: int | None = None,
    *,
    size: float | None = None,
    title: str | None = None,
    names: Sequence[str] | None = None,
    highlight: Highlight = None,
    words: Mapping[str, str] | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Draw a player's board of Azul, or the one board of Azuleo."""
    table = _table(position, highlight, names, words)
    return _drawn(table, table.board(player, bare=bare), "-board", title, size, theme, bare)


def display(
    position: Mapping[str, Any] | _Game,
    *,
    size: float | None = None,
    title: str | None = None,
    highlight: Highlight = None,
    words: Mapping[str, str] | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Draw the factories and the centre of Azul."""
    table = _table(position, highlight, None, words)
    if not isinstance(table, azul.Table):
        raise PositionError("expected a position of Azul: Azuleo has no factories")
    return _drawn(table, table.display(), "-display", title, size, theme, bare)


def side(
    position: Mapping[str, Any] | _Game,
    side: int,
    *,
    size: float | None = None,
    title: str | None = None,
    names: Sequence[str] | None = None,
    highlight: Highlight = None,
    words: Mapping[str, str] | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Draw the hand and the plates of a side of Azuleo."""
    table = _table(position, highlight, names, words)
    if not isinstance(table, azuleo.Table):
        raise PositionError("expected a position of Azuleo: Azul has no sides")
    return _drawn(table, table.side(side, bare=bare), "-side", title, size, theme, bare)


def tile(colour: str, *, size: float = 40, title: str | None = None, bare: bool = False) -> str:
    """Draw one tile of Azul, B Y R K or W, or the first player's marker, M."""
    if colour not in (*tiles.COLOURS, "M"):
        letters = " ".join((*tiles.COLOURS, "M"))
        raise OptionError(f"colour: expected one of {letters}, not {shorten(colour)}")
    block = Block(azul.tile(colour, 0, 0), tiles.TILE, tiles.TILE)
    return _piece(block, "azul-tile", title or colour, size, bare)


def factory(
    colours: str, *, size: float = 132, title: str | None = None, bare: bool = False
) -> str:
    """Draw a factory of Azul with up to four tiles, such as "BBYR"."""
    if not isinstance(colours, str) or len(colours) > 4 or set(colours) - set(tiles.COLOURS):
        raise OptionError(
            f"colours: expected up to 4 letters of {tiles.COLOURS}, not {shorten(colours)}"
        )
    return _piece(azul.lone_factory(colours), "azul-factory", title or colours or "–", size, bare)


def cross(colours: str, *, size: float = 80, title: str | None = None, bare: bool = False) -> str:
    """Draw a cross of Azuleo, such as "RYBG"; "#" is a blockade, "?" a cross face down."""
    if colours == "#":
        element = use(crosses.BLOCKADE, 0, 0, crosses.FIELD, class_="blockade")
    elif colours == "?":
        element = use(crosses.BACK, 0, 0, crosses.FIELD, class_="back")
    else:
        element = azuleo.cross(_different(colours, 4))
    block = Block(element, crosses.FIELD, crosses.FIELD)
    return _piece(block, "azuleo-cross", title or colours, size, bare)


def plate(pair: str, *, size: float = 80, title: str | None = None, bare: bool = False) -> str:
    """Draw a plate of Azuleo, such as "RY"."""
    block = Block(azuleo.plate(_different(pair, 2)), crosses.FIELD, crosses.FIELD)
    return _piece(block, "azuleo-plate", title or pair, size, bare)


def _table(
    position: Mapping[str, Any] | _Game,
    highlight: Highlight,
    names: Sequence[str] | None = None,
    words: Mapping[str, str] | None = None,
) -> azul.Table | azuleo.Table:
    """Read a position of whichever game it is of."""
    data: object = position if isinstance(position, Mapping) else None
    if hasattr(position, "to_dict"):
        data = position.to_dict()
    if not isinstance(data, Mapping):
        raise PositionError(f"expected a game or its plain data, not {shorten(position)}")
    if highlight is None:
        entries: Iterable[object] = ()
    elif isinstance(highlight, str) or not isinstance(highlight, Iterable):
        entries = (highlight,)
    else:
        entries = highlight
    if "boards" in data:
        here = read_azul(data)
        spoken = Words(len(here.boards), names, words)
        return azul.Table(here, spoken, azul.Highlights(entries, here))
    if "sides" in data:
        there = read_azuleo(data)
        spoken = Words(there.players, names, words)
        return azuleo.Table(there, spoken, azuleo.Highlights(entries, there))
    raise PositionError("expected a position of Azul (with boards) or of Azuleo (with sides)")


def _different(colours: object, count: int) -> str:
    if not crosses.are_different(colours, count):
        raise OptionError(
            f"expected {count} different letters of {crosses.COLOURS}, not {shorten(colours)}"
        )
    return str(colours)


def _drawn(
    table: azul.Table | azuleo.Table,
    block: Block,
    part: str,
    title: str | None,
    size: float | None,
    theme: str,
    bare: bool,
) -> str:
    return document(
        block,
        _SYMBOLS,
        kind=table.kind + part,
        title=f"{table.kind.capitalize()}: {table.status()}".rstrip(": ")
        if title is None
        else title,
        # A label is read as a whole: one that the caller gave says enough.
        description="" if bare and title is not None else table.description(),
        size=size,
        theme=theme,
        bare=bare,
    )


def _piece(block: Block, kind: str, title: str, size: float, bare: bool) -> str:
    return document(block, _SYMBOLS, kind=kind, title=title, size=size, bare=bare)


def sheet() -> str:
    """Return the style sheet for a page of bare drawings; data-theme on its root rules them all."""
    return PAGE_SHEET


def symbols(*games: str) -> str:
    """Return an SVG that shows nothing, with the symbols for a page's bare drawings."""
    return store({name: _SYMBOLS[name] for game in games for name in _SYMBOLS_OF[game]})


_SYMBOLS_OF = {"azul": tiles.SYMBOLS, "azuleo": crosses.SYMBOLS}
_SYMBOLS = tiles.SYMBOLS | crosses.SYMBOLS
