"""The pages of the site, as an application that draws each of them when it is asked for it."""

import asyncio
from collections.abc import Iterator, Mapping
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response

from azulejos import draw, games, rulebook
from azulejos.analysis import words as said
from azulejos.analysis.review import Reason
from azulejos.bots import USUAL_LEVELS
from azulejos.core import reasons as core_reasons
from azulejos.core.messages import decimal
from azulejos.core.reasons import ReasonKind
from azulejos.puzzles.puzzle import Puzzle, shipped
from azulejos.web.explored import state_of
from azulejos.web.game_pages import pages_of
from azulejos.web.languages import COOKIE, Catalogue
from azulejos.web.page_data import data_block
from azulejos.web.pages import explore, guides, new_game, puzzles, table, to_table
from azulejos.web.pages import games as own_games
from azulejos.web.pages.rendering import guided, page, script_words, words_of
from azulejos.web.puzzle_view import kind_of
from azulejos.web.seats import Seat, hash_of
from azulejos.web.site.settings import Site
from azulejos.web.tables import around
from azulejos.web.views import View

router = APIRouter()
#: What begins a page that explores in the browser.
EXPLORE_SCRIPT = "js/browser/explore_start.js"


def shapes_of(game: str) -> list[Mapping[str, Any]]:
    """The options that the pages of a game's tables differ by."""
    spec = games.spec(game)
    counts = range(spec.min_players, spec.max_players + 1)
    return list(pages_of(game).shapes) or [{"players": n} for n in counts]


def _begun(game: str, number: int) -> Any:
    """A game of a shape before any chance."""
    kind = games.spec(game).Game
    options = shapes_of(game)[number]
    return kind(**{"players": options["players"], **options, kind.CHANCE_OPTION: "manual"})


@router.get("/t/{game}/{number}", response_class=HTMLResponse)
async def empty_table(request: Request, game: str, number: int) -> Response:
    """A table of a shape with nothing on it yet, drawn for a reader on its first seat."""
    begun = _begun(game, number)
    own, level = hash_of("reader"), USUAL_LEVELS[game]
    seats = [Seat("me", "", token_hash=own)]
    seats += [Seat("bot", "", level) for _ in range(begun.players - 1)]
    seen = View(around(begun, seats), (0,)).to_dict() | {"chance": "auto", "since": 0}
    words = words_of(request, game)
    return table.shown(
        request,
        seen,
        guide=True,
        reasons=reasons_in(words, game),
        titles=titles_in(words, game),
        whys=whys_in(words, game),
    )


@router.get("/explore", response_class=HTMLResponse)
async def study(request: Request) -> Response:
    """The choice of a game to be explored; with more in its address it leads on."""
    return page(request, "study.html")


@router.get("/explore/{game}/{number}", response_class=HTMLResponse)
async def explored(request: Request, game: str, number: int) -> Response:
    """A table of a shape on which a position is explored, with nothing on it yet."""
    words, begun = words_of(request, game), _begun(game, number)
    shown = state_of(begun)
    names = table.seat_names(shown["seats"], game, words)
    return explore.drawn(request, shown, names, _told(words, game), script=EXPLORE_SCRIPT)


@router.get("/review/{game}", response_class=HTMLResponse)
async def review(request: Request, game: str) -> Response:
    """The review of a game that the browser keeps: a script makes it."""
    words = words_of(request, game)
    return page(
        request,
        "site_review.html",
        game=game,
        data=data_block(_told(words, game)),
        drawing_data=data_block(draw.for_scripts(state_of(_begun(game, 0))["position"])),
        words=script_words(words),
    )


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
    data = _told(words, game) | {"themes": puzzles.themes_of(request, game)}
    return puzzles.drawn(
        request, game, state_of(begun), data=data, script="js/browser/puzzle_start.js"
    )


def _kinds(game: str) -> dict[str, Puzzle]:
    """A puzzle of each kind."""
    collection = shipped(game)
    return {kind_of(puzzle): puzzle for puzzle in collection.puzzles} if collection else {}


def _told(words: Catalogue, game: str) -> dict[str, Any]:
    """What scripts are told of a game where the browser knows its rules."""
    return {
        "game": game,
        "levels": new_game.levels(words)[game],
        "reasons": reasons_in(words, game),
        "titles": titles_in(words, game),
        "whys": whys_in(words, game),
    }


def whys_in(words: Catalogue, game: str) -> dict[str, list[str]]:
    """Why a move is better: sentences by code, for one point and for more; "" of any other code."""
    codes = [fact.name for fact in games.spec(game).Game.FACTS if fact.scores]
    found = {
        code: [_why(game, code, n, words) for n in (1, _MANY)] for code in ("", *codes, "leaves")
    }
    later = said.sentence(game, Reason("later", _HALF), "{move}", words)
    return found | {"later": [later.replace(decimal(_HALF, 1, words), "{n}")] * 2}


#: Numbers that stand for any in a sentence.
_MANY, _HALF = 7777, 3.5


def _why(game: str, code: str, n: int, words: Catalogue) -> str:
    return said.sentence(game, Reason(code, n), "{move}", words).replace(str(_MANY), "{n}")


def reasons_in(words: Catalogue, game: str) -> dict[str, Any]:
    """Why the rules refuse something: sentences by code, and what their parts are called."""
    modules = (core_reasons, games.spec(game).part("reasons"))
    kinds = [kind for module in modules for kind in vars(module).values()]
    return {kind.code: _sentence(kind, words) for kind in kinds if isinstance(kind, ReasonKind)}


def _sentence(kind: ReasonKind, words: Catalogue) -> dict[str, Any]:
    names = {
        part: {value: words.gettext(name) for value, name in of_part.names.items()}
        for part, of_part in kind.parts.items()
        if of_part.names
    }
    forms = words.forms(kind.english, kind.many or kind.english)
    return {"forms": forms[: 1 if kind.many is None else 2], **({"names": names} if names else {})}


def titles_in(words: Catalogue, game: str) -> dict[str, str]:
    """What points of each kind of facts are called; "" those that a game begins with."""
    spec = games.spec(game)
    titles = {fact.name: words.gettext(spec.title_of(fact.name)) for fact in spec.Game.FACTS}
    return {"": words.gettext("At the start"), **titles}


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
        yield f"/review/{game}"
        for kind in _kinds(game):
            yield f"/puzzles/{game}/{kind}"


def application(site: Site) -> FastAPI:
    """The pages, and nothing else."""
    app = FastAPI(openapi_url=None)
    app.state.site = site
    for part in (router, guides.router, own_games.router, to_table.router):
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


def games_told() -> dict[str, Any]:
    """What the form for a new game needs to know of each game."""
    return {
        game.name: {
            "title": game.title,
            "least": game.min_players,
            "most": game.max_players,
            "options": {
                option.name: {
                    "type": _type_of(option.schema()),
                    **({"alone": True} if option.alone else {}),
                }
                for option in game.options
                if option.on_form and not option.is_chance
            },
        }
        for game in games.all_games().values()
    }


def _type_of(schema: Mapping[str, Any]) -> str:
    """The type of an option's values; one that may be null, too, is what it is else."""
    kind: str | list[str] = schema.get("type", "string")
    return kind if isinstance(kind, str) else kind[0]
