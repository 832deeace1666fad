"""Pictures for the pages, by `azulejos.draw`, bare: each page has the style sheet and symbols."""

from functools import cache

from markupsafe import Markup

from azulejos import draw
from azulejos.web.game_pages import pages_of
from azulejos.web.languages import catalogue


@cache
def picture(game: str, name: str, language: str) -> Markup:
    """A picture that a game brings, by its name; an empty text if it brings none of that name."""
    make = pages_of(game).pictures.get(name)
    return Markup(make(catalogue(language))) if make else Markup()


@cache
def symbols(game: str | None = None) -> Markup:
    """What every page with drawings holds once; a page about a game, what that game draws with."""
    return Markup(draw.symbols(*([game] if game else [])))
