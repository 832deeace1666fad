"""Azuleo in the browser: a game, turning and claiming, teams at one screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .drawn import check_alike
from .visitor import Visitor


@pytest.fixture
def visit(visit_host: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Both hosts of a table pass these tests."""
    return visit_host


def start(visitor: Visitor, button: str) -> None:
    visitor.goto("/")
    visitor.page.get_by_role("button", name=button).click()
    visitor.expect_ready()


def wait_for_turn_or_end(visitor: Visitor) -> bool:
    visitor.page.wait_for_selector(".side-tools.active, #result[open]")
    return not visitor.is_over


def lay_something(visitor: Visitor) -> bool:
    """Lay a cross where it gives most as it is held, or turned; whether one could be laid."""
    if visitor.all(".start-cross").count():
        visitor.one(".field.open").click()
        return True
    for number in range(visitor.all(".acting .cross.ready").count()):
        visitor.all(".acting .cross.ready").nth(number).click()
        if not visitor.all(".field.open").count() and visitor.all(".field.turned").count():
            visitor.one(".field.turned").click()
        if visitor.all(".field.open").count():
            visitor.one(".field.open").click()
            return True
    return False


def take_turn(visitor: Visitor) -> None:
    version = visitor.version
    if not lay_something(visitor):
        swap = visitor.one("[data-act=swap]:visible")
        if visitor.all(".acting .plate.ready").count():
            visitor.one(".acting .plate.ready").click()
            swap.click()
        else:
            visitor.one("[data-act=pass]:visible").click()
    visitor.wait_beyond(version)


