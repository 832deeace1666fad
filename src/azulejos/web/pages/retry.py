"""The page on which a player's mistakes are tried again: the game's own table, at each of them."""

from functools import partial
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from azulejos.analysis import Decision, Review
from azulejos.analysis.attempt import game_at
from azulejos.web import reasons
from azulejos.web.api.viewer import Json
from azulejos.web.live import LiveTable
from azulejos.web.pages.rendering import service_of
from azulejos.web.pages.review import page_of
from azulejos.web.pages.study import Study
from azulejos.web.refusals import Refusal
from azulejos.web.tables import Table
from azulejos.web.views import View

router = APIRouter(include_in_schema=False)

STUDY = Study("retry.html", "js/retry_start.js", ("css/review.css",))


@router.get("/t/{table_id}/retry", response_class=HTMLResponse)
async def retry(request: Request, table_id: str) -> Response:
    """The positions in which a player of a reviewed game erred, to be played again.

    Without a review that is complete, its script leads to the review.
    """
    return await page_of(request, table_id, STUDY, back=f"/t/{table_id}/review")


@router.get("/t/{table_id}/retry/{step}")
async def position(request: Request, table_id: str, step: int) -> Response:
    """The table before a decision of a game that the service has reviewed, for who is to decide."""
    service = service_of(request)
    live = await service.table(table_id)
    found = await service.reviews.find(live)
    if found.review is None or not 0 <= step < len(found.review.steps):
        raise Refusal(404, reasons.NOT_FOUND())
    if not isinstance(found.review.steps[step], Decision):
        raise Refusal(409, reasons.NOTHING_TO_DECIDE())
    work = partial(_at_step, live, found.review, step)
    return Json(await service.work_pool.run(table_id, work))


def _at_step(live: LiveTable, review: Review, number: int) -> dict[str, Any]:
    """The table as it was before a decision, as its player saw it."""
    step = review.steps[number]
    assert isinstance(step, Decision)
    table = live.table
    then = Table(table.id, table.opening, table.seats, game_at(review, step.at))
    return View(then, (step.player,)).to_dict(moves=False)
