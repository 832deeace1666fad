"""What is drawn on a table's page: by the scripts, and by the service for the same reader."""

import difflib
import random
from typing import Any
from uuid import uuid4

from playwright.sync_api import expect

from . import azul_player
from .visitor import Visitor

MOVES = 8


def by_scripts(visitor: Visitor) -> list[str]:
    """The drawings as they stand on the page, one line an element."""
    found: list[str] = visitor.page.evaluate(f"() => ({_ELEMENTS})(document)")
    return found


def by_service(visitor: Visitor) -> list[str]:
    """The drawings as the service makes them for this visitor now; no script has touched them."""
    page = visitor.page
    text = visitor.drawn_page()
    found: list[str] = page.evaluate(
        f"text => ({_ELEMENTS})(new DOMParser().parseFromString(text, 'text/html'))", text
    )
    return found


def of_earlier(visitor: Visitor, entries: int) -> list[str]:
    """The parts of the table as the service draws them after so many entries."""
    page = visitor.page
    table_id = page.url.split("/t/")[1].partition("?")[0]
    drawing = page.request.get(f"/api/tables/{table_id}/drawings/{entries}").json()["drawing"]
    found: list[str] = page.evaluate(
        f"text => ({_ELEMENTS})(new DOMParser().parseFromString(text, 'text/html'), {_PARTS!r})",
        drawing,
    )
    return found


def check_earlier(visitor: Visitor, entries: int) -> None:
    """Compare the parts of an earlier position that is shown now."""
    fresh = of_earlier(visitor, entries)
    expect(visitor.one("#slider")).to_have_value(str(entries))
    for _ in range(40):  # the position comes from the service
        drawn: list[str] = visitor.page.evaluate(f"() => ({_ELEMENTS})(document, {_PARTS!r})")
        if drawn == fresh:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError(difference(fresh, drawn))


def check_alike(visitor: Visitor) -> list[str]:
    """Compare the two element by element; what is drawn."""
    fresh = by_service(visitor)
    for _ in range(20):  # a game without scripts asks the service for its drawing
        drawn = by_scripts(visitor)
        if drawn == fresh:
            return drawn
        visitor.page.wait_for_timeout(50)
    raise AssertionError(f"version {visitor.version}:\n{difference(fresh, drawn)}")


def difference(fresh: list[str], drawn: list[str]) -> str:
    lines = difflib.unified_diff(fresh, drawn, "by the service", "by the scripts", "", "", 2, "")
    return "\n".join(lines)


def play_on(game: Any, *visitors: Visitor, moves: int = MOVES) -> tuple[list[str], str]:
    """Set a table for the first, play on from there, and compare after each move.

    Returns the phases in which moves were made, and all that was drawn.
    """
    player = visitors[0]
    player.allowed.add(503)  # a page that waits until the game is ready
    azul_player.open_record(player, game.record())
    for visitor in visitors[1:]:
        visitor.goto(player.page.url)
        visitor.expect_ready()
    chance = random.Random(7)
    phases, drawings = [], []
    for _ in range(moves):
        table = player.table()
        phases.append(table["phase"])
        body = {"id": uuid4().hex, "move": chance.choice(table["legal"])}
        answer = player.page.request.post(f"/api/tables/{table['id']}/moves", data=body)
        assert answer.ok, answer.text()
        for visitor in visitors:
            visitor.wait_beyond(table["version"])
            drawings += check_alike(visitor)
    return phases, "\n".join(drawings)


#: What a table shows as a whole, and its page in several drawings.
_PARTS = "g.display, g.line, g.wall, g.floor, g.field, g.azuleos, g.hand, g.plates:not(.pile)"
#: Every element with its attributes in order of their names, and the numbers beside the drawings.
#: Left out is what scripts add: names for those who listen, what can be done, what is pointed at.
_ELEMENTS = """(page, parts) => {
  const ADDED = ["role", "style", "tabindex"];
  const STATES = ["ready", "picked", "open", "closed", "over", "turned", "hinted", "last"];
  const lines = [];
  const write = (element, depth) => {
    if (element.matches(".gain, .ghost, .last-mark")) return;
    const attributes = [...element.attributes]
      .filter(({ name }) => !ADDED.includes(name) && !name.startsWith("aria-"))
      .map(({ name, value }) => {
        const tokens = value.split(" ").filter((token) => token && !STATES.includes(token));
        return name === "class" ? `class=${tokens.sort().join(" ")}` : `${name}=${value}`;
      })
      .filter((attribute) => attribute !== "class=")
      .sort();
    const text = element.children.length ? [] : [element.textContent];
    lines.push(" ".repeat(depth) + [element.tagName, ...attributes, ...text].join(" ").trim());
    for (const child of element.children) write(child, depth + 1);
  };
  if (parts) {
    // The boards stand in another order in a drawing of the whole table.
    const blocks = [...page.querySelectorAll(parts)].map((part) => {
      lines.length = 0;
      write(part, 0);
      return lines.join("\\n");
    });
    return blocks.sort().join("\\n").split("\\n");
  }
  for (const svg of page.querySelectorAll("svg[data-drawing]")) write(svg, 0);
  for (const number of page.querySelectorAll(".score, .store .total, .swatch .count")) {
    lines.push(`${number.className} ${number.textContent}`);
  }
  return lines;
}"""
