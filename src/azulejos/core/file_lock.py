"""Files that one process at a time holds. The system lets go of one when its holder ends, however.

On Windows a lock is on a byte, which nobody else may read or write meanwhile: ours lies far behind
what is ever in a file. File systems without locks refuse nobody.
"""

import errno
import os
import sys
import time
from importlib import import_module
from typing import IO, Any

#: Errors of file systems without locks.
_NO_LOCKS = (errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK)
#: The byte that Windows locks; its positions have 31 bits here.
_BYTE = 2**31 - 2
#: Seconds between two attempts on Windows, where waiting for a lock ends after some seconds.
_PAUSE = 0.1

_on_windows = sys.platform == "win32"


def try_lock(file: IO[Any]) -> bool:
    """Hold an open file until it is closed; False if somebody else holds it."""
    return _lock(file, waits=False)


def lock(file: IO[Any]) -> None:
    """Hold an open file until it is closed, as soon as nobody else does."""
    _lock(file, waits=True)


def _lock(file: IO[Any], waits: bool) -> bool:
    try:
        return (_lock_windows if _on_windows else _lock_posix)(file, waits)
    except OSError as error:
        if error.errno not in _NO_LOCKS:
            raise
    return True


def _lock_posix(file: IO[Any], waits: bool) -> bool:
    fcntl: Any = import_module("fcntl")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if waits else fcntl.LOCK_NB))
    except BlockingIOError:
        return False
    return True


def _lock_windows(file: IO[Any], waits: bool) -> bool:
    msvcrt: Any = import_module("msvcrt")
    number = file.fileno()
    place = os.lseek(number, 0, os.SEEK_CUR)
    os.lseek(number, _BYTE, os.SEEK_SET)
    try:
        while True:
            try:
                msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
                return True
            except PermissionError:  # somebody else holds it
                if not waits:
                    return False
            time.sleep(_PAUSE)
    finally:
        os.lseek(number, place, os.SEEK_SET)
