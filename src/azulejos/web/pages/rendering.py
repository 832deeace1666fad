"""How a page is made: templates, languages, static files' addresses, and who asks for it."""

import hashlib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import (
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    Template,
)
from markupsafe import Markup

from azulejos import draw, rulebook
from azulejos.games import GameSpec, all_games
from azulejos.web import languages
from azulejos.web.game_pages import pages_of
from azulejos.web.guard import COMPILES
from azulejos.web.languages import Catalogue, catalogue, list_of
from azulejos.web.page_data import data_block
from azulejos.web.pages import pictures
from azulejos.web.site.settings import Site
from azulejos.web.table_service import TableService

STATIC = Path(str(files("azulejos.web"))) / "static"
#: The part of the pages that a game has which brings none.
DEFAULT_GAME = STATIC.parent / "default_game"
THEMES = ("light", "auto", "dark")
#: Where a table for friends is set up.
FRIENDS = "/new?friends=1"
#: Seconds that a page waits for the rules of its game, before a page says that they get ready.
PATIENCE = 1.0
#: Seconds that a browser keeps what was chosen.
YEAR = 365 * 24 * 3600


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
    digest = hashlib.sha256(draw.style_sheet().encode())
    for folder in (STATIC, DEFAULT_GAME, *(game.folder / "web" for game in all_games().values())):
        for path in sorted(folder.rglob("*.*")):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def guided() -> Mapping[str, GameSpec]:
    """The games with a guided first game, by the address of the page before it."""
    found = [game for game in all_games().values() if "guided" in pages_of(game.name).quick_tables]
    return {
        "/first-game" if game is found[0] else f"/first-game/{game.name}": game for game in found
    }


def words_of(request: Request, game: str | None = None) -> Catalogue:
    """The reader's language; on a page about a game, in that game's words."""
    return catalogue(languages.of(request), game)


def page(
    request: Request,
    name: str,
    status: int = 200,
    game: str | None = None,
    *,
    compiles: bool = False,
    **values: object,
) -> HTMLResponse:
    """A page made of a template. compiles: its scripts run the compiled rules."""
    words = words_of(request, game)
    site: Site | None = request.app.state.site
    values.setdefault("in_browser", site)
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
            picture=lambda of_game, name: pictures.picture(of_game, name, words.language),
            games=list(all_games().values()),
            titles=list_of([game.title for game in all_games().values()], words.language),
            has_rules=rulebook.is_there,
            guided=guided(),
            here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            symbols=pictures.symbols(game),
            game=game,
            site=site,
            friends=FRIENDS if site is None else site.friends,
            **values,
        )
    )
    headers = {"Vary": "Cookie, Accept-Language", **(COMPILES if compiles else {})}
    return HTMLResponse(text, status, headers=headers)


def template(name: str) -> Template:
    """A template by itself, for a page that is like no other."""
    return _environment().get_template(name)


def service_of(request: Request) -> TableService:
    service: TableService = request.app.state.service
    return service


async def form_of(request: Request) -> dict[str, str]:
    text = (await request.body()).decode("utf-8", "replace")
    try:
        return dict(parse_qsl(text, keep_blank_values=True, max_num_fields=100))
    except ValueError:  # no form of ours has so many fields
        return {}


def name_of(request: Request) -> str:
    """The name typed last in this browser; empty if none ever was."""
    return unquote(request.cookies.get("name", ""))


def own_words(request: Request) -> dict[str, Any]:
    """The words of a page's scripts, for its template; on the site every page has them."""
    return {} if request.app.state.site else {"words": script_words(words_of(request))}


def script_words(words: Catalogue) -> Markup:
    return data_block({"language": words.language, "messages": words.for_scripts})
