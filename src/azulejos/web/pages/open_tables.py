"""The page of open tables, to join or to watch."""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from azulejos.games import spec
from azulejos.web import clock_words
from azulejos.web.languages import Catalogue
from azulejos.web.open_tables import OpenTable
from azulejos.web.pages import option_fields
from azulejos.web.pages.rendering import page, service_of, words_of
from azulejos.web.pages.table import seat_names

router = APIRouter(include_in_schema=False)


@router.get("/tables", response_class=HTMLResponse)
async def open_tables(request: Request) -> Response:
    """Tables whose makers want them to be found."""
    found = await service_of(request).open_tables.now()
    tables = [shown(table, words_of(request, table.game)) for table in found]
    response = page(request, "open_tables.html", tables=tables)
    response.headers["Cache-Control"] = "no-store"
    return response


def shown(table: OpenTable, words: Catalogue) -> dict[str, Any]:
    """A table of the list in the reader's language."""
    listing, game = table.listing, spec(table.game)
    seats = [{**seat, "mine": False} for seat in listing["seats"]]
    names = seat_names(seats, table.game, words)
    return {
        "url": f"/t/{table.id}",
        "title": game.title,
        "options": option_fields.told(game, listing["options"], words)
        + clock_words.lines(listing.get("clock"), words),
        "has_room": table.has_room,
        "entries": listing["entries"],
        "seats": [
            {"name": name, "free": not seat["taken"]}
            for name, seat in zip(names, seats, strict=True)
        ],
    }
