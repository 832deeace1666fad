"""The site: games that the browser keeps itself, without a network, whatever happens to them."""

import json
import random
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, expect

from azulejos import azul, azuleo
from azulejos.puzzles.puzzle import shipped
from azulejos.web.puzzle_view import shown
from azulejos.web.site.build import service_worker
from azulejos.web.site.pages import addresses

from .accessibility import violations
from .hosting import hosting
from .site_visitor import SiteVisitor

Visit = Callable[..., SiteVisitor]
PAGES = ("/", "/new", "/rules/azul", "/first-game/azuleo", "/open", "/explore", "/puzzles")


def play_out(visitor: SiteVisitor, chance: random.Random, most: int = 400) -> None:
    """Play moves at random to the end, quicker than by hand."""
    for _ in range(most):
        while not ((table := visitor.table())["legal"] or table["result"]):
            visitor.page.wait_for_timeout(20)
        if table["result"]:
            return
        visitor.ask("play", chance.choice(table["legal"]), table["version"])
    raise AssertionError("the game does not end")


def start(visitor: SiteVisitor, button: str) -> None:
    visitor.goto("/")
    visitor.page.get_by_role("button", name=button).click()
    visitor.expect_ready()


def record_of(visitor: SiteVisitor) -> Any:
    return json.loads(visitor.ask("record")["text"])


def another_tab(visitor: SiteVisitor) -> SiteVisitor:
    """A second tab of the same browser, at the same page."""
    context: BrowserContext = visitor.page.context
    other = SiteVisitor(context.new_page())
    other.page.goto(visitor.page.url)
    other.expect_ready()
    return other


@pytest.mark.parametrize(
    ("button", "replay"), [("Play Azul now", azul.replay), ("Play Azuleo", azuleo.replay)]
)
def test_a_whole_game_without_a_network(visit_site: Visit, button: str, replay: Any) -> None:
    visitor = visit_site()
    visitor.goto("/")
    visitor.wait_until_kept()
    visitor.page.context.set_offline(True)
    start(visitor, button)
    play_out(visitor, random.Random(3))
    expect(visitor.one("#result[open]")).to_be_visible()
    expect(visitor.one("#result .chart tbody tr")).to_be_visible()
    record = record_of(visitor)
    game = replay(record)
    told = visitor.table()["result"]
    assert (game.scores, game.winners) == (told["scores"], told["winners"])
    assert game.record() == {key: record[key] for key in game.record()}
    visitor.page.reload()
    visitor.expect_ready()
    assert record_of(visitor) == record
    for path in ("/rules/azul", "/new", "/first-game"):
        visitor.page.goto(path.lstrip("/") + "/")
        expect(visitor.one("h1")).to_be_visible()


def test_nothing_is_asked_of_any_other_host(visit_site: Visit, site_address: str) -> None:
    visitor = visit_site()
    asked: list[str] = []
    visitor.page.context.on("request", lambda request: asked.append(request.url))
    for path in PAGES:
        visitor.goto(path)
    start(visitor, "Play Azul now")
    visitor.wait_until_kept()
    assert {url for url in asked if not url.startswith((site_address, "blob:", "data:"))} == set()


@pytest.mark.parametrize("locale", ["en-GB", "de-DE", "sv-SE"])
def test_who_comes_for_the_first_time_reads_their_language(visit_site: Visit, locale: str) -> None:
    visitor = visit_site(360, 740, locale=locale, color_scheme="dark")
    visitor.goto("/")
    expect(visitor.one("html")).to_have_attribute("lang", locale[:2])
    for path in PAGES:
        if locale == "en-GB":
            visitor.goto(path)
        else:
            visitor.goto(f"/{locale[:2]}{path}")
        expect(visitor.one("html")).to_have_attribute("lang", locale[:2])
        assert not visitor.scrolls_sideways(), path
        assert violations(visitor) == [], path


def test_every_other_page_is_for_everyone(visit_site: Visit) -> None:
    """Those that need nothing in their address; the others have tests of their own."""
    visitor = visit_site()
    own = re.compile(r"/(t|explore|review|retry|puzzles)/")
    for path in addresses():
        if path not in PAGES and not own.match(path):
            visitor.goto(path)
            assert violations(visitor) == [], path


