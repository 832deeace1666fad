"""The reader's games: the list of them, the way to another device, and how the reader is doing.

What is listed and counted the reader's browser knows (`static/js/game_log.js`); the service is
asked for the tables where this browser holds seats (`api/mine.py`).
"""

from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from azulejos.bots.level_ratings import level_ratings
from azulejos.core.options import Choice
from azulejos.games import GameSpec, all_games
from azulejos.web.game_pages import pages_of
from azulejos.web.languages import Catalogue
from azulejos.web.page_data import data_block
from azulejos.web.pages import in_browser, new_game
from azulejos.web.pages.rendering import own_words, page, words_of

router = APIRouter(include_in_schema=False)


def told(words: Catalogue) -> dict[str, Any]:
    """What a list of games needs to know of each game: its title, and what levels are called."""
    levels = new_game.levels(words)
    return {
        name: {
            "title": game.title,
            "levels": {level["number"]: level["name"] for level in levels[name]},
        }
        for name, game in all_games().items()
    }


def careers_told(words: Catalogue) -> dict[str, Any]:
    """The same with what ratings need: those of the levels, and which options make a kind."""
    games = told(words)
    for name, game in all_games().items():
        ratings = level_ratings(name)
        games[name]["ratings"] = ratings and [
            (round(rating), round(deviation)) for rating, deviation in ratings
        ]
        games[name]["kinds"] = _kinds(game, words)
    return games


def _kinds(game: GameSpec, words: Catalogue) -> list[dict[str, Any]]:
    """The choices that make a game another one: those that its table is drawn by."""
    drawn_by = {name for shape in pages_of(game.name).shapes for name in shape}
    return [
        {
            "name": option.name,
            "usual": option.default,
            # Before a colon stands what it is, behind it what that means.
            "labels": {
                choice: words.gettext(label).partition(":")[0]
                for choice, label in option.labels.items()
            },
        }
        for option in game.options
        if isinstance(option, Choice) and option.name in drawn_by
    ]


@router.get("/games", response_class=HTMLResponse)
async def games(request: Request) -> HTMLResponse:
    """The list of the reader's games, running and finished."""
    data = data_block(told(words_of(request)))
    more = own_words(request) | in_browser.kept_here(request)
    return page(request, "games.html", games_told=data, **more)


@router.get("/progress", response_class=HTMLResponse)
async def progress(request: Request) -> HTMLResponse:
    """How the reader is doing: rating, results, points, errors and luck."""
    data = data_block(careers_told(words_of(request)))
    return page(request, "progress.html", games_told=data, **own_words(request))
