"""How long a new player waits: from a click on an empty cache to a bot's first move.

Starts the service as `make play` does, with nothing compiled, at once asks for a table against one
bot that begins, as a click on the front page does (and like its page again while the rules are
getting ready), and looks at the table until the bot has moved. Each case has a server, a cache and
a database of its own. Then it compiles everything ahead, as a container would.

    python benchmarks/first_move.py [--runs 3] [--json]
    python benchmarks/first_move.py --browser    # as people do it, in Chromium

In a browser the table is there at once, since the browser plays while the service gets ready: the
form for a new game is filled in, its button is clicked, and the bot's first move is waited for,
with an empty profile each time. (Needs the development environment.)

Wall seconds count from the click, which comes as soon as the server answers; CPU seconds are those
of all processes, the server's start included. On a machine that is busy trust the CPU seconds.
"""

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

GAMES, LEVELS = ("azul", "azuleo"), (3, 10)
#: Seconds between two looks: the page looks as often while a game is getting ready.
PAUSE = 0.7
#: Seconds between two looks at a table: a page is told at once.
LOOK = 0.05


def empty(folder: str) -> dict[str, str]:
    """An environment in which nothing is compiled and no table stored."""
    return os.environ | {
        "NUMBA_CACHE_DIR": f"{folder}/cache",
        "AZULEJOS_DATABASE_URL": f"sqlite:///{folder}/t.sqlite3",
        "BROWSER": "true",
    }


@contextmanager
def playing(folder: str) -> Iterator[tuple[str, int]]:
    """`azulejos play`; its address and its process."""
    with subprocess.Popen(
        [sys.executable, "-m", "azulejos", "play"],
        stdout=subprocess.PIPE,
        text=True,
        env=empty(folder),
    ) as process:
        try:
            assert process.stdout is not None
            address = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert address, "the server did not start"
            yield address[0], process.pid
        finally:
            process.terminate()


def asked(address: str, path: str, body: Any = None, token: str | None = None) -> Any:
    """The service's answer; None while it is getting ready."""
    headers = {"Content-Type": "application/json"}
    if token is not None:
        headers["Authorization"] = f"Bearer {token}"
    data = None if body is None else json.dumps(body).encode()
    try:
        request = urllib.request.Request(address + path, data, headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        if error.code != 503:
            raise
        return None


def cpu_seconds(process: int) -> float:
    """CPU seconds of a process and of all that it has started (Linux)."""
    spent = 0.0
    waiting = [str(process)]
    while waiting:
        folder = Path("/proc") / waiting.pop()
        try:
            figures = (folder / "stat").read_text().rpartition(")")[2].split()
            tasks = list((folder / "task").iterdir())
            waiting += [one for task in tasks for one in (task / "children").read_text().split()]
        except OSError:
            continue  # it has ended meanwhile: who started it counts it
        spent += sum(map(int, figures[11:15])) / os.sysconf("SC_CLK_TCK")
    return spent


def first_move(game: str, level: int) -> dict[str, float]:
    """Seconds to a bot's first move, and the worst answer of a page meanwhile."""
    table = {"game": game, "first": 1, "seats": [{"kind": "me"}, {"kind": "bot", "level": level}]}
    with tempfile.TemporaryDirectory() as folder, playing(folder) as (address, process):
        begun = time.perf_counter()
        slowest = 0.0

        def timed(*question: Any) -> Any:
            nonlocal slowest
            before = time.perf_counter()
            answer = asked(address, *question)
            slowest = max(slowest, time.perf_counter() - before)
            return answer

        while not (made := asked(address, "/api/tables", table)):
            while not timed("/api/ready")[game]["rules"]:
                time.sleep(PAUSE)
        while timed(f"/api/tables/{made['id']}", None, made["token"])["turn"] != 0:
            time.sleep(LOOK)
        return {
            "wall": time.perf_counter() - begun,
            "cpu": cpu_seconds(process),
            "slowest_answer": slowest,
        }


def first_move_in_browser(game: str, level: int) -> dict[str, float]:
    """Seconds from a click in Chromium to a table and to a bot's first move there."""
    from playwright.sync_api import sync_playwright  # nothing else here needs it

    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        with playing(folder) as (address, process):
            page = browser.new_page(reduced_motion="reduce", locale="en-GB")
            page.goto(f"{address}/new?game={game}&first=1")
            page.select_option(f"#{game}-level1", str(level))
            begun = time.perf_counter()
            page.click("#new-form .at-hand button")
            page.wait_for_selector("html[data-ready]", state="attached", timeout=120_000)
            table = time.perf_counter() - begun
            in_browser = "/here/" in page.url
            # The policy of a service's pages lets no text be evaluated.
            page.wait_for_selector("html:not([data-version='0'])", state="attached")
            moved = time.perf_counter() - begun
            assert in_browser, "the service was ready before the click"
            return {"table": table, "wall": moved, "cpu": cpu_seconds(process)}


def compiled_ahead() -> dict[str, float]:
    """Seconds for `azulejos compile`: both games, from nothing."""
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        begun = time.perf_counter()
        command = [sys.executable, "-m", "azulejos", "compile"]
        subprocess.run(command, env=empty(folder), check=True, stdout=subprocess.DEVNULL)
        wall = time.perf_counter() - begun
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"wall": wall, "cpu": cpu}


def main() -> None:
    """Measure, and print the best of each."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=3, help="how often; the least is told")
    options.add_argument("--json", action="store_true")
    options.add_argument("--browser", action="store_true", help="click in Chromium instead")
    wanted = options.parse_args()
    cases: dict[str, list[dict[str, float]]] = {}
    for _ in range(wanted.runs):
        for game in GAMES:
            for level in LEVELS:
                measured = (first_move_in_browser if wanted.browser else first_move)(game, level)
                cases.setdefault(f"{game}, level {level}", []).append(measured)
        if not wanted.browser:
            cases.setdefault("azulejos compile", []).append(compiled_ahead())
    least = {
        case: {figure: round(min(run[figure] for run in runs), 2) for figure in runs[0]}
        for case, runs in cases.items()
    }
    if wanted.json:
        print(json.dumps(least, indent=2))
        return
    for case, figures in least.items():
        print(f"{case}: " + ", ".join(f"{name} {value:.2f} s" for name, value in figures.items()))


if __name__ == "__main__":
    main()
