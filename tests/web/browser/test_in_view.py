"""Everything in view: no board outside the window while choosing, no text cut, no jumps."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from azulejos import azul, azuleo

from .visitor import Visitor

LARGE = [(1366, 625), (1366, 768), (1024, 768), (1920, 1080), (768, 1024), (820, 1180), (1180, 820)]
SMALL = [(360, 640), (360, 740), (412, 915), (640, 360), (740, 360), (683, 384)]

#: What must be seen in a window of this kind and is not wholly in it, or lies under something else.
OUTSIDE = """names => names.split(", ").flatMap((name) => {
  const found = [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
  const seen = found.filter(({ width }) => width > 0);
  if (!seen.length) return [name + " is not there"];
  return seen.filter(({ left, top, right, bottom }) =>
    left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
  ).map(({ left, top, right, bottom }) =>
    [name, ...[left, top, right, bottom].map(Math.round)].join(" "));
})"""

#: Text in the head, the cards and the buttons that has less room than it takes.
CUT = """() => [...document.querySelectorAll(
  ".status, .tools .button, .side-tools .button, .seat-score, .seat-meta, .stores, .stores *"
)].filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
  .map((one) => `${one.className} ${one.textContent.trim()}`)"""

#: From now on, how far things jump, as the browser measures it.
WATCH = """() => {
  window.jumps = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.jumps.push([entry.value, ...entry.sources.map(({ node }) =>
        node && (node.id || node.className?.baseVal || node.className || node.nodeName))]);
    }
  }).observe({ type: "layout-shift" });
}"""


def middle(game: Any, moves: int, seed: int = 3) -> dict[str, Any]:
    """The record of a game after some moves, with the first player to act."""
    chance = random.Random(seed)
    while moves > 0 or game.turn != 0 or game.phase == "tiling":
        legal = game.legal_moves()
        good = [move for move in legal if not str(move).startswith(("~", "-", "#"))]
        good = [move for move in good if not str(move).endswith("F")]
        game.play(chance.choice(good or legal))
        moves -= 1
    record: dict[str, Any] = game.record()
    return record


def sit(visitor: Visitor, record: dict[str, Any], bots: bool = True) -> None:
    """A table that goes on from a record, on the first seat."""
    players = record["options"]["players"]
    others = [{"kind": "bot", "level": 1}] if bots else [{"kind": "here"}]
    answer = visitor.page.request.post(
        "/api/tables",
        data={
            "game": record["game"],
            "record": record,
            "seats": [{"kind": "me", "name": "Ana"}, *others * (players - 1)],
        },
    )
    assert answer.ok, answer.text()
    visitor.goto(answer.json()["url"])
    visitor.expect_ready()


GAMES = {
    "azul 2": lambda: middle(azul.Game(2, seed=3), 18),
    "azul 3": lambda: middle(azul.Game(3, seed=3), 24),
    "azul 4": lambda: middle(azul.Game(4, seed=3), 30),
    "azul 2 grey": lambda: middle(azul.Game(2, "grey", seed=3), 18),
    "azuleo 1": lambda: middle(azuleo.Game(1, mode="fill", seed=3), 8),
    "azuleo 2": lambda: middle(azuleo.Game(2, seed=3), 12),
    "azuleo 3": lambda: middle(azuleo.Game(3, seed=3), 12),
    "azuleo 4": lambda: middle(azuleo.Game(4, seed=3), 14),
    "azuleo start": lambda: azuleo.Game(2, seed=3).record(),
}


def settled(visitor: Visitor, names: str) -> list[str]:
    """What is outside when the window has its new size."""
    for _ in range(20):
        found: list[str] = visitor.page.evaluate(OUTSIDE, names)
        if not found:
            break
        visitor.page.wait_for_timeout(100)
    return found


@pytest.mark.parametrize("kind", GAMES)
def test_nothing_lies_outside_the_window(visit: Callable[..., Visitor], kind: str) -> None:
    visitor = visit(locale="de-DE")
    sit(visitor, GAMES[kind]())
    display = ".display .azulejos" if kind.startswith("azul ") else ".floor-board .azulejos"
    for sizes, cards in ((LARGE, ".seat-card, .stores"), (SMALL, ".boards, .shown .azulejos")):
        for width, height in sizes:
            visitor.page.set_viewport_size({"width": width, "height": height})
            names = f"{display}, {cards}, .head, .status, .tools .button"
            assert settled(visitor, names) == [], (width, height)
            assert visitor.page.evaluate(CUT) == [], (width, height)
            assert not visitor.scrolls_sideways(), (width, height)


def wait_for_turn(visitor: Visitor) -> int:
    """The version of the table when nothing is shown any more and it is the player's turn."""
    visitor.page.wait_for_selector(".status.mine strong", state="attached")
    return visitor.version


