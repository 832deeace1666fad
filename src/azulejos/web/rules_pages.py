"""The rules of a game as a page: the summary that the command line shows, with pictures."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from azulejos import rulebook
from azulejos.web import pictures
from azulejos.web.languages import Catalogue, catalogue

_LONG_RUNS = (
    "azul 2c 5/0/50 o0 0* BBWW,BYYK,YKKW,YKKW,BYKW - 0.0.0.0.0 10.8.11.9.11 "
    "20;-/B1/-/-/Y1;.YRKW/...RK/.WBYR/..W../.RK..;- "
    "32;-/-/-/-/R3;BY.KW/.BYRK/...YR/...BY/....B;-"
)
_TWO_YELLOWS = (
    "azul 2c 2/0/50 o0 0* BRRW,YYKK,YRWW,BYYW,BYRK - 10.9.14.13.14 2.3.1.3.0 "
    "2;-/-/-/B3/-;B..../..Y../...Y./...../.....;- 4;-/-/-/-/W1;....W/...R./..B../.K.../.....;-"
)


def _figures(game: str, words: Catalogue) -> dict[int, str]:
    """Pictures with captions, by the section (from 0, before the first heading) they end."""
    _, language = words.gettext, words.language
    if game == "azul":
        return {
            1: _figure(
                pictures.azul_display(language),
                _(
                    "Factories round the centre. The first-player marker waits there until "
                    "someone takes from the centre."
                ),
            )
            + _figure(
                pictures.azul_board(language, _TWO_YELLOWS, ("2Y1", "2Y5", "2YF")),
                _(
                    "Two yellow tiles in hand: rows 2 and 3 show yellow already and line 4 "
                    "holds blue, so line 1, line 5 and the floor line are open."
                ),
            ),
            2: _figure(
                pictures.azul_board(language, _LONG_RUNS, ("@33",)),
                _("The blue tile in row 3 lies in a row of 4 and a column of 3: 7 points."),
            ),
        }
    return {
        0: _figure(
            pictures.cross("RYBG", _("A cross with four colours")),
            _("A cross: four triangles, each with a colour and a pattern of its own."),
        ),
        1: _figure(
            pictures.nearly_an_azuleo(language),
            _("The fourth cross round a corner point completes an azuleo."),
        ),
        2: _figure(
            pictures.azuleo_board(language),
            _("Near the end: golden frames mark the azuleos, dark crosses bar unplayable fields."),
        ),
    }


def _figure(picture: Markup, caption: str) -> str:
    return f"<figure>{picture}<figcaption>{escape(caption)}</figcaption></figure>"


@cache
def text(game: str, language: str) -> Markup:
    """The whole text of a game's rules, in HTML."""
    html = MarkdownIt().render(rulebook.summary(game, language))
    sections = html.split("<h2>")
    figures = _figures(game, catalogue(language))
    with_figures = [section + figures.get(n, "") for n, section in enumerate(sections)]
    return Markup("<h2>".join(with_figures))
