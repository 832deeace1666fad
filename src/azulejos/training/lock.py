"""One process at a time in a run's folder: two would overwrite each other's state and games."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # not on Windows, where there is no lock
    fcntl = None  # type: ignore[assignment]

#: Errors of file systems without locks, where there is no lock either.
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)


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
    with path.open("a") as file:
        _hold(file, path)
        try:
            yield
        finally:
            if list(folder.iterdir()) == [path]:
                with suppress(OSError):  # Windows does not delete open files
                    path.unlink()
                    for place in made:
                        place.rmdir()


def _hold(file: IO[str], path: Path) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise FolderTaken(path.parent) from None
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    # A holder that left meanwhile may have deleted the file: then this lock is on nothing.
    if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), path.stat()):
        raise FolderTaken(path.parent)
