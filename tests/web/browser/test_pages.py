"""Every page in every language, on small and large screens, and what one does there."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from . import azul_player
from .visitor import Visitor

PAGES = (
    *("/", "/new", "/new?game=azuleo", "/rules/azul", "/rules/azuleo"),
    *("/first-game", "/first-game/azuleo", "/open", "/puzzles", "/tables", "/games", "/progress"),
    *("/explore", "/explore?game=azuleo"),
)
WORDS = {"en-GB": "New game", "de-AT": "Neue Partie", "sv-SE": "Nytt parti"}


@pytest.mark.parametrize("locale", WORDS)
def test_every_page_speaks_the_readers_language(visit: Callable[..., Visitor], locale: str) -> None:
    visitor = visit(360, 740, locale=locale)
    visitor.allowed.add(404)
    for path in (*PAGES, "/t/nowhere"):
        visitor.goto(path)
        assert visitor.one("html").get_attribute("lang") == locale[:2]
        expect(visitor.one("nav a[href='/new']")).to_have_text(WORDS[locale])
        assert not visitor.scrolls_sideways(), path
    visitor.goto("/")
    visitor.one("form [value=azul] + button").click()
    visitor.expect_ready()
    assert not visitor.scrolls_sideways()
    assert visitor.wait_for_turn_or_end()
    text = visitor.one("#status").inner_text()
    assert ("Your turn" in text) == (locale == "en-GB")


def test_the_language_can_be_switched_and_stays(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/rules/azul")
    visitor.page.get_by_role("button", name="Svenska").click()
    expect(visitor.one("h1")).to_be_visible()
    expect(visitor.one("html")).to_have_attribute("lang", "sv")
    assert visitor.page.url.endswith("/rules/azul")
    visitor.goto("/")
    expect(visitor.one("html")).to_have_attribute("lang", "sv")


def test_light_and_dark(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/")
    background = "() => getComputedStyle(document.body).backgroundColor"
    light = visitor.page.evaluate(background)
    with visitor.page.expect_response("**/settings"):
        visitor.page.get_by_role("button", name="Dark").click()
    expect(visitor.one("html")).to_have_attribute("data-theme", "dark")
    # The new colour is there with the next frame.
    expect(visitor.one("body")).not_to_have_css("background-color", light)
    dark = visitor.page.evaluate(background)
    visitor.page.reload()
    assert visitor.page.evaluate(background) == dark


def test_the_first_page_is_light(visit: Callable[..., Visitor]) -> None:
    """All that the front page needs is under 150 kB, uncompressed."""
    visitor = visit()
    sizes: dict[str, int] = {}
    visitor.page.on("response", lambda answer: sizes.update({answer.url: len(answer.body())}))
    visitor.page.goto("/", wait_until="networkidle")
    assert len(sizes) >= 4
    assert sum(sizes.values()) < 150_000, sizes


def test_scoring_is_shown_and_can_be_skipped(visit: Callable[..., Visitor]) -> None:
    visitor = visit(reduced_motion="no-preference")
    azul_player.new_table(visitor)
    assert visitor.wait_for_turn_or_end()
    azul_player.picks(visitor, lambda place: place.click()).click()
    expect(visitor.one(".flight")).to_be_attached()
    visitor.page.get_by_role("button", name="Skip").click()
    expect(visitor.all(".flight")).to_have_count(0)
    assert visitor.wait_for_turn_or_end()


def test_a_table_that_cannot_be_is_explained(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.allowed |= {422, 404}
    visitor.goto("/new")
    visitor.page.get_by_label("Who sits on seat 2").select_option("")
    visitor.page.get_by_role("button", name="Set the table").click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("Azul is for 2 to 4 players")
    visitor.goto("/open")
    visitor.page.get_by_label("or its text").fill('{"game": "azul"}')
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("does not say for how many players")
    visitor.goto("/seat/nobody-knows-this")
    expect(visitor.one("h1")).to_have_text("There is no such page")
