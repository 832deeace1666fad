"""What docs/wasm.md shows runs as it stands: a page in Chromium, programs in Deno and Node."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from azulejos import azul
from web.browser.conftest import chromium

from .agreement import DENO, OF_DENO

ROOT = Path(__file__).parents[2]
PAGE, PROGRAM, RULES = re.findall(
    r"^```text\n(.*?)^```", (ROOT / "docs/wasm.md").read_text("utf-8"), re.DOTALL | re.MULTILINE
)
DEALT = azul.Game(players=2, first=0, deals="manual")
DEALT.play("=BBYR KKWW RRKW BYKW BYRW")
RUNNERS = {
    "deno": [DENO, *OF_DENO, "--allow-read"],
    "node": [shutil.which("node")],
}


@pytest.fixture
def place(site, folder):
    """A folder as the page describes it: the games' files, and the scripts beside them."""
    if not (folder / "games").exists():
        (folder / "games").symlink_to(folder)
    return folder


def test_the_page_of_ten_lines(site, place):
    (place / "ten.html").write_text(PAGE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page()
        page.goto(f"{site}ten.html")
        expect(page.locator("#move")).to_contain_text(":", timeout=30_000)
        move = page.locator("#move").inner_text().partition(":")[0]
        browser.close()
    assert move in map(str, DEALT.legal_moves())


@pytest.mark.parametrize("runner", RUNNERS)
def test_the_programs(place, runner):
    if None in RUNNERS[runner]:
        pytest.skip(f"there is no {runner} here")
    (place / "ask.mjs").write_text(PROGRAM)
    (place / "rules.mjs").write_text(f"{RULES}\nconsole.log(after.facts[0].kind);\n")
    move, kind = (
        subprocess.run(
            [*RUNNERS[runner], place / name],
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        ).stdout.strip()
        for name in ("ask.mjs", "rules.mjs")
    )
    assert move in map(str, DEALT.legal_moves())
    assert kind
