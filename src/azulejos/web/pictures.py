"""Pictures for the pages, by `azulejos.draw`, bare: each page has the style sheet and symbols."""

from functools import cache

from markupsafe import Markup

from azulejos import draw
from azulejos.games.azul import position as azul_position
from azulejos.games.azuleo import notation as azuleo_notation
from azulejos.web.languages import catalogue

#: A two-player game of Azul in its fifth round, and a game of Azuleo near its end.
AZUL = (
    "azul 2c 5/0/50 o0 0* BYKW,RRKW,-,YRRK,- BBYRW 0.0.0.0.0 11.9.8.9.11 "
    "20;K1/R1/-/W1/Y3;BYR.W/.BY.K/.W..R/RK.B./...WB;- "
    "27;-/K2/-/-/-;B.RKW/WBYR./K...R/.K..Y/Y....;-"
)
AZULEO = (
    "azuleo 2 t1 RYBG#BRYGYRGBYGBR./RYBGBGRYYBRGYRBGGRBYBRGY/BYGRBGYRRGYBRYGBBYGR#/"
    "YRBGGBRYYBRGYRBGGBYR./RYGBBGYRRGYB##YGRB/YRGBGBYRYBGRYBGRYBGRYGRB "
    "114;RBGY,RGYB,RGBY;RG,YB;0 89;RYGB,RBYG,RGBY;RG,YB;0 0.0.0.0.0.0 3.3.1.1.3.3 "
    "0.0.0.0.0.0 4 - 0 -"
)
#: Round one corner point lie three crosses, and the side to move can complete an azuleo.
THREE_CROSSES = (
    "azuleo 2 t0 ....../..RYBGGBRY../..RYGB.../....../....../...... 2;RYBG,RBYG,RBGY;RY,YB;0 "
    "2;RYBG,RYGB,RGBY;RB,YG;0 3.3.5.5.6.5 2.2.3.2.2.3 0.0.0.0.0.0 8 - 0 -"
)
FOURTH_CROSS = "d3BGRY"


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


def nearly_an_azuleo(language: str) -> Markup:
    """Three crosses, and where the fourth is about to be laid."""
    title = catalogue(language).gettext(
        "Three crosses round a corner point, and the fourth about to be laid"
    )
    return azuleo_board(language, THREE_CROSSES, (FOURTH_CROSS,), title)


def tile(colour: str, title: str) -> Markup:
    """One tile of Azul."""
    return _drawn(draw.piece("azul", "tile", colour, title=title, bare=True))


def factory(colours: str, title: str) -> Markup:
    """A factory of Azul."""
    return _drawn(draw.piece("azul", "factory", colours, title=title, bare=True))


def cross(colours: str, title: str) -> Markup:
    """A cross of Azuleo."""
    return _drawn(draw.piece("azuleo", "cross", colours, title=title, bare=True))


def plate(pair: str, title: str) -> Markup:
    """A plate of Azuleo."""
    return _drawn(draw.piece("azuleo", "plate", pair, title=title, bare=True))


@cache
def symbols() -> Markup:
    """What every page with drawings holds once."""
    return _drawn(draw.symbols())


def _drawn(svg: str) -> Markup:
    return Markup(svg)
