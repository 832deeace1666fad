"""The HTML pages. What happens at a table goes through the JSON API; see `azulejos.web.api`."""

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, unquote

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
)
from markupsafe import Markup
from pydantic import ValidationError

from azulejos import draw, rulebook
from azulejos.games import all_games, spec
from azulejos.web import guard, languages, new_game, pictures, reason_words, rules_pages
from azulejos.web.api.models import NewTable
from azulejos.web.api.tables import created
from azulejos.web.api.viewer import token_hashes_of
from azulejos.web.languages import Catalogue, catalogue
from azulejos.web.readiness import GETTING_READY, RULES
from azulejos.web.refusals import Refusal
from azulejos.web.seats import hash_of
from azulejos.web.table_service import TableService

STATIC = Path(str(files("azulejos.web"))) / "static"
#: The part of the pages that a game has which brings none.
DEFAULT_GAME = STATIC.parent / "default_game"
THEMES = ("light", "auto", "dark")
#: Seconds that a page waits for the rules of its game, before a page says that they get ready.
PATIENCE = 1.0
_YEAR = 365 * 24 * 3600

router = APIRouter(include_in_schema=False)


@cache
def _environment() -> Environment:
    of_games = {
        name: FileSystemLoader([game.folder / "web", DEFAULT_GAME])
        for name, game in all_games().items()
    }
    environment = Environment(
        loader=ChoiceLoader([PackageLoader("azulejos.web"), PrefixLoader(of_games)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals["static"] = static
    return environment


@cache
def static(path: str) -> str:
    """The address of a static file; it changes with the files, so that none is kept too long.

    Scripts import each other by their plain names, so that one key is for all of them together.
    """
    return f"/static/{_static_key()}/{path}"


@cache
def _static_key() -> str:
    digest = hashlib.sha256(draw.sheet().encode())
    for folder in (STATIC, DEFAULT_GAME, *(game.folder / "web" for game in all_games().values())):
        for path in sorted(folder.rglob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def words_of(request: Request) -> Catalogue:
    """The reader's language."""
    return catalogue(languages.of(request))


def _page(request: Request, name: str, status: int = 200, **values: object) -> HTMLResponse:
    words = words_of(request)
    theme = request.cookies.get("theme", "auto")
    text = (
        _environment()
        .get_template(name)
        .render(
            **words.in_template(),
            language=words.language,
            languages=languages.LANGUAGES,
            theme=theme if theme in THEMES else "auto",
            path=request.url.path,
            here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            symbols=pictures.symbols(),
            **values,
        )
    )
    return HTMLResponse(text, status, headers={"Vary": "Cookie, Accept-Language"})


def _service(request: Request) -> TableService:
    service: TableService = request.app.state.service
    return service


async def _form(request: Request) -> dict[str, str]:
    text = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=100))
    except ValueError:  # no form of ours has so many fields
        return {}


def _name(request: Request) -> str:
    """The name typed last in this browser; empty if none ever was."""
    return unquote(request.cookies.get("name", ""))


# ── Pages without a table ────────────────────────────────────────────────────────────────────────


@router.get("/", response_class=HTMLResponse)
async def front(request: Request) -> Response:
    """The front door: one click to a game."""
    others = [game for game in all_games().values() if game.name not in new_game.ON_FRONT]
    return _page(
        request, "front.html", pictures=shown_on_front(languages.of(request)), others=others
    )


def shown_on_front(language: str) -> dict[str, Markup]:
    """The pictures of the front page."""
    return {
        "azul": pictures.azul_board(language),
        "display": pictures.azul_display(language),
        "azuleo": pictures.azuleo_board(language),
    }


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules(request: Request, game: str) -> Response:
    """The rules of a game, with pictures."""
    if game not in all_games() or not rulebook.is_there(game):
        return sorry(request, 404)
    text = rules_pages.text(game, languages.of(request))
    return _page(request, "rules.html", game=game, text=text)


@router.get("/first-game", response_class=HTMLResponse)
@router.get("/first-game/{game}", response_class=HTMLResponse)
async def first_game(request: Request, game: str = "azul") -> Response:
    """What a newcomer needs before the guided game."""
    if game not in ("azul", "azuleo"):
        return sorry(request, 404)
    shown = shown_on_first_game(game, words_of(request))
    return _page(request, "first_game.html", game=game, pictures=shown)


def shown_on_first_game(game: str, words: Catalogue) -> dict[str, Markup]:
    """The pictures of the page before a guided game."""
    _, language = words.gettext, words.language
    if game == "azul":
        title = _("A factory: two blue tiles, a yellow and a red one")
        return {
            "factory": pictures.factory("BBYR", title),
            "board": pictures.azul_board(language),
        }
    return {
        "cross": pictures.cross("RYBG", _("A cross with four colours")),
        "plate": pictures.plate("YB", _("A plate with yellow and blue")),
        "corner": pictures.nearly_an_azuleo(language),
    }


@router.post("/settings")
async def settings(request: Request) -> Response:
    """Keep the reader's language or theme, and go back to the page."""
    form = await _form(request)
    back = form.get("back", "/")
    # Only a path of ours: "//elsewhere" would be another site.
    response = RedirectResponse(
        back if back[:1] == "/" and back[1:2] not in ("/", "\\") else "/", 303
    )
    for name, known in (("language", tuple(languages.LANGUAGES)), ("theme", THEMES)):
        if form.get(name) in known:
            response.set_cookie(name, form[name], max_age=_YEAR, samesite="lax", httponly=True)
    return response


# ── To a table ───────────────────────────────────────────────────────────────────────────────────


@router.get("/new", response_class=HTMLResponse)
async def new(request: Request) -> Response:
    """The form for everything."""
    return _new_page(request, dict(request.query_params))


def _new_page(
    request: Request, form: Mapping[str, str], trouble: str = "", status: int = 200
) -> Response:
    words = words_of(request)
    _ = words.gettext
    return _page(
        request,
        "new.html",
        status,
        form=new_game.shown(form, _name(request), words),
        levels=new_game.levels(words),
        others=[game for game in all_games().values() if game.name not in new_game.ON_FRONT],
        ticks=new_game.tick_words(words),
        pictures={"tile": pictures.tile("B", "Azul"), "cross": pictures.cross("RYBG", "Azuleo")},
        trouble=trouble,
    )


@router.post("/new")
async def create(request: Request) -> Response:
    """Set a table: one click, or the filled-in form."""
    form = await _form(request)
    if "quick" in form:
        spec = new_game.quick(form["quick"], _name(request))
    else:
        spec = new_game.asked_for(form, _name(request))
        if trouble := new_game.trouble_with(spec, words_of(request)):
            return _new_page(request, form, trouble, 422)
    try:
        return await _to_new_table(
            request, spec, "?guide=1" if form.get("quick") in new_game.GUIDED else ""
        )
    except Refusal as refusal:
        if refusal.code == GETTING_READY:
            return _getting_ready(request, spec["game"], refusal, form)
        if refusal.status == 429 or "quick" in form:
            return sorry(request, refusal.status, refusal)
        return _new_page(request, form, _in_words(request, refusal), refusal.status)


async def _to_new_table(request: Request, spec: dict[str, Any], query: str = "") -> Response:
    """Set up a table as `POST /api/tables` would, and go there."""
    try:
        body = NewTable.model_validate(spec)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise Refusal(422, "bad_request", f"{where}: {first['msg']}") from error
    await _service(request).readiness.wait(body.game, RULES, PATIENCE)
    guard.check_new_table(request)
    live, token, _ = await created(_service(request), body)
    response = RedirectResponse(f"/t/{live.table.id}{query}", 303)
    guard.give_seat_cookie(response, live.table.id, token)
    before = _name(request)
    seats = spec.get("seats", ())
    mine = next((seat["name"] for seat in seats if seat["kind"] == "me"), before)
    if mine != before and "record" not in spec:
        response.set_cookie("name", quote(mine), max_age=_YEAR, samesite="lax", httponly=True)
    return response


@router.get("/open", response_class=HTMLResponse)
async def open_record(request: Request) -> Response:
    """A page that takes a record."""
    return _page(request, "open.html", trouble="", text="")


@router.post("/open")
async def opened_record(request: Request) -> Response:
    """Set a table from a record, to look at it and to go on from it."""
    form = await _form(request)
    text = form.get("record", "")
    words = words_of(request)
    try:
        record = json.loads(text)
        return await _to_new_table(request, {"game": record["game"], "record": record})
    except (LookupError, RecursionError, TypeError, ValueError):
        trouble = words.gettext("This is not the text of a record.")
    except Refusal as refusal:
        if refusal.code == GETTING_READY:
            return _getting_ready(request, record["game"], refusal, form)
        trouble = _in_words(request, refusal)
    return _page(request, "open.html", 422, trouble=trouble, text=text)


@router.get("/seat/{token}")
async def seat(request: Request, token: str) -> Response:
    """A private link to a seat: sit there on this device too."""
    table_id = await _service(request).store.table_of(hash_of(token))
    if table_id is None:
        return sorry(request, 404)
    response = RedirectResponse(f"/t/{table_id}", 303)
    guard.give_seat_cookie(response, table_id, token)
    # The address of this page is the key to the seat: nobody else is to learn it.
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["Cache-Control"] = "no-store"
    return response


# ── The table ────────────────────────────────────────────────────────────────────────────────────


@router.get("/t/{table_id}", response_class=HTMLResponse)
async def table(request: Request, table_id: str) -> Response:
    """A table as the one who asks may see it, already drawn; a script goes on from there."""
    try:
        live = await _service(request).table(table_id, PATIENCE)
    except Refusal as refusal:
        if refusal.code == GETTING_READY:
            game = await _service(request).store.game_of(table_id)
            return _getting_ready(request, game or "", refusal)
        return sorry(request, refusal.status, refusal)
    seen = live.view(token_hashes_of(request)).to_dict()
    words = words_of(request)
    response = _page(
        request,
        f"{seen['game']}/table.html",
        table=seen,
        data=data_block({"table": seen, "levels": new_game.levels(words)[seen["game"]]}),
        words=_script_words(words),
        drawn=drawn_table(seen, words),
        modules=modules(seen["game"]),
        your_name=_name(request),
        has_rules=rulebook.is_there(seen["game"]),
        guide="guide" in request.query_params,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _script_words(words: Catalogue) -> Markup:
    return data_block({"language": words.language, "messages": words.for_scripts})


@cache
def modules(game: str) -> list[str]:
    """The scripts that a table needs at once: a browser would find them one after the other."""
    shared = (
        "motion",
        "moves",
        "past",
        "preparing",
        "result",
        "seats",
        "service",
        "svg",
        "undo",
        "words",
    )
    own = sorted(path.name for path in _scripts_of(game).glob("*.js"))
    own = [name for name in own if name != "coach.js"]  # only a guided game asks for it
    return [*(f"js/{name}.js" for name in shared), *(f"games/{game}/{name}" for name in own)]


def _scripts_of(game: str) -> Path:
    """The folder of a game's part of the pages."""
    own = spec(game).folder / "web"
    return own if own.is_dir() else DEFAULT_GAME


def data_block(data: object) -> Markup:
    """JSON for a <script type="application/json">: nothing in it can end the element."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace("\u2028", "\\u2028"))


def drawn_table(seen: dict[str, Any], words: Catalogue) -> dict[str, Any]:
    """The drawings on a table's page."""
    position = seen["position"]
    style: dict[str, Any] = {"bare": True, "words": words.of_drawings()}
    names = seat_names(seen["seats"], seen["game"], words)
    if seen["game"] == "azul":
        boards = [
            Markup(draw.board(position, player, names=names, title=name, **style))
            for player, name in enumerate(names)
        ]
        title = words.gettext("Factories round the centre of the table")
        display = Markup(draw.part(position, "display", title=title, **style))
        return {"display": display, "boards": boards, "names": names}
    if spec(seen["game"]).part("drawing") is None:
        title = words.gettext("The board")
        return {"board": Markup(draw.board(position, title=title, **style)), "names": names}
    sides = [
        Markup(draw.part(position, "side", side, names=names, title=str(side + 1), **style))
        for side in range(len(position["sides"]))
    ]
    title = words.gettext("The board")
    board = Markup(draw.board(position, names=names, title=title, **style))
    teams = [" & ".join(names[side :: len(sides)]) for side in range(len(sides))]
    return {"board": board, "sides": sides, "names": teams}


def seat_names(seats: list[dict[str, Any]], game: str, words: Catalogue) -> list[str]:
    """What each seat is called: a name, a bot's level, or that it is free.

    Who gave no name and sits alone at this screen is "You" there, and a number for all others.
    """
    names = []
    alone = sum(seat["mine"] for seat in seats) == 1
    levels = {level["number"]: level["name"] for level in new_game.levels(words)[game]}
    playing = [seat["level"] for seat in seats]
    for number, seat in enumerate(seats, 1):
        name = seat["name"]
        if seat["level"] in levels:
            twins = playing.count(seat["level"]) > 1
            names.append(f"{levels[seat['level']]} {number}" if twins else levels[seat["level"]])
        elif seat["mine"] and alone and not name:
            names.append(words.gettext("You"))
        elif name:
            names.append(name)
        elif seat["kind"] == "link" and not seat["taken"]:
            names.append(words.gettext("Free seat"))
        else:
            names.append(words.gettext("Player {number}", number=number))
    return names


# ── When something is wrong ──────────────────────────────────────────────────────────────────────


def sorry(request: Request, status: int, refusal: Refusal | None = None) -> Response:
    """A page that says what is wrong, and what to do."""
    reader = words_of(request)
    _ = reader.gettext
    if status == 404:
        headline = _("There is no such page")
        words = _("Perhaps the table was cleared away, or the address lost a letter.")
    elif status == 429:
        headline = _("One moment, please")
        wait = refusal.retry_after if refusal and refusal.retry_after else 60
        words = reader.ngettext(
            "You are a little quick for us. Please try again in {n} second.",
            "You are a little quick for us. Please try again in {n} seconds.",
            wait,
        )
    else:
        headline = _("That did not work")
        words = (
            _in_words(request, refusal)
            if refusal
            else _("Something went wrong here. Please try again.")
        )
    picture = pictures.factory("", headline)
    response = _page(request, "error.html", status, headline=headline, words=words, picture=picture)
    if refusal and refusal.retry_after:
        response.headers["Retry-After"] = str(refusal.retry_after)
    return response


def _getting_ready(
    request: Request, game: str, refusal: Refusal, form: Mapping[str, str] | None = None
) -> Response:
    """A page that waits until a game can begin: then it sends the form again, or loads anew."""
    response = _page(
        request,
        "ready.html",
        refusal.status,
        game=game,
        form=form,
        picture=pictures.factory("BYRK", ""),
        words=_script_words(words_of(request)),
    )
    response.headers["Retry-After"] = str(refusal.retry_after)
    response.headers["Cache-Control"] = "no-store"
    return response


def _in_words(request: Request, refusal: Refusal) -> str:
    return reason_words.say(refusal.message, words_of(request))


def wants_page(request: Request) -> bool:
    """Whether an error is to be answered by a page."""
    accepted = request.headers.get("accept", "")
    return "text/html" in accepted and not request.url.path.startswith("/api/")


# ── Files ────────────────────────────────────────────────────────────────────────────────────────


@router.get("/static/{key}/css/drawing.css")
async def drawing_sheet(key: str) -> Response:  # noqa: ARG001  (only tells versions apart)
    """The drawings' style sheet."""
    return Response(draw.sheet(), media_type="text/css", headers=_KEPT)


_KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}


class _Files(StaticFiles):
    """The static files, under a key that changes with them, so that they can be kept for ever.

    Those of a game, ``games/<game>/…``, lie in the game's own folder.
    """

    def __init__(self) -> None:
        super().__init__(directory=STATIC)
        self._games = {
            name: StaticFiles(directory=_scripts_of(name), check_dir=False) for name in all_games()
        }

    def lookup_path(self, path: str) -> tuple[str, Any]:
        shared = path.partition("/")[2]
        place, _, rest = shared.partition("/")
        game, _, own = rest.partition("/")
        if place == "games" and game in self._games and own.endswith((".js", ".css")):
            return self._games[game].lookup_path(own)
        return super().lookup_path(shared)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers.update(_KEPT)
        return response


def mount(app: FastAPI) -> None:
    """Add the pages and their files to the service."""
    app.include_router(router)
    app.mount("/static", _Files(), name="static")
