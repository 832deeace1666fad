"""Processes that work for this one: they leave Ctrl-C to it, and are gone when it is gone."""

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import wait as wait_for_end
from typing import Any

from azulejos.core import compiled


class WorkerPool:
    """A pool of so many processes.

    start: a function of a module, called in each process with the event that tells it to give up
    what it does, and with the arguments.
    """

    def __init__(self, number: int, start: Callable[..., None], *arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.stop = context.Event()
        # Who gets it tells that compiling takes a while, if that has not been told here.
        teller = context.Semaphore(0 if compiled.ANNOUNCER.announced else 1)
        self.executor = ProcessPoolExecutor(
            number, context, _begin, (teller, start, self.stop, *arguments)
        )

    def close(self) -> None:
        """Have what is done given up, and end the processes."""
        with suppress(BrokenPipeError):
            self.stop.set()
        self.executor.shutdown(cancel_futures=True)


def _begin(teller: Any, start: Callable[..., None], *arguments: Any) -> None:
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process we work for
    compiled.ANNOUNCER.may_tell = lambda: bool(teller.acquire(block=False))
    start(*arguments)


def end_with_parent(before: Callable[[], object] = lambda: None) -> None:
    """Leave when the process we work for is gone, however it went. before: what comes first."""

    def watch() -> None:
        parent = multiprocessing.parent_process()
        if parent is not None:
            wait_for_end([parent.sentinel])
            before()
            os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
