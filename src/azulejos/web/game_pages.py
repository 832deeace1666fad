"""`GamePages`: what a game brings to the pages besides its templates, scripts and style sheet.

A game's module `pages` has it as `PAGES`. What a game does not say there is as it is here: a game
without such a module is drawn on the default page.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markupsafe import Markup

from azulejos import draw
from azulejos.games import spec
from azulejos.web.languages import Catalogue

#: A bare drawing, made in the reader's language.
Picture = Callable[[Catalogue], str]


@dataclass(frozen=True)
class QuickTable:
    """A table that one click sets up, with the reader on its first seat.

    options: of the game, without the number of players. bot: the level of the opponent; None: the
    reader plays alone. first: who begins; None: chance decides.
    """

    options: Mapping[str, Any] = field(default_factory=dict)
    bot: int | None = None
    first: int | None = None


@dataclass(frozen=True)
class Figure:
    """A picture in a page of rules. is_small: a single piece."""

    picture: str
    caption: str
    is_small: bool = False


def _no_figures(words: Catalogue) -> Mapping[int, Sequence[Figure]]:  # noqa: ARG001
    return {}


def drawn_board(
    position: Mapping[str, Any], names: Sequence[str], words: Catalogue
) -> dict[str, Any]:
    """The one drawing of a table on the default page, and what its seats are called."""
    title = words.gettext("The board")
    board = draw.board(position, bare=True, title=title, words=words.of_drawings())
    return {"board": Markup(board), "names": names}


@dataclass(frozen=True)
class GamePages:
    """What a game brings to the pages.

    pictures: for its templates, by name; "lead" stands on the front page beside the first game's
    button, "waiting" where a page waits for the game, "sorry" where something went wrong.
    figures: of its rules, by the section (from 0, before the first heading) that they end.
    drawn: what `table.html` gets as `drawn`, from a position, the seats' names and the language.
    shapes: options of the tables that its page can be drawn for, each with the same names: tables
    that agree in these look alike before there is a piece on them.
    quick_tables: by name; "guided" is the first game with hints, for a game that has `coach.js`.
    """

    pictures: Mapping[str, Picture] = field(default_factory=dict)
    figures: Callable[[Catalogue], Mapping[int, Sequence[Figure]]] = _no_figures
    drawn: Callable[[Mapping[str, Any], Sequence[str], Catalogue], dict[str, Any]] = drawn_board
    shapes: Sequence[Mapping[str, Any]] = ()
    quick_tables: Mapping[str, QuickTable] = field(default_factory=dict)


@cache
def pages_of(game: str) -> GamePages:
    """What a game brings to the pages."""
    own = spec(game).part("pages")
    return GamePages() if own is None else own.PAGES


def can_be_tracked(game: str) -> bool:
    """Whether a game at a real table can be tracked: it brings a script to enter chance by."""
    return (spec(game).folder / "web" / "follow.js").exists()
