"""After the game: its review grows on a page, is stepped through, and mistakes are tried again."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Route, expect

from azulejos.analysis import Budget, review
from azulejos.web.site.pages import shapes_of

from ..service import nearly_over
from . import azul_player
from .accessibility import violations
from .test_results import at_table
from .visitor import Visitor

Visit = Callable[..., Visitor]
ANN_AND_BO = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
#: What this browser keeps of reviews.
KEPT = """() => new Promise((resolve) => {
  const opening = indexedDB.open("azulejos-reviews");
  opening.onsuccess = () => {
    const all = opening.result.transaction("reviews").objectStore("reviews").getAll();
    all.onsuccess = () => { opening.result.close(); resolve(all.result); };
  };
})"""
#: A browser that lacks what compiled rules need.
TOO_OLD = "WebAssembly.validate = () => false;"
#: One in which a worker fails once the page is there.
WITHOUT_WORKERS = "Worker.prototype.postMessage = () => { throw new Error('no'); };"


def at_finished(visitor: Visitor, game: str, record: Any, seats: Any, language: str = "en") -> None:
    """Open a finished game at either host of a table."""
    if not visitor.is_of_site:
        at_table(visitor, game=game, record=record, seats=seats)
        return
    # Files come from the host, not from what a service worker keeps of them.
    visitor.page.context.add_init_script("delete Navigator.prototype.serviceWorker")
    visitor.page.route("**/wasm/*.json", _with_few_visits)
    options = record["options"]
    number = next(
        n
        for n, shape in enumerate(shapes_of(game))
        if all(options[name] == value for name, value in shape.items())
    )
    wanted = json.dumps({"game": game, "record": record, "seats": seats}, separators=(",", ":"))
    folder = "" if language == "en" else f"/{language}"
    visitor.goto(f"{folder}/t/{game}/{number}?{urlencode({'new': wanted})}")
    visitor.expect_ready()


def _with_few_visits(route: Route) -> None:
    """As few as the service's reviews take in these tests."""
    data = route.fetch().json()
    of_players = data["judging"]["reviews"]["visits"]
    data["judging"]["reviews"]["visits"] = dict.fromkeys(of_players, 64)
    route.fulfill(json=data)


def wait_for_review(visitor: Visitor) -> None:
    """Until all of it is there; a service may have to compile it first."""
    visitor.allowed.add(503)
    visitor.page.wait_for_selector("html[data-reviewed]", state="attached", timeout=300_000)
    expect(visitor.one("#review-state")).to_be_hidden()


def to_review(visitor: Visitor) -> None:
    """From the finished table to its review."""
    if visitor.one("#result[open]").is_visible():
        visitor.page.keyboard.press("Escape")
    visitor.page.locator("#to-review").click()
    wait_for_review(visitor)
    expect(visitor.one("#board-title")).to_be_visible()


def shown_step(visitor: Visitor) -> int:
    return int(visitor.one("#board-title").get_attribute("data-step") or -1)


def look_of_the_table(visitor: Visitor) -> str:
    return "".join(one.inner_html() for one in visitor.all(".felt svg.azulejos").all())


def test_after_a_game_its_review_is_stepped_through_by_keyboard(visit: Visit) -> None:
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
    visitor.one(".line-best .chip").focus()
    page.keyboard.press("Enter")
    expect(visitor.one(".line-best .chip").first).to_have_attribute("aria-current", "step")
    expect(visitor.one("main")).to_have_attribute("data-line", "best")
    expect(visitor.all(".felt .pointed-at").first).to_be_visible()
    before = look_of_the_table(visitor)
    page.keyboard.press("ArrowRight")
    expect(visitor.all(".line-best .chip").nth(1)).to_have_attribute("aria-current", "step")
    assert look_of_the_table(visitor) != before
    step, address = shown_step(visitor), page.url
    other = visit(360, 740)
    other.goto(address)
    expect(other.all(".line-best .chip").nth(1)).to_have_attribute("aria-current", "step")
    assert shown_step(other) == step
    assert not other.scrolls_sideways()
    # On a phone the stores hang below the table, where the moves leave room for them.
    bottom, top = other.page.evaluate(
        """() => [".stores", ".review-moves"].map(
          (what) => document.querySelector(what).getBoundingClientRect())
          .map((box, number) => number ? box.top : box.bottom)"""
    )
    assert bottom <= top


