"""Reviews as a browser makes them, timed in Deno, which has Chromium's engine (V8).

    python benchmarks/wasm_review.py [--threads 2] [--games 3] [azul azuleo]

Games of two between bots of level 5 are reviewed with the usual visits. Processor seconds of all
threads together, starting included, hardly depend on what else the machine does; the time by the
clock does. With as many idle cores as threads, it is about the first by the number of threads.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from azulejos import bots
from azulejos.games import spec
from azulejos.wasm.files import SCRIPTS, files

SCRIPT = """
import { Engine } from "./js/engine.js";
const { game, record, threads } = JSON.parse(await new Response(Deno.stdin.readable).text());
const engine = new Engine({ folder: new URL("./", import.meta.url) });
const begun = performance.now();
let first = null;
const { review } = await engine.ask({ game, record, review: { threads } }, () => {
  first ??= (performance.now() - begun) / 1000;
});
console.log(JSON.stringify({ first, done: review.done, total: review.total }));
engine.close();
"""


def played(game: str, seed: int) -> Any:
    """A game between two bots of level 5."""
    going = spec(game).Game(players=2, seed=seed)
    player = bots.make("level:5", game, seed)
    while not going.is_over:
        going.play(player.choose(going))
    return going


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("names", nargs="*", default=["azul", "azuleo"])
    options.add_argument("--threads", type=int, default=2)
    options.add_argument("--games", type=int, default=3)
    wanted = options.parse_args()
    deno = Path(sys.executable).with_name("deno")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary).resolve()
        (folder / "js").symlink_to(SCRIPTS)
        (folder / "review.js").write_text(SCRIPT)
        command = [deno, "run", "--quiet", "--no-lock", "--no-check", "--allow-read"]
        for name in wanted.names:
            for file, content in files(name).items():
                (folder / file).write_bytes(content)
            for seed in range(1, wanted.games + 1):
                going = played(name, seed)
                asked = {"game": name, "record": going.record(), "threads": wanted.threads}
                before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
                done = subprocess.run(
                    [*command, folder / "review.js"],
                    input=json.dumps(asked),
                    capture_output=True,
                    text=True,
                    check=True,
                    env=os.environ | {"DENO_NO_UPDATE_CHECK": "1"},
                )
                passed = time.perf_counter() - begun
                after = resource.getrusage(resource.RUSAGE_CHILDREN)
                spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
                found = json.loads(done.stdout)
                assert found["done"] == found["total"]
                print(
                    f"{name}, game {seed}: {going.entries} entries, {wanted.threads} threads, "
                    f"{spent:.1f} processor seconds, {passed:.1f} s by the clock, "
                    f"first curve after {found['first']:.1f} s",
                    flush=True,
                )


if __name__ == "__main__":
    main()
