"""The ways to a table: one click, the form, a record, and the private link to a seat."""

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import ValidationError

from azulejos import games
from azulejos.web import guard, invalid_requests, reasons
from azulejos.web.api.models.tables import NewTable
from azulejos.web.api.tables import created
from azulejos.web.pages import in_browser, new_game
from azulejos.web.pages.errors import getting_ready, in_words, sorry
from azulejos.web.pages.explore import explored_record
from azulejos.web.pages.rendering import (
    PATIENCE,
    YEAR,
    form_of,
    name_of,
    page,
    service_of,
    words_of,
)
from azulejos.web.readiness import RULES
from azulejos.web.refusals import Refusal
from azulejos.web.seats import hash_of

router = APIRouter(include_in_schema=False)


@router.get("/new", response_class=HTMLResponse)
async def new(request: Request) -> Response:
    """The form for everything."""
    return _new_page(request, dict(request.query_params))


def _new_page(
    request: Request, form: Mapping[str, str], trouble: str = "", status: int = 200
) -> Response:
    words = words_of(request)
    return page(
        request,
        "new.html",
        status,
        form=new_game.shown(form, name_of(request), words),
        levels=new_game.levels(words),
        trouble=trouble,
    )


@router.post("/new")
async def create(request: Request) -> Response:
    """Set a table: one click, or the filled-in form."""
    form = await form_of(request)
    is_guided = form.get("quick", "").endswith("/guided")
    try:
        if "quick" in form:
            spec = new_game.quick(form["quick"], name_of(request))
        else:
            spec = new_game.asked_for(form, name_of(request))
            if trouble := new_game.trouble_with(spec, words_of(request)):
                return _new_page(request, form, trouble, 422)
        return await _to_new_table(request, spec, "?guide=1" if is_guided else "")
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            meanwhile = _meanwhile(request, spec, is_guided=is_guided)
            return getting_ready(request, spec["game"], refusal, form, meanwhile)
        if refusal.status == 429 or "quick" in form:
            return sorry(request, refusal.status, refusal)
        return _new_page(request, form, in_words(request, refusal), refusal.status)


def _meanwhile(request: Request, spec: dict[str, Any], *, is_guided: bool) -> str | None:
    """Where the reader's browser plays at once; None where rules need not be compiled for long."""
    if not service_of(request).readiness.of(spec["game"]).compiles.is_set():
        return None
    return in_browser.address_of(spec, is_guided=is_guided)


async def _to_new_table(request: Request, spec: dict[str, Any], query: str = "") -> Response:
    """Set up a table as `POST /api/tables` would, and go there."""
    try:
        body = NewTable.model_validate(spec)
    except ValidationError as error:
        first = error.errors()[0]
        path = invalid_requests.path_within(spec, first["loc"])
        raise invalid_requests.refusal(first, path) from error
    await service_of(request).readiness.wait_to_load(body.game, RULES, PATIENCE)
    guard.check_new_table(request)
    live, token, _ = await created(service_of(request), body, request.scope)
    response = RedirectResponse(f"/t/{live.table.id}{query}", 303)
    guard.give_seat_cookie(response, live.table.id, token)
    before = name_of(request)
    seats = spec.get("seats", ())
    mine = next((seat["name"] for seat in seats if seat["kind"] == "me"), before)
    if mine != before and "record" not in spec:
        response.set_cookie("name", quote(mine), max_age=YEAR, samesite="lax", httponly=True)
    return response


@router.get("/open", response_class=HTMLResponse)
async def open_record(request: Request) -> Response:
    """A page that takes a record."""
    return page(request, "open.html", trouble="", text="")


@router.post("/open")
async def opened_record(request: Request) -> Response:
    """Set a table from a record, to look at it and to go on from it."""
    form = await form_of(request)
    text = form.get("record", "")
    words = words_of(request)
    explores = "explore" in form
    first_word = text.split(maxsplit=1)[0] if text.strip() else ""
    if explores and first_word in games.names():  # a position in one line of text
        query = urlencode({"game": first_word, "position": text.strip()[:2_000]})
        return RedirectResponse(f"/explore?{query}", 303)
    try:
        record = json.loads(text)
        if explores:
            return await explored_record(request, record)
        return await _to_new_table(request, {"game": record["game"], "record": record})
    except (LookupError, RecursionError, TypeError, ValueError):
        trouble = words.gettext("This is not the text of a record.")
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            return getting_ready(request, record["game"], refusal, form)
        trouble = in_words(request, refusal)
    return page(request, "open.html", 422, trouble=trouble, text=text)


@router.get("/seat/{token}")
async def seat(request: Request, token: str) -> Response:
    """A private link to a seat: sit there on this device too."""
    table_id = await service_of(request).store.table_of(hash_of(token))
    if table_id is None:
        return sorry(request, 404)
    response = RedirectResponse(f"/t/{table_id}", 303)
    guard.give_seat_cookie(response, table_id, token)
    # The address of this page is the key to the seat: nobody else is to learn it.
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response
