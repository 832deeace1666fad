"""The end of a game, and finished games that are opened: who won, why, and by what points."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from azulejos import bots

from ..service import decided_by_rows, nearly_over
from . import azul_player
from .visitor import Visitor

SET_UP = """async command => {
  const headers = { "Content-Type": "application/json" };
  const body = JSON.stringify(command);
  const answer = await fetch("/api/tables", { method: "POST", headers, body });
  return (await answer.json()).url;
}"""


def at_table(visitor: Visitor, **command: Any) -> None:
    """Sit down at a table that was set up by a program."""
    visitor.goto("/")
    visitor.goto(visitor.page.evaluate(SET_UP, command))
    visitor.expect_ready()


def show_result(visitor: Visitor) -> None:
    visitor.page.locator("#show-result").click()
    expect(visitor.one("#result[open]")).to_be_visible()


def test_complete_rows_decide_among_equal_points(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    seats = [{"kind": "me", "name": "Ann"}, {"kind": "here", "name": "Bo"}]
    at_table(visitor, game="azul", position=decided_by_rows(), seats=seats)
    azul_player.picks(visitor, lambda one: one.click())
    visitor.one(".floor.open .target").click()
    expect(visitor.one("#result-title")).to_have_text("Bo wins")
    expect(visitor.one("#result-body")).to_contain_text("On equal points, more complete rows win.")
    rows = visitor.all("#result .scores tr").all_inner_texts()
    assert [" ".join(row.split()) for row in rows] == [
        "Bo 1 complete row 17",
        "Ann 0 complete rows 17",
    ]
    visitor.page.get_by_role("button", name="Look at the table").click()
    expect(visitor.one("#status")).to_have_text("Bo wins. On equal points, more complete rows win")


@pytest.mark.parametrize(
    ("locale", "mine", "theirs"),
    [
        ("en-GB", "You and {} win", "{} and {} win"),
        ("de-DE", "Du und {} gewinnt", "{} und {} gewinnen"),
        ("sv-SE", "Du och {} vinner", "{} och {} vinner"),
    ],
)
def test_a_team_wins_together(
    visit: Callable[..., Visitor], locale: str, mine: str, theirs: str
) -> None:
    record = nearly_over("azuleo", 0, players=4)
    winners = record["result"]["winners"]
    assert len(winners) == 2
    # Every seat in one language, and in the others one of the winners' and one of the losers'.
    losers = [n for n in range(4) if n not in winners]
    for own in range(4) if locale == "en-GB" else (winners[0], losers[0]):
        visitor = visit(locale=locale)
        seats: list[dict[str, Any]] = [{"kind": "bot", "level": n + 1} for n in range(4)]
        seats[own] = {"kind": "me"}
        at_table(visitor, game="azuleo", record=record, seats=seats)
        names = {n: visitor.page.evaluate(LEVEL, n + 1) for n in range(4)}
        if own in winners:
            [partner] = [n for n in winners if n != own]
            words = mine.format(names[partner])
        else:
            words = theirs.format(*(names[n] for n in winners))
        expect(visitor.one("#status")).to_have_text(words)
        show_result(visitor)
        expect(visitor.one("#result-title")).to_have_text(words)
        # One line for each team, the winners first.
        scores = visitor.all("#result .scores tr")
        expect(scores).to_have_count(2)
        expect(scores.first.locator("td")).to_have_text(str(max(record["result"]["scores"])))
        expect(scores.first).to_contain_text(" & ")


#: What the reader's language calls the bots of a level.
LEVEL = """number => JSON.parse(document.getElementById("data").textContent)
  .levels.find((level) => level.number === number).name"""


@pytest.mark.parametrize("players", [2, 4])
def test_azuleo_tells_where_the_points_came_from(
    visit: Callable[..., Visitor], players: int
) -> None:
    visitor = visit(360, 740)
    record = nearly_over("azuleo", 0, players=players)
    seats = [{"kind": "me", "name": "Ann"}, *[{"kind": "here", "name": n} for n in "BCD"]]
    at_table(visitor, game="azuleo", record=record, seats=seats[:players])
    show_result(visitor)
    chart = visitor.all("#result .chart tbody tr")
    expect(chart).to_have_count(3)
    assert visitor.all("#result .chart tbody th").all_inner_texts() == [
        "Colour pairs",
        "Azuleos",
        "Blockades",
    ]
    sums = [0, 0]
    for row in chart.all():
        for side, cell in enumerate(row.locator(".bar-number").all()):
            sums[side] += int(cell.inner_text().replace("−", "-"))
    assert sums == record["result"]["scores"][:2]
    heads = visitor.all("#result .chart thead th").all_inner_texts()
    assert heads == (["Ann", "B"] if players == 2 else ["Ann & C", "B & D"])
    assert not visitor.scrolls_sideways()


def test_filling_alone_has_no_points_to_explain(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    at_table(visitor, game="azuleo", record=nearly_over("azuleo", 0, players=1))
    show_result(visitor)
    expect(visitor.all("#result .chart")).to_have_count(0)


def test_a_downloaded_record_tells_who_won_when_it_is_opened(
    visit: Callable[..., Visitor], downloads: Path
) -> None:
    visitor = visit()
    page = visitor.page
    seats = [{"kind": "me", "name": "Ann <i>"}, {"kind": "bot", "level": 4}]
    at_table(visitor, game="azul", record=nearly_over("azul", 1), seats=seats)
    if visitor.wait_for_turn_or_end():
        azul_player.picks(visitor, lambda one: one.click()).click()
    expect(visitor.one("#result[open]")).to_be_visible()
    title = visitor.one("#result-title").inner_text()
    with page.expect_download() as download:
        page.locator("#result").get_by_role("link", name="Download the record").click()
    path = downloads / "game.json"
    download.value.save_as(path)
    record = json.loads(path.read_text())
    assert record["result"]["scores"]

    record["date"] = "2025-03-07"
    path.write_text(json.dumps(record))
    visitor.goto("/open")
    visitor.one("#record-file").set_input_files(path)
    visitor.expect_ready()
    names = ["Ann <i>", bots.LEVELS["azul"][3].name]
    assert visitor.all(".seat-who").all_inner_texts() == names
    expect(visitor.one("#status")).to_have_text(title)
    assert title in {f"{name} wins" for name in names}
    expect(visitor.one("#played")).to_have_text("Played on 7 March 2025")
    # It was opened to be looked at: the result waits until it is asked for.
    expect(visitor.all("#result[open]")).to_have_count(0)
    show_result(visitor)
    expect(visitor.one("#rematch")).to_be_hidden()
    expect(visitor.one("#result .chart tbody tr")).to_be_visible()


def test_the_star_is_not_in_the_past(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    azul_player.open_record(visitor, nearly_over("azul", 0))
    expect(visitor.all(".seat-card.winner")).to_have_count(1)
    visitor.page.get_by_role("button", name="One move back").click()
    expect(visitor.one("#status")).to_contain_text("After move")
    expect(visitor.all(".seat-card.winner")).to_have_count(0)
    visitor.page.get_by_role("button", name="One move on").click()
    expect(visitor.all(".seat-card.winner")).to_have_count(1)
