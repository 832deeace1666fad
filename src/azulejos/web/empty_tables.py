"""Tables before there is a piece on them: what the pages of games in a browser are drawn from.

A position takes compiled rules, and such a page shall be there before they are. So the positions
ship with a game that has a module for browsers (`empty_tables.json`, made by `make wasm`); those of
any other game are made by its rules.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from azulejos import games
from azulejos.bots import USUAL_LEVELS
from azulejos.wasm.files import shipped_module
from azulejos.web.explored import NO_TABLE
from azulejos.web.game_pages import pages_of
from azulejos.web.seats import Seat


def shapes_of(game: str) -> list[Mapping[str, Any]]:
    """The options that the pages of a game's tables differ by."""
    spec = games.spec(game)
    counts = range(spec.min_players, spec.max_players + 1)
    return list(pages_of(game).shapes) or [{"players": n} for n in counts]


def shape_of(game: str, options: Mapping[str, Any]) -> int | None:
    """The number of the shape that a table with these options has; None: no page is for it."""
    usual = shapes_of(game)[0]
    for number, shape in enumerate(shapes_of(game)):
        chosen = {name: options.get(name, usual[name]) for name in shape}
        if json.dumps(chosen) == json.dumps(shape):
            return number
    return None


def plays_in_browser(game: str) -> bool:
    """Whether a browser can play a game before its rules are compiled here."""
    return shipped_module(game).exists() and shipped_positions(game).exists()


def shipped_positions(game: str) -> Path:
    """Where the positions of a game lie in its package."""
    return games.spec(game).folder / "empty_tables.json"


def positions_of(game: str) -> list[dict[str, Any]]:
    """The options and the position of each shape before any chance, as the rules make them."""
    kind = games.spec(game).Game
    chance = {kind.CHANCE_OPTION: "manual"}
    begun = [kind(**{"first": 0, **shape, **chance}) for shape in shapes_of(game)]
    return [{"options": one.record()["options"], "position": one.to_dict()} for one in begun]


@cache
def _positions(game: str) -> list[dict[str, Any]]:
    path = shipped_positions(game)
    return json.loads(path.read_bytes()) if path.exists() else positions_of(game)


def empty_table(game: str, number: int, *, is_open: bool = False) -> dict[str, Any]:
    """The table of a shape, as far as its page is drawn from it: the reader against bots.

    is_open: the reader acts for all sides instead.
    """
    options, position = _positions(game)[number].values()
    mine, others = Seat("me"), Seat("bot", "", USUAL_LEVELS[game])
    if is_open:
        mine = others = Seat("here")
    seats = [mine, *[others] * (position["players"] - 1)]
    return {
        "id": NO_TABLE,
        "game": game,
        "options": options,
        "chance": "auto",
        "seats": [
            {
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "taken": True,
                "open": False,
                "mine": seat.kind != "bot",
                "online": True,
                "hints": 0,
            }
            for seat in seats
        ],
        "mine": [n for n, seat in enumerate(seats) if seat.kind != "bot"],
        "position": position,
        "scores": [0] * position["players"],
        "clock": None,
        "result": None,
    }


def written(game: str) -> bytes:
    """The file of a game's positions."""
    text = json.dumps(positions_of(game), ensure_ascii=False, separators=(",", ":"))
    return f"{text}\n".encode()
