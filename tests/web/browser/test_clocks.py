"""Clocks in browsers: they tick without moving anything, remind, and end a move."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .test_in_view import WATCH
from .visitor import Visitor

MAKE = """async (table) => {
  const options = { method: "POST", body: JSON.stringify(table) };
  options.headers = { "Content-Type": "application/json" };
  return (await (await fetch("/api/tables", options)).json()).url;
}"""


@pytest.mark.parametrize(
    ("game", "players", "size"),
    [("azul", 2, (360, 640)), ("azul", 4, (360, 640)), ("azuleo", 4, (1366, 768))],
)
def test_nothing_jumps_while_a_clock_ticks(
    visit: Callable[..., Visitor], game: str, players: int, size: tuple[int, int]
) -> None:
    visitor = visit(*size, locale="de-DE")
    visitor.goto("/new")
    seats = [{"kind": "me", "name": "Ana"}] + [{"kind": "here", "name": "Bo"}] * (players - 1)
    clock = {"kind": "move", "base": 11}
    asked = {"game": game, "seats": seats, "first": 0, "clock": clock}
    visitor.goto(visitor.page.evaluate(MAKE, asked))
    visitor.expect_ready()
    visitor.page.evaluate(WATCH)
    ticking = visitor.page.locator(".ticks").filter(visible=True).first
    expect(ticking).to_be_visible()
    before = ticking.text_content()
    expect(ticking).not_to_have_text(before or "")
    # A friendly reminder, then time is up, and a bot makes the move.
    expect(visitor.one("#message")).to_contain_text("Verbleibende Zeit für deinen Zug: 0:")
    expect(visitor.page.locator(".ticks.low").filter(visible=True).first).to_be_visible()
    assert visitor.page.evaluate("() => window.jumps") == []
    visitor.wait_beyond(1)
    expect(visitor.all("#moves li").first).to_be_attached()
    assert not visitor.scrolls_sideways()


@pytest.mark.parametrize(
    ("locale", "told", "why"),
    [
        ("en-GB", "Bo wins", "The time of Ana was up."),
        ("de-DE", "Bo gewinnt", "Die Zeit von Ana war um."),
        ("sv-SE", "Bo vinner", "Tiden för Ana var ute."),
    ],
)
def test_a_game_is_lost_on_time(
    visit: Callable[..., Visitor], locale: str, told: str, why: str
) -> None:
    visitor = visit(360, 640, locale=locale)
    visitor.goto("/new")
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}]
    clock = {"kind": "move", "base": 5, "then": "lose"}
    asked = {"game": "azul", "seats": seats, "first": 0, "clock": clock}
    visitor.goto(visitor.page.evaluate(MAKE, asked))
    visitor.expect_ready()
    expect(visitor.one("#result-title")).to_have_text(told)
    expect(visitor.one("#result-body")).to_contain_text(why)
    expect(visitor.one("#result .scores tr.won th")).to_have_text("Bo")
    visitor.page.keyboard.press("Escape")
    expect(visitor.one("#status")).to_contain_text(told)
    expect(visitor.one("#undo")).to_be_disabled()
    # The record is opened again as it ended.
    record = visitor.page.evaluate(
        "async () => (await fetch(document.getElementById('record').href)).json()"
    )
    assert record["on_time"] == {"lost": [0], "winners": [1]}
    opened = {"game": "azul", "record": record}
    visitor.goto(visitor.page.evaluate(MAKE, opened))
    visitor.expect_ready()
    expect(visitor.one("#status")).to_contain_text(f"{told}. {why.removesuffix('.')}")


def test_the_form_has_a_clock(visit: Callable[..., Visitor]) -> None:
    visitor = visit(360, 640)
    visitor.goto("/new")
    expect(visitor.page.get_by_label("When time is up")).to_be_hidden()
    visitor.page.get_by_label("How long people may think").select_option("move-86400")
    visitor.page.get_by_label("When time is up").select_option("seat")
    visitor.page.get_by_label("Who begins").select_option("0")
    visitor.page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    expect(visitor.one("#bar-clock.ticks")).to_have_text("23h 59m")
