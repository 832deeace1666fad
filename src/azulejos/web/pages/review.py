"""The page of a review: drawn by the service as far as the review is, and again while it grows."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from azulejos import draw
from azulejos.analysis.page import page as standalone_page
from azulejos.games import spec
from azulejos.web import reasons, review_view
from azulejos.web.api.viewer import Json, token_hashes_of
from azulejos.web.languages import Catalogue
from azulejos.web.live import LiveTable
from azulejos.web.page_data import data_block
from azulejos.web.pages.errors import getting_ready, sorry
from azulejos.web.pages.rendering import (
    PATIENCE,
    page,
    part_of_page,
    script_words,
    service_of,
    words_of,
)
from azulejos.web.pages.table import seat_names
from azulejos.web.refusals import Refusal
from azulejos.web.review_view import Viewer, Which
from azulejos.web.reviews import Found

router = APIRouter(include_in_schema=False)

#: What of the page is renewed while a review grows: each a template, and an element of this id.
PARTS = ("top", "moves", "rest")

Step = Annotated[int | None, Query(ge=0, le=100_000)]
Line = Annotated[Which, Query()]
Made = Annotated[int, Query(ge=0, le=1000)]


@router.get("/t/{table_id}/review", response_class=HTMLResponse)
async def review(
    request: Request, table_id: str, step: Step = None, line: Line = "played", made: Made = 0
) -> Response:
    """The review of a finished game. Whoever has the link sees it, as all others do."""
    try:
        live = await service_of(request).table(table_id, PATIENCE)
        found = await service_of(request).reviews.find(live)
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            game = await service_of(request).store.game_of(table_id)
            return getting_ready(request, game or "", refusal)
        return sorry(request, refusal.status, refusal)
    game = live.table.name
    words = words_of(request, game)
    viewer = _viewer(request, live, words)
    shown = await _whole(request, live, found, viewer)
    board = None
    if found.review is not None:
        first = found.review.turning_points[0] if found.review.turning_points else 0
        chosen = min(first if step is None else step, len(found.review.steps) - 1)
        board = await _one_step(request, live, found, chosen, line, made, viewer, narrow=False)
    response = page(
        request,
        "review.html",
        game=game,
        title=spec(game).title,
        table=live.table,
        names=viewer.names,
        scores=live.table.game.scores,
        late=[viewer.names[seat] for seat in live.table.on_time.lost],
        ended=live.table.on_time.has_ended,
        found=found,
        shown=shown,
        board=board,
        table_id=table_id,
        done=found.state == "done",
        hints=_hints(live),
        words=script_words(words),
        drawing_data=data_block(draw.for_scripts(live.table.game.view(None))),
        data=data_block(
            {"table": table_id, "game": game, "state": found.state, "done": found.done}
        ),
    )
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/t/{table_id}/review/whole")
async def whole(
    request: Request, table_id: str, known: Annotated[int, Query(ge=-1)] = -1
) -> Response:
    """How far a review is, and what the page shows of the whole game if that is news."""
    service = service_of(request)
    live = await service.table(table_id)
    found = await service.reviews.find(live)
    told: dict[str, Any] = {"state": found.state, "done": found.done, "total": found.total}
    if found.review is None or found.done <= known:
        return Json(told | {"parts": None})
    viewer = _viewer(request, live, words_of(request, live.table.name))
    shown = await _whole(request, live, found, viewer)
    parts = {
        part: part_of_page(
            f"review_{part}.html",
            viewer.words,
            shown=shown,
            names=viewer.names,
            table_id=table_id,
            done=found.state == "done",
            hints=_hints(live),
        )
        for part in PARTS
    }
    return Json(told | {"parts": parts})


@router.get("/t/{table_id}/review/page")
async def standalone(request: Request, table_id: str) -> Response:
    """A finished review as one file to keep or to send, as `azulejos review --html` writes it."""
    service = service_of(request)
    live = await service.table(table_id)
    found = await service.reviews.find(live)
    if found.review is None or found.state != "done":
        raise Refusal(409, reasons.NOT_REVIEWED())
    words = words_of(request, live.table.name)
    names = seat_names(live.view(frozenset()).seats(), live.table.name, words)  # nobody is "you"
    work = partial(standalone_page, found.review, names=names, words=words, language=words.language)
    html = await service.work_pool.run(table_id, work)
    headers = {"Content-Disposition": f'attachment; filename="azulejos-{table_id}.html"'}
    return Response(html, media_type="text/html", headers=headers)


@router.get("/t/{table_id}/review/board")
async def board(
    request: Request,
    table_id: str,
    step: Annotated[int, Query(ge=0, le=100_000)],
    line: Line = "played",
    made: Made = 0,
    narrow: bool = False,
) -> Response:
    """One step of a review on the board; the last one, where there are not so many."""
    service = service_of(request)
    live = await service.table(table_id)
    found = await service.reviews.find(live)
    if found.review is None or not found.review.steps:
        raise Refusal(404, reasons.NOT_FOUND())
    step = min(step, len(found.review.steps) - 1)
    viewer = _viewer(request, live, words_of(request, live.table.name))
    shown = await _one_step(request, live, found, step, line, made, viewer, narrow=narrow)
    return Json(
        {"html": part_of_page("review_board.html", viewer.words, board=shown, table_id=table_id)}
    )


def _hints(live: LiveTable) -> list[int]:
    """In how many decisions each player took a hint."""
    return [seat.hints for seat in live.table.seats]


def _viewer(request: Request, live: LiveTable, words: Catalogue) -> Viewer:
    seen = live.view(token_hashes_of(request))
    return Viewer(seat_names(seen.seats(), live.table.name, words), words, seen.own_seats)


async def _whole(
    request: Request, live: LiveTable, found: Found, viewer: Viewer
) -> dict[str, Any] | None:
    if found.review is None:
        return None
    work = partial(review_view.whole, found.review, viewer)
    return await service_of(request).work_pool.run(live.table.id, work)


async def _one_step(
    request: Request,
    live: LiveTable,
    found: Found,
    step: int,
    line: Which,
    made: int,
    viewer: Viewer,
    *,
    narrow: bool,
) -> dict[str, Any]:
    assert found.review is not None
    work = partial(review_view.one_step, found.review, step, line, made, viewer, narrow=narrow)
    return await service_of(request).work_pool.run(live.table.id, work)
