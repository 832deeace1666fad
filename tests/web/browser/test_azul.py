"""Whole games of Azul, played as people play them."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from azulejos import azul

from ..service import nearly_over
from . import azul_player
from .drawn import check_alike
from .visitor import Visitor


@pytest.fixture
def visit(visit_host: Callable[..., Visitor]) -> Callable[..., Visitor]:
    """Both hosts of a table pass these tests."""
    return visit_host


def check_result(visitor: Visitor) -> None:
    """The result tells the winner, and where all points came from."""
    page = visitor.page
    table = visitor.table()
    assert table["phase"] == "over"
    expect(visitor.one("#result .chart tbody tr")).to_be_visible()
    sums = [0] * len(table["seats"])
    for row in visitor.all("#result .chart tbody tr").all():
        for player, cell in enumerate(row.locator(".bar-number").all()):
            sums[player] += int(cell.inner_text().replace("−", "-"))
    assert sums == table["result"]["scores"]
    page.get_by_role("button", name="Look at the table").click()


def near_the_end(visitor: Visitor) -> None:
    """On to a game whose end is near, all seats at one screen.

    A move is the same at either host and of any size: a game is played from its first move to its
    last once by mouse and once by keyboard, and elsewhere its beginning and its end.
    """
    azul_player.open_record(visitor, nearly_over("azul", left=8))


def test_a_whole_game_by_mouse(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    azul_player.start(visitor)
    assert visitor.wait_for_turn_or_end()
    # The first tiles are dragged to their line.
    version = visitor.version
    tile = visitor.one(".lot .tile").bounding_box()
    line = visitor.one(".primary .line[data-line='5'] .target").bounding_box()
    assert tile
    assert line
    mouse = visitor.page.mouse
    mouse.move(tile["x"] + 5, tile["y"] + 5)
    mouse.down()
    mouse.move(tile["x"] + 60, tile["y"] + 40, steps=4)
    expect(visitor.one(".dragged")).to_be_visible()
    mouse.move(line["x"] + line["width"] / 2, line["y"] + line["height"] / 2, steps=6)
    mouse.up()
    visitor.wait_beyond(version)
    assert visitor.table()["position"]["boards"][0]["lines"][4]["count"] > 0
    if visitor.is_of_site:
        near_the_end(visitor)
    azul_player.play_out(visitor, lambda place: place.click())
    check_result(visitor)
    # What the script has drawn move by move is what the service draws at once.
    check_alike(visitor)
    drawn = visitor.drawing()
    visitor.page.reload()
    visitor.expect_ready()
    expect(visitor.one("#result[open]")).to_be_visible()
    assert visitor.drawing() == drawn


def test_a_whole_game_by_keyboard_alone(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    press = visitor.page.keyboard.press
    visitor.goto("/")
    for _ in range(40):
        if visitor.page.evaluate("() => document.activeElement.textContent") == "Play Azul now":
            break
        press("Tab")
    press("Enter")
    visitor.expect_ready()
    for number in range(200):
        if visitor.is_of_site and number == 3:
            near_the_end(visitor)
        if not visitor.wait_for_turn_or_end():
            break
        version = visitor.version
        for _ in range(60):
            if visitor.page.evaluate("() => document.activeElement.matches('.lot')"):
                break
            press("Tab")
        press("ArrowRight")
        press("Enter")
        expect(visitor.one(".line:focus, .floor:focus")).to_be_attached()
        press("Enter")
        visitor.wait_beyond(version)
    assert visitor.is_over
    check_result(visitor)


def test_a_whole_game_on_a_phone(visit: Callable[..., Visitor]) -> None:
    visitor = visit(360, 740, has_touch=True, is_mobile=True, device_scale_factor=2)
    azul_player.start(visitor)
    assert visitor.wait_for_turn_or_end()
    smallest = visitor.page.eval_on_selector_all(
        ".lot .tile, .primary .line .target",
        "all => Math.min(...all.map(one => { const r = one.getBoundingClientRect();"
        " return Math.min(r.width, r.height); }))",
    )
    assert smallest >= 24
    azul_player.play_out(visitor, lambda place: place.tap(), taps=2, end=3)
    assert not visitor.scrolls_sideways()
    near_the_end(visitor)
    azul_player.play_out(visitor, lambda place: place.tap(), taps=2)
    assert not visitor.scrolls_sideways()
    check_result(visitor)
    assert not visitor.scrolls_sideways()


def test_the_grey_wall(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    record = nearly_over("azul", left=14, wall="grey")
    before = len([text for text in record["moves"] if text.startswith("@")])
    azul_player.open_record(visitor, record)
    azul_player.play_out(visitor, lambda place: place.click())
    moves = [move["text"] for move in visitor.moves()]
    assert len([text for text in moves if text.startswith("@")]) > before
    check_result(visitor)


def test_a_round_on_the_grey_wall_is_scored_once(visit: Callable[..., Visitor]) -> None:
    """Tile by tile the points of the tile, then those of the round; nobody gets "+0"."""
    visitor = visit()
    game = azul.replay(nearly_over("azul", 0, wall="grey"))
    phases = [game.after(n).phase for n in range(game.entries)]
    entries = next(n for n in range(1, game.entries) if set(phases[n : n + 4]) == {"tiling"})
    azul_player.open_record(visitor, game.after(entries).record())
    told = []
    while visitor.table()["phase"] == "tiling":
        version = visitor.version
        visitor.one(".space.open").click()
        visitor.wait_beyond(version)
        told.append(visitor.one("#message").inner_text())
    assert len(told) > 2
    assert not any("scored" in words for words in told[:-1])
    assert all(": +" in words for words in told[:-1])
    *_, last = visitor.moves()
    number, round_points = last["round"], last["round_points"]
    shown = told[-1].partition(f"Round {number} is scored. ")[2]
    assert [int(n) for n in re.findall(r": ([+-]?\d+)", shown.replace("−", "-"))] == round_points
    points = visitor.all(".move-points").all_inner_texts()
    assert not any("+0" in words for words in points)
    assert points[-1].startswith("Player 1 ")
    of_tiles = [words for words in points if "Player" not in words]
    assert len(of_tiles) >= len(told) - 1
    rounds = visitor.all(".move-round").all_inner_texts()
    assert len(points) - len(of_tiles) in (len(rounds) - 1, len(rounds))


def test_why_a_line_is_closed(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    azul_player.new_table(visitor)
    closed = visitor.all(".line.closed")
    for _ in range(30):
        assert visitor.wait_for_turn_or_end()
        visitor.one(".lot .tile").click()
        expect(visitor.one(".line.open, .floor.open")).to_be_attached()
        if closed.count():
            break
        version = visitor.version
        visitor.one(".line.open .target").click()
        visitor.wait_beyond(version)
    closed.first.locator(".target").click(force=True)
    expect(visitor.one("#message")).to_contain_text("takes")
    visitor.page.keyboard.press("Escape")
    expect(visitor.one(".lot.picked")).to_have_count(0)


def test_taking_back_looking_back_and_going_on(
    visit: Callable[..., Visitor], downloads: Path
) -> None:
    visitor = visit()
    page = visitor.page
    azul_player.new_table(visitor)
    for _ in range(3):
        assert visitor.wait_for_turn_or_end()
        version = visitor.version
        azul_player.picks(visitor, lambda place: place.click()).click()
        visitor.wait_beyond(version)
    assert visitor.wait_for_turn_or_end()
    expect(visitor.all("#moves li")).to_have_count(6)
    page.get_by_role("button", name="Undo").click()
    expect(visitor.all("#moves li")).to_have_count(4)
    assert visitor.wait_for_turn_or_end()

    page.get_by_role("button", name="One move back").click()
    expect(visitor.one("#status")).to_have_text("After move 3 of 4")
    visitor.one("#moves button").click()
    expect(visitor.one("#status")).to_have_text("After move 1 of 4")
    expect(visitor.all(".azulejos.ready")).to_have_count(0)

    with page.expect_download() as download:
        visitor.one("#record").click()
    path = downloads / "game.json"
    download.value.save_as(path)
    assert len(azul.replay(json.loads(path.read_text())).record()["moves"]) >= 5

    before = page.url
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Go on", exact=True).click()
    page.wait_for_url(lambda url: url != before)
    visitor.expect_ready()
    assert visitor.wait_for_turn_or_end()
    assert len(visitor.table()["moves"]) in (1, 2, 3)

    visitor.goto("/open")
    visitor.one("#record-file").set_input_files(path)
    visitor.expect_ready()
    expect(visitor.all("#moves li")).to_have_count(4)


def test_the_end_of_a_game_is_shown_step_by_step(visit: Callable[..., Visitor]) -> None:
    """With everything in motion: tiles fly, points rise, and the scores come out right."""
    visitor = visit(reduced_motion="no-preference")
    azul_player.open_record(visitor, nearly_over("azul", left=2))
    seen = 0
    for _ in range(10):
        if not visitor.wait_for_turn_or_end():
            break
        version = visitor.version
        azul_player.picks(visitor, lambda place: place.click()).click()
        expect(visitor.one(".flight")).to_be_attached()
        visitor.wait_beyond(version)
        seen += 1
    assert seen
    assert visitor.is_over
    shown = [int(score) for score in visitor.all(".seat-score .score").all_inner_texts()]
    assert shown == visitor.table()["result"]["scores"]
