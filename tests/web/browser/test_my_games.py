"""One's games without an account: on the front page, in a list, and on another device."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from .accessibility import violations
from .visitor import Visitor

Come = Callable[..., Visitor]


def begin(visitor: Visitor) -> None:
    visitor.allowed.add(503)  # while the rules are loaded, a page says so
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play Azul now").click()
    visitor.expect_ready()


def play_out(visitor: Visitor) -> Any:
    """Play first moves to the end, quicker than by hand.

    A service makes its bots' moves while nobody looks, which spares drawing them.
    """
    page, address = visitor.page, visitor.page.url
    if visitor.is_of_site:
        while not (table := visitor.table())["result"]:
            if table["legal"]:
                visitor.ask("play", table["legal"][0], table["version"])  # type: ignore[attr-defined]
            else:
                page.wait_for_timeout(20)
    else:
        at = f"/api/tables/{visitor.table()['id']}"
        page.goto("about:blank")
        while not (table := page.request.get(at).json())["result"]:
            if table["legal"]:
                move = {"id": f"move {table['version']}", "move": table["legal"][0]}
                page.request.post(f"{at}/moves", data=move)
        page.goto(address)
        visitor.expect_ready()
    expect(visitor.one("#result[open]")).to_be_visible()
    return table


def ready(visitor: Visitor) -> None:
    expect(visitor.one("html[data-ready]")).to_be_attached()


def rows(visitor: Visitor, place: str) -> list[str]:
    return visitor.page.locator(f"#{place} li").all_inner_texts()


def test_games_are_found_again_and_come_to_another_device(visit_host: Come, tmp_path: Path) -> None:
    ann = visit_host()
    begin(ann)
    over = play_out(ann)
    begin(ann)
    assert ann.wait_for_turn_or_end()  # in the browser, bots play while their table is open
    running = ann.table()["id"]
    ann.goto("/")
    first, last = ann.all("#kept-games li").all()[:2]
    expect(first).to_contain_text("Your turn")
    own, others = over["result"]["scores"]
    expect(last).to_contain_text(f"{own} : {others}")  # white space is the same, whatever its kind
    expect(last).to_contain_text("with Apprentice")
    ann.page.get_by_role("link", name="All my games").click()
    ready(ann)
    assert len(rows(ann, "running")) == len(rows(ann, "finished")) == 1
    assert violations(ann) == []
    assert ann.page.locator("#finished .my-review").count() == 1

    ann.page.get_by_role("button", name="Make the link").click()
    field = ann.page.get_by_label("Link that brings your games")
    expect(field).to_be_visible()
    link = field.input_value()
    assert "#bring=" in link
    # Of a service the link has tokens alone; of the site, whole games.
    is_short = not ann.is_of_site or len(link) <= 1273
    assert ann.page.locator("img.qr:not([hidden])").count() == is_short
    phone = visit_host(360, 740, color_scheme="dark")
    phone.page.goto(link)
    ready(phone)
    assert "#" not in phone.page.url  # nobody reads the secret there later
    expect(phone.one("#brought")).to_contain_text("brings 2 games")
    assert rows(phone, "running") == []
    assert violations(phone) == []
    phone.page.get_by_role("button", name="Go on with them here").click()
    expect(phone.one("#running li")).to_contain_text("Your turn")
    expect(phone.one("#finished li")).to_contain_text(f"{own} : {others}")
    assert not phone.scrolls_sideways()
    phone.one("#running li a").click()
    phone.expect_ready()
    table = phone.table()
    assert (table["id"], table["mine"]) == (running, [0])
    assert table["legal"]

    # What is off the list stays off, here alone.
    ann.one("#finished .my-remove").click()
    expect(ann.all("#finished li")).to_have_count(0)
    ann.page.reload()
    ready(ann)
    assert rows(ann, "finished") == []


def test_a_file_brings_games_and_a_bad_one_is_refused(visit_host: Come, tmp_path: Path) -> None:
    ann = visit_host()
    begin(ann)
    play_out(ann)
    ann.goto("/games")
    ready(ann)
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Save as a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    told = json.loads(file.read_text(encoding="utf-8"))
    assert len(told["games"]) == 1
    other = visit_host()
    other.goto("/games")
    ready(other)
    expect(other.one("#no-finished")).to_be_visible()
    message = other.one("#my-message")
    other.one("#log-file").set_input_files(file)
    expect(message).to_have_text("1 game of the file is new here.")
    expect(other.all("#finished li")).to_have_count(1)
    # A service keeps the seats, the site the tables themselves: only these are in a file.
    assert other.all("#finished a.my-title").count() == other.is_of_site
    wrong = tmp_path / "wrong.json"
    told["games"][0]["result"] = "won"
    for text, words in (
        ("no file of ours", "This file holds no games of ours; nothing has changed."),
        (json.dumps(told), "Game 1 in this file cannot be read; nothing has changed."),
    ):
        wrong.write_text(text, encoding="utf-8")
        other.one("#log-file").set_input_files(wrong)
        expect(message).to_have_text(words)
    expect(other.all("#finished li")).to_have_count(1)


def test_a_link_of_which_some_is_missing_says_so(visit_host: Come) -> None:
    visitor = visit_host()
    visitor.page.goto("games#bring=abc" if not visitor.is_of_site else "games/#bring=abc")
    expect(visitor.one("#my-message")).to_have_text(
        "This link brings no games: some of it is missing."
    )
    assert not visitor.page.locator("#brought").is_visible()
    ready(visitor)


def test_how_am_i_doing(visit_host: Come) -> None:
    ann = visit_host()
    ann.goto("/progress")
    ready(ann)
    expect(ann.one("#no-career")).to_contain_text("Your story begins with a game")
    assert violations(ann) == []
    begin(ann)
    for n in range(2):
        if n:
            begin(ann)
        over = play_out(ann)
    if not ann.is_of_site:  # a review is remembered as soon as it is complete
        ann.goto(f"/t/{over['id']}/review")
        expect(ann.one("#review-state")).to_be_hidden(timeout=60_000)
        ann.page.wait_for_function(
            "() => Object.values(localStorage).some(x => x.includes('luck'))"
        )
    ann.goto("/progress")
    ready(ann)
    expect(ann.one("#career-kind option")).to_have_text("2 players, Coloured (2)")
    expect(ann.one("#career-rating .big")).to_contain_text("±")
    expect(ann.one("#career-results")).to_contain_text("2 games")
    expect(ann.one("#career-points svg.plot")).to_be_visible()
    details = ann.one("#career-rating details")
    details.locator("summary").click()
    expect(details.locator("tbody tr")).to_have_count(2)
    expect(ann.one("#career-reviews")).to_contain_text(
        "Have games reviewed" if ann.is_of_site else "1 game was reviewed"
    )
    assert violations(ann) == []
    ann.page.set_viewport_size({"width": 360, "height": 640})
    assert not ann.scrolls_sideways()
