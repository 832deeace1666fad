"""Tables: set up, looked at, sat down at, followed."""

from contextlib import ExitStack
from typing import Annotated

from fastapi import APIRouter, Header, Path, Query, Request, Response
from starlette.types import Receive, Scope, Send

from azulejos.bots import LEVELS, USUAL_LEVELS
from azulejos.web import reasons
from azulejos.web.api.models.basics import Link, Version
from azulejos.web.api.models.events import EventShown, OnlineShown, PhraseShown
from azulejos.web.api.models.lists import OpenTablesShown
from azulejos.web.api.models.playing import Leaving, Sitting
from azulejos.web.api.models.problems import PROBLEMS
from azulejos.web.api.models.tables import MovesShown, NewSeat, NewTable, TableMade, TableShown
from azulejos.web.api.viewer import (
    Json,
    TableId,
    TheService,
    TokenHashes,
    token_at,
    tokens_of,
)
from azulejos.web.clocks import ClockTerms
from azulejos.web.commands import CreateTable, LeaveSeat, TakeSeat
from azulejos.web.guard import client_of, give_seat_cookie, stream_place
from azulejos.web.live import LiveTable
from azulejos.web.new_tables import checked_options
from azulejos.web.operators import is_operator
from azulejos.web.rate_limit import digest
from azulejos.web.refusals import Refusal, not_seated
from azulejos.web.seats import Seat, hash_of, new_token, tidy_name
from azulejos.web.streams import SINK, message
from azulejos.web.table_service import TableService

router = APIRouter(tags=["tables"])
streams = APIRouter(prefix="/api", tags=["tables"], responses=PROBLEMS)

SeatNumber = Annotated[int, Path(alias="n", ge=0, le=3, description="The seat, from 0.")]


def seated(wanted: list[NewSeat], game: str, token: str) -> tuple[list[Seat], dict[str, str]]:
    """Seats as asked for, and the private links of those that friends shall come to."""
    seats, links = [], {}
    for number, seat in enumerate(wanted):
        name = tidy_name(seat.name)
        if seat.kind == "bot":
            level = seat.level or USUAL_LEVELS[game]
            if level > len(LEVELS[game]):
                raise Refusal(422, reasons.NO_SUCH_LEVEL(number=len(LEVELS[game])))
            seats.append(Seat("bot", name, level))
        elif seat.kind == "link":
            own = new_token()
            links[str(number)] = f"/seat/{own}"
            seats.append(Seat("link", name, token_hash=hash_of(own), taken=False))
        else:
            seats.append(Seat(seat.kind, name, token_hash=hash_of(token)))
    return seats, links


def usual_seats(body: NewTable) -> list[NewSeat]:
    """Me against bots; where a record or a real table is followed, everybody at this screen."""
    players: object = body.options.get("players", 2)
    if body.record is not None:
        options = body.record.get("options")
        players = options.get("players") if isinstance(options, dict) else None
    elif isinstance(body.position, dict):
        players = body.position.get("players")
    elif isinstance(body.position, str):
        raise Refusal(422, reasons.SEATS_MISSING())
    if not isinstance(players, int) or not 1 <= players <= 4:
        raise Refusal(422, reasons.PLAYERS_MISSING())
    others = "here" if body.record or body.position or body.chance == "manual" else "bot"
    return [
        NewSeat.model_validate({"kind": "me" if number == 0 else others})
        for number in range(players)
    ]


async def created(
    service: TableService, body: NewTable, scope: Scope
) -> tuple[LiveTable, str, dict[str, str]]:
    """A new table, the token of whoever made it, and the links of seats for friends."""
    token = new_token()
    options = checked_options(body.game, body.options)
    seats, links = seated(body.seats or usual_seats(body), body.game, token)
    check_people(seats, service, scope)
    command = CreateTable(
        game=body.game,
        seats=seats,
        options=options,
        first=body.first,
        chance=body.chance,
        record=body.record,
        position=body.position,
        at=body.at,
        keep_names=body.seats is None,
        by=maker(service, scope),
        hints=body.hints,
        listed=body.listed,
        clock=None if body.clock is None else ClockTerms(**body.clock.model_dump()),
    )
    return await service.create(command), token, links


