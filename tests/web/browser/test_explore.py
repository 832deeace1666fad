"""Exploring: moves for all sides, variations, the engine beside them, positions set up by hand."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from azulejos import azul, azuleo

from ..service import nearly_over
from .accessibility import violations
from .test_results import at_table
from .visitor import Visitor

ANN_AND_BO = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
#: The next move ends the round.
LAST_OF_A_ROUND = (
    "azul 2c 1/0/50 o1 0 -,-,-,-,- B 19.20.20.20.20 0.0.0.0.0 "
    "0;-/-/-/-/-;...../...../...../...../.....;M 0;-/-/-/-/-;...../...../...../...../.....;-"
)


def go_to(visitor: Visitor, path: str) -> None:
    visitor.allowed.add(503)  # it may have to be compiled first
    visitor.goto(path)
    visitor.expect_ready()


def made(visitor: Visitor) -> int:
    """How many moves and draws have been made where one is."""
    return int(visitor.page.evaluate("() => document.documentElement.dataset.explored"))


def expect_made(visitor: Visitor, n: int) -> None:
    expect(visitor.one(f"html[data-explored='{n}']")).to_be_attached()


def take(visitor: Visitor, lot: int = 0) -> None:
    """Take the tiles of a lot and put them on the first line that is open."""
    visitor.all(".display .lot").nth(lot).click()
    visitor.one(".line.open, .floor.open").click()


def test_a_finished_game_is_explored_and_varied(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    at_table(visitor, game="azul", record=nearly_over("azul", 0), seats=ANN_AND_BO)
    if visitor.is_over:
        page.get_by_role("button", name="Look at the table").click()
    visitor.one("#slider").fill("4")
    page.get_by_role("link", name="Explore from here").click()
    visitor.expect_ready()
    assert made(visitor) == 4
    expect(visitor.one("#line-tree")).to_contain_text("Ann")
    there = page.url
    # What was played is the line; what is tried beside it is a variation.
    page.keyboard.press("ArrowRight")
    expect_made(visitor, 5)
    page.keyboard.press("ArrowLeft")
    expect_made(visitor, 4)
    take(visitor, 1)
    expect_made(visitor, 5)
    expect(visitor.all("#line-tree .variation")).to_have_count(1)
    tried = page.url
    assert tried != there
    page.keyboard.press("ArrowDown")
    expect(visitor.all("#line-tree > .moves > li > [aria-current]")).to_have_count(1)
    page.keyboard.press("ArrowUp")
    expect(visitor.all("#line-tree .variation [aria-current]")).to_have_count(1)
    # The tree is there after a reload; the link alone leads somebody else to the same line.
    page.reload()
    visitor.expect_ready()
    expect_made(visitor, 5)
    expect(visitor.all("#line-tree .variation")).to_have_count(1)
    other = visit(width=360, height=640)
    go_to(other, tried)
    expect_made(other, 5)
    assert other.drawing() == visitor.drawing()
    assert not other.scrolls_sideways()
    assert violations(visitor) == []
    page.get_by_role("button", name="Remove from here on").click()
    expect_made(visitor, 4)
    expect(visitor.all("#line-tree .variation")).to_have_count(0)


def test_the_engines_lines_are_played_and_stay_on(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    go_to(visitor, "/explore?game=azul")
    switch = page.locator("#engine-switch")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    expect(visitor.all(".engine-lines li")).to_have_count(4, timeout=300_000)
    expect(visitor.one("#engine-state")).to_contain_text("Player 1")
    assert violations(visitor) == []
    visitor.one(".engine-pv .chip").click()
    expect_made(visitor, 2)
    expect(visitor.all(".engine-lines li")).to_have_count(4)
    # It is still on at the next visit, in another game.
    go_to(visitor, "/explore?game=azuleo")
    expect(visitor.all(".engine-lines li")).to_have_count(4, timeout=300_000)
    visitor.one(".engine-move").click()
    expect(visitor.all("#line-tree button")).to_have_count(1)
    switch.click()
    expect(visitor.all(".engine-lines li")).to_have_count(0)


def test_the_move_on_the_board_stays_in_view_in_the_list(visit: Callable[..., Visitor]) -> None:
    """Also when the engine's lines take room from the list."""
    visitor = visit()
    at_table(visitor, game="azul", record=nearly_over("azul", 0), seats=ANN_AND_BO)
    go_to(visitor, f"{urlsplit(visitor.page.url).path}/explore?at=30")
    assert made(visitor) > 10
    current = visitor.page.locator("#line-tree [aria-current]")
    expect(current).to_be_in_viewport(ratio=1)
    visitor.one("#engine-switch").click()
    expect(visitor.all(".engine-lines li")).to_have_count(4, timeout=300_000)
    expect(current).to_be_in_viewport(ratio=1)


