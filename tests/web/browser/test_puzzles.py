"""Puzzles: chosen, tried, solved, counted; by keyboard, on a phone, in three languages."""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import expect

from azulejos.puzzles import Puzzle, shipped
from azulejos.web.puzzle_view import of_the_day

from .accessibility import violations
from .visitor import Visitor


def in_short(game: str) -> Puzzle:
    """A puzzle that ends soon: its wrong moves have lines."""
    found = shipped(game)
    assert found is not None
    return min(found.puzzles, key=lambda puzzle: (len(puzzle.losses), puzzle.id))


def play(visitor: Visitor, move: str) -> None:
    """Make a move of Azul by keyboard: a lot, then a line."""
    source, colour, line = move
    number = 0 if source == "C" else int(source)
    visitor.one(f".lot[data-source='{number}'][data-colour='{colour}']").focus()
    visitor.page.keyboard.press("Enter")
    visitor.one(f".open[data-line='{line}']").first.focus()
    visitor.page.keyboard.press("Enter")


def test_a_puzzle_is_tried_solved_and_counted_once(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    visitor = visit()
    page = visitor.page
    visitor.goto("/puzzles")
    visitor.expect_ready()
    expect(visitor.one("[data-game=azul] .standing")).to_contain_text("not tried any")
    visitor.one("[data-game=azul] [data-stream=denial]").click()
    visitor.expect_ready()
    expect(visitor.one("#puzzle-title")).to_have_text("Denial")

    puzzle = in_short("azul")
    visitor.goto(f"/puzzles/azul/{puzzle.id}")
    visitor.expect_ready()
    assert violations(visitor) == []
    play(visitor, puzzle.wrong[0].move)
    expect(visitor.one("#message")).to_contain_text("gives away")
    expect(visitor.one("#puzzle-standing")).to_contain_text("Your rating: 1")
    assert violations(visitor) == []
    if len(puzzle.wrong[0].line.moves) > 1:  # how it is refuted is stepped through by keyboard
        visitor.one("#puzzle-line button").first.focus()
        page.keyboard.press("ArrowRight")
        expect(visitor.all("#puzzle-line button").nth(1)).to_have_attribute("aria-current", "step")
    visitor.one("#puzzle-again").click()
    play(visitor, puzzle.answer)
    expect(visitor.one("#message")).to_contain_text("right")
    expect(visitor.one("#puzzle-about")).to_contain_text(str(puzzle.rating))
    expect(visitor.one("#puzzle-why")).to_contain_text("Every other move gives away at least")
    expect(visitor.one("#puzzle-explore")).to_be_visible()
    assert violations(visitor) == []

    # It counted once, as not found at the first try; a file takes that along to another browser.
    visitor.goto("/puzzles")
    visitor.expect_ready()
    expect(visitor.one("[data-game=azul] .standing")).to_contain_text("0 of 1 puzzle")
    with page.expect_download() as download:
        visitor.one("#log-export").click()
    file = tmp_path / "puzzles.json"
    download.value.save_as(file)
    assert json.loads(file.read_text())["games"]["azul"]["results"] == {puzzle.id: 0}

    other = visit(360, 640, color_scheme="dark", locale="de-DE")
    other.goto("/puzzles")
    other.expect_ready()
    assert violations(other) == []
    assert not other.scrolls_sideways()
    nothing = tmp_path / "nothing.json"
    nothing.write_text("{}")
    other.one("#log-file").set_input_files(nothing)
    expect(other.one("#log-message")).to_contain_text("keine Ergebnisse")
    other.one("#log-file").set_input_files(file)
    expect(other.one("[data-game=azul] .standing")).to_contain_text("0 von 1 Aufgabe")
    other.one("#log-forget").click()
    other.one("#forget button[value=yes]").click()
    expect(other.one("[data-game=azul] .standing")).to_contain_text("noch keine")


def test_the_puzzle_of_the_day_begins_a_streak(visit: Callable[..., Visitor]) -> None:
    found = shipped("azul")
    assert found is not None
    days = (date(2026, 11, 16) + timedelta(number) for number in range(20))
    day = next(day for day in days if not of_the_day(found, day).answer.startswith("@"))
    puzzle = of_the_day(found, day)
    visitor = visit()
    visitor.page.clock.set_fixed_time(datetime(day.year, day.month, day.day, 12))
    visitor.goto("/puzzles")
    visitor.expect_ready()
    address = f"/puzzles/azul/{puzzle.id}?stream=daily"
    expect(visitor.one("[data-game=azul] [data-daily]")).to_have_attribute("href", address)
    visitor.one("[data-game=azul] [data-daily]").click()
    visitor.expect_ready()
    expect(visitor.one("#puzzle-title")).to_have_text("Puzzle of the day")
    play(visitor, puzzle.answer)
    expect(visitor.one("#puzzle-standing")).to_contain_text("1 day in a row")
    visitor.goto("/puzzles")
    expect(visitor.one("#streak")).to_contain_text("1 day in a row")
    expect(visitor.one("[data-game=azul] .standing")).to_contain_text("Today’s is solved")


@pytest.mark.parametrize(
    ("game", "width", "scheme", "locale", "task"),
    [
        ("azul", 360, "dark", "de-DE", "Finde den besten Zug"),
        ("azuleo", 360, "light", "sv-SE", "hitta det bästa"),
        ("azuleo", 1366, "dark", "en-GB", "find the best one"),
    ],
)
def test_everyone_can_use_them(
    visit: Callable[..., Visitor], game: str, width: int, scheme: str, locale: str, task: str
) -> None:
    visitor = visit(width, 740, color_scheme=scheme, locale=locale)
    visitor.goto(f"/puzzles/{game}/{in_short(game).id}")
    visitor.expect_ready()
    expect(visitor.one("#puzzle-task")).to_contain_text(task)
    assert violations(visitor) == []
    visitor.one("#puzzle-show").click()
    expect(visitor.one("#puzzle-after")).to_be_visible()
    expect(visitor.one(".puzzle.solved")).to_be_visible()
    assert violations(visitor) == []
    assert not visitor.scrolls_sideways()
    address = visitor.page.url
    visitor.one("#puzzle-next").click()
    visitor.page.wait_for_url(lambda url: url != address)
    visitor.expect_ready()
