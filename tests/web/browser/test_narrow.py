"""Little room: a phone, words longer than the English ones, a table without scripts."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from azulejos import azul

from ..service import nearly_over
from . import azul_player
from .visitor import Visitor

#: Every button that the bar may have at once, with the longest words that it may carry.
EVERY_BUTTON = """words => {
  document.getElementById("undo").textContent = words;
  const buttons = [...document.querySelectorAll(".tools .button")];
  // Who has to ask for an undo plays against people, where there are no hints.
  for (const button of buttons) button.hidden = ["sit", "hint"].includes(button.id);
  const shown = buttons.filter((button) => button.getBoundingClientRect().width);
  const boxes = [document.getElementById("status"), ...shown].map((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return { left, right, top, bottom };
  });
  return boxes;
}"""

#: The points halfway between the two tiles of a lot.
BETWEEN = """() => [...document.querySelectorAll(".factory .lot")].flatMap((lot) => {
  const tiles = [...lot.querySelectorAll(".tile")].map((tile) => tile.getBoundingClientRect());
  if (tiles.length !== 2) return [];
  const x = (tiles[0].left + tiles[1].right) / 2;
  const y = (tiles[0].top + tiles[1].bottom) / 2;
  return [{ x, y, ...lot.dataset }];
})"""


def overlap(one: dict[str, float], other: dict[str, float]) -> bool:
    beside = one["right"] <= other["left"] or other["right"] <= one["left"]
    return not beside and one["top"] < other["bottom"] and other["top"] < one["bottom"]


@pytest.mark.parametrize(
    ("language", "ask"), [("de", "Um Rücknahme bitten"), ("sv", "Be om att få ångra")]
)
def test_every_button_of_the_bar_has_room(
    visit: Callable[..., Visitor], language: str, ask: str
) -> None:
    visitor = visit(360, 740)
    azul_player.new_table(visitor)
    visitor.page.locator(f"[name=language][value={language}]").click()
    visitor.page.wait_for_selector(f"html[lang={language}][data-ready]", state="attached")
    assert visitor.wait_for_turn_or_end()
    status, *buttons = visitor.page.evaluate(EVERY_BUTTON, ask)
    assert len(buttons) >= 4
    assert not visitor.scrolls_sideways()
    assert status["right"] - status["left"] > 300
    assert status["bottom"] - status["top"] < 80
    boxes = [status, *buttons]
    for number, one in enumerate(boxes):
        assert 0 <= one["left"] < one["right"] <= 360
        assert not any(overlap(one, other) for other in boxes[:number])


@pytest.mark.parametrize("locale", ["en-GB", "de-AT", "sv-SE"])
def test_every_page_is_in_the_menu(visit: Callable[..., Visitor], locale: str) -> None:
    visitor = visit(360, 740, locale=locale)
    visitor.goto("/")
    visitor.one("form [value=azul] + button").click()
    visitor.expect_ready()
    menu = visitor.one("#menu")
    menu.locator("summary").click()
    assert not visitor.scrolls_sideways()
    expect(menu.locator("a:visible")).to_have_count(7)
    visitor.page.keyboard.press("Escape")
    expect(menu.locator("a:visible")).to_have_count(0)
    expect(menu.locator("summary")).to_be_focused()
    visitor.page.keyboard.press("Enter")
    menu.locator("a[href='/open']").click()
    expect(visitor.one("#menu a[href='/open']")).to_have_attribute("aria-current", "page")


@pytest.mark.parametrize("width", [360, 820, 1440])
def test_without_scripts_the_table_is_seen(visit: Callable[..., Visitor], width: int) -> None:
    visitor = visit(width, 900, java_script_enabled=False)
    visitor.goto("/")
    visitor.one("form [value=azul] + button").click()
    visitor.page.wait_for_url("**/t/*")
    notice = visitor.one("noscript p").bounding_box()
    display = visitor.one(".display .azulejos").bounding_box()
    cards = [card.bounding_box() for card in visitor.all(".seat-card").all()]
    assert notice
    assert display
    assert notice["y"] < display["y"]
    assert len({(card["x"], card["y"]) for card in cards if card}) == 2


#: What is written on a drawing and does not lie wholly within it.
CUT_OFF = """() => [...document.querySelectorAll(".seat-card .azulejos")].flatMap((svg) => {
  const paper = svg.getBoundingClientRect();
  return [...svg.querySelectorAll("text")].filter((text) => {
    const { top, left, right, bottom } = text.getBoundingClientRect();
    const blank = (bottom - top) * 0.2; // above figures and below them
    return top + blank < paper.top || bottom - blank > paper.bottom
      || left < paper.left - 1 || right > paper.right + 1;
  }).map((text) => text.textContent);
})"""


@pytest.mark.parametrize(("width", "height"), [(360, 740), (412, 915), (1366, 768)])
def test_the_columns_of_a_grey_wall_can_be_read(
    visit: Callable[..., Visitor], width: int, height: int
) -> None:
    visitor = visit(width, height)
    azul_player.open_record(visitor, azul.Game(wall="grey", seed=1).record())
    assert visitor.page.evaluate(CUT_OFF) == []


@pytest.mark.parametrize("width", [360, 1366])
def test_the_points_of_a_round_fit_into_the_list(visit: Callable[..., Visitor], width: int) -> None:
    visitor = visit(width, 768, locale="de-DE")
    record = nearly_over("azul", 0, players=4)
    names = ["Wolfgang", "Journeyman 2", "W" * 24, "Maria-Magdalena von Lang"]
    record |= {"seats": [{"name": name} for name in names]}
    visitor.goto("/open")
    visitor.page.locator("#record").fill(json.dumps(record))
    visitor.page.locator("#open-form .main").click()
    visitor.expect_ready()
    moves = visitor.one("#moves").bounding_box()
    assert moves
    points = visitor.all(".move-points").all()
    assert points
    for one in points:
        box = one.bounding_box()
        assert box
        assert box["x"] + box["width"] <= moves["x"] + moves["width"]
    wide = visitor.page.evaluate(
        "() => { const { scrollWidth, clientWidth } = document.getElementById('moves');"
        " return scrollWidth - clientWidth; }"
    )
    assert wide <= 0


def test_a_press_between_tiles_takes_the_lot(visit: Callable[..., Visitor]) -> None:
    visitor = visit(360, 740, has_touch=True)
    azul_player.open_record(visitor, azul.Game(players=4, seed=1).record())
    tile = visitor.one(".factory .tile").bounding_box()
    assert tile
    assert tile["width"] >= 24
    places = visitor.page.evaluate(BETWEEN)
    assert places
    for place in places:
        visitor.page.mouse.click(place["x"], place["y"])
        lot = f".lot[data-source='{place['source']}'][data-colour={place['colour']}]"
        expect(visitor.one(lot)).to_have_attribute("aria-pressed", "true")
