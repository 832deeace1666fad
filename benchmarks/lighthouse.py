"""Lighthouse's categories for the built site: the front page, the rules, a table.

Builds the site, serves it compressed as a static host does, and has Lighthouse open each page a few
times in the system's Chromium, as a phone on a slow line; the median of each category is told.

    python benchmarks/lighthouse.py [--runs 3]

Needs Node, a network for `npx` to fetch Lighthouse by, and a machine that does nothing else:
Lighthouse multiplies the processor time that it sees.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn

from azulejos.web.site.build import build
from azulejos.web.site.serve import host

LIGHTHOUSE = "lighthouse@12"
FLAGS = "--headless --no-sandbox --disable-gpu"
WANTED = {
    "game": "azul",
    "options": {"players": 2},
    "seats": [{"kind": "me"}, {"kind": "bot", "level": 1}],
    "first": 0,
}
PAGES = {
    "front page": "",
    "rules": "rules/azul/",
    "table": f"t/azul/0/?{urlencode({'new': json.dumps(WANTED)})}",
}
METRICS = ("first-contentful-paint", "largest-contentful-paint", "total-blocking-time")


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The site at a free port: its address."""
    server = uvicorn.Server(uvicorn.Config(host(folder), port=0, log_level="error"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
    server.should_exit = True
    thread.join()


def looked_at(address: str) -> dict[str, Any]:
    """What Lighthouse finds: categories from 0 to 100, and some of its times in milliseconds."""
    command = ["npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json"]
    done = subprocess.run(
        [*command, f"--chrome-flags={FLAGS}"],
        env=os.environ | {"CHROME_PATH": shutil.which("chromium") or ""},
        stdout=subprocess.PIPE,
        check=True,
    )
    report = json.loads(done.stdout)
    found = {name: 100 * told["score"] for name, told in report["categories"].items()}
    return found | {name: report["audits"][name]["numericValue"] for name in METRICS}


def main() -> None:
    """Measure, and print the median of each figure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--runs", type=int, default=3)
    wanted = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder) / "site")
        with serving(Path(folder) / "site") as address:
            for name, page in PAGES.items():
                runs = [looked_at(address + page) for _ in range(wanted.runs)]
                middle = {one: statistics.median(run[one] for run in runs) for one in runs[0]}
                told = ", ".join(f"{one} {value:,.0f}" for one, value in middle.items())
                print(f"{name}: {told}", flush=True)


if __name__ == "__main__":
    main()
