"""How long it takes from the command `azulejos` to a page that can be used.

The rules have to be compiled already: run it twice, or after playing.

    python benchmarks/start.py
"""

import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

RUNS = 3


def seconds() -> float:
    """From the start of the process until the front page has been read."""
    with tempfile.TemporaryDirectory() as folder:
        surroundings = {"BROWSER": "true", "AZULEJOS_DATABASE_URL": f"sqlite:///{folder}/t.sqlite3"}
        begun = time.perf_counter()
        with subprocess.Popen(
            [sys.executable, "-m", "azulejos"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | surroundings,
        ) as process:
            assert process.stdout is not None
            address = re.search(r"http://[\w.:]+", process.stdout.readline())
            assert address, "the server did not start"
            urllib.request.urlopen(address[0]).read()
            taken = time.perf_counter() - begun
            process.terminate()
    return taken


if __name__ == "__main__":
    for _ in range(RUNS):
        print(f"{seconds():.2f} s", flush=True)
