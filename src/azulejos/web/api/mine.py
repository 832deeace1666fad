"""Whoever asks: the tables where they sit, and taking the seats along to another device.

A browser holds its seats by cookies that no script can read. A link that brings them elsewhere has
the tokens behind its `#`, which browsers send to nobody: it stands in no log and no Referer.
"""

from collections.abc import Iterable
from typing import Annotated, Any

import segno
from fastapi import APIRouter, Query, Request, Response

from azulejos.web import reasons
from azulejos.web.api.models.lists import MOST_BROUGHT, Brought, OwnTables, WayToBring
from azulejos.web.api.viewer import Json, TheService, TokenHashes, tokens_of
from azulejos.web.guard import give_seat_cookie
from azulejos.web.refusals import Refusal, not_seated
from azulejos.web.seats import hash_of
from azulejos.web.table_service import TableService

router = APIRouter(tags=["tables"])

#: Tables that are listed at once.
MOST = 40
#: The page that takes what a link brings.
PAGE = "/games"


async def summaries(
    service: TableService, token_hashes: Iterable[str], most: int = MOST
) -> dict[str, Any]:
    """OWN TABLES of whoever holds these tokens. A table that cannot be read now is left out."""
    hashes = frozenset(token_hashes)
    held = await service.store.tables_of(hashes, most + 1) if hashes else []
    told = []
    for table_id, touched in held[:most]:
        try:
            live = await service.table(table_id)
        except Refusal as refusal:
            if refusal.why.kind is reasons.GETTING_READY:
                raise
            continue
        view = live.view(hashes)
        if view.own_seats:  # a friend's link is no seat yet
            told.append(view.summary(touched))
    return {"tables": told, "complete": len(held) <= most}


@router.get("/mine", responses={200: {"model": OwnTables}})
async def mine(service: TheService, token_hashes: TokenHashes) -> Response:
    """The tables where you sit, with whose turn it is and how they ended."""
    return Json(await summaries(service, token_hashes))


@router.post("/mine/seats", responses={200: {"model": OwnTables}})
async def bring(service: TheService, body: Brought) -> Response:
    """Sit on this device, too, where you sit on another: by the tokens that its link has."""
    tokens = {hash_of(token): token for token in body.tokens}
    told = await summaries(service, tokens, MOST_BROUGHT)
    if not told["tables"]:
        raise not_seated()
    response = Json(told)
    for table in told["tables"]:
        live = await service.table(table["id"])
        for token_hash in {live.table.seats[number].token_hash or "" for number in table["mine"]}:
            give_seat_cookie(response, table["id"], tokens[token_hash])
    return response


@router.post("/mine/link", responses={200: {"model": WayToBring}})
async def link(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    origin: Annotated[
        str, Query(max_length=200, description="What stands before the address in the picture.")
    ] = "",
) -> Response:
    """A link that brings your seats to another device: those of running games first."""
    told = await summaries(service, token_hashes, MOST_BROUGHT)
    tokens = {hash_of(token): token for token in tokens_of(request)}
    brought: dict[str, None] = {}
    for table in told["tables"]:
        live = await service.table(table["id"])
        for number in table["mine"]:
            if token := tokens.get(live.table.seats[number].token_hash or ""):
                brought[token] = None
    if not brought:
        raise not_seated()
    url = f"{PAGE}#bring={'.'.join(list(brought)[:MOST_BROUGHT])}"
    return Json({"url": url, "tables": len(told["tables"]), "picture": qr_code(origin + url)})


def qr_code(text: str) -> str:
    """A QR code as a data URI of an SVG."""
    return segno.make(text, error="l", micro=False).svg_data_uri(
        scale=4, border=4, dark="#000", light="#fff"
    )
