"""Azuleo in the browser: a game, turning and claiming, teams at one screen."""

from collections.abc import Callable

from playwright.sync_api import expect

from .visitor import Visitor


def start(visitor: Visitor, button: str) -> None:
    visitor.goto("/")
    visitor.page.get_by_role("button", name=button).click()
    visitor.expect_ready()


def wait_for_turn_or_end(visitor: Visitor) -> bool:
    visitor.page.wait_for_selector(".side-tools:not([hidden]), #result[open]")
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
