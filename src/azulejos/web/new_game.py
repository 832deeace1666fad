"""The form for a new game: what it shows, and what a filled-in form asks for."""

from collections.abc import Mapping
from typing import Any

from azulejos import games
from azulejos.bots import LEVELS
from azulejos.web.languages import Catalogue
from azulejos.web.seats import USUAL_LEVEL, tidy_name

MOST_SEATS = 4
#: The games that have a place of their own on the front page and in the form.
ON_FRONT = ("azul", "azuleo")
#: Guided first games, by what the button of each asks for.
GUIDED = {"guided": "azul", "guided-azuleo": "azuleo"}
#: Options of Azuleo that are ticked.
FLAGS = ("open_hands", "exchange", "lenient", "free_border", "final_claims", "equal_plates")
TICKS = (*FLAGS, "no_border_pairs", "unlimited")
#: Boards to choose from, by name: the usual one, and those of rival readings of the booklet.
BOARDS: dict[str, list[str] | None] = {
    "usual": None,
    "40": [
        *("xxx..xxx", "xx....xx", "x......x", "...oo..."),
        *("...oo...", "x......x", "xx....xx", "xxx..xxx"),
    ],
    "44": [
        *("xx....xx", "xx....xx", "x......x", "...oo..."),
        *("...oo...", "x......x", "xx....xx", "xx....xx"),
    ],
    "64": [*["........"] * 3, *["...oo..."] * 2, *["........"] * 3],
}


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
    """What one click asks for: a table for the reader, against a bot or alone."""
    me = {"kind": "me", "name": name}
    if which == "fill":
        return {
            "game": "azuleo",
            "options": {"players": 1, "mode": "fill"},
            "seats": [me],
        }
    if which in GUIDED:
        return {
            "game": GUIDED[which],
            # Unplayable fields are pointed out, so that the guide can explain one.
            "options": {"players": 2} | ({"claims": "hinted"} if which == "guided-azuleo" else {}),
            "seats": [me, {"kind": "bot", "level": 1}],
            "first": 0,
        }
    bot = {"kind": "bot", "level": USUAL_LEVEL}
    game = which if which in games.names() else "azul"
    return {"game": game, "options": {"players": 2}, "seats": [me, bot], "first": None}


def asked_for(form: Mapping[str, str], name: str) -> dict[str, Any]:
    """The table that a filled-in form asks for."""
    asked = form.get("game")
    game = asked if asked in games.names() else "azul"
    seats = [_seat(form, number, game, name) for number in range(MOST_SEATS)]
    taken = [seat for seat in seats if seat]
    options: dict[str, Any] = {"players": len(taken)}
    if game == "azul":
        options["wall"] = form.get("wall", "coloured")
    elif game == "azuleo":
        options |= _azuleo_options(form, len(taken))
    first = form.get("first", "")
    return {
        "game": game,
        "options": options,
        "seats": taken,
        "first": int(first) if first in ("0", "1", "2", "3") and int(first) < len(taken) else None,
        "chance": "manual" if form.get("follow") else "auto",
    }


def trouble_with(spec: dict[str, Any], words: Catalogue) -> str:
    """What is plainly wrong with what is asked for, in words; an empty text if nothing is."""
    if spec["game"] == "azul" and len(spec["seats"]) < 2:
        return words.gettext("Azul is for two players at least: give another seat to somebody.")
    game = games.spec(spec["game"])
    if not game.min_players <= len(spec["seats"]) <= game.max_players:
        return words.gettext(
            "{game} is for {least} to {most} players.",
            game=game.title,
            least=game.min_players,
            most=game.max_players,
        )
    if spec.get("chance") == "manual" and game.name not in ON_FRONT:
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
        kind = game if game in ON_FRONT else "other"
        level = form.get(f"{kind}-level{number}", "")
        return {"kind": "bot", "level": min(_level(level), len(LEVELS[game]))}
    return None


def _level(text: str) -> int:
    """A level that was chosen; the usual one for what can be none."""
    return int(text) if text.isdecimal() and len(text) < 3 else USUAL_LEVEL


def _azuleo_options(form: Mapping[str, str], players: int) -> dict[str, Any]:
    options: dict[str, Any] = {"claims": form.get("claims", "found")}
    if players == 1:
        options["mode"] = form.get("mode", "fill")
    for name in FLAGS:
        options[name] = name in form
    if "no_border_pairs" in form:
        options["border_pairs"] = False
    board = BOARDS.get(form.get("board", ""))
    if board is not None:
        options["board"] = board
    if "unlimited" in form:
        options["blockades"] = None
    return options


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
        level = form.get(f"azul-level{number}", "")
        seats.append(
            {
                "number": number,
                "kinds": people if number == 0 else [("", _("Nobody")), *people],
                "kind": form.get(f"kind{number}", usual[number]),
                "name": form.get(f"name{number}", name if number == 0 else ""),
                "level": _level(level),
            }
        )
    return {
        "game": form.get("game", "azul"),
        "seats": seats,
        "wall": form.get("wall"),
        "first": form.get("first", ""),
        "mode": form.get("mode"),
        "claims": form.get("claims"),
        "board": form.get("board"),
        "ticked": [tick for tick in TICKS if tick in form],
        "follow": "follow" in form,
    }


def tick_words(words: Catalogue) -> list[tuple[str, str]]:
    """The ticked options in words."""
    _ = words.gettext
    return [
        ("open_hands", _("Open hands: everybody sees everybody's crosses")),
        ("exchange", _("Exchange a cross instead of passing")),
        ("lenient", _("An azuleo may be completed without a matching plate, for no points")),
        ("free_border", _("No colour rule at the border")),
        ("final_claims", _("At the end, fields that are still unplayable are claimed in turn")),
        ("equal_plates", _("Two equal plates score a combination twice")),
        ("no_border_pairs", _("Pairs at the border do not count")),
        ("unlimited", _("Blockade crosses without limit")),
    ]
