"""Positions as standalone SVG, for notebooks, pages, terminals and the web table.

`svg` draws a whole table from a game, its `to_dict()` or a player's `view()`; `board` and `part`
draw a part of one, `piece` a single piece. All return the text of an SVG that needs nothing else:
no script, no font, no file. By default it follows the reader's light or dark setting.

How a game looks is in its own module `drawing`; a game without one is drawn as text. Elements carry
what they stand for as classes and data attributes, which that module lists.

For a page with several drawings that is kept up to date by a script, `bare=True` leaves out what
the page has once, `style_sheet()` and `symbols()`, and of a board or a side its panel and nameplate
too.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypedDict, Unpack
from xml.etree.ElementTree import Element

from azulejos import games
from azulejos.core.errors import OptionError, PositionError
from azulejos.core.plain_data import shorten
from azulejos.draw import plain
from azulejos.draw.elements import Block, document, pixels, symbol_definitions
from azulejos.draw.layout import upright
from azulejos.draw.style import PAGE_STYLE_SHEET
from azulejos.draw.table import Table
from azulejos.draw.words import english, plurals

__all__ = [
    "ENGLISH",
    "PLURALS",
    "Style",
    "board",
    "for_scripts",
    "part",
    "piece",
    "style_sheet",
    "svg",
    "symbols",
]

if TYPE_CHECKING:
    #: The words on drawings in English, and the keys of those for several things by the keys of
    #: those for one.
    ENGLISH: Mapping[str, str]
    PLURALS: Mapping[str, str]


def __getattr__(name: str) -> Mapping[str, str]:
    """Collect the words of all games when they are asked for: their drawings import this."""
    if name == "ENGLISH":
        return english()
    if name == "PLURALS":
        return plurals()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


Highlight: TypeAlias = object | Iterable[object] | None


class _Game(Protocol):
    def to_dict(self) -> dict[str, Any]: ...


class Style(TypedDict, total=False):
    """How a drawing is made; all of it can be left out.

    size: width in pixels; without it the picture takes the width it is given.
    title: what a screen reader says first; by default what is going on.
    names: the players'. highlight: a move or several, as values or as texts; each game's
    `Highlights` says what else. words: instead of some of `ENGLISH`.
    theme: "light", "dark" or "auto", as the reader's system is set.
    bare: without style sheet and symbols, for a page that has them once.
    """

    size: float | None
    title: str | None
    names: Sequence[str] | None
    highlight: Highlight
    words: Mapping[str, str] | None
    theme: str
    bare: bool


def svg(
    position: Mapping[str, Any] | _Game, *, layout: str = "auto", **style: Unpack[Style]
) -> str:
    """Draw a whole table.

    position: a game, its `to_dict()` or a `view()`; PositionError says what is wrong with it.
    layout: "wide", "tall" (one column, for a phone) or "auto", tall for a size below 600.
    style: see `Style`.
    """
    if layout not in ("auto", "wide", "tall"):
        raise OptionError(f"layout: expected 'auto', 'wide' or 'tall', not {shorten(layout)}")
    tall = upright(layout, pixels(style.get("size")))
    return _drawn(position, lambda table, _: table.whole(tall=tall), "", **style)


def part(
    position: Mapping[str, Any] | _Game,
    name: str,
    index: int | None = None,
    **style: Unpack[Style],
) -> str:
    """Draw a part of a table, such as a "board"; index: which one, where there are several."""

    def block(table: Table, bare: bool) -> Block:
        if name not in table.PARTS:
            known = " or ".join(table.PARTS)
            raise PositionError(f"a table of {table.kind} has no {shorten(name)}: expected {known}")
        drawn: Block = getattr(table, name)(index, bare=bare)
        return drawn

    return _drawn(position, block, f"-{name}", **style)


def board(
    position: Mapping[str, Any] | _Game, player: int | None = None, **style: Unpack[Style]
) -> str:
    """Draw a player's board, or the one board that all share."""
    return part(position, "board", player, **style)


def piece(
    game: str,
    kind: str,
    letters: str,
    *,
    size: float | None = None,
    title: str | None = None,
    bare: bool = False,
) -> str:
    """Draw a single piece of a game, told by its letters; the game's `drawing.PIECES` has all."""
    pieces = _drawing_of(game).PIECES
    if kind not in pieces:
        known = f": expected {' or '.join(pieces)}" if pieces else ", and no other piece"
        raise OptionError(f"{game} has no {shorten(kind)} to draw{known}")
    make, usual_size = pieces[kind]
    return document(
        make(letters),
        _symbols_of(games.names()),
        kind=f"{game}-{kind}",
        title=title or letters or "–",
        size=usual_size if size is None else size,
        bare=bare,
    )


def style_sheet() -> str:
    """Return the style sheet for a page of bare drawings; data-theme on its root rules them all."""
    return PAGE_STYLE_SHEET


def symbols(*of_games: str) -> str:
    """Return an SVG that shows nothing, with the symbols for a page's bare drawings."""
    chosen = of_games or games.names()
    return symbol_definitions(_symbols_of(chosen))


def for_scripts(position: Mapping[str, Any] | _Game) -> dict[str, Any]:
    """Return what a page's scripts need to keep bare drawings of such a position up to date.

    `stencils` are elements with placeholders (see `azulejos.draw.stencils`), `places` where they
    are put, as the game's drawing tells. It is empty where a game is drawn as text.
    """
    return _table(position).for_scripts()


def _symbols_of(chosen: Iterable[str]) -> dict[str, Element]:
    return {name: s for game in chosen for name, s in _drawing_of(game).SYMBOLS.items()}


def _drawing_of(game: str) -> Any:
    """How a game draws: its own module, or the one that draws text."""
    return games.spec(game).part("drawing") or plain


def _table(
    position: Mapping[str, Any] | _Game,
    highlight: Highlight = None,
    names: Sequence[str] | None = None,
    words: Mapping[str, str] | None = None,
) -> Table:
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
    game = games.game_of_position(data)
    if game is None:
        known = " or ".join(
            f"{g.title} (with {g.recognised_by})" for g in games.all_games().values()
        )
        raise PositionError(f"expected a position of {known}")
    if game.part("drawing") is None:
        return plain.TextTable(game, data, names, words)
    table: Table = _drawing_of(game.name).TABLE.of(data, entries, names, words)
    return table


def _drawn(
    position: Mapping[str, Any] | _Game,
    block: Callable[[Table, bool], Block],
    part: str,
    *,
    size: float | None = None,
    title: str | None = None,
    names: Sequence[str] | None = None,
    highlight: Highlight = None,
    words: Mapping[str, str] | None = None,
    theme: str = "auto",
    bare: bool = False,
) -> str:
    """Draw what `block` makes of a table; `part` is what its kind is called beside the game."""
    table = _table(position, highlight, names, words)
    if title is None:
        title, label = f"{table.title}: {table.status()}".rstrip(": "), table.description()
    else:
        # A label is read as a whole: one that the caller gave says enough.
        label = "" if bare else table.description()
    return document(
        block(table, bare),
        _symbols_of(games.names()),
        kind=table.kind + part,
        title=title,
        description=label,
        size=size,
        theme=theme,
        bare=bare,
    )
