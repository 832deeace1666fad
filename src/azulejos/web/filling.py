"""Whether a board filled alone can still be filled: thought over in a thread, and remembered."""

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from typing import Any, Literal

from azulejos import azuleo
from azulejos.games.azuleo.filling import Answer, fill
from azulejos.web.fair_pool import FairPool
from azulejos.web.readiness import QUICK, Readiness

#: Seconds after which the search gives up.
MOST_SECONDS = 20.0
#: Questions that may wait, and answers that are remembered.
MOST_WAITING = 50
REMEMBERED = 500

_log = logging.getLogger("azulejos.web")


class Filling:
    """Answers about positions, by the position in one line.

    readiness: a question waits until the search is compiled.
    """

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self._pool = FairPool(1)
        self._stop = threading.Event()
        self._answers: OrderedDict[str, Answer | Literal["thinking"]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, text: str, state: Any) -> Answer | Literal["thinking"]:
        """What is known of a position; a question that is new is thought over from now on."""
        if text in self._answers:
            self._answers.move_to_end(text)
            return self._answers[text]
        if len(self._tasks) >= MOST_WAITING:
            return "unknown"
        self._remember(text, "thinking")
        task = asyncio.create_task(self._think(text, state.copy()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return "thinking"

    async def _think(self, text: str, state: Any) -> None:
        await self._readiness.wait(azuleo.Game.NAME, QUICK)
        try:
            found = await self._pool.run("", lambda: self._fill(state))
        except Exception:
            _log.exception("It could not be said whether a board can be filled")
            found = "unknown"
        self._remember(text, found)

    def _fill(self, state: Any) -> Answer:
        return fill(state, end=time.perf_counter() + MOST_SECONDS, stop=self._stop).answer

    def _remember(self, text: str, found: Answer | Literal["thinking"]) -> None:
        self._answers[text] = found
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def close(self) -> None:
        """Give up what is being thought over."""
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        self._pool.close()
