"""Pages on which a game's own table is studied: explored, solved as a puzzle, tried again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from fastapi import Request
from fastapi.responses import Response

from azulejos import draw
from azulejos.games import spec
from azulejos.web.game_pages import pages_of
from azulejos.web.page_data import data_block
from azulejos.web.pages.rendering import page, script_words, words_of
from azulejos.web.pages.table import fetched, modules

#: Where the scripts are that begin a page whose host is the browser itself.
OF_BROWSER = "js/browser/"


@dataclass(frozen=True)
class Study:
    """What stands around the table: templates, style sheets, and the script that begins.

    bar: in the head of the page; template: above the table; panel: beside it.
    """

    template: str
    script: str
    sheets: tuple[str, ...]
    bar: str | None = None
    panel: str | None = None


def study_page(
    request: Request,
    study: Study,
    table: Mapping[str, Any],
    names: Sequence[str],
    data: Mapping[str, Any],
    **values: Any,
) -> Response:
    """The page of a study. table: as its viewer sees it; data: what its script is told.

    values: what its templates speak of.
    """
    game = table["game"]
    words = words_of(request, game)
    in_browser = study.script.startswith(OF_BROWSER)
    return page(
        request,
        f"{game}/table.html",
        game=game,
        title=spec(game).title,
        table=table,
        study=study,
        guide=False,
        invited="",
        data=data_block(data),
        words=script_words(words),
        drawn=pages_of(game).drawn(table["position"], names, words),
        drawing_data=data_block(draw.for_scripts(table["position"])),
        compiles=True,
        script=study.script,
        modules=modules(game, study.script, in_browser=in_browser),
        fetched=fetched(game, in_browser=in_browser),
        **values,
    )