def test_chance_is_given_by_hand_or_sampled_again(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    go_to(visitor, f"/explore?game=azul&position={LAST_OF_A_ROUND}")
    page.get_by_label("Deals and draws come at random").uncheck()
    take(visitor)
    expect(visitor.one("#chance")).to_contain_text("Chance comes next")
    page.locator("#deal").fill("BBBB YYYY RRRR KKKK WWWW")
    page.get_by_role("button", name="Deal", exact=True).click()
    expect_made(visitor, 2)
    expect(visitor.all(".display .lot")).to_have_count(5)
    page.keyboard.press("ArrowLeft")
    expect_made(visitor, 0)  # what chance gives lies on the way
    page.keyboard.press("ArrowRight")
    expect_made(visitor, 2)
    page.get_by_role("button", name="Draw again").click()
    expect(visitor.all("#line-tree .variation .of-chance")).to_have_count(1)
    expect_made(visitor, 2)


def test_a_position_of_azul_is_set_up_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.allowed.add(422)  # what cannot be is refused
    page = visitor.page
    go_to(visitor, "/explore?game=azul&edit=1")
    state = visitor.one("#set-up-state")
    page.get_by_role("button", name="1 yellow tile").press("Enter")
    page.locator(".factory[data-source='2']").focus()
    page.keyboard.press("Enter")
    expect(state).to_contain_text("This position is possible")
    expect(page.locator(".factory[data-source='2']")).to_have_attribute(
        "aria-label", "Factory 2: 1 yellow tile"
    )
    # A line that holds what its row of the wall shows already cannot be.
    board = page.locator(".seat-card[data-player='1'] .azulejos")
    board.locator(".space[data-line='1'][data-column='2']").click()
    board.locator(".line[data-line='1']").click()
    expect(state).to_contain_text("Player 2, line 1")
    expect(page.locator("#set-up-done")).to_be_disabled()
    # What is printed on the floor line is said with spaces between.
    assert [found for found in violations(visitor) if "floor" not in found] == []
    board.locator(".line[data-line='1']").focus()
    page.keyboard.press("Delete")
    expect(state).to_contain_text("This position is possible")
    page.get_by_label("Points of Player 2").fill("30")
    page.get_by_label("Points of Player 2").press("Tab")
    page.get_by_role("button", name="Explore this position").click()
    expect(page.locator("#set-up")).to_be_hidden()
    expect(board.locator("xpath=..").locator(".score")).to_have_text("30")
    expect(visitor.all(".display .lot")).to_have_count(1)
    take(visitor)
    expect(visitor.one("#line-tree button")).to_contain_text("yellow from factory 2")


def test_a_position_of_azuleo_is_set_up_and_played_from(visit: Callable[..., Visitor]) -> None:
    visitor = visit(width=412, height=915, has_touch=True)
    visitor.allowed.add(422)
    page = visitor.page
    go_to(visitor, f"/explore?game=azuleo&position={azuleo.Game(seed=4).to_text()}")
    page.get_by_role("button", name="Set up a position").tap()
    state = visitor.one("#set-up-state")
    expect(state).not_to_have_class("possible")
    page.locator("#palette .piece").first.tap()
    field = page.locator(".field[data-field='c3']")
    field.tap()
    expect(state).to_contain_text("This position is possible")
    before = field.get_attribute("aria-label")
    field.tap()  # turned
    expect(field).not_to_have_attribute("aria-label", before or "")
    page.get_by_role("button", name="Take away").tap()
    page.get_by_role("button", name="Plates of Player 1").first.tap()
    expect(state).to_contain_text("Plates of Player 1")
    assert not visitor.scrolls_sideways()
    page.get_by_role("button", name="Cancel").last.tap()
    expect(page.locator("#set-up")).to_be_hidden()
    page.get_by_role("button", name="Play from here").tap()
    page.get_by_role("button", name="Set the table").tap()
    page.wait_for_url("**/t/*")
    visitor.expect_ready()
    assert visitor.table()["position"]["start"] == azuleo.Game(seed=4).to_dict()["start"]


def test_a_written_position_and_a_record_are_explored(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    page = visitor.page
    visitor.goto("/open")
    text = azul.Game(3, "grey", seed=5).to_text()
    page.get_by_label("or its text").fill(text)
    page.get_by_role("button", name="Explore").click()
    visitor.expect_ready()
    expect(visitor.all(".seat-card")).to_have_count(3)
    assert made(visitor) == 0


@pytest.mark.parametrize("language", ["de", "sv"])
def test_it_speaks_the_readers_language(visit: Callable[..., Visitor], language: str) -> None:
    visitor = visit(locale=language, color_scheme="dark")
    visitor.allowed.add(422)
    go_to(visitor, "/explore?game=azuleo&edit=1")
    words = {"de": "Stellung aufbauen", "sv": "Ställ upp en ställning"}
    expect(visitor.one("#set-up-title")).to_have_text(words[language])
    assert violations(visitor) == []


@pytest.mark.parametrize("is_old", [False, True])
def test_analyses_are_made_in_the_reader_s_browser(
    visit: Callable[..., Visitor], is_old: bool
) -> None:
    visitor = visit()
    if is_old:
        visitor.page.add_init_script("WebAssembly.validate = () => false")
    asked: list[str] = []
    visitor.page.on("request", lambda request: asked.append(request.url))
    go_to(visitor, "/explore?game=azul")
    visitor.one("#engine-switch").click()
    expect(visitor.one("#engine-lines li:first-child .engine-move")).to_be_visible(timeout=60_000)
    expect(visitor.one("#engine-state")).to_contain_text("searched")
    by_service = any(url.endswith("/api/explore/analysis") for url in asked)
    assert by_service == is_old
    visitor.troubles.clear()  # an old browser is told so in the console