def test_language_and_theme_stay_as_chosen(visit_site: Visit) -> None:
    visitor = visit_site()
    visitor.goto("/rules/azuleo")
    visitor.page.get_by_role("link", name="Svenska").click()
    expect(visitor.one("html")).to_have_attribute("lang", "sv")
    assert visitor.page.url.endswith("/sv/rules/azuleo/")
    visitor.page.get_by_role("button", name="Mörkt").click()
    visitor.goto("/")
    expect(visitor.one("html")).to_have_attribute("lang", "sv")
    expect(visitor.one("html")).to_have_attribute("data-theme", "dark")
    expect(visitor.one("button[name=theme][value=dark]")).to_have_attribute("aria-pressed", "true")


def test_a_closed_tab_s_game_goes_on(visit_site: Visit) -> None:
    visitor = visit_site()
    start(visitor, "Play Azul now")
    assert visitor.wait_for_turn_or_end()
    table = visitor.table()
    visitor.ask("play", table["legal"][0], table["version"])
    assert visitor.wait_for_turn_or_end()
    record = record_of(visitor)
    context = visitor.page.context
    visitor.page.close()
    again = SiteVisitor(context.new_page())
    again.goto("/")
    again.one("#kept-games a").click()
    again.expect_ready()
    assert record_of(again) == record
    assert again.table()["undo"]["can"]
    again.goto("/")
    again.page.get_by_role("button", name=re.compile("Delete the game Azul")).click()
    expect(again.one("#kept")).to_be_hidden()


def test_two_tabs_show_one_table(visit_site: Visit) -> None:
    visitor = visit_site()
    start(visitor, "Play Azul now")
    assert visitor.wait_for_turn_or_end()
    other = another_tab(visitor)
    for mover in (visitor, other, visitor):
        table = mover.table()
        mover.ask("play", table["legal"][0], table["version"])
        for tab in (visitor, other):
            tab.wait_beyond(table["version"])
            assert tab.wait_for_turn_or_end()
        assert visitor.table() == other.table()
    # Each bot's move was made once. When the tab in which bots play is closed, they play on here.
    game = azul.replay(record_of(other))
    assert game.entries == other.table()["entries"]
    visitor.page.close()
    table = other.table()
    other.ask("play", table["legal"][0], table["version"])
    other.wait_beyond(table["version"] + 1)
    assert other.wait_for_turn_or_end()


def test_a_full_storage_is_told_and_nothing_is_lost(visit_site: Visit) -> None:
    visitor = visit_site()
    start(visitor, "Play Azul now")
    assert visitor.wait_for_turn_or_end()
    visitor.page.evaluate(
        "() => { const { add } = IDBObjectStore.prototype; window.room = () => {"
        " IDBObjectStore.prototype.add = add; }; IDBObjectStore.prototype.add = () => {"
        " throw new DOMException('no room', 'QuotaExceededError'); }; }"
    )
    before = visitor.table()
    tile = visitor.one(".lot .tile")
    tile.click()
    visitor.one(".line.open .target, .floor.open .target").click()
    expect(visitor.one("#message")).to_contain_text("storage is full")
    assert visitor.table() == before
    visitor.page.evaluate("() => window.room()")
    visitor.ask("play", before["legal"][0], before["version"])
    visitor.wait_beyond(before["version"])


def test_a_damaged_game_is_told_and_others_go_on(visit_site: Visit) -> None:
    visitor = visit_site()
    start(visitor, "Play Azul now")
    assert visitor.wait_for_turn_or_end()
    table = visitor.table()
    visitor.ask("play", table["legal"][0], table["version"])
    visitor.wait_beyond(table["version"])
    visitor.page.evaluate(
        "() => new Promise((done) => { const opening = indexedDB.open('azulejos');"
        " opening.onsuccess = () => { const events = opening.result"
        " .transaction('events', 'readwrite').objectStore('events'); const all = events.getAll();"
        " all.onsuccess = () => { const [first] = all.result; first.body.text = '9K9';"
        " events.put(first).onsuccess = done; }; }; })"
    )
    visitor.page.reload()
    expect(visitor.one(".sorry")).to_contain_text("damaged")
    assert violations(visitor) == []
    visitor.troubles.clear()  # the console says so, too
    visitor.page.get_by_role("link", name="To the front page").click()
    expect(visitor.one("#kept-games li")).to_have_count(1)
    start(visitor, "Play Azul now")
    assert visitor.wait_for_turn_or_end()
    visitor.goto("/t/azul/0/?t=nowhere")
    expect(visitor.one(".sorry")).to_contain_text("no such game")
    visitor.troubles.clear()


