"""The pages of puzzles: the choice of one, and one of them on its game's own table.

All that a page needs of a puzzle are its data (`puzzle_view`), which are the same for everybody;
what a reader has solved, and how well, is known to the reader's browser alone.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from azulejos.games import all_games, spec
from azulejos.puzzles import words as said
from azulejos.puzzles.puzzle import Collection, Puzzle, shipped, with_puzzles
from azulejos.web import puzzle_view, reasons
from azulejos.web.guard import client_of
from azulejos.web.languages import catalogue
from azulejos.web.page_data import data_block
from azulejos.web.pages.errors import getting_ready, sorry
from azulejos.web.pages.rendering import PATIENCE, page, script_words, service_of, words_of
from azulejos.web.pages.study import Study, study_page
from azulejos.web.pages.table import seat_names
from azulejos.web.readiness import RULES
from azulejos.web.refusals import Refusal

router = APIRouter(include_in_schema=False)

#: Streams with fewer puzzles are not offered.
_FEWEST = 8
#: Where a script finds a puzzle's page, its data and all puzzles of a game.
ADDRESSES = {
    "all": "/puzzles",
    "page": "/puzzles/{game}/{id}",
    "data": "/puzzles/{game}/{id}.json",
    "index": "/puzzles/{game}/index.json",
}
_STUDY = Study(
    "puzzle.html",
    "js/puzzle_start.js",
    ("css/review.css", "css/puzzles.css"),
    panel="puzzle_panel.html",
)
#: A puzzle does not change, but a later version may have others.
_KEPT = {"Cache-Control": "public, max-age=86400"}


@router.get("/puzzles", response_class=HTMLResponse)
async def puzzles(request: Request) -> Response:
    """The puzzles of the day, streams by theme, and what the reader's browser knows."""
    return chosen(request, ADDRESSES)


def chosen(request: Request, addresses: Mapping[str, str] | None) -> HTMLResponse:
    """The page. addresses: where a script finds puzzles; None: the browser knows."""
    found = [(name, collection) for name in with_puzzles() if (collection := shipped(name))]
    words = words_of(request)
    return page(
        request,
        "puzzles.html",
        collections=[_offered(name, collection, words.language) for name, collection in found],
        data=data_block({"games": [name for name, _ in found], "addresses": addresses}),
        words=script_words(words),
        page_of=_page_of if addresses else _page_on_site,
    )


def _page_of(game: str, name: str, stream: str = "") -> str:
    """The address of a puzzle. stream: in which it is met; the name "daily": of the day."""
    query = f"?{urlencode({'stream': stream})}" if stream else ""
    return f"/puzzles/{game}/{name}{query}"


def _page_on_site(game: str, name: str, stream: str = "") -> str:
    """The same where a script leads on to the page."""
    of_day = name == "daily"
    asked = {"game": game} | ({} if of_day else {"id": name})
    stream = "daily" if of_day else stream
    return f"/puzzles/one?{urlencode(asked | ({'stream': stream} if stream else {}))}"


def _offered(name: str, collection: Collection, language: str) -> dict[str, Any]:
    """A game's puzzles, for the template."""
    counts: dict[str, list[Puzzle]] = {}
    for puzzle in collection.puzzles:
        for theme in puzzle.themes:
            counts.setdefault(theme, []).append(puzzle)
    words = catalogue(language, name)
    streams = [
        {
            "theme": theme,
            "name": said.theme(theme, name, words),
            "count": len(of),
            "first": of[0].id,
        }
        for theme, of in sorted(counts.items(), key=lambda item: (-len(item[1]), item[0]))
        if len(of) >= _FEWEST
    ]
    return {
        "name": name,
        "title": spec(name).title,
        "count": len(collection.puzzles),
        "first": collection.puzzles[0].id,
        "streams": streams,
    }


@router.get("/puzzles/{game}/daily")
async def daily(request: Request, game: str) -> Response:
    """The puzzle of the day, for who has no script to find it by the reader's own date."""
    collection = _collection(game)
    if collection is None or not collection.puzzles:
        return sorry(request, 404)
    puzzle = puzzle_view.of_the_day(collection, datetime.now(UTC).date())
    return RedirectResponse(f"/puzzles/{game}/{puzzle.id}", 303)


@router.get("/puzzles/{game}/index.json")
async def index(game: str) -> Response:
    """PUZZLES: all puzzles of a game, for a page to choose from."""
    collection = _collection(game)
    if collection is None:
        raise Refusal(404, reasons.NOT_FOUND())
    return JSONResponse(puzzle_view.index(collection), headers=_KEPT)


@router.get("/puzzles/{game}/{name}.json")
async def data(request: Request, game: str, name: str) -> Response:
    """PUZZLE: all that is needed to solve it."""
    puzzle = _puzzle(game, name)
    if puzzle is None:
        raise Refusal(404, reasons.NOT_FOUND())
    return JSONResponse(
        await _made(request, game, partial(puzzle_view.shown, puzzle)), headers=_KEPT
    )


@router.get("/puzzles/{game}/{name}", response_class=HTMLResponse)
async def puzzle_page(request: Request, game: str, name: str) -> Response:
    """A puzzle on its game's own table."""
    puzzle = _puzzle(game, name)
    if puzzle is None:
        return sorry(request, 404)
    try:
        shown = await _made(request, game, partial(puzzle_view.shown, puzzle))
    except Refusal as refusal:
        if refusal.why.kind is reasons.GETTING_READY:
            return getting_ready(request, game, refusal)
        return sorry(request, refusal.status, refusal)
    data = {"puzzle": shown, "themes": themes_of(request, game), "addresses": ADDRESSES}
    return drawn(request, game, shown["table"], data=data, position=shown["position"])


def themes_of(request: Request, game: str) -> dict[str, str]:
    """What the themes of a game's puzzles are called."""
    words = words_of(request, game)
    return {theme: said.theme(theme, game, words) for theme in _themes(game)}


def drawn(
    request: Request,
    game: str,
    table: dict[str, Any],
    *,
    data: dict[str, Any],
    position: str = "",
    script: str = "js/puzzle_start.js",
) -> Response:
    """The page of a puzzle, as its table shows it first. data: what its script is told."""
    words = words_of(request, game)
    names = seat_names(table["seats"], game, words)
    explored = {"game": game} | ({"position": position} if position else {})
    study = replace(_STUDY, script=script)
    link = f"/explore?{urlencode(explored)}"
    return study_page(request, study, table, names, data, explored=link)


def _collection(game: str) -> Collection | None:
    return shipped(game) if game in all_games() else None


def _puzzle(game: str, name: str) -> Puzzle | None:
    collection = _collection(game)
    return None if collection is None else collection.find(name)


def _themes(game: str) -> list[str]:
    collection = _collection(game)
    of_all = collection.puzzles if collection else ()
    return list(dict.fromkeys(theme for puzzle in of_all for theme in puzzle.themes))


async def _made(request: Request, game: str, work: Callable[[], Any]) -> Any:
    """What is made by the game's rules, in a thread, once these are compiled."""
    service = service_of(request)
    await service.readiness.wait(game, RULES, PATIENCE)
    return await service.work_pool.run(f"puzzles {client_of(request.scope)}", work)
