"""Tables: set up, looked at, sat down at, followed."""

from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request, Response
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from azulejos.web.api import models
from azulejos.web.api.viewer import (
    Json,
    TableId,
    TheService,
    TokenHashes,
    token_at,
    tokens_of,
)
from azulejos.web.commands import CreateTable, TakeSeat
from azulejos.web.guard import give_seat_cookie, stream_place
from azulejos.web.live import LiveTable
from azulejos.web.refusals import Refusal, not_seated
from azulejos.web.seats import USUAL_LEVEL, Seat, hash_of, new_token, tidy_name
from azulejos.web.table_service import TableService

router = APIRouter(tags=["tables"])

SeatNumber = Annotated[int, Path(alias="n", ge=0, le=3, description="The seat, from 0.")]


def seated(wanted: list[models.NewSeat], token: str) -> tuple[list[Seat], dict[str, str]]:
    """Seats as asked for, and the private links of those that friends shall come to."""
    seats, links = [], {}
    for number, seat in enumerate(wanted):
        name = tidy_name(seat.name)
        if seat.kind == "bot":
            seats.append(Seat("bot", name, seat.level or USUAL_LEVEL))
        elif seat.kind == "link":
            own = new_token()
            links[str(number)] = f"/seat/{own}"
            seats.append(Seat("link", name, token_hash=hash_of(own), taken=False))
        else:
            seats.append(Seat(seat.kind, name, token_hash=hash_of(token)))
    return seats, links


def usual_seats(body: models.NewTable) -> list[models.NewSeat]:
    """Me against bots; where a record or a real table is followed, everybody at this screen."""
    players: object = body.options.players or 2
    if body.record is not None:
        options = body.record.get("options")
        players = options.get("players") if isinstance(options, dict) else None
    elif isinstance(body.position, dict):
        players = body.position.get("players")
    elif isinstance(body.position, str):
        raise Refusal(422, "bad_seats", "A position also needs its seats.")
    if not isinstance(players, int) or not 1 <= players <= 4:
        raise Refusal(422, "bad_record", "It does not say for how many players it is.")
    others = "here" if body.record or body.position or body.chance == "manual" else "bot"
    return [
        models.NewSeat.model_validate({"kind": "me" if number == 0 else others})
        for number in range(players)
    ]


async def created(
    service: TableService, body: models.NewTable
) -> tuple[LiveTable, str, dict[str, str]]:
    """A new table, the token of whoever made it, and the links of seats for friends."""
    token = new_token()
    seats, links = seated(body.seats or usual_seats(body), token)
    command = CreateTable(
        game=body.game,
        seats=seats,
        options=body.options.model_dump(exclude_unset=True),
        first=body.first,
        chance=body.chance,
        record=body.record,
        position=body.position,
        at=body.at,
        keep_names=body.seats is None,
    )
    return await service.create(command), token, links


def made(live: LiveTable, token: str, links: dict[str, str]) -> Response:
    """The answer to whoever has set up a table."""
    table = live.table
    response = Json(
        {
            "id": table.id,
            "url": f"/t/{table.id}",
            "token": token,
            "seat_links": links,
            "table": live.view([hash_of(token)]).to_dict(),
        },
        status_code=201,
    )
    give_seat_cookie(response, table.id, token)
    return response


@router.post("/tables", status_code=201, responses={201: {"model": models.TableMade}})
async def new_table(service: TheService, body: models.NewTable) -> Response:
    """Set up a table. The answer's token (also set as a cookie) holds the creator's seats."""
    return made(*await created(service, body))


@router.get("/tables/{id}", responses={200: {"model": models.TableShown}})
async def table(service: TheService, token_hashes: TokenHashes, table_id: TableId) -> Response:
    """A table as you may see it."""
    live = await service.table(table_id)
    return Json(live.view(token_hashes).to_dict())


@router.get("/tables/{id}/entries", responses={200: {"model": models.MovesShown}})
async def entries(
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    after: Annotated[int, Query(ge=0, le=100_000, description="Entries to leave out.")] = 0,
) -> Response:
    """A part of the list of moves: the next fifty entries, or fewer."""
    live = await service.table(table_id)
    view = live.view(token_hashes)
    return Json(
        {
            "version": live.table.version,
            "entries": live.table.game.entries,
            "moves": view.entries(after),
        }
    )


@router.post("/tables/{id}/seats/{n}", responses={200: {"model": models.TableShown}})
async def sit(
    request: Request,
    service: TheService,
    table_id: TableId,
    number: SeatNumber,
    body: models.Sitting,
) -> Response:
    """Sit down on a free seat, or change the name on your own.

    The cookie that comes with the answer holds the seat (a program may send its value as a bearer
    token): who sits down gets a new one, which nobody else has seen, not even whoever made the
    link.
    """
    tokens = {hash_of(token): token for token in tokens_of(request)}
    new = new_token()
    command = TakeSeat(tuple(tokens), hash_of(new), number, tidy_name(body.name))
    live = (await service.execute(table_id, command)).live
    token_hash = live.table.seats[number].token_hash or ""
    response = Json(live.view({*tokens, hash_of(new)}).to_dict())
    give_seat_cookie(response, table_id, tokens.get(token_hash, new))
    return response


@router.post("/tables/{id}/seats/{n}/link", responses={200: {"model": models.Link}})
async def seat_link(
    request: Request, service: TheService, table_id: TableId, number: SeatNumber
) -> Response:
    """The private link to a seat of yours, for another device. Whoever has it plays for you."""
    live = await service.table(table_id)
    token = token_at(request, live.table, number)
    if token is None:
        raise not_seated()
    return Json({"url": f"/seat/{token}"})


class EventStream(StreamingResponse):
    """The events of a table for one client, until it goes."""

    def __init__(
        self, live: LiveTable, token_hashes: frozenset[str], after: int | None, place: ExitStack
    ) -> None:
        self.live = live
        self.stream = live.follow(token_hashes, after)
        place.callback(live.leave, self.stream)
        self.place = place
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(self.stream.messages(live), 200, headers, "text/event-stream")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self.place:  # also if the client has gone before it was sent anything
            await super().__call__(scope, receive, send)


@router.get(
    "/tables/{id}/events",
    responses={
        200: {
            "content": {"text/event-stream": {"schema": {"type": "string"}}},
            "description": "A stream of events, each with the version it led to as its id",
        }
    },
    response_class=Response,
)
async def events(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    last_event_id: Annotated[
        str | None, Header(description="The last version seen.", max_length=20)
    ] = None,
    after: Annotated[int | None, Query(ge=0, description="The same, as a parameter.")] = None,
) -> Response:
    """Follow a table: what was missed after a version, or the whole table, then what happens."""
    if last_event_id is not None and last_event_id.isdecimal():
        after = int(last_event_id)
    live = await service.table(table_id)
    if service.is_closing:
        raise Refusal(503, "closing", "The server is shutting down; try again.", 1)
    return EventStream(live, token_hashes, after, stream_place(request))
