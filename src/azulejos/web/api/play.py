"""Playing: moves, taking back, playing again."""

from fastapi import APIRouter, Response

from azulejos.core.errors import IllegalMove
from azulejos.web.api import models
from azulejos.web.api.tables import made, seated
from azulejos.web.api.viewer import Json, TableId, TheService, TokenHashes
from azulejos.web.commands import AnswerUndo, AskUndo, PlayMove, StartRematch
from azulejos.web.refusals import Refusal
from azulejos.web.seats import new_token

router = APIRouter(tags=["playing"])


@router.post("/tables/{id}/moves", responses={200: {"model": models.Played}})
async def move(
    service: TheService, by: TokenHashes, table_id: TableId, body: models.NewMove
) -> Response:
    """Play a move. It is stored before it is acknowledged, and the same id plays it once."""
    command = PlayMove(by, body.id, body.move, body.seat, body.version)
    try:
        done = await service.execute(table_id, command)
    except IllegalMove as error:
        raise Refusal(422, "illegal_move", str(error)) from error
    return Json({"version": done.version, "replayed": done.replayed})


@router.post("/tables/{id}/undo", responses={200: {"model": models.Played}})
async def undo(
    service: TheService, by: TokenHashes, table_id: TableId, body: models.NewUndo
) -> Response:
    """Take back to your last decision; where other people play, ask them first."""
    done = await service.execute(table_id, AskUndo(by, body.id))
    return Json({"version": done.version, "replayed": done.replayed})


@router.post("/tables/{id}/undo/answer", responses={200: {"model": models.Version}})
async def answer_undo(
    service: TheService, by: TokenHashes, table_id: TableId, body: models.UndoAnswer
) -> Response:
    """Agree to an undo that was asked for, or refuse it; who asked can withdraw."""
    done = await service.execute(table_id, AnswerUndo(by, body.agree))
    return Json({"version": done.version})


@router.post("/tables/{id}/rematch", responses={200: {"model": models.Link}})
async def rematch(service: TheService, by: TokenHashes, table_id: TableId) -> Response:
    """Play again with the same people: the table's address. The first who asks sets it up."""
    done = await service.execute(table_id, StartRematch(by))
    return Json({"url": f"/t/{done.live.table.rematch}"})


@router.post("/tables/{id}/branch", status_code=201, responses={201: {"model": models.TableMade}})
async def branch(
    service: TheService, token_hashes: TokenHashes, table_id: TableId, body: models.NewBranch
) -> Response:
    """A new table that goes on from an earlier point of this game."""
    live = await service.table(table_id)
    table = live.table
    if not table.game.is_over and not table.seats_of(token_hashes):
        raise Refusal(403, "not_seated", "Watchers can go on from here when the game is over.")
    if not table.game.is_over and table.has_secrets:
        raise Refusal(403, "hidden", "What is hidden in this game stays so until it is over.")
    if body.at > table.game.entries:
        raise Refusal(422, "no_such_entry", f"This game has {table.game.entries} entries.")
    token = new_token()
    wanted = body.seats or [
        models.NewSeat(kind="me" if number == 0 else "bot") for number in range(len(table.seats))
    ]
    seats, links = seated(wanted, token)
    return made(await service.branch(table, body.at, seats), token, links)
