"""What a move would do, before it is made; where the last one was; moves that are typed."""

import re
from collections.abc import Callable

from playwright.sync_api import expect

from azulejos import azul, azuleo

from ..service import nearly_over
from . import azul_player
from .test_in_view import middle, sit
from .visitor import Visitor

GHOSTS = ".board > .ghost .ghost-tile"


def test_ghosts_show_what_a_move_would_do(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    game = azul.Game(seed=5)
    sit(visitor, game.record(), bots=False)
    move = next(m for m in game.legal_moves() if m.line == 1 and m.source == 1)
    [facts] = game.foreseen([move]).values()
    taken = sum(fact["count"] for fact in facts if fact.kind in ("place", "fall"))
    on_wall = [fact for fact in facts if fact.kind == "tile"]
    assert len(on_wall) == 1
    visitor.one(f".lot[data-source='1'][data-colour='{move.colour}'] .tile").click()
    visitor.one(".line.open[data-line='1'] .target").hover()
    expect(visitor.all(GHOSTS)).to_have_count(taken + 1)
    expect(visitor.one(".board > .ghost .gain")).to_have_text("+1")
    expect(visitor.one("#message")).to_contain_text("The tile on the wall: +1")
    visitor.one(".seat-card.primary .seat-title").hover()
    expect(visitor.all(GHOSTS)).to_have_count(0)
    expect(visitor.one("#message")).not_to_contain_text("The tile")
    # Too many for the floor line: they fall, and that is told.
    visitor.one(".floor.open .target").hover()
    expect(visitor.all(GHOSTS)).to_have_count(taken)
    expect(visitor.one("#message")).to_contain_text("to the floor")


def test_ghosts_are_heard_by_who_plays_by_keyboard(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    game = azul.Game(seed=5)
    sit(visitor, game.record(), bots=False)
    lot = visitor.one(".lot")
    lot.focus()
    lot.press("Enter")
    expect(visitor.one(".line.open[data-line='1']")).to_be_focused()
    for _ in range(5):  # what is said is said once: come back to the line until it is heard
        visitor.page.keyboard.press("ArrowDown")
        visitor.page.keyboard.press("ArrowUp")
        expect(visitor.one(GHOSTS)).to_be_attached()
        visitor.page.wait_for_timeout(500)
        if visitor.one("#live").inner_text():
            break
    expect(visitor.one("#live")).to_contain_text("The tile on the wall: +1")
    visitor.page.keyboard.press("Escape")
    expect(visitor.all(GHOSTS)).to_have_count(0)


def test_a_column_of_the_grey_wall_shows_its_points(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    game = azul.Game(wall="grey", seed=3)
    while game.phase != "tiling":
        moves = game.legal_moves()
        game.play(next((move for move in moves if move.line == 1), moves[0]))
    sit(visitor, game.record(), bots=False)
    gains = game.gains()
    move = game.legal_moves()[-1]
    space = f".space.open[data-line='{move.line}'][data-column='{move.column}']"
    visitor.one(space).hover()
    expect(visitor.all(GHOSTS)).to_have_count(1)
    expect(visitor.one(".board > .ghost .gain")).to_have_text(f"+{gains[move]}")


def test_the_last_move_is_marked_in_the_past_too(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    sit(visitor, middle(azul.Game(seed=3), 6))
    page = visitor.page
    for _ in range(3):
        *_, last = visitor.moves()[: int(page.locator("#slider").input_value())]
        source, _colour, line = last["text"]
        place = ".floor.last" if line == "F" else f".line.last[data-line='{line}']"
        board = visitor.one(f".seat-card[data-player='{last['turn']}']")
        expect(board.locator(place)).to_have_count(1)
        dish = ".centre.last" if source == "C" else f".factory.last[data-source='{source}']"
        expect(visitor.one(dish)).to_be_attached()
        expect(visitor.all(".last")).to_have_count(2)
        page.keyboard.press("ArrowLeft")
        expect(visitor.one("#status")).to_contain_text("After move")
        page.wait_for_timeout(200)


def test_the_last_cross_is_marked(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    record = middle(azuleo.Game(2, seed=3), 12)
    sit(visitor, record)
    *_, last = visitor.moves()
    expect(visitor.all(".last-mark")).to_have_count(1)
    name = re.match(r"#?([a-z]\d+)", last["text"])
    assert name
    field = visitor.one(f".field[data-field='{name[1]}'] .last-mark")
    expect(field).to_be_attached()


def test_moves_are_typed_and_listed_as_they_are_written(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    game = azul.Game(seed=5)
    sit(visitor, game.record(), bots=False)
    page = visitor.page
    move = str(game.legal_moves()[0])
    page.keyboard.type(move[:2].lower())
    expect(visitor.one("#message")).to_contain_text(move[:2])
    assert visitor.version == 0
    page.keyboard.type(move[2].lower())
    visitor.wait_beyond(0)
    assert [entry["text"] for entry in visitor.moves()] == [move]
    page.keyboard.type("9")
    assert visitor.version == 1
    page.locator("summary", has_text="Keys and motion").click()
    page.get_by_label("List moves in short notation").check()
    expect(visitor.one("#moves li span:nth-of-type(2)")).to_have_text(move)
    page.get_by_label("Enter moves by typing them").uncheck()
    page.get_by_label("Pieces move").select_option("fast")
    page.reload()
    visitor.expect_ready()
    assert page.locator("#pace").input_value() == "fast"
    page.locator("body").press(move[0])
    expect(visitor.one("#message")).not_to_contain_text("A move:")


def test_a_game_by_what_is_read_aloud(visit: Callable[..., Visitor]) -> None:
    """Only by roles and names, as those find them who hear the page."""
    visitor = visit()
    azul_player.open_record(visitor, nearly_over("azul", left=5))
    page = visitor.page
    lots = page.get_by_role("button", name=re.compile(r"^(Factory \d|Centre)"))
    lines = page.get_by_role("button", name=re.compile(r"^(Line \d|Floor line)"), disabled=False)
    for _ in range(20):
        if not visitor.wait_for_turn_or_end():
            break
        version = visitor.version
        lots.first.press("Enter")
        lines.first.press("Enter")
        visitor.wait_beyond(version)
    expect(page.get_by_role("dialog")).to_contain_text("win")


def test_tiles_are_dragged_by_a_finger(visit: Callable[..., Visitor]) -> None:
    visitor = visit(412, 915, has_touch=True)
    sit(visitor, azul.Game(seed=5).record(), bots=False)
    start = visitor.one(".lot .tile").bounding_box()
    end = visitor.one(".shown .line[data-line='5'] .target").bounding_box()
    assert start
    assert end
    points = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in (start, end)]
    (x, y), (to_x, to_y) = points
    devtools = visitor.page.context.new_cdp_session(visitor.page)
    for step in range(9):
        at = {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}
        kind = "touchMove" if step else "touchStart"
        devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    expect(visitor.one(".dragged")).to_be_visible()
    devtools.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.wait_beyond(0)
    assert visitor.moves()[0]["text"].endswith("5")
