"""The page of a review: the game's own table, on which scripts show what they find in it.

The reader's browser makes the review, and keeps it (docs/analysis.md). Where it cannot, the page
asks the service for it (`api.reviews`), and for each step on the board, here.
"""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, Response

from azulejos.analysis import like_levels
from azulejos.analysis.page import page as standalone_page
from azulejos.wasm.files import shipped_module
from azulejos.web import reasons, review_view
from azulejos.web.api.viewer import Json, token_hashes_of
from azulejos.web.game_words import reasons_in, whys_in
from azulejos.web.languages import Catalogue
from azulejos.web.live import LiveTable
from azulejos.web.pages.errors import getting_ready, sorry
from azulejos.web.pages.rendering import PATIENCE, service_of, words_of
from azulejos.web.pages.study import Study, study_page
from azulejos.web.pages.table import seat_names
from azulejos.web.refusals import Refusal
from azulejos.web.review_view import Which

router = APIRouter(include_in_schema=False)

STUDY = Study("review.html", "js/review_start.js", ("css/review.css",), panel="review_panel.html")

Step = Annotated[int, Query(ge=0, le=100_000)]
Line = Annotated[Which, Query()]
Made = Annotated[int, Query(ge=0, le=1000)]


@router.get("/t/{table_id}/review", response_class=HTMLResponse)
async def review(request: Request, table_id: str) -> Response:
    """The review of a finished game. Whoever has the link sees it, as all others do."""
    return await page_of(request, table_id, STUDY, back=f"/t/{table_id}")


async def page_of(request: Request, table_id: str, study: Study, *, back: str) -> Response:
    """A page on which a finished game is reviewed, or why there is none. back: where it leads."""
    service = service_of(request)
    try:
        live = await service.table(table_id, PATIENCE)
        found = await service.reviews.find(live)
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            game = await service.store.game_of(table_id)
            return getting_ready(request, game or "", refusal)
        return sorry(request, refusal.status, refusal)
    words = words_of(request, live.table.name)
    seen = live.view(token_hashes_of(request))
    table = seen.to_dict(moves=False)
    names = seat_names(table["seats"], live.table.name, words)
    record = await service.work_pool.run(table_id, live.table.game.record)
    data = _told(live, words) | {
        "table": table,
        "record": record,
        "visits": service.reviews.visits_for(record),
        "done": found.state == "done",
    }
    data["about"] |= {"names": names, "own": list(seen.own_seats)}
    response = study_page(request, study, table, names, data, back=back)
    response.headers["Cache-Control"] = "no-store"
    return response


def _told(live: LiveTable, words: Catalogue) -> dict[str, Any]:
    """What scripts need to know of a game that is reviewed, beside the game itself."""
    game = live.table.name
    return {
        "local": shipped_module(game).exists(),
        "reasons": reasons_in(words, game),
        "about": {
            "hints": [seat.hints for seat in live.table.seats],
            "late": list(live.table.on_time.lost),
            "whys": whys_in(words, game),
            "rates": rates_of(game),
        },
    }


def rates_of(game: str) -> dict[str, Any] | None:
    """The measured error rates of a game's levels, and which games can be compared with them."""
    known = like_levels.level_rates(game)
    if known is None:
        return None
    return {
        "visits": known.visits,
        "rates": [vars(rate) for rate in known.rates],
        "bounds": {
            "factor": like_levels.FACTOR,
            "decided": like_levels.DECIDED_FROM,
            "most_decided": like_levels.MOST_DECIDED,
            "times": like_levels.TIMES,
        },
    }


@router.get("/t/{table_id}/review/page")
async def standalone(request: Request, table_id: str) -> Response:
    """A review that the service has made, as one file, as `azulejos review --html` writes it."""
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
    request: Request, table_id: str, step: Step, line: Line = "played", made: Made = 0
) -> Response:
    """One step of a review on the board; the last one, where there are not so many."""
    service = service_of(request)
    live = await service.table(table_id)
    found = await service.reviews.find(live)
    if found.review is None or not found.review.steps:
        raise Refusal(404, reasons.NOT_FOUND())
    step = min(step, len(found.review.steps) - 1)
    words = words_of(request, live.table.name)
    work = partial(review_view.board, found.review, step, line, made, words)
    return Json(await service.work_pool.run(table_id, work))
