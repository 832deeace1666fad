"""The pages in English, German and Swedish.

Messages are English sentences with {parts}. What a game says stands in the game's own catalogues,
`locale/<language>/LC_MESSAGES/<game>.po` in its folder, all else in those beside this module. They
are read as they are when the first page asks for them, so that there is nothing to compile. A
message is marked by `_("…")` or `ngettext("…", "…", n)` in Python, in a template and in a script
alike; the scripts' own messages are those whose place in the catalogue is a script.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from babel.lists import format_list
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol
from fastapi import Request
from markupsafe import Markup, escape

from azulejos import draw
from azulejos.core.reasons import Reason
from azulejos.games import all_games

LANGUAGES = {"en": "English", "de": "Deutsch", "sv": "Svenska"}
COOKIE = "language"


@dataclass(frozen=True)
class Catalogue:
    """One language's words: a message's singular and plural by the English singular."""

    language: str
    messages: Mapping[str, tuple[str, ...]]
    for_scripts: Mapping[str, tuple[str, ...]]

    @property
    def decimal_mark(self) -> str:
        """What stands before the places of a number."""
        return get_decimal_symbol(self.language)

    def gettext(self, message: str, **parts: object) -> str:
        """The message in this language, its {parts} filled in."""
        return fill(self.messages.get(message, (message,))[0], parts)

    def ngettext(self, one: str, many: str, n: int, **parts: object) -> str:
        """The same for a number of things; {n} is the number."""
        forms = self.messages.get(one, (one, many))
        return fill(forms[0 if n == 1 else -1], {"n": n, **parts})

    def reason(self, reason: Reason) -> str:
        """Why something is refused."""
        return reason.said(self)

    def in_template(self) -> dict[str, Callable[..., Any]]:
        """The two functions for a template: messages are ours and may hold tags, parts may not."""

        def marked(text: str, parts: Mapping[str, object]) -> Markup:
            return Markup(fill(text, {name: escape(part) for name, part in parts.items()}))

        def gettext(message: str, **parts: object) -> Markup:
            return marked(self.messages.get(message, (message,))[0], parts)

        def ngettext(one: str, many: str, n: int, **parts: object) -> Markup:
            forms = self.messages.get(one, (one, many))
            return marked(forms[0 if n == 1 else -1], {"n": n, **parts})

        return {"_": gettext, "ngettext": ngettext}

    def of_drawings(self) -> dict[str, str]:
        """The words on a drawing."""
        words = {name: self.gettext_unfilled(word) for name, word in draw.ENGLISH.items()}
        for one, many in draw.PLURALS.items():
            words[one], words[many] = self.forms(draw.ENGLISH[one], draw.ENGLISH[many])
        return words

    def forms(self, one: str, many: str) -> tuple[str, str]:
        """What is said of one thing and of several, their {parts} left as they are."""
        forms = self.messages.get(one, (one, many))
        return forms[0], forms[-1]

    def gettext_unfilled(self, message: str) -> str:
        """The message in this language, its {parts} left as they are."""
        return self.messages.get(message, (message,))[0]


def list_of(
    names: Sequence[str], language: str, style: Literal["standard", "or"] = "standard"
) -> str:
    """Several names as one text, with "and" (or, by its style, "or") before the last."""
    return format_list(names, style, "en_GB" if language == "en" else language)


def fill(text: str, parts: Mapping[str, object]) -> str:
    """Put the parts into their places; unlike str.format, no part is looked into."""
    return re.sub(r"\{(\w+)\}", lambda found: str(parts.get(found[1], found[0])), text)


def path_of(language: str, game: str | None = None) -> Path:
    """Where the words of a language are written: those of a game, or (None) of all else."""
    folder = Path(__file__).parent if game is None else all_games()[game].folder
    return folder / "locale" / language / "LC_MESSAGES" / f"{game or 'azulejos'}.po"


@cache
def catalogue(language: str, game: str | None = None) -> Catalogue:
    """The words of a language; English ones are the messages themselves.

    game: its own words, then the shared ones; without it, the shared ones and every game's.
    """
    messages: dict[str, tuple[str, ...]] = {}
    for_scripts: dict[str, tuple[str, ...]] = {}
    if language == "en":
        return Catalogue(language, messages, for_scripts)
    for owner in (game, None) if game else (None, *all_games()):
        for key, (forms, is_for_scripts) in _written(language, owner).items():
            forms = messages.setdefault(key, forms)
            if is_for_scripts:
                for_scripts[key] = forms
    return Catalogue(language, messages, for_scripts)


@cache
def _written(language: str, game: str | None) -> Mapping[str, tuple[tuple[str, ...], bool]]:
    """What one catalogue has, and of each message whether a script says it."""
    place = path_of(language, game)
    if not place.exists():
        return {}
    with place.open("rb") as file:
        written = read_po(file)
    messages = {}
    for message in written:
        if not message.id or not message.string:
            continue
        plural = isinstance(message.id, tuple | list)
        key = message.id[0] if plural else str(message.id)
        forms = tuple(message.string) if plural else (str(message.string),)
        is_for_scripts = any(path.endswith(".js") for path, _ in message.locations)
        messages[key] = forms, is_for_scripts
    return messages


def of(request: Request) -> str:
    """The reader's language: the one chosen here before, else the browser's first that we have."""
    chosen = request.cookies.get(COOKIE, "")
    if chosen in LANGUAGES:
        return chosen
    return _first_we_have(request.headers.get("accept-language", ""))


def _first_we_have(accepted: str) -> str:
    """The best of an Accept-Language header."""
    found = []
    for place, entry in enumerate(accepted[:200].split(",")):
        name, _, quality = entry.partition(";")
        weight = re.fullmatch(r"\s*q=([01](?:\.\d{0,3})?)\s*", quality)
        found.append((-float(weight[1]) if weight else -1.0, place, name.strip()[:2].lower()))
    return next((name for weight, _, name in sorted(found) if weight and name in LANGUAGES), "en")
