"""What Azul brings to the pages: pictures, the figures of its rules, its table, a first game."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from azulejos import draw
from azulejos.games.azul import position as positions
from azulejos.games.azul.options import WALLS
from azulejos.web.game_pages import Figure, GamePages, QuickTable
from azulejos.web.languages import Catalogue

#: A two-player game in its fifth round.
FIFTH_ROUND = (
    "azul 2c 5/0/50 o0 0* BYKW,RRKW,-,YRRK,- BBYRW 0.0.0.0.0 11.9.8.9.11 "
    "20;K1/R1/-/W1/Y3;BYR.W/.BY.K/.W..R/RK.B./...WB;- "
    "27;-/K2/-/-/-;B.RKW/WBYR./K...R/.K..Y/Y....;-"
)
#: One round before its end, the wall nearly tiled.
SIXTH_ROUND = (
    "azul 2c 6/0/50 o0 0* BYKW,RRKW,-,YRRK,- BBYRW 8.8.3.3.7 2.1.2.3.2 "
    "58;W1/-/K2/W2/R4;BYRK./WBY.K/.WBYR/RK.BY/Y.KWB;- "
    "27;-/K2/-/-/-;B.RKW/WBYR./K...R/.K..Y/Y....;-"
)
LONG_RUNS = (
    "azul 2c 5/0/50 o0 0* BBWW,BYYK,YKKW,YKKW,BYKW - 0.0.0.0.0 10.8.11.9.11 "
    "20;-/B1/-/-/Y1;.YRKW/...RK/.WBYR/..W../.RK..;- "
    "32;-/-/-/-/R3;BY.KW/.BYRK/...YR/...BY/....B;-"
)
TWO_YELLOWS = (
    "azul 2c 2/0/50 o0 0* BRRW,YYKK,YRWW,BYYW,BYRK - 10.9.14.13.14 2.3.1.3.0 "
    "2;-/-/-/B3/-;B..../..Y../...Y./...../.....;- 4;-/-/-/-/W1;....W/...R./..B../.K.../.....;-"
)


def _board(words: Catalogue, text: str = FIFTH_ROUND, highlight: Sequence[str] = ()) -> str:
    return draw.board(
        positions.from_text(text),
        0,
        bare=True,
        title=words.gettext("A player board of Azul"),
        highlight=highlight,
        words=words.of_drawings(),
    )


def _display(words: Catalogue) -> str:
    return draw.part(
        positions.from_text(FIFTH_ROUND),
        "display",
        bare=True,
        title=words.gettext("Factories round the centre of the table"),
        words=words.of_drawings(),
    )


def _factory(words: Catalogue) -> str:
    title = words.gettext("A factory: two blue tiles, a yellow and a red one")
    return draw.piece("azul", "factory", "BBYR", title=title, bare=True)


def _figures(words: Catalogue) -> dict[int, tuple[Figure, ...]]:
    _ = words.gettext
    return {
        1: (
            Figure(
                "display",
                _(
                    "Factories round the centre. The first-player marker waits there until "
                    "someone takes from the centre."
                ),
            ),
            Figure(
                "two yellows",
                _(
                    "Two yellow tiles in hand: rows 2 and 3 show yellow already and line 4 "
                    "holds blue, so line 1, line 5 and the floor line are open."
                ),
            ),
        ),
        2: (
            Figure(
                "long runs",
                _("The blue tile in row 3 lies in a row of 4 and a column of 3: 7 points."),
            ),
        ),
    }


def _drawn(position: Mapping[str, Any], names: Sequence[str], words: Catalogue) -> dict[str, Any]:
    style: dict[str, Any] = {"bare": True, "words": words.of_drawings()}
    boards = [
        Markup(draw.board(position, player, names=names, title=name, **style))
        for player, name in enumerate(names)
    ]
    title = words.gettext("Factories round the centre of the table")
    display = Markup(draw.part(position, "display", title=title, **style))
    return {"display": display, "boards": boards, "names": names}


PAGES = GamePages(
    pictures={
        "lead": lambda words: _board(words, SIXTH_ROUND),
        "board": _board,
        "display": _display,
        "factory": _factory,
        "tile": lambda _: draw.piece("azul", "tile", "B", title="Azul", bare=True),
        "two yellows": lambda words: _board(words, TWO_YELLOWS, ("2Y1", "2Y5", "2YF")),
        "long runs": lambda words: _board(words, LONG_RUNS, ("@33",)),
        "waiting": lambda _: draw.piece("azul", "factory", "BYRK", bare=True),
        "sorry": lambda _: draw.piece("azul", "factory", "", bare=True),
    },
    figures=_figures,
    drawn=_drawn,
    shapes=[{"players": n, "wall": wall} for n in range(2, 5) for wall in WALLS],
    quick_tables={"guided": QuickTable(bot=1, first=0)},
)
