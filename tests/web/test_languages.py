"""English, German and Swedish: complete, and each reader gets theirs."""

import re
from typing import Any

import pytest
from fastapi import Request

from azulejos import azul, azuleo, draw
from azulejos.core.errors import IllegalMove
from azulejos.web import languages, reason_words
from azulejos.web.languages import catalogue

from . import catalogues

PARTS = re.compile(r"\{\w+\}|<[^>]+>")


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_no_message_is_missing_and_none_is_left_over(language: str) -> None:
    """After a change of the messages: `make catalogues`, then translate what it names."""
    needed = {catalogues.key(message) for message in catalogues.in_sources()}
    there = {catalogues.key(message.id) for message in catalogues.written(language) if message.id}
    assert needed - there == set()
    assert there - needed == set()


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_every_message_is_translated_with_all_its_parts(language: str) -> None:
    for message in catalogues.written(language):
        if not message.id:
            continue
        assert not message.fuzzy, message.id
        texts = forms(message.string)
        assert all(texts), message.id
        for text in texts:
            assert set(PARTS.findall(text)) <= set(PARTS.findall(" ".join(forms(message.id))))
        assert set(PARTS.findall(texts[-1])) == set(PARTS.findall(forms(message.id)[-1]))


@pytest.mark.parametrize("language", catalogues.LANGUAGES)
def test_the_catalogue_is_as_the_tool_writes_it(language: str) -> None:
    text, missing = catalogues.renewed(language)
    assert missing == []
    assert catalogues.path_of(language).read_text(encoding="utf-8") == text


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


# ── Reasons ──────────────────────────────────────────────────────────────────────────────────────


def refusals(game: Any, texts: list[str]) -> list[str]:
    found = []
    for text in texts:
        try:
            game.copy().play(text)
        except IllegalMove as error:
            found.append(str(error))
    return found


def check_said(sentences: set[str]) -> None:
    for language in catalogues.LANGUAGES:
        words = catalogue(language)
        for sentence in sentences:
            said = reason_words.say(sentence, words)
            assert said not in sentence, sentence
            assert "{" not in said


def test_every_reason_of_a_game_is_said_in_every_language() -> None:
    """Play games along and try everything that can be written at each step."""
    takes = [f"{s}{c}{line}" for s in "123456789C" for c in "BYRKW" for line in "12345F"]
    tilings = [f"@{line}{column}" for line in range(1, 6) for column in range(1, 6)]
    sentences = set()
    for wall in ("coloured", "grey"):
        game = azul.Game(wall=wall, seed=5)
        while not game.is_over:
            if len(sentences) < 4000:
                sentences.update(refusals(game, takes[::7] + tilings[::3]))
            game.play(game.legal_moves()[0])
        sentences.update(refusals(game, takes[:2]))
    lays = [f"{f}{c}" for f in ("a1", "c3", "d4", "e5") for c in ("RYBG", "YBGR", "RGYB", "BRGY")]
    others = ["-", "~RY", "~BG", "^RYBG", "#a1", "#c3", "#f6"]
    for options in ({}, {"exchange": True}, {"players": 1, "mode": "fill"}):
        other = azuleo.Game(seed=3, **options)
        for _ in range(40):
            if other.is_over:
                break
            sentences.update(refusals(other, lays + others))
            other.play(other.legal_moves()[-1])
    assert len(sentences) > 100
    check_said(sentences)


#: What may be typed where a real table is followed, and is wrong at one time or another.
WRITTEN_DEALS = (
    *("=", "=BBYR", "=BBYR KKWW BYRK - -", "=BBYR KKWW BYRK BBBB YYYY RRRR", "=BBYR xx - - -"),
    *("=BBBB BBBB BBBB BBBB BBBB", "=BBBB BBBB BBBB BBBB BBYY", "=B Y R K W B Y R K W", "=b"),
)
WRITTEN_MOVES = ("xx", "1b2", "", "it's", "1B2", "3B2: line", "9B1", "CKF", "@34", "a" * 60)
WRITTEN_DRAWS = ("+RYBG", "+RYGB", "+?", "%RY", "%RB", "%RG", "%YB", "+xx", "%", "+")
WRITTEN_LAYS = ("xx", "c3RYBG", "c4rybg", "-", "#c3", "~RY", "^RYBG")


def test_every_refusal_at_a_followed_table_is_said_in_every_language() -> None:
    sentences = set()
    texts = [*WRITTEN_DEALS, *WRITTEN_MOVES]
    for game in (azul.Game(deals="manual", first=0), azul.Game(seed=1)):
        sentences.update(refusals(game, texts))
    followed = azul.Game(deals="manual", first=0)
    followed.play("=BBYR KKWW BYRK BBYY RRKK")
    sentences.update(refusals(followed, texts))
    lays = [*WRITTEN_LAYS, *WRITTEN_DRAWS]
    drawn = azuleo.Game(draws="manual")
    sentences.update(refusals(azuleo.Game(seed=1), lays))
    while drawn.phase == "draw":
        sentences.update(refusals(drawn, lays))
        drawn.play(next(text for text in WRITTEN_DRAWS if not refusals(drawn, [text])))
    sentences.update(refusals(drawn, lays))
    assert len(sentences) > 30
    check_said(sentences)


def test_a_quotation_may_hold_anything() -> None:
    said = refusals(azul.Game(seed=1), ["it's: a {n}"])
    assert "it's: a {n}" in reason_words.say(said[0], catalogue("de"))


def test_a_sentence_that_nobody_knows_stays_as_it_is() -> None:
    assert reason_words.say("Something new.", catalogue("de")) == "Something new."


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
    r"[Ss]tep|group) "
    r"\{\w+\}|: \{(?:points|count)\}|of \{(?:number|all|steps)\}|not \{given\}|costs \{cost\}"
)
#: Numbers of things that are never one: the rules' own, and of players where "solo" says one.
NEVER_ONE = {
    "{number} players",
    "A game has at most {n} entries here.",
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
    messages = catalogues.in_sources()
    assert counts_without_plural(messages) == set()
    assert messages.keys() >= NEVER_ONE
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
    one, many = (
        reason_words.say(f"factory 3 gets {n}, not 0", words) for n in ("1 tile", "4 tiles")
    )
    assert one.replace("1", "4") != many
    drawn = words.of_drawings()
    assert drawn["azuleo_complete"] != drawn["azuleos_complete"]


def test_one_is_drawn_as_one() -> None:
    game = azuleo.Game(seed=1)
    assert "0 crosses lie on the board. 0 azuleos are complete." in draw.svg(game)
    game.play(game.legal_moves()[0])
    assert "1 cross lies on the board. 0 azuleos are complete." in draw.svg(game)
