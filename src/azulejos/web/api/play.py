"""Playing: moves, taking back, playing again."""

from fastapi import APIRouter, Request, Response

from azulejos.analysis.words import hinted
from azulejos.core.errors import IllegalMove
from azulejos.web import hints, languages, reasons
from azulejos.web.api.models.basics import Link, Version
from azulejos.web.api.models.playing import (
    HintTold,
    NewHint,
    NewMove,
    NewRematch,
    NewUndo,
    Played,
    Saying,
    UndoAnswer,
)
from azulejos.web.api.models.problems import PROBLEMS
from azulejos.web.api.models.tables import NewBranch, NewSeat, TableMade
from azulejos.web.api.tables import check_people, made, maker, seated
from azulejos.web.api.viewer import (
    Json,
    TableId,
    TheService,
    TokenHashes,
)
from azulejos.web.commands import AnswerUndo, AskUndo, PlayMove, StartRematch, TakeHint
from azulejos.web.guard import client_of
from azulejos.web.languages import catalogue
from azulejos.web.refusals import Refusal, not_seated, of_error
from azulejos.web.seats import new_token

moves = APIRouter(prefix="/api", tags=["playing"], responses=PROBLEMS)
router = APIRouter(tags=["playing"])


@moves.post("/tables/{id}/moves", responses={200: {"model": Played}})
async def move(service: TheService, by: TokenHashes, table_id: TableId, body: NewMove) -> Response:
    """Play a move. It is stored before it is acknowledged, and the same id plays it once."""
    command = PlayMove(by, body.id, body.move, body.seat, body.version)
    try:
        done = await service.execute(table_id, command)
    except IllegalMove as error:
        game = (await service.table(table_id)).table.name
        raise of_error(reasons.ILLEGAL_MOVE, error, game) from error
    return Json({"version": done.version, "replayed": done.replayed})


@router.post("/tables/{id}/undo", responses={200: {"model": Played}})
async def undo(service: TheService, by: TokenHashes, table_id: TableId, body: NewUndo) -> Response:
    """Take back to your last decision; where other people play, ask them first."""
    done = await service.execute(table_id, AskUndo(by, body.id))
    return Json({"version": done.version, "replayed": done.replayed})


@router.post("/tables/{id}/undo/answer", responses={200: {"model": Version}})
async def answer_undo(
    service: TheService, by: TokenHashes, table_id: TableId, body: UndoAnswer
) -> Response:
    """Agree to an undo that was asked for, or refuse it; who asked can withdraw."""
    done = await service.execute(table_id, AnswerUndo(by, body.agree))
    return Json({"version": done.version})


@router.post("/tables/{id}/hint", responses={200: {"model": HintTold}})
async def hint(
    request: Request, service: TheService, by: TokenHashes, table_id: TableId, body: NewHint
) -> Response:
    """The next step of a hint for your decision: where to look, then the move, then why.

    It is counted. There are none where other people play.
    """
    live = await service.table(table_id)
    hints.check(live.table, by)
    game, kept = live.table.game, live.table.hint
    words = catalogue(languages.of(request), game.NAME)
    if kept is not None:
        found = hints.hint_of(kept)
        if kept["step"] == hints.WHY:  # it is told again, to who comes back
            return Json({"version": live.table.version, "why": hinted(game.NAME, found, words)})
    else:
        found = await service.bots.hint(client_of(request.scope), game.copy())
    command = TakeHint(by, body.id, found, game.states.tobytes())
    done = await service.execute(table_id, command)
    told = done.live.table.hint
    why = None
    if told is not None and told["step"] == hints.WHY:
        why = hinted(game.NAME, hints.hint_of(told), words)
    return Json({"version": done.version, "why": why})


@router.post("/tables/{id}/phrases", status_code=204, response_class=Response)
async def say(service: TheService, by: TokenHashes, table_id: TableId, body: Saying) -> Response:
    """Say a quick phrase to all who follow the table; for those who sit there."""
    live = await service.table(table_id)
    own_seats = live.table.seats_of(by)
    if not own_seats:
        raise not_seated()
    turn = live.table.turn
    await service.say(table_id, turn if turn in own_seats else own_seats[0], body.phrase)
    return Response(status_code=204)


@router.post("/tables/{id}/rematch", responses={200: {"model": Link}})
async def rematch(
    service: TheService,
    by: TokenHashes,
    table_id: TableId,
    body: NewRematch | None = None,
) -> Response:
    """Play again with the same people: the table's address. The first who asks sets it up."""
    sides = "next" if body is None else body.sides
    done = await service.execute(table_id, StartRematch(by, sides))
    return Json({"url": f"/t/{done.live.table.rematch}"})


@router.post("/tables/{id}/branch", status_code=201, responses={201: {"model": TableMade}})
async def branch(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    body: NewBranch,
) -> Response:
    """A new table that goes on from an earlier point of this game."""
    live = await service.table(table_id)
    table = live.table
    if not table.is_over and not table.seats_of(token_hashes):
        raise Refusal(403, reasons.WATCHERS_WAIT())
    if not table.is_over and table.has_secrets:
        raise Refusal(403, reasons.HIDDEN())
    if body.at > table.game.entries:
        raise Refusal(422, reasons.NO_SUCH_ENTRY(n=table.game.entries))
    token = new_token()
    wanted = body.seats or [
        NewSeat(kind="me" if number == 0 else "bot") for number in range(len(table.seats))
    ]
    seats, links = seated(wanted, table.game.NAME, token)
    check_people(seats, service, request.scope)
    by = maker(service, request.scope)
    return made(await service.branch(table, body.at, seats, by), token, links)
