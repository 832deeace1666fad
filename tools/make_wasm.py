"""Compile every game's kernel to WebAssembly, where it ships from; with --check only compare.

Beside it lie the positions from which a service draws tables before its own rules are compiled.

python tools/make_wasm.py [--check] [GAME …]
"""

import argparse
import gzip
import sys
import time

from azulejos import games
from azulejos.wasm.build import build
from azulejos.wasm.files import shipped_module, write_file
from azulejos.web import empty_tables


def main() -> int:
    options = argparse.ArgumentParser()
    options.add_argument("games", nargs="*", default=list(games.names()))
    options.add_argument("--check", action="store_true")
    given = options.parse_args()
    differing = 0
    for game in given.games:
        begun = time.perf_counter()
        module, path = build(game), shipped_module(game)
        is_same = path.exists() and path.read_bytes() == module
        differing += not is_same
        if not is_same and not given.check:
            write_file(path, module)
        differing += _positions(game, check=given.check)
        print(
            f"{game}: {len(module):,} bytes, {len(gzip.compress(module, 9)):,} compressed, "
            f"{'as it was' if is_same else 'another than it was'}, "
            f"{time.perf_counter() - begun:.0f} s"
        )
    return differing if given.check else 0


def _positions(game: str, *, check: bool) -> bool:
    """Write the positions of a game's empty tables; whether they are others than they were."""
    path, content = empty_tables.shipped_positions(game), empty_tables.written(game)
    if path.exists() and path.read_bytes() == content:
        return False
    print(f"{game}: the positions of empty tables are others than they were")
    if not check:
        write_file(path, content)
    return True


if __name__ == "__main__":
    sys.exit(main())
