"""A batch on all cores: its games in equal parts, one compiled call for each, side by side.

Compiled code holds no GIL, so plain threads do. They are started once and wait for the next call.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from threading import Lock
from typing import Any

from numpy.typing import NDArray

#: Fewer games than this are not worth another thread: waking one takes as long as playing them.
LEAST_GAMES_A_THREAD = 64

_pool: ThreadPoolExecutor | None = None
_making_pool = Lock()


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _forget_pool() -> None:
    """A forked process has its parent's pool, but not its threads."""
    global _pool, _making_pool
    _pool = None
    _making_pool = Lock()  # another thread of the parent may have held it


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def _open_pool() -> ThreadPoolExecutor:
    global _pool
    with _making_pool:
        if _pool is None:
            _pool = ThreadPoolExecutor(core_count(), "azulejos-batch")
        return _pool


def in_parts(
    function: Callable[..., Any],
    arrays: tuple[NDArray[Any] | None, ...],
    *rest: Any,
    threads: int | None = None,
) -> None:
    """Call ``function(*parts, *rest)`` for equal parts of all arrays along their first axis.

    threads: at most how many parts are worked on at once; None: as many as there are cores. The
    parts are views, and what an array of None stands for is passed on as it is.
    """
    if threads is not None and (not isinstance(threads, int) or threads < 1):
        raise ValueError(f"threads: expected at least 1, or None, not {threads!r}")
    games = next(len(array) for array in arrays if array is not None)
    parts = max(1, min(threads or core_count(), games // LEAST_GAMES_A_THREAD))
    if parts == 1:
        function(*arrays, *rest)
        return
    pool = _open_pool()
    bounds = [games * part // parts for part in range(parts + 1)]
    calls = [
        [None if array is None else array[begin:end] for array in arrays]
        for begin, end in pairwise(bounds)
    ]
    waiting = [pool.submit(function, *call, *rest) for call in calls[1:]]
    try:
        function(*calls[0], *rest)
    finally:
        wait(waiting)  # nobody goes on while others still write into the same arrays
    for done in waiting:
        done.result()
