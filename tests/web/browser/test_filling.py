"""Filling Azuleo's board alone, by keyboard and on a phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .test_azuleo import start, take_turn, wait_for_turn_or_end
from .visitor import Visitor


@pytest.fixture
def visit(visit_host: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Both hosts of a table pass these tests."""
    return visit_host


def test_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    start(visitor, "Start filling")
    press = visitor.page.keyboard.press
    for _ in range(6):
        if not wait_for_turn_or_end(visitor):
            break
        version = visitor.version
        if visitor.all(".start-cross").count():
            visitor.one(".field[tabindex='0']").focus()
        else:
            visitor.one(".acting .cross[tabindex='0']").focus()
            for _ in range(3):  # to the first that fits anywhere
                press("ArrowDown")  # chooses and turns it
                if visitor.all(".field.open, .field.turned").count():
                    break
                press("ArrowRight")
            press("Enter")
            expect(visitor.one(".field:focus")).to_be_attached()
            if not visitor.all(".field.open").count():
                press("Enter")
        press("Enter")
        visitor.wait_beyond(version)
    assert len(visitor.table()["moves"]) >= 4


def test_filling_alone(visit: Callable[..., Visitor]) -> None:
    visitor = visit(360, 740, has_touch=True, is_mobile=True)
    start(visitor, "Start filling")
    for _ in range(3):
        assert wait_for_turn_or_end(visitor)
        take_turn(visitor)
    told = visitor.one("#fillable")
    expect(told).not_to_have_attribute("data-state", "thinking", timeout=40_000)
    assert told.get_attribute("data-state") in ("yes", "no", "unknown")
    assert not visitor.scrolls_sideways()
    count = visitor.all("#moves li").count()
    visitor.page.get_by_role("button", name="Undo").click()
    expect(visitor.all("#moves li")).to_have_count(count - 1)
