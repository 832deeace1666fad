"""Drawings, for the page of a game that brings no scripts to draw by itself."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from azulejos import draw, games
from azulejos.web import languages
from azulejos.web.api import models
from azulejos.web.api.viewer import Json, TableId, TheService, TokenHashes
from azulejos.web.languages import Catalogue, catalogue
from azulejos.web.refusals import Refusal

router = APIRouter(tags=["studying"])


@router.get("/tables/{id}/drawings/{n}", responses={200: {"model": models.Drawing}})
async def drawing(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    n: Annotated[int, Path(ge=0, le=100_000)],
) -> Response:
    """The table after n entries, as you may see it, as SVG for a page with the drawings' styles."""
    live = await service.table(table_id)
    if n > live.table.game.entries:
        raise Refusal(404, "no_such_entry", f"This game has {live.table.game.entries} entries.")
    seen = live.view(token_hashes).position_after(n)
    words = catalogue(languages.of(request))
    work = partial(_drawn, live.table.name, seen["position"], words)
    drawn = await service.work_pool.run(table_id, work)
    return Json({"n": n, "drawing": drawn, "scores": seen["scores"]})


def _drawn(game: str, position: dict[str, Any], words: Catalogue) -> str:
    style: dict[str, Any] = {"bare": True, "words": words.of_drawings()}
    if games.spec(game).part("drawing"):
        return draw.svg(position, **style)  # whatever it shows beside its boards
    return draw.board(position, title=words.gettext("The board"), **style)
