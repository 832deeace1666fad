"""The pages of the site, as an application that draws each of them when it is asked for it."""

import asyncio
from collections.abc import Iterator
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from azulejos import games, rulebook
from azulejos.puzzles.puzzle import Puzzle, shipped
from azulejos.web.empty_tables import shapes_of
from azulejos.web.explored import state_of
from azulejos.web.game_pages import pages_of
from azulejos.web.languages import COOKIE
from azulejos.web.pages import games as own_games
from azulejos.web.pages import guides, in_browser, new_game, puzzles, to_table
from azulejos.web.pages.rendering import guided, page, words_of
from azulejos.web.puzzle_view import kind_of
from azulejos.web.site.settings import Site

router = APIRouter()


@router.get("/puzzles", response_class=HTMLResponse)
async def choice_of_puzzle(request: Request) -> Response:
    return puzzles.chosen(request, None)


@router.get("/puzzles/one", response_class=HTMLResponse)
async def one_puzzle(request: Request) -> Response:
    """What leads on to a puzzle: a script finds which page shows it."""
    return page(request, "leads_on.html", script="js/browser/puzzle_start.js")


@router.get("/puzzles/{game}/{kind}", response_class=HTMLResponse)
async def puzzles_of_kind(request: Request, game: str, kind: str) -> Response:
    """The table of a game's puzzles of a kind with nothing on it yet."""
    words, like = words_of(request, game), _kinds(game)[kind]
    options = games.spec(game).Game.from_text(like.position).record()["options"]
    begun = games.spec(game).Game(**options | {games.spec(game).Game.CHANCE_OPTION: "manual"})
    data = in_browser.told(words, game) | {"themes": puzzles.themes_of(request, game)}
    return puzzles.drawn(
        request, game, state_of(begun), data=data, script="js/browser/puzzle_start.js"
    )


def _kinds(game: str) -> dict[str, Puzzle]:
    """A puzzle of each kind."""
    collection = shipped(game)
    return {kind_of(puzzle): puzzle for puzzle in collection.puzzles} if collection else {}


def addresses() -> Iterator[str]:
    """The addresses of all pages, as on a service."""
    yield from ("/", "/new", "/open", "/explore", "/games", "/progress")
    yield from ("/puzzles", "/puzzles/one")
    yield from guided()
    for game in games.names():
        if rulebook.is_there(game):
            yield f"/rules/{game}"
        for number in range(len(shapes_of(game))):
            yield f"/t/{game}/{number}"
            yield f"/explore/{game}/{number}"
            yield f"/review/{game}/{number}"
            yield f"/retry/{game}/{number}"
        for kind in _kinds(game):
            yield f"/puzzles/{game}/{kind}"


def application(site: Site) -> FastAPI:
    """The pages, and nothing else."""
    app = FastAPI(openapi_url=None)
    app.state.site = site
    for part in (router, in_browser.router, guides.router, own_games.router, to_table.router):
        app.include_router(part)
    return app


def drawn(app: FastAPI, address: str, language: str) -> str:
    """A page in a language."""
    return asyncio.run(_asked(app, address, language))


async def _asked(app: FastAPI, address: str, language: str) -> str:
    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"cookie", f"{COOKIE}={language}".encode())],
        "app": app,
    }
    status, body = 0, b""

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b""}

    async def send(message: Any) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    await app(scope, receive, send)
    if status != 200:
        raise RuntimeError(f"{address} was answered by {status}")
    return body.decode()


def quick_tables() -> dict[str, Any]:
    """What one click asks for, by what its button says."""
    found = {game: new_game.quick(game, "") for game in games.names()}
    for game in games.names():
        for kind in pages_of(game).quick_tables:
            found[f"{game}/{kind}"] = new_game.quick(f"{game}/{kind}", "")
    return found
