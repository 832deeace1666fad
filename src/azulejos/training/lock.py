"""One process at a time in a run's folder: two would overwrite each other's state and games."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from azulejos.core.file_lock import try_lock


class FolderTaken(Exception):
    """Another process trains in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"another process trains in {folder}")


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Lock a folder, which is created if need be; FolderTaken if another process holds it.

    The system releases the lock when its holder ends, however it ends; the file alone means
    nothing. A holder that has written nothing leaves nothing behind.
    """
    made = [place for place in (folder, *folder.parents) if not place.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "lock"
    with path.open("ab") as file:
        _hold(file, path)
        try:
            yield
        finally:
            if list(folder.iterdir()) == [path]:
                with suppress(OSError):  # Windows does not delete open files
                    path.unlink()
                    for place in made:
                        place.rmdir()


def _hold(file: IO[bytes], path: Path) -> None:
    if not try_lock(file):
        raise FolderTaken(path.parent)
    # A holder that left meanwhile may have deleted the file: then this lock is on nothing.
    if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), path.stat()):
        raise FolderTaken(path.parent)