def test_the_browser_makes_it_and_keeps_it(visit: Visit) -> None:
    """The same numbers as in Python; the service is asked for none of it."""
    visitor = visit()
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    record = nearly_over("azul", 0)
    at_table(visitor, game="azul", record=record, seats=ANN_AND_BO)
    to_review(visitor)
    assert [url for url in asked if "/api/" in url and "review" in url] == []
    assert [url for url in asked if "review/board" in url] == []
    (kept,) = visitor.page.evaluate(KEPT)
    made = kept["review"]
    expected = review(record, Budget(made["visits"])).to_dict()
    for mine, theirs in zip(made["steps"], expected["steps"], strict=True):
        for name in ("verdict", "why", "kind"):
            assert mine.get(name) == theirs.get(name)
        for name in ("loss", "values", "mean"):
            assert mine.get(name) == pytest.approx(theirs.get(name), abs=2e-6)
    # Whoever comes back finds it whole; nothing is searched again.
    workers: list[Any] = []
    visitor.page.on("worker", lambda worker: workers.append(worker))
    visitor.page.reload()
    wait_for_review(visitor)
    assert workers == []


@pytest.mark.parametrize("trouble", [TOO_OLD, WITHOUT_WORKERS])
def test_where_the_browser_cannot_the_service_makes_it(visit: Visit, trouble: str) -> None:
    visitor = visit()
    at_table(visitor, game="azul", record=nearly_over("azul", 0), seats=ANN_AND_BO)
    visitor.page.context.add_init_script(trouble)
    with visitor.page.expect_request("**/review/start", timeout=60_000):
        visitor.page.locator("#to-review").click()
    wait_for_review(visitor)
    expect(visitor.one("#board-title")).to_be_visible()
    visitor.one(".turn-card").click()
    expect(visitor.one(".line-played .chip").first).to_have_attribute("aria-current", "step")
    expect(visitor.all(".felt .pointed-at").first).to_be_visible()
    visitor.one("a[href*='/retry']").click()
    visitor.expect_ready()
    expect(visitor.one("#retry-count")).to_contain_text("Position 1 of")


def test_a_review_is_kept_as_a_file(visit_host: Visit, downloads: Path) -> None:
    visitor = visit_host()
    at_finished(visitor, "azul", nearly_over("azul", 0), ANN_AND_BO)
    to_review(visitor)
    turns = visitor.all(".turns li").count()
    with visitor.page.expect_download() as saved:
        visitor.one("#keep-file").click()
    file = downloads / "review.html"
    saved.value.save_as(file)
    text = file.read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="(?!#)', text)
    assert "url(" not in text
    page = visitor.page.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    assert page.locator(".pair").count() == turns
    assert page.locator("figure svg").count() >= 2 * turns
    assert page.locator(".review-list li").count() == visitor.all(".review-list li").count()
    assert len(asked) == 1
    page.close()


@pytest.mark.parametrize(
    ("game", "width", "scheme", "locale", "better"),
    [
        ("azul", 360, "dark", "de-DE", "Finde einen besseren Zug"),
        ("azuleo", 1280, "light", "sv-SE", "hitta ett bättre drag"),
    ],
)
def test_the_pages_can_be_used_by_everyone(
    visit_host: Visit, game: str, width: int, scheme: str, locale: str, better: str
) -> None:
    visitor = visit_host(width, 740, color_scheme=scheme, locale=locale)
    at_finished(visitor, game, nearly_over(game, 0), ANN_AND_BO, locale[:2])
    to_review(visitor)
    expect(visitor.one("html")).to_have_attribute("lang", locale[:2])
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


def test_a_mistake_is_tried_again_by_keyboard(visit_host: Visit) -> None:
    visitor = visit_host()
    page = visitor.page
    at_finished(visitor, "azul", nearly_over("azul", 0), ANN_AND_BO)
    to_review(visitor)
    visitor.one("a[href*='player=0']").click()
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
    visitor.one("#to-step").click()
    expect(visitor.one("#board-title")).to_be_visible()
