"""Pictures of the tables for the README, taken anew by `make screenshots`."""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from azulejos import azul, azuleo, bots

from .conftest import QUICK, chromium
from .small_png import small

IMAGES = Path(__file__).parents[3] / "docs" / "images"


def played(game: Any, moves: int) -> dict[str, Any]:
    """The record of a game between two fair players, until it is the first one's turn."""
    player = bots.make("level:5", game.NAME, seed=4)
    while moves > 0 or game.turn != 0:
        game.play(player.choose(game))
        moves -= 1
    record: dict[str, Any] = game.record()
    return record


def set_up(page: Page, record: dict[str, Any]) -> None:
    """A table that goes on from a record, against a bot."""
    page.goto("/")
    seats = [{"kind": "me", "name": "Ana"}, {"kind": "bot", "level": 6}]
    where = page.evaluate(
        "async command => (await (await fetch('/api/tables', { method: 'POST',"
        " headers: { 'Content-Type': 'application/json' },"
        " body: JSON.stringify(command) })).json()).url",
        {"game": record["game"], "record": record, "seats": seats},
    )
    page.goto(where)
    page.wait_for_selector("html[data-ready]")


def take(browser: Browser, address: str) -> None:
    """All pictures."""

    def page_of(width: int, height: int, scheme: str) -> Page:
        return browser.new_page(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion="reduce",
            locale="en-GB",
        )

    def keep(page: Page, name: str) -> None:
        blank = browser.new_page()
        (IMAGES / f"{name}.png").write_bytes(small(page.screenshot(), blank))
        blank.close()

    page = page_of(1220, 760, "light")
    azul_record = played(azul.Game(seed=11), 24)
    set_up(page, azul_record)
    page.locator(".lot .tile").first.click()
    keep(page, "table-azul")
    page = page_of(1220, 700, "light")
    set_up(page, played(azuleo.Game(seed=8), 22))
    page.locator(".primary .cross").nth(1).click()
    keep(page, "table-azuleo")
    page = page_of(360, 740, "dark")
    set_up(page, azul_record)
    keep(page, "table-phone")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        url = f"sqlite:///{folder}/tables.sqlite"
        server = subprocess.Popen(
            [sys.executable, "-m", "azulejos", "serve", "--port", "0"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | QUICK | {"AZULEJOS_DATABASE_URL": url},
        )
        assert server.stdout is not None
        told = re.search(r"http://\S+", server.stdout.readline())
        assert told
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        take(browser, told[0])
        browser.close()
        server.terminate()
        server.wait()


if __name__ == "__main__":
    main()
