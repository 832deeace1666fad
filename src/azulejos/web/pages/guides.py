"""Pages without a table: the front door, the rules, the way into a first game, the settings."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from azulejos import rulebook
from azulejos.games import all_games, spec
from azulejos.web import languages
from azulejos.web.guard import COOKIE
from azulejos.web.languages import list_of
from azulejos.web.page_data import data_block
from azulejos.web.pages import games, in_browser
from azulejos.web.pages import rules as rules_text
from azulejos.web.pages.errors import sorry
from azulejos.web.pages.rendering import (
    THEMES,
    YEAR,
    form_of,
    guided,
    own_words,
    page,
    words_of,
)

router = APIRouter(include_in_schema=False)


@router.get("/", response_class=HTMLResponse)
async def front(request: Request) -> Response:
    """The front door: one click to a game."""
    links = [
        Markup('<a href="{}">{}</a>').format(address, game.title)
        for address, game in guided().items()
    ]
    first_games = Markup(list_of(links, languages.of(request), "or"))
    words = words_of(request)
    # Who holds a seat somewhere finds it here; nobody else needs the scripts.
    is_back = any(name.startswith(COOKIE) or name == in_browser.COOKIE for name in request.cookies)
    return page(
        request,
        "front.html",
        first_games=first_games,
        is_back=is_back,
        games_told=data_block(games.told(words)),
        **(own_words(request) if is_back else {}),
        **in_browser.kept_here(request),
    )


@router.get("/rules/{game}", response_class=HTMLResponse)
async def rules(request: Request, game: str) -> Response:
    """The rules of a game, with pictures."""
    if game not in all_games() or not rulebook.is_there(game):
        return sorry(request, 404)
    text = rules_text.text(game, languages.of(request))
    return page(request, "rules.html", game=game, title=spec(game).title, text=text)


@router.get("/first-game", response_class=HTMLResponse)
@router.get("/first-game/{name}", response_class=HTMLResponse)
async def first_game(request: Request, name: str | None = None) -> Response:
    """What a newcomer needs before the guided game; without a name, the first that has one."""
    found = next((game for game in guided().values() if name in (None, game.name)), None)
    if found is None:
        return sorry(request, 404)
    return page(request, "first_game.html", game=found.name, title=found.title)


@router.post("/settings")
async def settings(request: Request) -> Response:
    """Keep the reader's language or theme, and go back to the page."""
    form = await form_of(request)
    back = form.get("back", "/")
    # Only a path of ours: "//elsewhere" would be another site.
    response = RedirectResponse(
        back if back[:1] == "/" and back[1:2] not in ("/", "\\") else "/", 303
    )
    for name, known in (("language", tuple(languages.LANGUAGES)), ("theme", THEMES)):
        if form.get(name) in known:
            response.set_cookie(name, form[name], max_age=YEAR, samesite="lax", httponly=True)
    return response
