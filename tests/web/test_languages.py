"""English, German and Swedish: complete, and each reader gets theirs."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from fastapi import Request

from azulejos import azul, azuleo, draw
from azulejos.games.azul.reasons import FACTORY_GETS
from azulejos.web import languages
from azulejos.web.languages import catalogue

from . import catalogues

PARTS = re.compile(r"\{\w+\}|<[^>]+>")


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


every_catalogue = pytest.mark.parametrize(
    ("language", "owner"), list(product(catalogues.LANGUAGES, (None, "azul", "azuleo")))
)


@every_catalogue
def test_no_message_is_missing_and_none_is_left_over(language: str, owner: str | None) -> None:
    """After a change of the messages: `make catalogues`, then translate what it names."""
    needed = {catalogues.key(message) for message in catalogues.in_sources(owner)}
    written = catalogues.written(language, owner)
    there = {catalogues.key(message.id) for message in written if message.id}
    assert needed - there == set()
    assert there - needed == set()


@every_catalogue
def test_every_message_is_translated_with_all_its_parts(language: str, owner: str | None) -> None:
    for message in catalogues.written(language, owner):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        texts = forms(message.string)
        assert all(texts), message.id
        for text in texts:
            assert set(PARTS.findall(text)) <= set(PARTS.findall(" ".join(forms(message.id))))
        assert set(PARTS.findall(texts[-1])) == set(PARTS.findall(forms(message.id)[-1]))


@every_catalogue
def test_the_catalogue_is_as_the_tool_writes_it(language: str, owner: str | None) -> None:
    text, missing = catalogues.renewed(language, owner)
    assert missing == []
    assert catalogues.path_of(language, owner).read_text(encoding="utf-8") == text


@pytest.fixture(name="two_words")
def _two_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Two games that say the same message otherwise, one of them in a script."""
    lines = {
        None: '#: web/a.py\nmsgid "Sit"\nmsgstr "Sitzen"\n',
        "azul": '#: web/a.js\nmsgid "Lay"\nmsgstr "Anlegen"\n\nmsgid "Sit"\nmsgstr "Hocken"\n',
        "azuleo": '#: web/a.py\nmsgid "Lay"\nmsgstr "Auslegen"\n',
    }
    for owner, text in lines.items():
        (tmp_path / f"{owner}.po").write_text(text, encoding="utf-8")
    monkeypatch.setattr(languages, "path_of", lambda _, owner=None: tmp_path / f"{owner}.po")
    caches = (languages.catalogue, languages._written)
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


def test_a_game_has_its_own_words(two_words: None) -> None:
    def said(game: str | None) -> tuple[str, str, dict[str, tuple[str, ...]]]:
        words = catalogue("de", game)
        return words.gettext("Lay"), words.gettext("Sit"), dict(words.for_scripts)

    assert said(None) == ("Anlegen", "Sitzen", {"Lay": ("Anlegen",)})
    assert said("azul") == ("Anlegen", "Hocken", {"Lay": ("Anlegen",)})
    assert said("azuleo") == ("Auslegen", "Sitzen", {})


@pytest.mark.parametrize("language", languages.LANGUAGES)
def test_drawings_take_the_words(language: str) -> None:
    words = catalogue(language).of_drawings()
    assert words.keys() == draw.ENGLISH.keys()
    assert draw.svg(azul.Game(seed=1), words=words)


def request(cookie: str = "", accepted: str = "") -> Request:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", accepted.encode())]
    return Request({"type": "http", "headers": headers, "path": "/", "query_string": b""})


@pytest.mark.parametrize(
    ("cookie", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "de-CH,de;q=0.9,en;q=0.8", "de"),
        ("", "fr,sv;q=0.5,de;q=0.7", "de"),
        ("", "fr-FR", "en"),
        ("", "sv;q=0,en", "en"),
        ("", "*;q=;;,,sv-SE", "sv"),
        ("language=sv", "de", "sv"),
        ("language=xx", "de", "de"),
    ],
)
def test_the_readers_language(cookie: str, accepted: str, language: str) -> None:
    assert languages.of(request(cookie, accepted)) == language


# ── Numbers of things ────────────────────────────────────────────────────────────────────────────

#: Parts of messages that are numbers.
NUMBERS = re.compile(
    r"\{(n|number|count|players|crosses|azuleos|points|steps|all|given|cost|line|column|factory|"
    r"level|step|seats|seconds|entries)\}"
)
#: Numbers that count nothing in their message: they name a place (line 3, round 2), or stand beside
#: no noun (a cost, points with a sign, so many of so many).
NAMES = re.compile(
    r"^\{line\}|\b(?:[Ll]ine|[Rr]ow|column|[Ff]actory|[Rr]ound|[Ss]eat|[Pp]layer|[Mm]ove|level|"
    r"[Ss]tep|Quarter|Position|group|expected) "
    r"\{\w+\}|: \{(?:points|count)\}|of \{(?:number|all|steps)\}|not \{given\}|costs \{cost\}"
)
#: Numbers of things that are never one: the rules' own, and of players where "solo" says one.
NEVER_ONE = {
    "Every move compared with the best one, {n} visits of the search each.",
    "{move} is worth about {points} points more later on.",
    "All in all it is worth about {points} points more.",
    "All in all it is worth about {points} points less, but it wins more often.",
    "a factory holds at most {n} tiles, not {given}",
    "expected 1 to {n} of {field} (field), {dotted} (dotted field) and {none} (no field), "
    "not {given}",
    "expected a name of at most {n} characters",
    "expected rows of one length, {n} at most",
    "expected {n} counts, not {given}",
    "expected {n} crosses while they last",
    "expected {n} different letters of {letters}, not {given}",
    "expected {n} plates (none in mode {mode})",
    "{number} players",
    "A game has at most {n} entries here.",
    "A request here has at most {n} bytes.",
    "a deal has at most {n} groups: {typed}",
    "a turn is given up only after {n} swaps in a row",
    "at most {n} swaps in a row",
    "expected {n} groups, one for each factory, not {given}",
    "with {players} players there are {n} factories",
}


def counts_without_plural(messages: Any) -> set[str]:
    return {
        message
        for message in messages
        if isinstance(message, str)
        and message not in NEVER_ONE
        and NUMBERS.search(NAMES.sub("", message))
    }


def test_what_is_counted_has_a_plural() -> None:
    messages = catalogues.messages()
    assert counts_without_plural(messages) == set()
    assert messages >= NEVER_ONE
    # And this would be noticed:
    wrong = {"in {n} seconds", "{crosses} crosses lie here"}
    assert counts_without_plural([*wrong, "Line {line}"]) == wrong


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_one_and_several_are_told_apart(language: str) -> None:
    words = catalogue(language)
    waits = [
        words.ngettext(
            "You are a little quick for us. Please try again in {n} second.",
            "You are a little quick for us. Please try again in {n} seconds.",
            n,
        )
        for n in (1, 2)
    ]
    assert waits[0].replace("1", "2") != waits[1]
    one, many = (words.reason(FACTORY_GETS(factory=3, n=n, given=0)) for n in (1, 4))
    assert one.replace("1", "4") != many
    drawn = words.of_drawings()
    assert drawn["azuleo_complete"] != drawn["azuleos_complete"]


def test_one_is_drawn_as_one() -> None:
    game = azuleo.Game(seed=1)
    assert "0 crosses lie on the board. 0 azuleos are complete." in draw.svg(game)
    game.play(game.legal_moves()[0])
    assert "1 cross lies on the board. 0 azuleos are complete." in draw.svg(game)
