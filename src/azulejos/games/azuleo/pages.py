"""What Azuleo brings to the pages: pictures, the figures of its rules, its table, quick tables."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from azulejos import draw
from azulejos.games.azuleo import notation
from azulejos.games.azuleo.options import EXAMPLES
from azulejos.web.game_pages import Figure, GamePages, QuickTable
from azulejos.web.languages import Catalogue

#: Near the end.
NEARLY_FULL = (
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


def _board(words: Catalogue, title: str, text: str, highlight: Sequence[str] = ()) -> str:
    return draw.board(
        notation.from_text(text),
        bare=True,
        title=title,
        highlight=highlight,
        words=words.of_drawings(),
    )


def _nearly_full(words: Catalogue) -> str:
    return _board(words, words.gettext("The board of Azuleo, nearly full"), NEARLY_FULL)


def _nearly_an_azuleo(words: Catalogue) -> str:
    title = words.gettext("Three crosses round a corner point, and the fourth about to be laid")
    return _board(words, title, THREE_CROSSES, (FOURTH_CROSS,))


def _cross(words: Catalogue) -> str:
    title = words.gettext("A cross with four colours")
    return draw.piece("azuleo", "cross", "RYBG", title=title, bare=True)


def _plate(words: Catalogue) -> str:
    title = words.gettext("A plate with yellow and blue")
    return draw.piece("azuleo", "plate", "YB", title=title, bare=True)


def _figures(words: Catalogue) -> dict[int, tuple[Figure, ...]]:
    _ = words.gettext
    return {
        0: (
            Figure(
                "cross",
                _("A cross: four triangles, each with a colour and a pattern of its own."),
                is_small=True,
            ),
        ),
        1: (Figure("corner", _("The fourth cross round a corner point completes an azuleo.")),),
        2: (
            Figure(
                "board",
                _(
                    "Near the end: golden frames mark the azuleos, dark crosses bar unplayable "
                    "fields."
                ),
            ),
        ),
    }


def _drawn(position: Mapping[str, Any], names: Sequence[str], words: Catalogue) -> dict[str, Any]:
    style: dict[str, Any] = {"bare": True, "words": words.of_drawings()}
    sides = [
        Markup(draw.part(position, "side", side, names=names, title=str(side + 1), **style))
        for side in range(len(position["sides"]))
    ]
    title = words.gettext("The board")
    board = Markup(draw.board(position, names=names, title=title, **style))
    teams = [" & ".join(names[side :: len(sides)]) for side in range(len(sides))]
    return {"board": board, "sides": sides, "names": teams}


PAGES = GamePages(
    pictures={
        "lead": _nearly_full,
        "board": _nearly_full,
        "corner": _nearly_an_azuleo,
        "cross": _cross,
        "plate": _plate,
        "choice": lambda _: draw.piece("azuleo", "cross", "RYBG", title="Azuleo", bare=True),
        "waiting": lambda _: draw.piece("azuleo", "cross", "RYBG", bare=True),
    },
    figures=_figures,
    drawn=_drawn,
    shapes=[
        {"players": players, "board": list(board)}
        for players in range(1, 5)
        for board in EXAMPLES.values()
    ],
    quick_tables={
        "fill": QuickTable(options={"mode": "fill"}),
        # Unplayable fields are pointed out, so that the guide can explain one.
        "guided": QuickTable(options={"claims": "hinted"}, bot=1, first=0),
    },
)
