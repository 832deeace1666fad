"""WebAssembly beside native code, in turns on one core: random moves and visits a second.

    python benchmarks/wasm.py [--browser] [--rounds 12]

Both sides run for a moment each, again and again, and the best moment of each counts: what else the
machine does hurts the others. Without --browser it is Deno, which has Chromium's engine (V8), by
processor time; in the system's Chromium there is no such clock: the machine must do nothing else.
The modules are those that ship.
"""

import argparse
import base64
import functools
import gzip
import http.server
import json
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from azulejos import games
from azulejos.bots.levels import learned_config
from azulejos.core.kernel import play_all_at_random
from azulejos.nets.weights import shipped
from azulejos.search.tree import new_tree, reset, visit
from azulejos.search.workspace import new_workspace
from azulejos.wasm.files import SCRIPTS, files

GAMES = ("azul", "azuleo")
#: Games and visits of one moment.
RANDOM_GAMES, VISITS = 2000, 3000

SCRIPT = """
export async function begin(folder, game) {
  const js = new URL("js/", folder);
  const { loadKernel } = await import(new URL("kernel.js", js));
  const { bytesOf, unpacked } = await import(new URL("files.js", js));
  const { Search } = await import(new URL("search.js", js));
  const kernel = await loadKernel(game, folder);
  const weights = await unpacked(await bytesOf(folder, game + ".weights"));
  return { kernel, search: new Search(kernel, weights, 1 << 20) };
}
// Processor time, where there is a clock for it.
const clock = () => globalThis.processorTime?.() ?? performance.now();
const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
export function moves({ kernel }, state, n) {
  // The games lie ready, each with a seed of its own, as on the other side.
  const start = bytes(state);
  const states = Array.from({ length: n }, (_, seed) => kernel.reseeded(start, seed));
  const begun = clock();
  let made = 0;
  for (const one of states) {
    kernel.put(one);
    made += kernel.exports.play_out();
  }
  return made / (clock() - begun) * 1000;
}
export function visits({ kernel, search }, state, n) {
  const root = bytes(state);
  const ask = { level: {}, learned: true, config: null, seed: 1n, thread: 0 };
  search.begin(root, ask);
  search.configure(root, ask);
  const begun = clock();
  kernel.exports.visit(n);
  return n / (clock() - begun) * 1000;
}
"""
#: Deno's side: a line in, a line out.
LOOP = """
import process from "node:process";
globalThis.processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
const folder = new URL("file://" + Deno.args[0] + "/");
const { begin, moves, visits } = await import(new URL("bench.js", folder));
const known = {};
const lines = Deno.stdin.readable.pipeThrough(new TextDecoderStream());
for await (const line of lines) {
  const [what, game, state, n] = JSON.parse(line);
  known[game] ??= await begin(folder, game);
  console.log((what === "moves" ? moves : visits)(known[game], state, n));
}
"""


@contextmanager
def in_deno(folder: Path) -> Iterator[Callable[..., float]]:
    """A function that asks Deno."""
    (folder / "loop.js").write_text(LOOP)
    deno = Path(sys.executable).with_name("deno")
    command = [deno, "run", "--quiet", "--no-lock", "--no-check", "--allow-read"]
    with subprocess.Popen(
        [*command, folder / "loop.js", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin
        assert process.stdout
        wants, tells = process.stdin, process.stdout

        def ask(*what: Any) -> float:
            print(json.dumps(what), file=wants, flush=True)
            return float(tells.readline())

        yield ask
        wants.close()


@contextmanager
def in_chromium(folder: Path) -> Iterator[Callable[..., float]]:
    """A function that asks a page in Chromium."""
    from playwright.sync_api import sync_playwright

    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=folder)
    handler.log_message = lambda *_: None  # type: ignore[attr-defined]
    (folder / "index.html").write_text("<!doctype html><title>Benchmark</title>")
    with (
        http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/")

        def ask(*what: Any) -> float:
            found: float = page.evaluate(
                """async ([what, game, state, n]) => {
                    const bench = await import("./bench.js");
                    globalThis.known ??= {};
                    known[game] ??= await bench.begin(new URL("./", location.href), game);
                    return bench[what](known[game], state, n);
                }""",
                list(what),
            )
            return found

        yield ask
        browser.close()
        server.shutdown()


class Native:
    """The same in this process."""

    def __init__(self, game: str) -> None:
        self.kernel = games.spec(game).kernel
        self.workspace = new_workspace(self.kernel, shipped(game))
        self.config = learned_config(game, 2)
        self.tree = new_tree(1 << 20)

    def moves(self, start: Any, n: int) -> float:
        states = np.repeat(start, n)
        states["generator"] = np.arange(n)
        begun = time.process_time()
        made = play_all_at_random(states)
        return made / (time.process_time() - begun)

    def visits(self, root: Any, n: int) -> float:
        reset(self.tree)
        begun = time.process_time()
        visit(self.tree, self.workspace, root, self.config, 1, n)
        return n / (time.process_time() - begun)


def positions(game: str) -> tuple[Any, Any]:
    """A game before its first draw, and a position to be searched."""
    package = games.spec(game).module
    option = package.Game.CHANCE_OPTION
    start = package.Game(seed=1, first=0, **{option: "manual"}).states
    table = package.Game(seed=3, first=0)
    for _ in range(3):
        table.play(table.legal_moves()[0])
    return start, table.states


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--browser", action="store_true")
    options.add_argument("--rounds", type=int, default=12)
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        (folder / "js").symlink_to(SCRIPTS)
        (folder / "bench.js").write_text(SCRIPT)
        for game in GAMES:
            for name, content in files(game).items():
                (folder / name).write_bytes(content)
                sent = min(len(gzip.compress(content, 9, mtime=0)), len(content))
                print(f"{name:15} {len(content):>9,} bytes, {sent:>9,} compressed")
        with (in_chromium if given.browser else in_deno)(folder) as ask:
            for game in GAMES:
                native, (start, root) = Native(game), positions(game)
                for what, state, n in (("moves", start, RANDOM_GAMES), ("visits", root, VISITS)):
                    text = base64.b64encode(state.tobytes()).decode()
                    here = there = 0.0
                    for _ in range(given.rounds):
                        here = max(here, getattr(native, what)(state, n))
                        there = max(there, ask(what, game, text, n))
                    print(
                        f"{game} {what}: native {here:,.0f} a second, "
                        f"WebAssembly {there:,.0f}: {there / here:.0%}",
                        flush=True,
                    )


if __name__ == "__main__":
    main()
