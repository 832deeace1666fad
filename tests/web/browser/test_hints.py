"""Hints at a table: where to look lights up, then the move, then why; and they are counted."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from ..service import nearly_over
from .accessibility import violations
from .test_results import at_table
from .visitor import Visitor

ME_AND_A_BOT = [{"kind": "me", "name": "Ann"}, {"kind": "bot", "level": 1}]


def test_a_hint_is_told_step_by_step(visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=390, height=844)
    visitor.allowed.add(503)
    page = visitor.page
    at_table(visitor, game="azul", seats=ME_AND_A_BOT, first=0)
    page.get_by_role("button", name="Hint").click()
    text = visitor.one("#hint-text")
    expect(text).to_contain_text("Look at", timeout=300_000)
    expect(visitor.all(".factory.pointed-at, .centre.pointed-at")).to_have_count(1)
    expect(visitor.all(".lot.pointed-at")).to_have_count(0)
    assert violations(visitor) == []
    page.get_by_role("button", name="Show the move").click()
    expect(text).to_contain_text("A good move")
    expect(visitor.all(".lot.pointed-at")).to_have_count(1)
    expect(visitor.all(".line.pointed-at, .floor.pointed-at")).to_have_count(1)
    page.get_by_role("button", name="Why?").click()
    expect(text).to_contain_text(re.compile("Compared with|about equally good"))
    expect(visitor.one(".seat-card.primary .seat-meta")).to_contain_text("1 hint")
    # All of it is there after a reload; it goes with the move.
    page.reload()
    visitor.expect_ready()
    expect(text).to_contain_text("A good move")
    visitor.one(".lot.pointed-at .tile").click()
    visitor.one(".line.pointed-at, .floor.pointed-at").click()
    expect(visitor.one("#hint-card")).to_be_hidden()
    expect(visitor.all(".pointed-at")).to_have_count(0)
    # Who watches sees the count, and no button.
    watcher = visit()
    watcher.goto(page.url)
    watcher.expect_ready()
    expect(watcher.one("#hint")).to_be_hidden()
    expect(watcher.all(".seat-meta").first).to_contain_text("1 hint")


def test_hints_stand_in_the_result(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.allowed.add(503)
    page = visitor.page
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
    at_table(visitor, game="azuleo", record=nearly_over("azuleo", 1), seats=seats)
    page.get_by_role("button", name="Hint").click()
    expect(visitor.one("#hint-text")).not_to_contain_text("Thinking", timeout=300_000)
    table = visitor.table()
    page.evaluate(
        """async ([id, move]) => fetch(`/api/tables/${id}/moves`, {
          method: "POST", headers: { "Content-Type": "application/json" },
          body: JSON.stringify({ id: "x", move }),
        })""",
        [table["id"], table["legal"][0]],
    )
    expect(visitor.one("#result[open]")).to_be_visible()
    expect(visitor.one("#result .scores")).to_contain_text("1 hint")
