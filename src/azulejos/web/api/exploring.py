"""Exploring a position: looking along a line, sampling chance, and analyses while one looks.

Nothing is stored, and no table is needed: what is asked for brings its position along.
"""

from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.responses import StreamingResponse

from azulejos import draw, games
from azulejos.analysis import exploring
from azulejos.core.errors import IllegalMove, PositionError
from azulejos.web import languages, reasons
from azulejos.web.api.models.exploring import Analyse, Analysed, Draws, Explore, Explored
from azulejos.web.api.viewer import Json, TheService
from azulejos.web.compact_json import encoded
from azulejos.web.explored import entry_of, state_of
from azulejos.web.guard import client_of
from azulejos.web.languages import Catalogue, catalogue
from azulejos.web.readiness import PATIENCE, RULES
from azulejos.web.refusals import of_error
from azulejos.web.table_service import TableService
from azulejos.web.tables import Game

router = APIRouter(prefix="/explore", tags=["exploring"])


async def followed(request: Request, service: TableService, body: Explore) -> Game:
    """The game after a line; Refusal says what is wrong with it."""
    await service.readiness.wait(body.game, RULES, PATIENCE)
    work = partial(exploring.followed, body.game, body.position, body.moves)
    try:
        return await service.work_pool.run(_key(request), work)
    except PositionError as error:
        raise of_error(reasons.BAD_POSITION, error, body.game) from error
    except IllegalMove as error:
        raise of_error(reasons.ILLEGAL_MOVE, error, body.game) from error


def _key(request: Request) -> str:
    return f"explore {client_of(request.scope)}"


@router.post("/look", responses={200: {"model": Explored}})
async def look(request: Request, service: TheService, body: Explore) -> Response:
    """The position after a line, and what may be done there; why not, if it cannot be."""
    game = await followed(request, service, body)
    words = catalogue(languages.of(request), body.game)
    work = partial(explored, game, words)
    return Json(await service.work_pool.run(_key(request), work))


def explored(game: Game, words: Catalogue) -> dict[str, Any]:
    """A position of a line as data."""
    state = state_of(game)
    drawing = None
    if games.spec(game.NAME).part("drawing") is None:
        drawing = draw.board(state["position"], bare=True, words=words.of_drawings())
    return {
        "position": game.to_text(),
        "table": state,
        "entry": entry_of(game),
        "draws": game.awaits_chance,
        "drawing": drawing,
    }


@router.post("/draws", responses={200: {"model": Draws}})
async def draws(request: Request, service: TheService, body: Explore) -> Response:
    """What chance may give after a line, sampled."""
    game = await followed(request, service, body)
    found = await service.work_pool.run(_key(request), partial(exploring.sampled, game))
    return Json({"draws": found})


@router.post(
    "/analysis",
    responses={
        200: {
            "content": {
                "application/x-ndjson": {"itemSchema": {"$ref": "#/components/schemas/Analysed"}}
            },
            "description": "Lines of JSON, each a more exact analysis, until one has read enough",
        }
    },
    response_class=Response,
    response_model=Analysed,
)
async def analysis(request: Request, service: TheService, body: Analyse) -> Response:
    """Analyse the position after a line, ever deeper; it ends when the answer is read no more."""
    game = await followed(request, service, body)
    found = await service.analyses.begin(client_of(request.scope), game, body.multipv)
    # Compressed, a line would wait for the next ones.
    headers = {"Content-Encoding": "identity", "X-Accel-Buffering": "no"}
    return StreamingResponse(_lines(found), 200, headers, "application/x-ndjson")


async def _lines(found: AsyncIterator[dict[str, Any]]) -> AsyncIterator[bytes]:
    async for told in found:
        yield encoded(told) + b"\n"
