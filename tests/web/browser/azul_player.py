"""Playing Azul in the browser: by mouse, by keyboard alone, by touch."""

import json
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from .visitor import Visitor


def start(visitor: Visitor) -> None:
    """One click on the front page."""
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play Azul now").click()
    visitor.expect_ready()


def new_table(visitor: Visitor, *, level: int = 1, wall: str = "coloured", first: int = 0) -> None:
    """A table by the form: me against a bot."""
    visitor.goto("/new")
    page = visitor.page
    page.get_by_label("Opponent on seat 2").and_(page.locator("#azul-level1")).select_option(
        str(level)
    )
    page.get_by_label("Wall").select_option(wall)
    page.get_by_label("Who begins").select_option(str(first))
    page.get_by_role("button", name="Set the table").click()
    visitor.expect_ready()


def open_record(visitor: Visitor, record: dict[str, Any]) -> None:
    """A table that goes on from a record, all seats at one screen."""
    visitor.goto("/open")
    visitor.page.get_by_label("or its text").fill(json.dumps(record))
    visitor.page.get_by_role("button", name="Open", exact=True).click()
    visitor.expect_ready()


def picks(visitor: Visitor, press: Callable[[Locator], None]) -> Locator:
    """Take tiles that go into the topmost line possible; the place to put them."""
    takes = [move for move in visitor.table()["legal"] if not move.startswith("@")]
    source, colour, line = min(takes, key=lambda move: move[2])
    number = 0 if source == "C" else int(source)
    lot = visitor.one(f".lot[data-source='{number}'][data-colour={colour}]")
    press(lot.locator(".tile").last)
    if lot.get_attribute("aria-pressed") == "false":
        press(lot.locator(".tile").last)  # small tiles first come closer to the finger
    expect(lot).to_have_attribute("aria-pressed", "true")
    place = ".floor" if line == "F" else f".line[data-line='{line}']"
    return visitor.one(f"{place}.open .target")


def play_out(
    visitor: Visitor,
    press: Callable[[Locator], None],
    most: int = 400,
    *,
    taps: int = 1,
    end: int | None = None,
) -> int:
    """Play to the end, or so many moves; how many there were.

    taps: a finger taps twice, first to see.
    """
    for moves in range(most):
        if moves == end or not visitor.wait_for_turn_or_end():
            return moves
        version = visitor.version
        grey = visitor.all(".space.open").count()
        place = visitor.one(".space.open") if grey else picks(visitor, press)
        for _ in range(taps):
            press(place)
        visitor.wait_beyond(version)
    raise AssertionError("the game does not end")
