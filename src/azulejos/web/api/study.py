"""Looking closer: reasons, earlier positions, records, where points came from, advice."""

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response

from azulejos import bots, games
from azulejos.web import languages, reason_words, scoring
from azulejos.web.api import models
from azulejos.web.api.viewer import Json, TableId, TheService, TokenHashes
from azulejos.web.guard import client_of
from azulejos.web.languages import catalogue
from azulejos.web.live import encoded
from azulejos.web.refusals import Refusal, not_seated
from azulejos.web.tables import Game

router = APIRouter(tags=["studying"])


@router.get("/bots", responses={200: {"model": models.Bots}})
async def levels() -> Response:
    """The levels of the bots, for each game."""
    return Json(
        {
            game: [
                {"level": number, "name": level.name, "manner": level.manner}
                for number, level in enumerate(kept, 1)
            ]
            for game, kept in ((name, bots.LEVELS[name]) for name in games.names())
        }
    )


@router.get("/ready", responses={200: {"model": models.Ready}})
async def ready(service: TheService) -> Response:
    """How far each game is prepared: after an installation it has to be compiled first."""
    return Json(service.readiness.to_dict())


@router.get("/tables/{id}/reason", responses={200: {"model": models.Reason}})
async def reason(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    move: Annotated[str, Query(min_length=1, max_length=100)],
) -> Response:
    """Why a move is not possible for you now, in words."""
    live = await service.table(table_id)
    table = live.table
    own_seats = table.seats_of(token_hashes)
    if table.game.turn not in own_seats or table.awaits_chance:
        raise Refusal(403, "not_your_turn", "It is not your turn.")
    if move.startswith("#") and table.opening["options"].get("claims") == "found":
        raise Refusal(403, "to_be_found", "Whether a field is unplayable is for you to find.")
    # What no player ever tried here may have to be compiled first.
    why = await service.work_pool.run(table_id, partial(table.why_not, move))
    words = catalogue(languages.of(request))
    return Json({"legal": why is None, "reason": why and reason_words.say(why, words)})


@router.get("/tables/{id}/positions/{n}", responses={200: {"model": models.PositionShown}})
async def position(
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    n: Annotated[int, Path(ge=0, le=100_000)],
) -> Response:
    """The position after n entries, as you may see it."""
    live = await service.table(table_id)
    if n > live.table.game.entries:
        raise Refusal(404, "no_such_entry", f"This game has {live.table.game.entries} entries.")
    return Json(live.view(token_hashes).position_after(n))


@router.get("/tables/{id}/record", responses={200: {"content": {"application/json": {}}}})
async def record(service: TheService, token_hashes: TokenHashes, table_id: TableId) -> Response:
    """The game's record, as you may have it, for a file."""
    live = await service.table(table_id)
    view = live.view(token_hashes)
    text = await service.written(live, ("record", view.seat), partial(_indented, view.record))
    name = f"{live.table.name}-{table_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{id}/tally", responses={200: {"model": models.TallyShown}})
async def tally(service: TheService, table_id: TableId) -> Response:
    """Where points came from: for each entry, what scored after it."""
    live = await service.table(table_id)
    text = await service.written(live, ("tally", None), partial(_tally, live.table.game))
    return Response(text, media_type="application/json")


def _indented(make: Callable[[], dict[str, Any]]) -> bytes:
    return json.dumps(make(), indent=1).encode()


def _tally(game: Game) -> bytes:
    steps = [scoring.steps(game, number) for number in range(game.entries)]
    told = {"steps": steps, "sources": scoring.sources(game), "scores": game.scores}
    return encoded(told).encode()


@router.get("/tables/{id}/advice", responses={200: {"model": models.Advice}})
async def advice(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    ms: Annotated[int, Query(ge=10, le=5000, description="Milliseconds to think.")] = 500,
    at: Annotated[
        int | None, Query(ge=0, le=100_000, description="After how many entries; else now.")
    ] = None,
) -> Response:
    """What a bot would do: where a real table is followed, or when the game is over."""
    live = await service.table(table_id)
    table = live.table
    if not table.game.is_over:
        if not table.is_manual:
            raise Refusal(403, "no_advice", "While a game is played, nobody helps.")
        if not table.seats_of(token_hashes):
            raise not_seated()
    if at is not None and at > table.game.entries:
        raise Refusal(404, "no_such_entry", f"This game has {table.game.entries} entries.")
    game = table.game.after(table.game.entries if at is None else at)
    if game.turn is None or not game.legal_moves():
        raise Refusal(409, "nothing_to_decide", "There is nothing to decide in this position.")
    if (
        table.has_secrets
        and not table.game.is_over
        and game.turn not in table.seats_of(token_hashes)
    ):
        raise Refusal(403, "not_your_turn", "It is not your turn.")
    thought = await service.bots.advice(client_of(request.scope), game, ms)
    return Json(
        {
            "move": str(thought.move),
            "values": [round(value, 4) for value in thought.values],
            "margin": round(thought.margin, 2),
            "visits": thought.visits,
            "lines": [
                {
                    "move": str(line.move),
                    "values": [round(value, 4) for value in line.values],
                    "visits": line.visits,
                    "pv": [str(move) for move in line.pv],
                }
                for line in thought.variations
            ],
        }
    )


@router.get("/tables/{id}/fillable", responses={200: {"model": models.Fillable}})
async def fillable(service: TheService, token_hashes: TokenHashes, table_id: TableId) -> Response:
    """Whether a board filled alone can still be completed; ask again while it is thought over."""
    live = await service.table(table_id)
    table = live.table
    game = table.game
    if table.opening["options"].get("mode") != "fill":
        raise Refusal(409, "not_filling", "Only a board that you fill alone can be completed.")
    if not table.seats_of(token_hashes):
        raise not_seated()
    if game.is_over:
        return Json({"state": "yes" if game.winners else "no"})
    if table.awaits_chance:
        return Json({"state": "unknown"})
    return Json({"state": service.filling.ask(game.to_text(), game.state)})
