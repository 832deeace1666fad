"""Drawings, for the page of a game that brings no scripts to draw by itself."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response

from azulejos import draw, games
from azulejos.web import languages
from azulejos.web.api.models.studying import Drawing
from azulejos.web.api.viewer import (
    EntryCount,
    Json,
    TableId,
    TheService,
    TokenHashes,
    seen_after,
)
from azulejos.web.languages import Catalogue, catalogue

router = APIRouter(tags=["studying"])


@router.get("/tables/{id}/drawings/{n}", responses={200: {"model": Drawing}})
async def drawing(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    n: EntryCount,
) -> Response:
    """The table after n entries, as you may see it, as SVG for a page with the drawings' styles."""
    live = await service.table(table_id)
    seen = seen_after(live, token_hashes, n)
    words = catalogue(languages.of(request), live.table.name)
    work = partial(_drawn, live.table.name, seen["position"], words)
    drawn = await service.work_pool.run(table_id, work)
    return Json({"n": n, "drawing": drawn, "scores": seen["scores"]})


def _drawn(game: str, position: dict[str, Any], words: Catalogue) -> str:
    style: dict[str, Any] = {"bare": True, "words": words.of_drawings()}
    if games.spec(game).part("drawing"):
        return draw.svg(position, **style)  # whatever it shows beside its boards
    return draw.board(position, title=words.gettext("The board"), **style)
