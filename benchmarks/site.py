"""What a first visit to the site costs: bytes, and seconds from a click to a bot's first move.

Builds the site, serves it compressed as a static host does, and opens it in the system's Chromium
with an empty profile: the front page, then a click on "Play" against a bot that begins. Bytes are
those that the host sends, headers included: until the front page is there, until the bot has moved,
and until the site, with the networks of both games, is kept for times without a network.

    python benchmarks/site.py [--runs 3] [--json]
    python benchmarks/site.py --review    # how long reviews of two-player games take there instead

Needs the development environment (Playwright).
"""

import argparse
import json
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn
from playwright.sync_api import Browser, sync_playwright

from azulejos import bots
from azulejos.bots import LEVELS
from azulejos.games import spec
from azulejos.web.site.build import build
from azulejos.web.site.serve import host

GAMES = ("azul", "azuleo")
TABLE = "t/{game}/0/?new={wanted}"
MOVED = "() => Number(document.documentElement.dataset.version) >= 1"
INTERACTIVE = """() => {
  const [page] = performance.getEntriesByType('navigation');
  return page.domInteractive / 1000;
}"""


@contextmanager
def serving(folder: Path) -> Iterator[tuple[str, "Counted"]]:
    """The site at a free port: its address, and what counts its bytes."""
    app = Counted(host(folder))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/", app
    server.should_exit = True
    thread.join()


class Counted:
    """An application, and how many bytes of bodies and headers it has sent."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.bytes = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def counted(message: Any) -> None:
            self.bytes += len(message.get("body", b""))
            self.bytes += sum(len(name) + len(value) for name, value in message.get("headers", ()))
            await send(message)

        await self.app(scope, receive, counted)


def first_visit(
    browser: Browser, site: tuple[str, Counted], game: str, level: int
) -> dict[str, float]:
    """One visit: the front page, a click, and the first move of a bot that begins."""
    address, sent = site
    before = sent.bytes
    context = browser.new_context(base_url=address, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    page.goto("")
    interactive = page.evaluate(INTERACTIVE)
    front = sent.bytes - before
    wanted = {
        "game": game,
        "options": {"players": 2},
        "seats": [{"kind": "me"}, {"kind": "bot", "level": level}],
        "first": 1,
    }
    begun = time.perf_counter()
    # What a click on "Set the table" does.
    target = TABLE.format(game=game, wanted=json.dumps(wanted, separators=(",", ":")))
    page.evaluate("address => location.assign(address)", address + target)
    page.wait_for_url("**/t/**")
    page.wait_for_function(MOVED)
    moved = time.perf_counter() - begun
    game_bytes = sent.bytes - before
    page.wait_for_selector("html[data-kept]", state="attached")
    found = {
        "front_page_bytes": front,
        "game_bytes": game_bytes,
        "kept_bytes": sent.bytes - before,
        "front_page_interactive_s": interactive,
        "first_move_s": moved,
    }
    context.close()
    return found


def reviewed(browser: Browser, address: str, game: str, seed: int) -> dict[str, float]:
    """A game between two bots of level 5, opened as a record and reviewed on the site."""
    played = spec(game).Game(players=2, seed=seed)
    player = bots.make("level:5", game, seed)
    while not played.is_over:
        played.play(player.choose(played))
    context = browser.new_context(base_url=address, reduced_motion="reduce", locale="en-GB")
    page = context.new_page()
    wanted = json.dumps({"game": game, "record": played.record()}, separators=(",", ":"))
    page.goto(f"t/{game}/0/?{urlencode({'new': wanted})}")
    page.wait_for_selector("html[data-ready]", state="attached")
    table = page.evaluate("() => new URLSearchParams(location.search).get('t')")
    begun = time.perf_counter()
    page.goto(f"review/{game}/0/?t={table}")
    page.wait_for_selector("html[data-shown]", state="attached")
    first = time.perf_counter() - begun
    page.wait_for_selector("html[data-reviewed]", state="attached", timeout=600_000)
    whole = time.perf_counter() - begun
    context.close()
    return {"moves": played.entries, "first_curve_s": first, "whole_s": whole}


def reviews(browser: Browser, address: str) -> Iterator[str]:
    for game in GAMES:
        for seed in (1, 2, 3):
            found = reviewed(browser, address, game, seed)
            told = ", ".join(f"{name} {value:.1f}" for name, value in found.items())
            yield f"{game}, game {seed}: {told}"


def main() -> None:
    """Measure, and print the least of each figure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=3, help="how often; the least is told")
    options.add_argument("--json", action="store_true")
    options.add_argument("--review", action="store_true", help="reviews, instead of a first visit")
    wanted = options.parse_args()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        site = Path(folder) / "site"
        sizes = build(site)
        found["site, all languages"] = {"files": len(sizes), "bytes": sum(sizes.values())}
        own = {
            file: size
            for file, size in sizes.items()
            if not file.startswith(("de/", "sv/")) and not file.endswith(".weights")
        }
        found["kept in the browser, without networks"] = {"bytes": sum(own.values())}
        with serving(site) as served, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
            )
            if wanted.review:
                for line in reviews(browser, served[0]):
                    print(line, flush=True)
                browser.close()
                return
            for game in GAMES:
                for level in (1, len(LEVELS[game])):
                    runs = [first_visit(browser, served, game, level) for _ in range(wanted.runs)]
                    found[f"{game}, level {level}"] = {
                        name: min(run[name] for run in runs) for name in runs[0]
                    }
            browser.close()
    if wanted.json:
        print(json.dumps(found, indent=2))
        return
    for case, figures in found.items():
        told = ", ".join(
            f"{name} {value:,.2f}" if isinstance(value, float) else f"{name} {value:,}"
            for name, value in figures.items()
        )
        print(f"{case}: {told}")


if __name__ == "__main__":
    main()
