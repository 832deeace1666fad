"""The form for a new game: what it shows, and what a filled-in form asks for."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from azulejos import games
from azulejos.bots import LEVELS, USUAL_LEVELS
from azulejos.core.errors import OptionError
from azulejos.web import clock_words, clocks, reasons
from azulejos.web.game_pages import QuickTable, can_be_tracked, pages_of
from azulejos.web.languages import Catalogue
from azulejos.web.pages import option_fields
from azulejos.web.refusals import of_error
from azulejos.web.seats import tidy_name

MOST_SEATS = 4


def levels(words: Catalogue) -> dict[str, list[dict[str, Any]]]:
    """The opponents of each game, in the reader's language."""
    return {
        game: [
            {
                "number": number,
                "name": words.gettext(level.name),
                "manner": words.gettext(level.manner),
            }
            for number, level in enumerate(of_game, 1)
        ]
        for game, of_game in ((name, LEVELS[name]) for name in games.names())
    }


def quick(which: str, name: str) -> dict[str, Any]:
    """The table that one click asks for: by a game's name, or "<game>/<quick table>"."""
    asked, _, kind = which.partition("/")
    game = games.spec(asked if asked in games.names() else games.names()[0])
    usual = QuickTable(bot=USUAL_LEVELS[game.name])
    table = pages_of(game.name).quick_tables.get(kind, usual)
    seats: list[dict[str, Any]] = [{"kind": "me", "name": name}]
    if table.bot is not None:
        bots = max(2, game.min_players) - 1
        seats += [{"kind": "bot", "level": min(table.bot, len(LEVELS[game.name]))}] * bots
    return {
        "game": game.name,
        "options": {**table.options, "players": len(seats)},
        "seats": seats,
        "first": table.first,
    }


def asked_for(form: Mapping[str, str], name: str) -> dict[str, Any]:
    """The table that a filled-in form asks for; Refusal if a field holds what cannot be."""
    asked = form.get("game")
    game = games.spec(asked if asked in games.names() else games.names()[0])
    seats = [_seat(form, number, game.name, name) for number in range(MOST_SEATS)]
    taken = [seat for seat in seats if seat]
    try:
        options = option_fields.chosen(game, form, len(taken))
    except OptionError as error:
        raise of_error(reasons.BAD_OPTIONS, error, game.name) from error
    first = form.get("first", "")
    clock = None
    if not form.get("follow"):
        clock = clocks.from_code(form.get("clock", ""), form.get("then", ""))
    return {
        "game": game.name,
        "options": {"players": len(taken), **options},
        "seats": taken,
        "first": int(first) if first in ("0", "1", "2", "3") and int(first) < len(taken) else None,
        "chance": "manual" if form.get("follow") else "auto",
        "hints": "hints" in form or "filled" not in form,
        "listed": "listed" in form,
        "clock": None if clock is None else asdict(clock),
    }


def trouble_with(spec: dict[str, Any], words: Catalogue) -> str:
    """What is plainly wrong with what is asked for, in words; an empty text if nothing is."""
    game = games.spec(spec["game"])
    if not game.min_players <= len(spec["seats"]) <= game.max_players:
        return words.gettext(
            "{game} is for {least} to {most} players.",
            game=game.title,
            least=game.min_players,
            most=game.max_players,
        )
    if spec.get("chance") == "manual" and not can_be_tracked(game.name):
        return words.gettext(
            "A game of {game} at a real table cannot be tracked here.", game=game.title
        )
    if all(seat["kind"] == "bot" for seat in spec["seats"]):
        return words.gettext("Somebody should play: at least one seat is for a person.")
    return ""


def _seat(form: Mapping[str, str], number: int, game: str, name: str) -> dict[str, Any] | None:
    kind = form.get(f"kind{number}", "")
    if kind in ("me", "here"):
        typed = form.get(f"name{number}", name if kind == "me" else "")
        return {"kind": kind, "name": tidy_name(typed)}
    if kind == "link":
        return {"kind": "link"}
    if kind == "bot":
        level = _level(form, number, game)
        return {"kind": "bot", "level": min(level, len(LEVELS[game]))}
    return None


def _level(form: Mapping[str, str], seat: int, game: str) -> int:
    """The level that was chosen for a seat; the usual one for what can be none."""
    text = form.get(f"{game}-level{seat}", "")
    return int(text) if text.isdecimal() and len(text) < 3 else USUAL_LEVELS[game]


def shown(form: Mapping[str, str], name: str, words: Catalogue) -> dict[str, Any]:
    """What the form shows: as it was filled in, or as a link to it asks."""
    _ = words.gettext
    people = [
        ("me", _("Me")),
        ("here", _("Someone at this screen")),
        ("link", _("A friend by link")),
        ("bot", _("A bot")),
    ]
    usual = ["me", "link" if form.get("friends") else "bot", "", ""]
    if form.get("follow"):
        usual = ["me", "here", "", ""]
    seats = []
    for number in range(MOST_SEATS):
        seats.append(
            {
                "number": number,
                "kinds": people if number == 0 else [("", _("Nobody")), *people],
                "kind": form.get(f"kind{number}", usual[number]),
                "name": form.get(f"name{number}", name if number == 0 else ""),
                "levels": {game: _level(form, number, game) for game in games.names()},
            }
        )
    game = form.get("game")
    return {
        "game": game if game in games.names() else games.names()[0],
        "seats": seats,
        "options": {
            game.name: option_fields.shown(game, form, words) for game in games.all_games().values()
        },
        "hints": "hints" in form or "filled" not in form,
        "listed": "listed" in form,
        "clock": clock_words.field(form.get("clock", ""), form.get("then", ""), words),
        "tracked": [name for name in games.names() if can_be_tracked(name)],
        "first": form.get("first", ""),
        "follow": "follow" in form,
    }
