"""Files that are there as a whole or not at all."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Let a file be written elsewhere and put in place at once, even if the machine stops then."""
    unfinished = path.with_name(f"unfinished-{path.name}")
    write(unfinished)
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(path)
    with suppress(OSError):  # not every system lets a folder be opened, or written through
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
