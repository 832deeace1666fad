"""The command `azulejos wasm`: games as files for browsers, and how large they are."""

import gzip
import time
from pathlib import Path

from rich.console import Console

from azulejos.cli import files as of_system
from azulejos.cli.errors import BadInput
from azulejos.wasm import files

console = Console(highlight=False, soft_wrap=True)


def write_files(folder: str, games: list[str]) -> None:
    """Build the games' files into a folder; say what they weigh, and what of it is sent."""
    for game in games:
        begun = time.perf_counter()
        try:
            sizes = files.write(Path(folder), game)
        except OSError as error:
            raise BadInput(f"{folder}: {of_system.reason(error)}") from error
        for name, size in sizes.items():
            sent = len(gzip.compress((Path(folder) / name).read_bytes(), 9, mtime=0))
            console.print(f"{name:16} {size:>9,} bytes, {min(sent, size):>9,} compressed")
        console.print(f"{game} took {time.perf_counter() - begun:.0f} s")
