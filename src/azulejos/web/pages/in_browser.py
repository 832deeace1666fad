"""Pages of games that the reader's browser keeps: its own rules, bots and engine are the host.

The site has them for all games. A service has them under ``/here``: for tables that were set while
its rules were being compiled, which took no notice of it (`to_table.create`).
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, Response

from azulejos import games
from azulejos.web.empty_tables import empty_table, plays_in_browser, shape_of, shapes_of
from azulejos.web.game_words import reasons_in, titles_in, whys_in
from azulejos.web.languages import Catalogue
from azulejos.web.pages import explore, new_game, retry, review, table
from azulejos.web.pages.errors import sorry
from azulejos.web.pages.rendering import YEAR, page, words_of
from azulejos.web.pages.study import Study, study_page
from azulejos.web.site.settings import InBrowser

router = APIRouter(include_in_schema=False)
#: Where a service has these pages, and the cookie by which it knows who has been there.
HERE, COOKIE = "/here", "here"
#: What begins a page that explores in the browser, reviews, or tries mistakes again.
EXPLORE_SCRIPT = "js/browser/explore_start.js"
REVIEW_SCRIPT, RETRY_SCRIPT = "js/browser/review_start.js", "js/browser/retry_start.js"


@router.get("/t/{game}/{number}", response_class=HTMLResponse)
async def empty(request: Request, game: str, number: int) -> Response:
    """A table of a shape with nothing on it yet, drawn for a reader on its first seat."""
    if not _is_there(request, game, number):
        return sorry(request, 404)
    words, seen = words_of(request, game), empty_table(game, number)
    response = table.shown(
        request, seen, guide=True, in_browser=_in_browser(request), **_words_told(words, game)
    )
    if request.app.state.site is None:
        response.set_cookie(COOKIE, "1", max_age=YEAR, samesite="lax", httponly=True)
    return response


@router.get("/explore", response_class=HTMLResponse)
async def study(request: Request) -> Response:
    """The choice of a game to be explored; with more in its address it leads on."""
    return page(request, "study.html", compiles=True, in_browser=_in_browser(request))


@router.get("/explore/{game}/{number}", response_class=HTMLResponse)
async def explored(request: Request, game: str, number: int) -> Response:
    """A table of a shape on which a position is explored, with nothing on it yet."""
    if not _is_there(request, game, number):
        return sorry(request, 404)
    words, shown = words_of(request, game), empty_table(game, number, is_open=True)
    names = table.seat_names(shown["seats"], game, words)
    return explore.drawn(
        request,
        shown,
        names,
        told(words, game),
        script=EXPLORE_SCRIPT,
        in_browser=_in_browser(request),
    )


@router.get("/review/{game}/{number}", response_class=HTMLResponse)
async def reviewed(request: Request, game: str, number: int) -> Response:
    """The review of a game that the browser keeps, on a table of its shape: a script makes it."""
    return _of_review(request, game, number, review.STUDY, REVIEW_SCRIPT)


@router.get("/retry/{game}/{number}", response_class=HTMLResponse)
async def tried_again(request: Request, game: str, number: int) -> Response:
    """Where mistakes of such a game are tried again."""
    return _of_review(request, game, number, retry.STUDY, RETRY_SCRIPT)


def _of_review(request: Request, game: str, number: int, study: Study, script: str) -> Response:
    if not _is_there(request, game, number):
        return sorry(request, 404)
    words, shown = words_of(request, game), empty_table(game, number, is_open=True)
    names = table.seat_names(shown["seats"], game, words)
    of_review = told(words, game) | {"rates": review.rates_of(game)}
    begun = replace(study, script=script)
    more = {"back": "#", "in_browser": _in_browser(request)}
    return study_page(request, begun, shown, names, of_review, **more)


def kept_here(request: Request) -> dict[str, Any]:
    """For the page of a service that lists games: whether the reader's browser may keep some."""
    is_service = request.app.state.site is None
    return {"in_browser": of_service()} if is_service and COOKIE in request.cookies else {}


def _is_there(request: Request, game: str, number: int) -> bool:
    """Whether there is such a page; the site has them of every game, since it compiles them."""
    known = game in games.names() and 0 <= number < len(shapes_of(game))
    return known and (request.app.state.site is not None or plays_in_browser(game))


def address_of(wanted: Mapping[str, Any], *, is_guided: bool = False) -> str | None:
    """Where a service's reader has a new table at once, kept by the browser; None: only here.

    wanted: as for `POST /api/tables`. A browser seats nobody from elsewhere, and has no clock.
    """
    game, players = wanted["game"], len(wanted["seats"])
    only_here = wanted.get("listed") or wanted.get("clock")
    if only_here or any(seat["kind"] == "link" for seat in wanted["seats"]):
        return None
    number = shape_of(game, {**wanted["options"], "players": players})
    if number is None or not plays_in_browser(game):
        return None
    asked = {name: wanted[name] for name in _ASKED if name in wanted}
    query = {"new": json.dumps(asked, separators=(",", ":")), **({"guide": 1} if is_guided else {})}
    return f"{HERE}/t/{game}/{number}?{urlencode(query)}"


#: What a browser is asked for of a new table.
_ASKED = ("game", "options", "seats", "first", "chance", "hints")


def _in_browser(request: Request) -> InBrowser:
    site: InBrowser | None = request.app.state.site
    return of_service() if site is None else site


@cache
def of_service() -> InBrowser:
    """What scripts of these pages are told at a service."""
    playable = [game for game in games.names() if plays_in_browser(game)]
    told = games_told()
    return InBrowser(
        {
            "service": True,
            "quick": {},
            "games": {game: told[game] for game in playable},
            "shapes": {game: shapes_of(game) for game in playable},
        }
    )


def told(words: Catalogue, game: str) -> dict[str, Any]:
    """What scripts are told of a game where the browser knows its rules."""
    return {
        "game": game,
        "levels": new_game.levels(words)[game],
        **_words_told(words, game),
    }


def _words_told(words: Catalogue, game: str) -> dict[str, Any]:
    return {
        "reasons": reasons_in(words, game),
        "titles": titles_in(words, game),
        "whys": whys_in(words, game),
    }


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
