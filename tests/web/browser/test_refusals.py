"""What is refused is said where it was tried, in the reader's language."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from azulejos import azul

from .visitor import Visitor

#: Line 2 of the first player holds a blue tile; factory 1 has red ones.
POSITION = (
    "azul 2c 1/0/50 o0 0* RRYW,KKWW,-,-,- - 19.19.18.18.17 0.0.0.0.0 "
    "0;-/B1/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-"
)
SEATS = [{"kind": "me"}, {"kind": "here"}]


@pytest.mark.parametrize(
    ("locale", "width", "sentence"),
    [
        ("en-GB", 1280, "Line 2 takes one colour only, and holds blue."),
        ("de-DE", 360, "Musterreihe 2 nimmt nur eine Farbe auf und enthält Blau."),
        ("sv-SE", 1280, "Mönsterrad 2 tar bara en färg och innehåller blått."),
    ],
)
def test_a_line_that_takes_no_more_says_why(
    visit: Callable[..., Visitor], locale: str, width: int, sentence: str
) -> None:
    visitor = visit(width=width, locale=locale)
    body = {"game": "azul", "position": POSITION, "seats": SEATS}
    made = visitor.page.request.post("/api/tables", data=body).json()
    visitor.goto(f"/t/{made['id']}")
    visitor.expect_ready()
    visitor.all(".lot[data-source='1'][data-colour='R'] .tile").first.click()
    visitor.one(".primary .line[data-line='2'] .target").click(force=True)
    expect(visitor.one("#message")).to_have_text(sentence)


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        ("de-DE", "moves[1]: 9W5: bei 2 Personen gibt es 5 Manufakturen"),
        ("sv-SE", "moves[1]: 9W5: med 2 spelare finns 5 fabriksdisplayer"),
    ],
)
def test_a_record_that_does_not_replay_says_where_and_why(
    visit: Callable[..., Visitor], locale: str, sentence: str
) -> None:
    game = azul.Game(seed=1)
    game.play(game.legal_moves()[0])
    record = game.record()
    record["moves"][1] = "9W5"
    visitor = visit(locale=locale)
    visitor.goto("/open")
    visitor.page.get_by_role("textbox").fill(json.dumps(record))
    visitor.page.locator("main form button.main").click()
    expect(visitor.page.get_by_role("alert")).to_have_text(sentence)
    assert [trouble.partition(" ")[0] for trouble in visitor.troubles] == ["422"]
    visitor.troubles.clear()
