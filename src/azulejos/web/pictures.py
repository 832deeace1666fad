"""Pictures for the pages, by `azulejos.draw`, bare: each page has the style sheet and symbols."""

from functools import cache

from markupsafe import Markup

from azulejos import draw
from azulejos.games.azul import position as azul_position
from azulejos.games.azuleo import notation as azuleo_notation
from azulejos.web.languages import catalogue

#: A two-player game of Azul in its fourth round, and a game of Azuleo near its end.
AZUL = (
    "azul 2c 4/0/5 o0 1* BBYR,-,RRKW,-,YYKK BWW 6.9.8.7.8 5.3.4.6.2 "
    "24;R1/Y1/W3/K2/B4;.Y.K./.BYR./K.BY./..WBY/...W.;- "
    "19;-/B2/-/R3/W2;..RK./W.Y../.WB../R..B./..K.B;-"
)
AZULEO = (
    "azuleo 2 t1 RYBG#BRYGYRGBYGBR./RYBGBGRYYBRGYRBGGRBYBRGY/BYGRBGYRRGYBRYGBBYGR#/"
    "YRBGGBRYYBRGYRBGGBYR./RYGBBGYRRGYB##YGRB/YRGBGBYRYBGRYBGRYBGRYGRB "
    "114;RBGY,RGYB,RGBY;RG,YB;0 89;RYGB,RBYG,RGBY;RG,YB;0 0.0.0.0.0.0 3.3.1.1.3.3 "
    "0.0.0.0.0.0 4 - 0 -"
)


@cache
def azul_board(language: str, text: str = AZUL, highlight: tuple[str, ...] = ()) -> Markup:
    """The first board of a position."""
    title = catalogue(language).gettext("A player board of Azul")
    return _drawn(
        draw.board(
            azul_position.from_text(text),
            0,
            bare=True,
            title=title,
            highlight=highlight,
            words=catalogue(language).of_drawings(),
        )
    )


@cache
def azul_display(language: str, text: str = AZUL) -> Markup:
    """Factories round a centre."""
    title = catalogue(language).gettext("Factories round the centre of the table")
    words = catalogue(language).of_drawings()
    return _drawn(
        draw.part(azul_position.from_text(text), "display", bare=True, title=title, words=words)
    )


@cache
def azuleo_board(
    language: str, text: str = AZULEO, highlight: tuple[str, ...] = (), title: str = ""
) -> Markup:
    """The board of a position."""
    title = title or catalogue(language).gettext("The board of Azuleo, nearly full")
    return _drawn(
        draw.board(
            azuleo_notation.from_text(text),
            bare=True,
            title=title,
            highlight=highlight,
            words=catalogue(language).of_drawings(),
        )
    )


def tile(colour: str, title: str) -> Markup:
    """One tile of Azul."""
    return _drawn(draw.piece("azul", "tile", colour, title=title, bare=True))


def factory(colours: str, title: str) -> Markup:
    """A factory of Azul."""
    return _drawn(draw.piece("azul", "factory", colours, title=title, bare=True))


def cross(colours: str, title: str) -> Markup:
    """A cross of Azuleo."""
    return _drawn(draw.piece("azuleo", "cross", colours, title=title, bare=True))


@cache
def symbols() -> Markup:
    """What every page with drawings holds once."""
    return _drawn(draw.symbols())


def _drawn(svg: str) -> Markup:
    return Markup(svg)