@pytest.mark.parametrize(("width", "height"), [(1366, 768), (360, 640)])
@pytest.mark.parametrize("kind", ["azul 3", "azuleo 3", "azuleo start"])
def test_nothing_jumps(visit: Callable[..., Visitor], kind: str, width: int, height: int) -> None:
    """When a turn changes, a move is shown, the past is looked at, the connection drops."""
    visitor = visit(width, height, reduced_motion="no-preference")
    sit(visitor, GAMES[kind]())
    page = visitor.page
    page.evaluate(WATCH)
    for _ in range(2):
        version = wait_for_turn(visitor)
        table = visitor.table()
        body = {"id": str(version), "move": table["legal"][0]}
        assert page.request.post(f"/api/tables/{table['id']}/moves", data=body).ok
        visitor.wait_beyond(version)
    wait_for_turn(visitor)
    page.locator("#step-back").dispatch_event("click")
    expect(page.locator("#history-tools")).to_be_visible()
    page.locator("#to-now").dispatch_event("click")
    page.evaluate("() => { document.getElementById('offline').hidden = false; }")
    page.wait_for_timeout(300)
    assert page.evaluate("() => window.jumps") == []


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360)])
def test_a_long_state_moves_no_message(
    visit: Callable[..., Visitor], width: int, height: int
) -> None:
    visitor = visit(width, height, locale="de-DE")
    sit(visitor, GAMES["azuleo 3"]())
    wait_for_turn(visitor)
    top = "() => document.getElementById('message').getBoundingClientRect().top"
    tops = set()
    for words in ("Kurz.", "Du bist am Zug. Wähle ein Kreuz oder tausche ein Plättchen"):
        visitor.page.evaluate(
            "words => { document.getElementById('status').textContent = words; }", words
        )
        tops.add(visitor.page.evaluate(top))
        assert visitor.page.evaluate(CUT) == []
    assert len(tops) == 1


def test_a_phone_shows_one_board_and_leads_to_the_others(visit: Callable[..., Visitor]) -> None:
    visitor = visit(360, 640, has_touch=True)
    sit(visitor, GAMES["azul 3"]())
    own, other = (visitor.one(f".seat-card[data-player='{n}']") for n in (0, 1))
    expect(own.locator(".azulejos")).to_be_visible()
    expect(other.locator(".azulejos")).to_be_hidden()
    other.locator(".seat-open").tap()
    expect(other.locator(".azulejos")).to_be_visible()
    expect(own.locator(".azulejos")).to_be_hidden()
    box = other.locator(".azulejos").bounding_box()
    assert box
    swipe(visitor, box["x"] + 40, box["x"] + 240, box["y"] + 60)
    expect(own.locator(".azulejos")).to_be_visible()


def swipe(visitor: Visitor, start: float, end: float, y: float) -> None:
    devtools = visitor.page.context.new_cdp_session(visitor.page)
    steps = [start + (end - start) * k / 6 for k in range(7)]
    for number, x in enumerate(steps):
        kind = "touchMove" if number else "touchStart"
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


#: How high the tiles of a factory and the lines of the board are, in pixels.
HEIGHTS = """() => [".factory .tile", ".shown .line .target"].map((name) =>
  document.querySelector(name).getBoundingClientRect().height)"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360)])
def test_what_is_small_comes_closer_to_a_finger(
    visit: Callable[..., Visitor], width: int, height: int
) -> None:
    visitor = visit(width, height, has_touch=True)
    sit(visitor, middle(azul.Game(2, seed=5), 0))
    page = visitor.page
    tile, _ = page.evaluate(HEIGHTS)
    assert tile < 40
    # The first tap on a factory brings it closer, the second takes what it hits.
    first = visitor.one(".factory[data-source='1'] .lot .tile")
    first.tap()
    expect(visitor.all(".lot[aria-pressed='true']")).to_have_count(0)
    page.wait_for_timeout(300)
    tile, _ = page.evaluate(HEIGHTS)
    assert tile >= 40
    assert page.evaluate(OUTSIDE, ".factory[data-source='1']") == []
    first.tap()
    expect(visitor.one(".lot[aria-pressed='true']")).to_be_attached()
    page.wait_for_timeout(300)
    tile, line = page.evaluate(HEIGHTS)
    assert tile < 40 <= line
    # The first tap on a line shows what the second one does.
    version = visitor.version
    place = visitor.one(".shown .line.open .target")
    place.tap()
    expect(visitor.one(".board > .ghost .ghost-tile")).to_be_attached()
    expect(visitor.one("#message")).to_contain_text("Tap again")
    assert visitor.version == version
    place.tap()
    visitor.wait_beyond(version)
    _, line = page.evaluate(HEIGHTS)
    assert line < 40
