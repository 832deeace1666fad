"""Playing: moves, taking back, playing again."""

from fastapi import APIRouter, Response

from azulejos.core.errors import IllegalMove
from azulejos.web.api import models
from azulejos.web.api.tables import made, seated
from azulejos.web.api.viewer import Holders, Json, TableId, TheClub
from azulejos.web.new_tables import Wish
from azulejos.web.refusals import Refusal, not_seated
from azulejos.web.seats import new_token
from azulejos.web.tables import Happening, Table

router = APIRouter(tags=["playing"])


def key_of(table: Table, mine: tuple[int, ...], wish: str) -> str | None:
    """A wish's id, together with who wishes: nobody can use up another's ids."""
    return f"{table.seats[mine[0]].holder}:{wish}" if mine else None


@router.post("/tables/{id}/moves", responses={200: {"model": models.Played}})
async def move(
    club: TheClub, holders: Holders, table_id: TableId, body: models.NewMove
) -> Response:
    """Play a move. It is stored before it is acknowledged, and the same id plays it once."""
    live = await club.table(table_id)
    mine = live.table.seats_of(holders)

    def make(table: Table) -> Happening:
        if body.version is not None and body.version != table.version:
            raise Refusal(409, "stale", "The table has gone on meanwhile.")
        return table.play(body.move, mine, body.seat, key)

    key = key_of(live.table, mine, body.id)
    try:
        # What is not simply legal (a reason, a deal that is entered) is looked into elsewhere: what
        # it needs may have to be compiled first.
        version, replayed = await club.change(
            table_id,
            make,
            key,
            live.table.written(body.move),
            is_quick=live.table.allows(body.move),
        )
    except IllegalMove as error:
        raise Refusal(422, "illegal_move", str(error)) from error
    return Json({"version": version, "replayed": replayed})


@router.post("/tables/{id}/undo", responses={200: {"model": models.Played}})
async def undo(
    club: TheClub, holders: Holders, table_id: TableId, body: models.NewUndo
) -> Response:
    """Take back to your last decision; where other people play, ask them first."""
    live = await club.table(table_id)
    mine = live.table.seats_of(holders)
    key = key_of(live.table, mine, body.id)
    version, replayed = await club.change(
        table_id, lambda table: table.ask_undo(mine, key), key, "undo", is_quick=False
    )
    return Json({"version": version, "replayed": replayed})


@router.post("/tables/{id}/undo/answer", responses={200: {"model": models.Version}})
async def answer_undo(
    club: TheClub, holders: Holders, table_id: TableId, body: models.UndoAnswer
) -> Response:
    """Agree to an undo that was asked for, or refuse it; who asked can withdraw."""
    live = await club.table(table_id)
    mine = live.table.seats_of(holders)
    version, _ = await club.change(
        table_id, lambda table: table.answer_undo(mine, body.agree), is_quick=False
    )
    return Json({"version": version})


@router.post("/tables/{id}/rematch", responses={200: {"model": models.Link}})
async def rematch(club: TheClub, holders: Holders, table_id: TableId) -> Response:
    """Play again with the same people: the table's address. The first who asks sets it up."""
    live = await club.table(table_id)
    if not live.table.seats_of(holders):
        raise not_seated()
    return Json({"url": f"/t/{await club.rematch(table_id)}"})


@router.post("/tables/{id}/branch", status_code=201, responses={201: {"model": models.TableMade}})
async def branch(
    club: TheClub, holders: Holders, table_id: TableId, body: models.NewBranch
) -> Response:
    """A new table that goes on from an earlier point of this game."""
    live = await club.table(table_id)
    table = live.table
    if not table.game.is_over and not table.seats_of(holders):
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
    wish = Wish(game=table.name, seats=seats, options={})
    return made(await club.branch(table, body.at, wish), token, links)
