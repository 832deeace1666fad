"""One process at a time in a run's folder: two would write over each other's state and games."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from azulejos.errors import OptionError

try:
    import fcntl
except ImportError:  # there is none on Windows, where this goes without
    fcntl = None  # type: ignore[assignment]

#: What a file system says that knows no locks; there, too, it goes without.
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Be the only one in a folder, which is made if need be; OptionError if somebody else is there.

    The system lets go of the lock when its holder ends, however that ends; the file means nothing.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise OptionError(f"out: another process trains in {folder}") from None
            except OSError as error:
                if error.errno not in _NO_LOCKS:
                    raise
        yield
