"""The rules of a game as a page: the summary that the command line shows, with pictures."""

from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from azulejos import rulebook
from azulejos.web import pictures
from azulejos.web.languages import Catalogue, catalogue

_LONE_TILE = (
    "azul 2c 3/0/5 o0 1* BBYR,-,RRKW,-,YYKK - 6.9.8.7.8 5.3.4.6.2 "
    "9;-/-/-/-/-;..R.W/..YR./.WBYR/...../..K..;- 0;-/-/-/-/-;...../...../...../...../.....;-"
)
_YELLOW_IN_HAND = (
    "azul 2c 3/0/5 o0 1* YYRK,-,RRKW,-,- - 6.9.8.7.8 5.3.4.6.2 "
    "5;-/-/-/B1/-;B..../..Y../...Y./...../.....;MK 0;-/-/-/-/-;...../...../...../...../.....;-"
)
_AZULEO_START = (
    "azuleo 2 t0 ....../..RYBGGBRY../..YRGB.../....../....../...... 0;RYBG,RBGY,RBGY;RY,BG;0 "
    "0;RYBG,RYGB,RGYB;RB,YG;0 4.5.6.4.5.5 2.2.3.3.2.2 0.0.0.0.0.0 8 - 0 -"
)


def _figures(game: str, words: Catalogue) -> dict[int, str]:
    """Pictures with captions, by the section (from 0, before the first heading) they end."""
    _, language = words.gettext, words.language
    if game == "azul":
        return {
            1: _figure(
                pictures.azul_display(language),
                _("Factories round the centre. The marker waits there for the first to take."),
            )
            + _figure(
                pictures.azul_board(language, _YELLOW_IN_HAND, ("1Y1", "1Y5", "1YF")),
                _(
                    "Two yellow tiles in hand: rows 2 and 3 show yellow already and line 4 "
                    "holds blue, so line 1, line 5 and the floor line are open."
                ),
            ),
            2: _figure(
                pictures.azul_board(language, _LONE_TILE, ("@33",)),
                _("The blue tile in row 3 lies in a row of 4 and a column of 3: 7 points."),
            ),
        }
    return {
        0: _figure(
            pictures.cross("RYBG", _("A cross with four colours")),
            _("A cross: four triangles, each with a colour and a figure of its own."),
        ),
        1: _figure(
            pictures.azuleo_board(
                language,
                _AZULEO_START,
                ("d3BGRY",),
                _("Three crosses round a corner point, and the fourth about to be laid"),
            ),
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
