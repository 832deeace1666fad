"""The rules of a game as a page: the summary that the command line shows, with pictures."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from azulejos import rulebook
from azulejos.web.game_pages import Figure, pages_of
from azulejos.web.languages import catalogue
from azulejos.web.pages.pictures import picture


@cache
def text(game: str, language: str) -> Markup:
    """The whole text of a game's rules, in HTML."""
    html = MarkdownIt().render(rulebook.summary(game, language))
    figures = pages_of(game).figures(catalogue(language))
    with_figures = [
        section + "".join(_drawn(game, figure, language) for figure in figures.get(number, ()))
        for number, section in enumerate(html.split("<h2>"))
    ]
    return Markup("<h2>".join(with_figures))


def _drawn(game: str, figure: Figure, language: str) -> str:
    kind = ' class="piece"' if figure.is_small else ""
    drawing = picture(game, figure.picture, language)
    return f"<figure{kind}>{drawing}<figcaption>{escape(figure.caption)}</figcaption></figure>"
