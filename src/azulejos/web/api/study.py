"""Looking closer: reasons, earlier positions, records, where points came from, advice."""

import json
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from azulejos import bots, games
from azulejos.core import points
from azulejos.web import languages, reasons
from azulejos.web.api.models.health import Ready
from azulejos.web.api.models.studying import (
    Advice,
    Bots,
    GoalShown,
    Legality,
    PositionShown,
    Previews,
    TallyShown,
)
from azulejos.web.api.viewer import (
    EntryCount,
    Json,
    TableId,
    TheService,
    TokenHashes,
    seen_after,
)
from azulejos.web.compact_json import encoded
from azulejos.web.guard import client_of
from azulejos.web.languages import Catalogue, catalogue
from azulejos.web.refusals import Refusal, not_seated, told_as_data
from azulejos.web.tables import Game

router = APIRouter(tags=["studying"])


@router.get("/bots", responses={200: {"model": Bots}})
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


@router.get("/ready", responses={200: {"model": Ready}})
async def ready(service: TheService) -> Response:
    """How far each game is prepared: after an installation it has to be compiled first."""
    return Json(service.readiness.to_dict())


@router.get("/tables/{id}/reason", responses={200: {"model": Legality}})
async def reason(
    request: Request,
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    move: Annotated[str, Query(min_length=1, max_length=100)],
) -> Response:
    """Why a move is not possible for you now."""
    live = await service.table(table_id)
    table = live.table
    own_seats = table.seats_of(token_hashes)
    if table.turn not in own_seats or table.awaits_chance:
        raise Refusal(403, reasons.NOT_YOUR_TURN())
    if move in map(str, table.game.moves_to_find()):
        raise Refusal(403, reasons.TO_BE_FOUND())
    # What no player ever tried here may have to be compiled first.
    why = await service.work_pool.run(table_id, partial(table.why_not, move))
    if why is None:
        return Json({"legal": True, "reason": None})
    words = catalogue(languages.of(request), table.name)
    return Json({"legal": False, "reason": told_as_data(why.reason, why.place, words)})


@router.get("/tables/{id}/previews", responses={200: {"model": Previews}})
async def previews(
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    move: Annotated[list[str], Query(max_length=40, description="The moves, in writing.")],
) -> Response:
    """What moves of yours would do, each as facts; of moves that you may not make, nothing."""
    live = await service.table(table_id)
    return Json({"previews": live.view(token_hashes).previews(move)})


@router.get("/tables/{id}/positions/{n}", responses={200: {"model": PositionShown}})
async def position(
    service: TheService,
    token_hashes: TokenHashes,
    table_id: TableId,
    n: EntryCount,
) -> Response:
    """The position after n entries, as you may see it."""
    return Json(seen_after(await service.table(table_id), token_hashes, n))


@router.get("/tables/{id}/record", responses={200: {"content": {"application/json": {}}}})
async def record(service: TheService, token_hashes: TokenHashes, table_id: TableId) -> Response:
    """The game's record, as you may have it, for a file."""
    live = await service.table(table_id)
    view = live.view(token_hashes)
    text = await service.written(live, ("record", view.seat), partial(_indented, view.record))
    name = f"{live.table.name}-{table_id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/json", headers=headers)


@router.get("/tables/{id}/tally", responses={200: {"model": TallyShown}})
async def tally(request: Request, service: TheService, table_id: TableId) -> Response:
    """Where points came from: what happened with each entry, and all together."""
    live = await service.table(table_id)
    words = catalogue(languages.of(request), live.table.name)
    key = ("tally", words.language)
    text = await service.written(live, key, partial(_tally, live.table.game, words))
    return Response(text, media_type="application/json")


def _indented(make: Callable[[], dict[str, Any]]) -> bytes:
    return json.dumps(make(), indent=1).encode()


def _tally(game: Game, words: Catalogue) -> bytes:
    facts = [entry.facts for entry in game.log()]
    spec = games.spec(game.NAME)
    sources = [
        {
            "source": source.kind,
            "title": words.gettext("At the start")
            if source.kind is None
            else words.gettext(spec.title_of(source.kind)),
            "points": source.points,
        }
        for source in points.sources(game, facts.__getitem__)
    ]
    told = [[fact.to_dict() for fact in of_entry] for of_entry in facts]
    return encoded({"facts": told, "sources": sources, "scores": game.scores})


@router.get("/tables/{id}/advice", responses={200: {"model": Advice}})
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
    if not table.is_over:
        if not table.is_manual:
            raise Refusal(403, reasons.NO_ADVICE())
        if not table.seats_of(token_hashes):
            raise not_seated()
    if at is not None and at > table.game.entries:
        raise Refusal(404, reasons.NO_SUCH_ENTRY(n=table.game.entries))
    game = table.game.after(table.game.entries if at is None else at)
    if game.turn is None or not game.legal_moves():
        raise Refusal(409, reasons.NOTHING_TO_DECIDE())
    if table.has_secrets and not table.is_over and game.turn not in table.seats_of(token_hashes):
        raise Refusal(403, reasons.NOT_YOUR_TURN())
    analysis = await service.bots.advice(client_of(request.scope), game, ms)
    return Json(
        {
            "move": str(analysis.move),
            "values": [round(value, 4) for value in analysis.values],
            "margin": round(analysis.margin, 2),
            "visits": analysis.visits,
            "lines": [
                {
                    "move": str(line.move),
                    "values": [round(value, 4) for value in line.values],
                    "visits": line.visits,
                    "pv": [str(move) for move in line.pv],
                }
                for line in analysis.variations
            ],
        }
    )


@router.get("/tables/{id}/goal", responses={200: {"model": GoalShown}})
async def goal(service: TheService, token_hashes: TokenHashes, table_id: TableId) -> Response:
    """Whether the goal of who plays alone is in reach; ask again while the search goes on."""
    live = await service.table(table_id)
    table = live.table
    game = table.game
    if not game.has_goal:
        raise Refusal(409, reasons.NO_GOAL())
    if not table.seats_of(token_hashes):
        raise not_seated()
    if table.is_over:
        return Json({"state": "yes" if game.winners else "no"})
    if table.awaits_chance:
        return Json({"state": "unknown"})
    return Json({"state": service.goals.ask(game.NAME, game.to_text(), game.state)})
