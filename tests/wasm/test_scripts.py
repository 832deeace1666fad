"""The scripts that use the modules, tested in their own language; and in a browser."""

import os
import subprocess
from pathlib import Path

from playwright.sync_api import sync_playwright

from web.browser.conftest import chromium

from .agreement import DENO, asked_about

HERE = Path(__file__).parent


def test_the_engine_in_deno(folder):
    done = subprocess.run(
        [
            *(DENO, "test", "--quiet", "--no-lock", "--no-check", "--allow-read", "--allow-env"),
            HERE / "engine_test.js",
        ],
        env=os.environ | {"WASM_FOLDER": str(folder), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout


ASK = """async ({ game, state, request }) => {
    const { Engine } = await import("./js/engine.js");
    globalThis.engine ??= new Engine({ folder: "./" });
    const bytes = Uint8Array.from(atob(state), (letter) => letter.charCodeAt(0));
    return await engine.ask({ game, state: bytes, ...request });
}"""


def test_a_browser_chooses_what_python_chooses(site):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium())
        page = browser.new_page()
        page.goto(site)
        for game in ("azul", "azuleo"):
            for position in asked_about(game, {"players": 2}, 7, 64):
                given = {name: position[name] for name in ("state", "request")}
                answer = page.evaluate(ASK, {"game": game, **given})
                expected = position["expected"]
                assert answer["move"] == expected["move"]
                assert answer["visits"] == expected["visits"]
                assert answer["values"] == [round(value, 4) for value in expected["values"]]
        browser.close()
