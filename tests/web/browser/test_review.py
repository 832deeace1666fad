"""After the game: its review grows on a page, is stepped through, and mistakes are tried again."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from ..service import nearly_over
from . import azul_player
from .accessibility import violations
from .test_results import at_table
from .visitor import Visitor

ANN_AND_BO = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]


def wait_for_review(visitor: Visitor) -> None:
    """Until all of it is there; it may have to be compiled first."""
    visitor.allowed.add(503)
    expect(visitor.one("#review-state")).to_be_hidden(timeout=300_000)


def to_review(visitor: Visitor) -> None:
    """From the finished table to its review."""
    visitor.page.locator("#to-review").click()
    wait_for_review(visitor)
    expect(visitor.one("#review-board .board-picture svg")).to_be_visible()


def shown_step(visitor: Visitor) -> int:
    return int(visitor.one("#board-title").get_attribute("data-step") or -1)


def test_after_a_game_its_review_is_stepped_through_by_keyboard(
    visit: Callable[..., Visitor],
) -> None:
    visitor = visit()
    page = visitor.page
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": 1}]
    at_table(visitor, game="azul", record=nearly_over("azul", 1), seats=seats)
    if visitor.wait_for_turn_or_end():
        azul_player.play_out(visitor, lambda one: one.click())
    page.locator("#result").get_by_role("link", name="Review").click()
    wait_for_review(visitor)
    expect(visitor.all(".review-top .curve svg:visible")).to_have_count(1)
    expect(visitor.all(".turns li")).to_have_count(3)
    expect(visitor.one("#review-rest")).to_contain_text("luck")
    assert violations(visitor) == []

    visitor.one(".review-list a").click()
    expect(visitor.one("#board-title")).to_have_attribute("data-step", "0")
    for step in (1, 2):
        page.keyboard.press("ArrowRight")
        expect(visitor.one("#board-title")).to_have_attribute("data-step", str(step))
    page.keyboard.press("ArrowLeft")
    expect(visitor.one("#board-title")).to_have_attribute("data-step", "1")
    # A move is told in words, and the list shows where one is.
    expect(visitor.one("#board-title")).to_contain_text("from")
    expect(visitor.all(".review-list [aria-current]")).to_have_count(1)
    page.keyboard.press("Shift+ArrowRight")
    expect(visitor.one(".judged")).to_be_visible()
    expect(visitor.one("#board-title")).not_to_have_attribute("data-step", "1")

    # A line is stepped through, too; the address leads whoever gets it to the same place.
    visitor.one(".turn-card").click()
    expect(visitor.one(".line-best")).to_be_visible()
    before = visitor.one(".board-picture").inner_html()
    visitor.one(".line-best .chip").focus()
    page.keyboard.press("Enter")
    expect(visitor.one(".line-best .chip").first).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(visitor.all(".line-best .chip").nth(1)).to_have_attribute("aria-current", "step")
    assert visitor.one(".board-picture").inner_html() != before
    step, address = shown_step(visitor), page.url
    other = visit(360, 740)
    other.goto(address)
    expect(other.all(".line-best .chip").nth(1)).to_have_attribute("aria-current", "step")
    assert shown_step(other) == step
    assert not other.scrolls_sideways()


@pytest.mark.parametrize(
    ("game", "width", "scheme", "locale", "better"),
    [
        ("azul", 360, "dark", "de-DE", "Finde einen besseren Zug"),
        ("azuleo", 1280, "light", "sv-SE", "hitta ett bättre drag"),
    ],
)
def test_the_pages_can_be_used_by_everyone(
    visit: Callable[..., Visitor], game: str, width: int, scheme: str, locale: str, better: str
) -> None:
    visitor = visit(width, 740, color_scheme=scheme, locale=locale)
    at_table(visitor, game=game, record=nearly_over(game, 0), seats=ANN_AND_BO)
    to_review(visitor)
    assert violations(visitor) == []
    assert not visitor.scrolls_sideways()
    visitor.one("a[href*='/retry']").click()
    visitor.expect_ready()
    expect(visitor.one("#retry-title")).to_contain_text(better)
    assert violations(visitor) == []
    assert not visitor.scrolls_sideways()
    # On a phone what lies in stock comes after the boards: the foot of the page is below it.
    bottom, foot = visitor.page.evaluate(
        """() => [".stores", "footer"].map(
          (what) => document.querySelector(what).getBoundingClientRect())
          .map((box, number) => number ? box.top : box.bottom)"""
    )
    assert bottom <= foot


def test_a_mistake_is_tried_again_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    at_table(visitor, game="azul", record=nearly_over("azul", 0), seats=ANN_AND_BO)
    to_review(visitor)
    visitor.one("a[href*='/retry?player=0']").click()
    visitor.expect_ready()
    expect(visitor.one("#retry-count")).to_contain_text("Position 1 of")
    expect(visitor.one("#retry-played")).to_contain_text("gave away")
    visitor.one(".lot[tabindex='0']").focus()
    page.keyboard.press("Enter")
    expect(visitor.one("#status")).to_have_text("Choose a line")
    page.keyboard.press("Enter")
    expect(visitor.one("#retry-again")).to_be_visible()
    expect(visitor.one("#message")).to_contain_text(": ")
    if visitor.one("#retry-best").is_visible():
        visitor.one("#retry-best").click()
        expect(visitor.one("#message")).to_contain_text("The best move found")
    visitor.one("#retry-again").click()
    expect(visitor.one("#retry-again")).to_be_hidden()
    expect(visitor.one("#status")).to_have_text("Take all tiles of one colour")
    visitor.one("#retry-next").click()
    expect(visitor.one("#retry-count")).to_contain_text("Position 2 of")
