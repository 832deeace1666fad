"""Asking the solver in the background: in a process of its own, so that nothing waits for it."""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections import OrderedDict
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Literal

from azulejos.web.fill_solver import Answer, answer

#: Seconds after which the solver gives up.
MOST_SECONDS = 20.0
#: Questions that may wait, and answers that are remembered.
MOST_WAITING = 50
REMEMBERED = 500
#: Seconds between two looks at whether the server still lives.
LOOK_FOR_SERVER = 1.0

_log = logging.getLogger("azulejos.web")


def _begin(server: int) -> None:
    """In the solver's process: Ctrl+C is for the server, and without a server nothing is asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with, args=(server,), daemon=True).start()


def _leave_with(server: int) -> None:
    while os.getppid() == server:
        time.sleep(LOOK_FOR_SERVER)
    os._exit(0)


class Filling:
    """Answers about positions, by the position in one line."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, Answer | Literal["thinking"]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._pool: ProcessPoolExecutor | None = None

    def ask(self, text: str, position: dict[str, Any]) -> Answer | Literal["thinking"]:
        """What is known of a position; a question that is new is thought over from now on."""
        if text in self._answers:
            self._answers.move_to_end(text)
            return self._answers[text]
        if len(self._tasks) >= MOST_WAITING:
            return "unknown"
        self._remember(text, "thinking")
        task = asyncio.create_task(self._think(text, position))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return "thinking"

    async def _think(self, text: str, position: dict[str, Any]) -> None:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                1,
                multiprocessing.get_context("spawn"),
                initializer=_begin,
                initargs=(os.getpid(),),
            )
        try:
            found: Answer = await asyncio.get_running_loop().run_in_executor(
                self._pool, answer, position, MOST_SECONDS
            )
        except (BrokenProcessPool, ImportError):
            _log.exception("The solver failed")
            self._pool = None
            found = "unknown"
        self._remember(text, found)

    def _remember(self, text: str, found: Answer | Literal["thinking"]) -> None:
        self._answers[text] = found
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        if self._pool is not None:
            for process in self._pool._processes.values():
                process.terminate()  # what it is solving is of no use any more
            self._pool.shutdown(wait=False, cancel_futures=True)
