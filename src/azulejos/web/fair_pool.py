"""So many threads in which bots think and long work is done, fair between tables.

The compiled search does not hold the interpreter's lock, so thinking never delays a page. Work
waits under a key (a table's id); the keys are served in turn.
"""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, TypeVar

from azulejos.web.threads import in_thread

Result = TypeVar("Result")
_Job = tuple[Callable[[], Any], "asyncio.Future[Any]"]


class FairPool:
    """`threads` functions run at a time; the others wait, each key in turn."""

    def __init__(self, threads: int) -> None:
        self.threads = threads
        self._waiting: OrderedDict[str, deque[_Job]] = OrderedDict()
        self._running: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        return sum(map(len, self._waiting.values()))

    def waiting_for(self, key: str) -> int:
        """How many functions wait under a key."""
        return len(self._waiting.get(key, ()))

    async def run(self, key: str, work: Callable[[], Result]) -> Result:
        """The result of a function that runs in one of the threads."""
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(key, deque()).append((work, future))
        self._serve()
        return await future

    def _serve(self) -> None:
        while self._waiting and len(self._running) < self.threads:
            key, jobs = self._waiting.popitem(last=False)
            work, future = jobs.popleft()
            if jobs:  # to the back of the queue with the rest
                self._waiting[key] = jobs
            if future.cancelled():
                continue
            task = asyncio.create_task(self._run(work, future))
            self._running.add(task)
            task.add_done_callback(self._ended)

    async def _run(self, work: Callable[[], Any], future: "asyncio.Future[Any]") -> None:
        try:
            result = await in_thread(work, "pool")
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(result)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._serve()

    def close(self) -> None:
        """Take nothing more; what runs is run to its end, and dropped."""
        for jobs in self._waiting.values():
            for _, future in jobs:
                future.cancel()
        self._waiting.clear()
        for task in self._running:
            task.cancel()
