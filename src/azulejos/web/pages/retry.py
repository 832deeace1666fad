"""The page on which a player's mistakes are tried again: the game's own table, at each of them."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from azulejos.analysis import Decision, Review
from azulejos.analysis.attempt import game_at
from azulejos.analysis.words import share
from azulejos.web import reasons
from azulejos.web.api.viewer import Json, token_hashes_of
from azulejos.web.languages import Catalogue
from azulejos.web.live import LiveTable
from azulejos.web.pages.errors import getting_ready, sorry
from azulejos.web.pages.rendering import PATIENCE, service_of, words_of
from azulejos.web.pages.study import Study, study_page
from azulejos.web.pages.table import seat_names
from azulejos.web.refusals import Refusal
from azulejos.web.review_view import errors_of
from azulejos.web.tables import Table
from azulejos.web.views import View

router = APIRouter(include_in_schema=False)

_STUDY = Study("retry.html", "js/retry_start.js", ("css/review.css",))


@router.get("/t/{table_id}/retry", response_class=HTMLResponse)
async def retry(
    request: Request, table_id: str, player: Annotated[int, Query(ge=0, le=3)] = 0
) -> Response:
    """The positions in which a player of a reviewed game erred, to be played again."""
    service = service_of(request)
    try:
        live = await service.table(table_id, PATIENCE)
        found = await service.reviews.find(live)
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            return getting_ready(request, await service.store.game_of(table_id) or "", refusal)
        return sorry(request, refusal.status, refusal)
    steps: list[int] = []
    if found.review is not None and found.state == "done" and player < found.review.players:
        steps = errors_of(found.review, player)
    if found.review is None or not steps:
        return RedirectResponse(f"/t/{table_id}/review", 303)
    game = live.table.name
    words = words_of(request, game)
    seen = await service.work_pool.run(table_id, partial(_at_step, live, found.review, steps[0]))
    names = seat_names(live.view(token_hashes_of(request)).seats(), game, words)
    told = [_told(found.review, step, words) for step in steps]
    data = {"table": seen, "steps": told, "names": names, "player": player}
    response = study_page(request, _STUDY, seen, names, data, retry={"steps": told})
    response.headers["Cache-Control"] = "no-store"
    return response


@router.get("/t/{table_id}/retry/{step}")
async def position(request: Request, table_id: str, step: int) -> Response:
    """The table before a decision of a reviewed game, for who is to decide."""
    service = service_of(request)
    live = await service.table(table_id)
    found = await service.reviews.find(live)
    if found.review is None or not 0 <= step < len(found.review.steps):
        raise Refusal(404, reasons.NOT_FOUND())
    if not isinstance(found.review.steps[step], Decision):
        raise Refusal(409, reasons.NOTHING_TO_DECIDE())
    work = partial(_at_step, live, found.review, step)
    return Json(await service.work_pool.run(table_id, work))


def _told(review: Review, number: int, words: Catalogue) -> dict[str, Any]:
    """What is known of a mistake before it is tried again."""
    step = review.steps[number]
    assert isinstance(step, Decision)
    played = str(review.record["moves"][step.at])
    loss = share(step.loss, words)
    return {"step": number, "round": step.round, "played": played, "loss": loss}


def _at_step(live: LiveTable, review: Review, number: int) -> dict[str, Any]:
    """The table as it was before a decision, as its player saw it."""
    step = review.steps[number]
    assert isinstance(step, Decision)
    table = live.table
    then = Table(table.id, table.opening, table.seats, game_at(review, step.at))
    return View(then, (step.player,)).to_dict(moves=False)
