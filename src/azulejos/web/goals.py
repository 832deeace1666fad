"""Whether the goal of a game played alone can still be reached: searched in a thread, and kept."""

import asyncio
import logging
import threading
import time
from collections import OrderedDict
from typing import Any, Literal

from azulejos import games
from azulejos.core.goals import Answer
from azulejos.web.fair_pool import SEARCHING, FairPool
from azulejos.web.readiness import QUICK, Readiness

#: Seconds after which the search gives up.
MOST_SECONDS = 20.0
#: Questions that may wait, and answers that are remembered.
MOST_WAITING = 50
REMEMBERED = 500

_log = logging.getLogger("azulejos.web")


class Goals:
    """Answers about positions, by their games and the positions in one line.

    readiness: a question waits until the search is compiled.
    """

    def __init__(self, readiness: Readiness) -> None:
        self._readiness = readiness
        self.pool = FairPool(1, "goals", SEARCHING)
        self._stop = threading.Event()
        self._answers: OrderedDict[tuple[str, str], Answer | Literal["thinking"]] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, game: str, text: str, state: Any) -> Answer | Literal["thinking"]:
        """What is known of a position; the search for a new one's begins now."""
        key = game, text
        if key in self._answers:
            self._answers.move_to_end(key)
            return self._answers[key]
        if len(self._tasks) >= MOST_WAITING:
            return "unknown"
        self._remember(key, "thinking")
        task = asyncio.create_task(self._answer(key, state.copy()))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return "thinking"

    async def _answer(self, key: tuple[str, str], state: Any) -> None:
        game, _ = key
        await self._readiness.wait(game, QUICK)
        try:
            found = await self.pool.run("", lambda: self._search(game, state))
        except Exception:
            _log.exception("It could not be said whether a goal can be reached")
            found = "unknown"
        self._remember(key, found)

    def _search(self, game: str, state: Any) -> Answer:
        goal: Any = games.spec(game).part("goal")
        end = time.perf_counter() + MOST_SECONDS
        answer: Answer = goal.can_be_reached(state, end=end, stop=self._stop)
        return answer

    def _remember(self, key: tuple[str, str], found: Answer | Literal["thinking"]) -> None:
        self._answers[key] = found
        while len(self._answers) > REMEMBERED:
            self._answers.popitem(last=False)

    def close(self) -> None:
        """Give up what is being searched."""
        self._stop.set()
        for task in self._tasks:
            task.cancel()
        self.pool.close()