def test_a_whole_game(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    start(visitor, "Play Azuleo")
    for _ in range(200):
        if not wait_for_turn_or_end(visitor):
            break
        take_turn(visitor)
    assert visitor.is_over
    table = visitor.table()
    expect(visitor.one("#result .scores")).to_contain_text(str(max(table["result"]["scores"])))
    visitor.page.get_by_role("button", name="Look at the table").click()
    check_alike(visitor)
    drawn = visitor.drawing()
    visitor.page.reload()
    visitor.expect_ready()
    assert visitor.drawing() == drawn


def test_turning_a_cross(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    start(visitor, "Play Azuleo")
    assert wait_for_turn_or_end(visitor)
    while visitor.all(".start-cross").count():
        take_turn(visitor)
        assert wait_for_turn_or_end(visitor)
    cross = visitor.one(".acting .cross")
    lies = cross.get_attribute("data-cross") or ""
    cross.click()  # chosen
    expect(visitor.one(".acting .cross.picked")).to_have_attribute("data-cross", lies)
    visitor.one(".acting .cross").click()  # clicked again: turned
    turned = lies[3] + lies[:3]
    expect(visitor.one(".acting .cross.picked")).to_have_attribute("data-cross", turned)
    visitor.page.keyboard.press("r")
    expect(visitor.one(".acting .cross.picked")).to_have_attribute(
        "data-cross", lies[2:] + lies[:2]
    )
    visitor.one(".acting .cross").hover()
    visitor.page.mouse.wheel(0, -100)
    expect(visitor.one(".acting .cross.picked")).to_have_attribute("data-cross", turned)
    table = visitor.table()
    for field in visitor.all(".field.open").all():
        move = (field.get_attribute("data-field") or "") + turned
        assert move in table["legal"]
        expect(field.locator(".gain-number")).to_have_text(f"+{table['gains'][move]}")
    for field in visitor.all(".field.turned").all():
        name = field.get_attribute("data-field") or ""
        ways = [name + lies[by:] + lies[:by] for by in range(4)]
        most = max(table["gains"][move] for move in ways if move in table["legal"])
        expect(field.locator(".if-turned .gain-number")).to_have_text(f"+{most}")


def test_a_wrong_claim_is_refused_in_words(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.allowed.add(422)
    start(visitor, "Play Azuleo")
    assert wait_for_turn_or_end(visitor)
    while visitor.all(".start-cross").count():
        take_turn(visitor)
        assert wait_for_turn_or_end(visitor)
    visitor.page.get_by_role("button", name="Claim a blockade").click()
    visitor.one(".field.open").click()
    expect(visitor.one("#message")).to_contain_text("not unplayable")


def test_two_teams_at_one_screen(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.goto("/new?game=azuleo")
    page = visitor.page
    for number in (2, 3, 4):
        page.get_by_label(f"Who sits on seat {number}").select_option("here")
        page.get_by_label(f"Name on seat {number}").fill("ABCD"[number - 1])
    page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    expect(visitor.all(".seat-card")).to_have_count(2)
    for _ in range(4):
        assert wait_for_turn_or_end(visitor)
        take_turn(visitor)
    assert len({move["turn"] for move in visitor.table()["moves"]}) >= 3


#: Notes where every flight begins, as its transform says.
FLIGHTS = """(() => {
  window.flights = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    if (this.matches(".flight")) window.flights.push(frames[0].transform);
    return animate.call(this, frames, options);
  };
})()"""


def start_first(visitor: Visitor, other: str) -> None:
    """A table where this visitor lays the start cross."""
    visitor.goto("/new?game=azuleo")
    visitor.page.get_by_label("Who sits on seat 2").select_option(other)
    visitor.page.get_by_label("Who begins").select_option("0")
    visitor.page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()
    if other == "link":
        visitor.page.get_by_role("button", name="Close").click()


def test_the_start_cross_flies_from_where_it_is_held(visit: Callable[..., Visitor]) -> None:
    visitor = visit(reduced_motion="no-preference")
    visitor.page.add_init_script(FLIGHTS)
    start_first(visitor, "bot")
    held = visitor.one(".start-cross").bounding_box()
    field = visitor.one(".field.open").bounding_box()
    assert held
    assert field
    version = visitor.version
    visitor.one(".field.open").click()
    visitor.wait_beyond(version)
    flight = visitor.page.evaluate("() => window.flights[0]")
    x, y, size = (float(part) for part in re.findall(r"-?[\d.]+", flight))
    assert abs(x - (held["x"] - field["x"])) < 5
    assert abs(y - (held["y"] - field["y"])) < 5
    assert abs(size - held["width"] / field["width"]) < 0.1
    expect(visitor.all(".start-cross")).to_have_count(0)


def test_the_start_cross_is_named_and_comes_first(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    start_first(visitor, "bot")
    expect(visitor.one(".side-tools.active")).to_contain_text("Start cross")
    for piece in (".acting .cross", ".acting .plate"):
        visitor.one(piece).click()
        expect(visitor.one("#message")).to_contain_text("First lay the start cross")
        version = visitor.version
        visitor.page.evaluate("() => { document.getElementById('message').textContent = ''; }")
    visitor.one(".field.open").click()
    visitor.wait_beyond(version)
    assert wait_for_turn_or_end(visitor)
    expect(visitor.one(".side-tools.active")).not_to_contain_text("Start cross")


def test_cards_stay_where_they_are_from_turn_to_turn(
    visit_service: Callable[..., Visitor],
) -> None:
    ana, bo = visit_service(412, 915), visit_service(1366, 768, locale="de-DE")
    start_first(ana, "link")
    bo.goto(ana.page.url)
    bo.page.locator("#join-seats button").click()
    expect(bo.one(".seat-card.mine")).to_be_attached()
    bo.expect_ready()
    version = ana.version
    ana.one(".field.open").click()
    ana.wait_beyond(version)
    # Where the cards are, on both screens, while each of the two is to move.
    places = []
    for mover in (ana, bo, ana):
        assert wait_for_turn_or_end(mover)
        expect(mover.one(".acting .cross.ready")).to_be_attached()
        places.append([tops(ana), tops(bo)])
        version = max(ana.version, bo.version)
        if mover is ana and len(places) > 1:
            break
        take_turn(mover)
        for visitor in (ana, bo):
            visitor.wait_beyond(version)
    # A message above takes a line of a phone: what counts is where the cards are to each other.
    assert places[0] == places[1] == places[2]
    # Who clicks on their hand out of turn reads why nothing happens.
    bo.one(".mine .cross").click()
    expect(bo.one("#message")).to_have_text("Du bist nicht am Zug.")


def tops(visitor: Visitor) -> list[float]:
    """Where every card is, from the top of the visitor's own."""
    found: list[float] = visitor.page.evaluate(
        "() => { const top = one => one.getBoundingClientRect().top;"
        " const own = top(document.querySelector('.seat-card.mine'));"
        " return [...document.querySelectorAll('.seat-card, #stores')]"
        ".map(one => Math.round(top(one) - own)); }"
    )
    return found
