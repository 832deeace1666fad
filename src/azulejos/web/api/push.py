"""Notices by Web Push: switched on for a seat and a browser, and off for a browser."""

from fastapi import APIRouter, Request, Response

from azulejos.web import languages, reasons
from azulejos.web.api.models.push import EndedSubscription, NewSubscription, PushKeyShown
from azulejos.web.api.viewer import Json, TableId, TheService, TokenHashes
from azulejos.web.push_sending import BadSubscription, Subscription, check
from azulejos.web.refusals import Refusal, not_seated

router = APIRouter(tags=["notices"])


@router.get("/push", responses={200: {"model": PushKeyShown}})
async def push_key(service: TheService) -> Response:
    """The key that a browser subscribes with; null: this server sends nothing."""
    key = service.notices.key
    return Json({"key": None if key is None else key.public})


@router.post("/tables/{id}/push", status_code=204, response_class=Response)
async def subscribe(
    request: Request,
    service: TheService,
    by: TokenHashes,
    table_id: TableId,
    body: NewSubscription,
) -> Response:
    """Be told by Web Push when it is your turn at this table."""
    table = (await service.table(table_id)).table
    own_seats = table.seats_of(by)
    if not own_seats:
        raise not_seated()
    if service.notices.key is None:
        raise Refusal(409, reasons.NO_PUSH())
    subscription = Subscription(body.endpoint, body.keys.p256dh, body.keys.auth)
    try:
        check(subscription, is_open=service.settings.push == "open")
    except BadSubscription as error:
        raise Refusal(422, reasons.BAD_SUBSCRIPTION()) from error
    language = languages.of(request)
    for token_hash in {table.seats[seat].token_hash for seat in own_seats}:
        if token_hash is not None:
            await service.notices.store.keep(table_id, token_hash, language, subscription)
    return Response(status_code=204)


@router.post("/push/stop", status_code=204, response_class=Response)
async def stop(service: TheService, body: EndedSubscription) -> Response:
    """Be told nothing any more in this browser, of any table."""
    await service.notices.store.forget(body.endpoint)
    return Response(status_code=204)
