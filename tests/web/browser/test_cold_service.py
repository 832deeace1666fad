"""A service with nothing compiled: who comes plays at once, in the browser, and keeps the game."""

import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, expect

from azulejos import azul

from .accessibility import violations
from .conftest import serving, visiting
from .site_visitor import SiteVisitor
from .test_site import play_out, record_of

Come = Callable[..., SiteVisitor]


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[str]:
    """A service that compiles, for longer than a test takes."""
    with serving(tmp_path / "t.sqlite3", NUMBA_CACHE_DIR=str(tmp_path / "cache")) as address:
        yield address


@pytest.fixture
def come(browser: Browser, cold: str) -> Iterator[Come]:
    yield from visiting(browser, cold, SiteVisitor)


def goes_on_here(visitor: SiteVisitor) -> str:
    """The visitor is at a table that the browser keeps; its path."""
    visitor.page.wait_for_url(re.compile(r"/here/t/"))
    visitor.expect_ready()
    return urlsplit(visitor.page.url).path


def test_one_click_leads_to_a_table_at_once_and_nothing_of_it_is_lost(
    browser: Browser, tmp_path: Path
) -> None:
    database = tmp_path / "t.sqlite3"
    with serving(database, NUMBA_CACHE_DIR=str(tmp_path / "cache")) as address:
        visits = visiting(browser, address, SiteVisitor)
        visitor = next(visits)(locale="de-DE")
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name="Azul").first.click()
        assert goes_on_here(visitor) == "/here/t/azul/0"
        ready = visitor.page.request.get("/api/ready").json()
        assert not ready["azul"]["rules"]
        expect(visitor.one("#kept-here")).to_contain_text("Dein Browser spielt")
        expect(visitor.one("#to-server")).to_be_disabled()
        assert visitor.wait_for_turn_or_end()
        table = visitor.table()
        visitor.ask("play", table["legal"][0], table["version"])
        visitor.wait_beyond(table["version"] + 1)  # a bot has answered
        assert visitor.wait_for_turn_or_end()
        assert violations(visitor) == []
        record = record_of(visitor)
        visitor.page.reload()
        visitor.expect_ready()
        assert record_of(visitor) == record
    # The rules are compiled: the same address, and a service that is ready.
    with serving(database, urlsplit(address).port or 0):
        visitor.page.goto("/")
        visitor.one("#kept-games a").click()
        goes_on_here(visitor)
        assert record_of(visitor) == record
        visitor.one("#to-server:not([disabled])").click()
        visitor.page.wait_for_url(re.compile(r"/t/\w+$"))
        visitor.expect_ready()
        told = visitor.page.request.get(
            f"/api{urlsplit(visitor.page.url).path.replace('/t/', '/tables/')}"
        )
        assert told.json()["entries"] == azul.replay(record).entries
        assert told.json()["mine"] == [0]
        visitor.page.goto("/games")
        listed = visitor.all("#running a")
        expect(listed).to_have_count(2)
        paths = {listed.nth(n).get_attribute("href") or "" for n in range(2)}
        assert sorted(urlsplit(path).path.split("/")[1] for path in paths) == ["here", "t"]
        assert violations(visitor) == []
        visitor.page.goto("/")
        visitor.page.get_by_role("button", name="Azul").first.click()
        visitor.page.wait_for_url(re.compile(r"/t/\w+$"))  # from now on, tables are the service's
        next(visits, None)


def test_a_form_leads_there_too_and_the_game_is_explored_and_reviewed(come: Come) -> None:
    visitor = come(360, 740, locale="sv-SE")
    visitor.page.goto("/new?game=azul")
    visitor.page.select_option("#kind1", "here")
    visitor.page.select_option("#azul-wall", "grey")
    visitor.page.fill("#name1", "Bo")
    visitor.one("#new-form .at-hand button").click()
    assert goes_on_here(visitor) == "/here/t/azul/1"
    assert [seat["name"] for seat in visitor.table()["seats"]] == ["", "Bo"]
    play_out(visitor, random.Random(3))
    explored, reviewed = visitor.ask("exploreAt", None), visitor.ask("reviewAt")
    visitor.page.goto(explored)
    visitor.page.wait_for_selector("html[data-ready]", state="attached")
    assert urlsplit(visitor.page.url).path == "/here/explore/azul/1"
    visitor.page.goto(reviewed)
    expect(visitor.one("html[data-shown]")).to_be_attached(timeout=60_000)
    assert urlsplit(visitor.page.url).path == "/here/review/azul/1"


def test_friends_and_clocks_wait_for_the_service(come: Come) -> None:
    """What a browser alone cannot do waits; so does who has no script."""
    for field, value in (("#kind1", "link"), ("#clock", "5+5")):
        visitor = come()
        visitor.page.goto("/new")
        choices = visitor.page.locator(f"{field} option").evaluate_all(
            "all => all.map(o => o.value)"
        )
        visitor.page.select_option(field, value if value in choices else choices[-1])
        visitor.one("#new-form .at-hand button").click()
        expect(visitor.one("#ready-text")).to_be_visible()
        assert visitor.one("#ready").get_attribute("data-meanwhile") is None
    visitor = come(java_script_enabled=False)
    visitor.page.goto("/")
    visitor.one(".games form button").click()
    expect(visitor.page.get_by_role("button", name="Try again")).to_be_visible()