def check_people(seats: list[Seat], service: TableService, scope: Scope) -> None:
    """Refusal if nobody plays: such tables cost most, and nobody need be there."""
    if all(seat.is_bot for seat in seats) and not is_operator(scope, service.settings):
        raise Refusal(403, reasons.BOTS_ALONE())


def maker(service: TableService, scope: Scope) -> str | None:
    """Towards whose limits a new table counts; None: it is for whoever runs the server."""
    return None if is_operator(scope, service.settings) else digest(client_of(scope))


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


@router.post("/tables", status_code=201, responses={201: {"model": TableMade}})
async def new_table(request: Request, service: TheService, body: NewTable) -> Response:
    """Set up a table. The answer's token (also set as a cookie) holds the creator's seats."""
    return made(*await created(service, body, request.scope))


@router.get("/open", responses={200: {"model": OpenTablesShown}})
async def open_tables(service: TheService) -> Response:
    """The open tables, to join or to watch."""
    found = await service.open_tables.now()
    return Json({"tables": [table.to_dict() for table in found]})


@router.get("/tables/{id}", responses={200: {"model": TableShown}})
async def table(service: TheService, token_hashes: TokenHashes, table_id: TableId) -> Response:
    """A table as you may see it."""
    live = await service.table(table_id)
    return Json(live.view(token_hashes).to_dict())


@router.get("/tables/{id}/entries", responses={200: {"model": MovesShown}})
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


@router.post("/tables/{id}/seats/{n}", responses={200: {"model": TableShown}})
async def sit(
    request: Request,
    service: TheService,
    table_id: TableId,
    number: SeatNumber,
    body: Sitting,
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


@router.post("/tables/{id}/seats/{n}/leave", responses={200: {"model": Version}})
async def leave(
    service: TheService,
    by: TokenHashes,
    table_id: TableId,
    number: SeatNumber,
    body: Leaving,
) -> Response:
    """Give up your seat, or that of somebody who is to move and has been away for five minutes."""
    online = frozenset((await service.table(table_id)).online())
    done = await service.execute(table_id, LeaveSeat(by, number, body.to_bot, online))
    return Json({"version": done.version})


@router.post("/tables/{id}/seats/{n}/link", responses={200: {"model": Link}})
async def seat_link(
    request: Request, service: TheService, table_id: TableId, number: SeatNumber
) -> Response:
    """The private link to a seat of yours, for another device. Whoever has it plays for you."""
    live = await service.table(table_id)
    token = token_at(request, live.table, number)
    if token is None:
        raise not_seated()
    return Json({"url": f"/seat/{token}"})


class EventStream(Response):
    """The events of a table for one client, until it goes."""

    def __init__(
        self, live: LiveTable, token_hashes: frozenset[str], after: int | None, place: ExitStack
    ) -> None:
        self.live = live
        self.stream = live.follow(token_hashes, after)
        place.callback(live.leave, self.stream)
        self.place = place
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        super().__init__(None, 200, headers, "text/event-stream")
        del self.headers["Content-Length"]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        with self.place:  # also if the client has gone before it was sent anything
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            # What is read by now need not be kept for hours.
            scope["headers"].clear()
            del self.raw_headers, self._headers
            await self.stream.run(scope["extensions"][SINK], self._whole)
            await send({"type": "http.response.body", "body": b""})

    def _whole(self) -> bytes:
        return message(self.live.view(self.stream.token_hashes).whole_table())


#: What a message of the stream holds.
STREAMED = {
    "type": "object",
    "properties": {
        "id": {"type": "string"},
        "data": {
            "type": "string",
            "contentMediaType": "application/json",
            "contentSchema": {
                "anyOf": [
                    {"$ref": f"#/components/schemas/{model.__name__}"}
                    for model in (EventShown, OnlineShown, PhraseShown)
                ]
            },
        },
    },
}


@streams.get(
    "/tables/{id}/events",
    responses={
        200: {
            "content": {"text/event-stream": {"itemSchema": STREAMED}},
            "description": "A stream of events, each with the version it led to as its id",
        }
    },
    response_class=Response,
    response_model=EventShown | OnlineShown | PhraseShown,
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
        raise Refusal(503, reasons.CLOSING(), 1)
    return EventStream(live, token_hashes, after, stream_place(request))
