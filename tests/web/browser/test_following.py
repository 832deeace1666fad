"""Following a game on a real table: deals, draws and moves are entered, a bot advises."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .visitor import Visitor


@pytest.fixture
def visit(visit_host: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Both hosts of a table pass these tests."""
    return visit_host


def test_azul_with_deals_entered_by_hand(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.allowed.add(422)
    visitor.goto("/new?follow=1")
    page = visitor.page
    page.get_by_label("Who begins").select_option("0")
    page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    deal = page.get_by_label("Tiles on the factories, four by four")
    deal.fill("bbbb")
    page.get_by_role("button", name="Deal").click()
    # The compiled rules say no more than that chance cannot give it.
    why = "That is not possible here." if visitor.is_of_site else "Factory 2 gets 4 tiles"
    expect(visitor.one("#message")).to_contain_text(why)
    deal.fill("bbyr kwwb yyrr kkww")
    for colour in ("blue", "yellow", "red", "white"):
        page.get_by_role("button", name=f"1 {colour} tile", exact=True).click()
    expect(deal).to_have_value("BBYR KWWB YYRR KKWW BYRW")
    page.get_by_role("button", name="Deal").click()
    expect(visitor.one(".azulejos.ready")).to_be_attached()
    page.get_by_role("button", name="What would a bot do?").click()
    expect(visitor.one(".advice")).to_contain_text("A bot would play:", timeout=20_000)
    version = visitor.version
    page.get_by_label("A move in writing").fill("1b2")
    page.get_by_role("button", name="Play", exact=True).click()
    visitor.wait_beyond(version)
    assert visitor.table()["position"]["boards"][0]["lines"][1] == {"colour": "B", "count": 2}


def test_azuleo_with_draws_entered_by_hand(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/new?follow=1&game=azuleo")
    visitor.page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    for _ in range(30):
        if visitor.table()["phase"] != "draw":
            break
        version = visitor.version
        visitor.all("#follow .piece").nth(version % 6).click()
        visitor.wait_beyond(version)
    assert visitor.table()["phase"] == "start"
    visitor.one(".field.open").click()
    expect(visitor.one(".field .cross")).to_be_attached()


def test_a_bot_sits_at_a_real_table_too(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/new?follow=1")
    page = visitor.page
    page.get_by_label("Who sits on seat 2").select_option("bot")
    page.get_by_label("Who begins").select_option("1")
    page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    assert visitor.table()["seats"][1]["kind"] == "bot"
    expect(visitor.all(".seat-who").nth(1)).not_to_contain_text("Player")
    page.get_by_label("Tiles on the factories, four by four").fill("bbyr kwwb yyrr kkww byrw")
    page.get_by_role("button", name="Deal").click()
    # It makes its move, which somebody makes for it on the real table.
    expect(visitor.all("#moves li")).to_have_count(2)
