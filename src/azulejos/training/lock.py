"""One process at a time in a run's folder: two would write over each other's state and games."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # there is none on Windows, where this goes without
    fcntl = None  # type: ignore[assignment]

#: What a file system says that knows no locks; there, too, it goes without.
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)


class FolderTaken(Exception):
    """Somebody else trains in a folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"another process trains in {folder}")


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only one in a folder, which is made if need be; FolderTaken if somebody is there.

    The system lets go of the lock when its holder ends, however that ends; the file means nothing.
    Who has written nothing leaves nothing behind.
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
                with suppress(OSError):  # Windows keeps what is open
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
    # Who left while this was opened may have taken the file away: then it locks nothing.
    if not path.exists() or not os.path.samestat(os.fstat(file.fileno()), path.stat()):
        raise FolderTaken(path.parent)