def test_a_browser_that_keeps_nothing_says_so(visit_site: Visit) -> None:
    visitor = visit_site()
    visitor.page.add_init_script(
        "IDBFactory.prototype.open = () => { throw new DOMException('no', 'SecurityError'); }"
    )
    start(visitor, "Play Azul now")
    expect(visitor.one("#keeps-nothing")).to_contain_text("keeps nothing")
    assert visitor.wait_for_turn_or_end()
    table = visitor.table()
    visitor.ask("play", table["legal"][0], table["version"])
    visitor.wait_beyond(table["version"])


def test_an_old_browser_is_told(visit_site: Visit) -> None:
    visitor = visit_site()
    visitor.page.add_init_script("WebAssembly.validate = () => false")
    visitor.goto("/")
    visitor.page.get_by_role("button", name="Play Azul now").click()
    expect(visitor.one(".sorry")).to_contain_text("too old")
    visitor.troubles.clear()


@contextmanager
def renewable(site_folder: Path, folder: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """A copy of the site at a host of its own, and what makes another version of it."""
    shutil.copytree(site_folder, folder)

    def renew() -> None:
        page = folder / "index.html"
        page.write_text(page.read_text(encoding="utf-8").replace("<title>", "<title>Newer: "))
        files = {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in folder.rglob("*.*")
            if path.name != "sw.js"
        }
        (folder / "sw.js").write_bytes(service_worker(files))

    with hosting(folder) as here:
        yield here, renew


def test_a_form_waits_for_its_script(visit_site: Visit) -> None:
    visitor = visit_site()
    held: list[Any] = []
    visitor.page.route("**/browser/pages.js", lambda route: held.append(route), times=1)
    visitor.page.goto("", wait_until="commit")
    button = visitor.page.get_by_role("button", name="Play Azul now")
    button.click()
    expect(button).to_have_attribute("aria-busy", "true")
    assert urlsplit(visitor.page.url).path == "/"
    held[0].continue_()
    visitor.expect_ready()
    assert visitor.wait_for_turn_or_end()
    for file in ("index.html", "new/index.html", "open/index.html"):
        visitor.page.goto(file.replace("index.html", ""))
        assert visitor.page.locator("form[method=post]").count() == 0


def test_a_finished_game_is_explored(visit_site: Visit) -> None:
    visitor = visit_site()
    start(visitor, "Play Azul now")
    play_out(visitor, random.Random(4))
    visitor.page.get_by_role("button", name="Look at the table").click()
    visitor.one("#to-explore").click()
    visitor.page.wait_for_selector("html[data-ready]", state="attached")
    assert "/explore/azul/0/" in visitor.page.url
    expect(visitor.one("#status")).to_contain_text("The game is over")
    visitor.page.keyboard.press("ArrowLeft")
    expect(visitor.one("#line-tree [aria-current]")).to_be_visible()
    visitor.one("#engine-switch").click()
    move = visitor.one("#engine-lines li:first-child .engine-move")
    expect(move).to_be_visible()
    expect(visitor.one("#engine-state")).to_contain_text(re.compile("searched|certain"))
    move.click()
    visitor.page.wait_for_url(re.compile("line="))
    assert violations(visitor) == []
    address = visitor.page.url
    expect(visitor.page.get_by_role("link", name="To the table")).to_be_visible()
    other = SiteVisitor(visitor.page.context.new_page())
    other.page.goto(address)  # a link leads to the same line
    other.page.wait_for_selector("html[data-ready]", state="attached")
    expect(other.one("#line-tree [aria-current]")).to_be_visible()


def test_hints_are_taken_kept_and_counted(visit_site: Visit) -> None:
    visitor = visit_site(locale="sv-SE")
    visitor.goto("/sv/")
    visitor.page.get_by_role("button", name="Azul").first.click()
    visitor.expect_ready()
    assert visitor.wait_for_turn_or_end()
    table = visitor.table()
    visitor.one("#hint").click()
    more = visitor.one("#hint-more")
    for step in (1, 2):
        visitor.wait_beyond(table["version"] + step - 1)
        more.click()
    visitor.wait_beyond(table["version"] + 2)
    told = visitor.table()
    assert told["hint"]["move"] in told["legal"]
    assert told["hint"]["step"] == 3
    assert [seat["hints"] for seat in told["seats"]] == [1, 0]
    expect(visitor.one("#hint-text")).to_contain_text("Ett bra drag")
    assert violations(visitor) == []
    visitor.page.reload()
    visitor.expect_ready()
    assert visitor.table()["hint"] == told["hint"]
    visitor.ask("play", told["legal"][0], told["version"])
    visitor.wait_beyond(told["version"])
    assert visitor.table()["hint"] is None
    record = record_of(visitor)
    assert record["seats"][0]["hints"] == 1
    assert azul.replay(record).entries


@pytest.mark.parametrize(("game", "number"), [("azul", 3), ("azuleo", 5)])
def test_a_puzzle_is_what_the_service_tells_of_it(
    visit_site: Visit, game: str, number: int
) -> None:
    collection = shipped(game)
    assert collection is not None
    puzzle = collection.puzzles[number]
    visitor = visit_site(360, 740, locale="de-DE")
    visitor.goto(f"/de/puzzles/one?game={game}&id={puzzle.id}&stream=quiet")
    visitor.page.wait_for_selector("html[data-ready]", state="attached")
    assert f"/de/puzzles/{game}/" in visitor.page.url
    script = """async ([game, id]) => {
        const base = document.querySelector("script[src*='browser/puzzle_start.js']").src;
        const { collectionOf, puzzleShown } = await import(new URL("puzzles.js", base));
        const { kitFor } = await import(new URL("kit.js", base));
        const { levels, ...words } = JSON.parse(document.getElementById("data").textContent);
        const { by, whys } = await kitFor(game, levels, words);
        const { puzzles } = await collectionOf(game);
        return puzzleShown(by, puzzles.find((one) => one.id === id), whys, "Die Lösung");
    }"""
    told = visitor.page.evaluate(script, [game, puzzle.id])
    expected = json.loads(json.dumps(shown(puzzle)))
    same = ("id", "game", "kind", "rating", "deviation", "proven", "themes", "share", "player")
    for name in (*same, "position", "losses"):
        assert told[name] == expected[name], name
    before = expected["table"]["position"]
    assert told["table"]["position"] == before
    assert told["table"]["legal"] == expected["table"]["legal"]
    for move, change in expected["after"].items():
        assert told["after"][move] == {"=": changed(before, change)}, move
    for mine, theirs in zip(told["lines"], expected["lines"], strict=True):
        assert [step["move"] for step in mine["steps"]] == [
            step["move"] for step in theirs["steps"]
        ]
        assert [step["player"] for step in mine["steps"]] == [
            step["player"] for step in theirs["steps"]
        ]
        assert mine["why"] == (theirs["why"] and theirs["why"]["de"])
    visitor.one("#puzzle-show").click()
    expect(visitor.one("#puzzle-why")).to_contain_text("jeder andere Zug", ignore_case=True)
    assert violations(visitor) == []
    visitor.one("#puzzle-explore").click()
    visitor.page.wait_for_selector("html[data-ready]", state="attached")
    assert "/de/explore/" in visitor.page.url


def changed(before: Any, change: Any) -> Any:
    """A position after changes, as the scripts make it."""
    if "=" in change:
        return change["="]
    after = before.copy()
    for key, inner in change.items():
        place = int(key) if isinstance(after, list) else key
        after[place] = changed(before[place], inner)
    return after


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_position_is_set_up_and_played_from(visit_site: Visit, game: str) -> None:
    visitor = visit_site(360, 740, locale="de-DE")
    visitor.goto(f"/de/explore?game={game}&players=3")
    visitor.page.wait_for_selector("html[data-ready]", state="attached")
    visitor.one("#edit").click()
    expect(visitor.one("#set-up-state")).not_to_be_empty()
    text = visitor.one("#set-up-text")
    visitor.one("#set-up-written summary").click()
    good = text.input_value()
    text.fill(good.replace(f"{game} 3", f"{game} 2", 1))
    visitor.one("#set-up-form button").click()
    expect(visitor.one("#set-up-state")).to_contain_text(
        re.compile("erwartet|möglich", re.IGNORECASE)
    )
    text.fill(good)
    visitor.one("#set-up-form button").click()
    visitor.page.wait_for_selector("html[data-ready]", state="attached")
    visitor.one("#play-from-here").click()
    visitor.one("#play-go").click()
    visitor.expect_ready()
    assert len(visitor.table()["seats"]) == 3
    assert visitor.table()["legal"]
    replayed = {"azul": azul, "azuleo": azuleo}[game].replay(record_of(visitor))
    assert replayed.players == 3
    visitor.page.reload()
    visitor.expect_ready()


def test_an_update_in_the_middle_of_a_game(
    visit_site: Visit, site_folder: Path, tmp_path: Path
) -> None:
    with renewable(site_folder, tmp_path / "site") as (here, renew):
        visitor = visit_site(base_url=here)
        start(visitor, "Play Azul now")
        visitor.wait_until_kept()
        assert visitor.wait_for_turn_or_end()
        renew()
        visitor.page.evaluate(
            "async () => { await (await navigator.serviceWorker.ready).update(); }"
        )
        expect(visitor.one("#newer")).to_be_visible()
        # The game goes on with the files that it has.
        table = visitor.table()
        visitor.ask("play", table["legal"][0], table["version"])
        visitor.wait_beyond(table["version"])
        assert visitor.wait_for_turn_or_end()
        entries = visitor.table()["entries"]
        other = SiteVisitor(visitor.page.context.new_page())
        other.page.goto(here)
        assert not other.page.title().startswith("Newer")
        other.page.close()
        visitor.page.get_by_role("button", name="Use it now").click()
        visitor.page.wait_for_function("() => !document.getElementById('newer')")
        visitor.expect_ready()
        assert visitor.table()["entries"] == entries
        visitor.page.context.set_offline(True)
        visitor.goto("/")
        assert visitor.page.title().startswith("Newer")


@pytest.mark.parametrize(
    ("locale", "headline", "front"),
    [
        ("en-GB", "There is no such page", ""),
        ("de-DE", "Diese Seite gibt es nicht", "de/"),
        ("sv-SE", "Den sidan finns inte", "sv/"),
    ],
)
def test_where_there_is_no_page(
    visit_site: Visit, site_address: str, site_folder: Path, locale: str, headline: str, front: str
) -> None:
    visitor = visit_site(360, 740, locale=locale, color_scheme="dark")
    visitor.allowed.add(404)
    page = visitor.page
    # A host shows it at whatever address; the site may lie below a path.
    nowhere = site_address + "old/table/7"
    body = (site_folder / "404.html").read_text(encoding="utf-8")
    page.route(
        nowhere, lambda route: route.fulfill(status=404, body=body, content_type="text/html")
    )
    page.goto(nowhere)
    expect(visitor.one("html[data-ready]")).to_be_attached()
    expect(page.locator("h1:visible")).to_have_count(1)
    expect(visitor.one("h1:visible")).to_have_text(headline)
    expect(visitor.one("html")).to_have_attribute("lang", locale[:2])
    assert violations(visitor) == []
    visitor.one("a.main:visible").click()
    page.wait_for_url(site_address + front)
    # Once the site is kept, it shows the same itself, without a network, too.
    visitor.wait_until_kept()
    page.unroute(nowhere)
    page.context.set_offline(True)
    page.goto(site_address + "sv/tables/1")
    expect(visitor.one("html[data-ready]")).to_be_attached()
    expect(visitor.one("h1:visible")).to_have_text("Den sidan finns inte")
    expect(visitor.one("a:visible").first).to_have_attribute("href", f"{site_address}sv/")
