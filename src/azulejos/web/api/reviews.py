"""Reviews of finished games: begun, and looked at while they grow."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from azulejos.analysis import Review
from azulejos.web import languages, reasons
from azulejos.web.api.models.reviews import NewTry, ReviewShown, Tried
from azulejos.web.api.viewer import Json, TableId, TheService
from azulejos.web.guard import client_of
from azulejos.web.languages import catalogue
from azulejos.web.refusals import Refusal
from azulejos.web.review_view import answer
from azulejos.web.reviews import Found

router = APIRouter(tags=["studying"])


@router.post("/tables/{id}/review/start", responses={200: {"model": ReviewShown}})
async def start(request: Request, service: TheService, table_id: TableId) -> Response:
    """Have a finished game reviewed. Whoever has the link may: what is found is for all."""
    live = await service.table(table_id)
    found = await service.reviews.start(live, client_of(request.scope))
    return Json(shown(found._replace(review=None)))


@router.get("/tables/{id}/review", responses={200: {"model": ReviewShown}})
async def review(
    service: TheService,
    table_id: TableId,
    known: Annotated[
        int, Query(ge=-1, description="Parts that you know: with no more, no review comes.")
    ] = -1,
) -> Response:
    """The review of a finished game, as far as it is; ask again while it is made."""
    found = await service.reviews.find(await service.table(table_id))
    return Json(shown(found if found.done > known else found._replace(review=None)))


@router.post("/tables/{id}/review/tries", responses={200: {"model": Tried}})
async def tries(request: Request, service: TheService, table_id: TableId, body: NewTry) -> Response:
    """Try another move in a decision of a reviewed game: what it would have been."""
    live = await service.table(table_id)
    client = client_of(request.scope)
    tried = await service.reviews.attempt(live, body.step, body.move, client)
    found = await service.reviews.find(live)
    if found.review is None:
        raise Refusal(409, reasons.NOT_REVIEWED())
    words = catalogue(languages.of(request), live.table.name)
    work = partial(answer, found.review, body.step, tried, words)
    return Json(await service.work_pool.run(table_id, work))


def shown(found: Found) -> dict[str, Any]:
    """A review as it leaves the server."""
    return {
        "state": found.state,
        "done": found.done,
        "total": found.total,
        "review": None if found.review is None else _public(found.review),
    }


def _public(review: Review) -> dict[str, Any]:
    """Without the record, which is at its own address, and the reviewer's own seed."""
    return {k: v for k, v in review.to_dict().items() if k not in ("record", "seed")}
