"""A bounded number of threads for bots and other long work, fair between clients and tables.

The compiled search does not hold the interpreter's lock, and the system gives a core to the event
loop first, so searches never delay a page. Work waits under a client and a key (a table's id):
clients are served in turn, and so are the tables of each. Work in the background gets what is left:
it is begun when nothing else waits, so it is cut into short pieces.
"""

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, TypeVar

from azulejos.web import metrics
from azulejos.web.threads import in_thread

Result = TypeVar("Result")
#: By how much the event loop is preferred to searches, and to those in the background: with the
#: same rights on few cores a page waited for a whole piece of them, up to a sixth of a second.
SEARCHING, BACKGROUND = 5, 10


class _Job(NamedTuple):
    work: Callable[[], Any]
    future: "asyncio.Future[Any]"
    since: float
    niceness: int


class _Turns:
    """Jobs in the order in which they are served."""

    def __init__(self) -> None:
        self._clients: OrderedDict[str, OrderedDict[str, deque[_Job]]] = OrderedDict()

    def __bool__(self) -> bool:
        return bool(self._clients)

    def __iter__(self) -> Iterator[tuple[str, _Job]]:
        for keys in self._clients.values():
            for key, jobs in keys.items():
                for job in jobs:
                    yield key, job

    def put(self, client: str, key: str, job: _Job) -> None:
        self._clients.setdefault(client, OrderedDict()).setdefault(key, deque()).append(job)

    def take(self) -> _Job:
        """The next job; its client and its key go to the back of their queues."""
        client, keys = self._clients.popitem(last=False)
        key, jobs = keys.popitem(last=False)
        job = jobs.popleft()
        if jobs:
            keys[key] = jobs
        if keys:
            self._clients[client] = keys
        return job

    def clear(self) -> None:
        self._clients.clear()


class FairPool:
    """`threads` functions run at a time; the others wait, each client in turn.

    name: what it is called where it is measured. niceness: see `in_thread`.
    """

    def __init__(self, threads: int, name: str = "other", niceness: int = 0) -> None:
        self.threads = threads
        self.name = name
        self.niceness = niceness
        self._waiting = _Turns()
        self._background = _Turns()
        self._running: set[asyncio.Task[None]] = set()

    @property
    def waiting(self) -> int:
        """How many functions wait, without those in the background."""
        return sum(1 for _ in self._waiting)

    @property
    def running(self) -> int:
        """How many functions run."""
        return len(self._running)

    def waiting_for(self, key: str) -> int:
        """How many functions wait under a key."""
        return sum(key == other for other, _ in self._waiting)

    async def run(
        self,
        key: str,
        work: Callable[[], Result],
        *,
        client: str | None = None,
        background: bool = False,
    ) -> Result:
        """The result of a function that runs in one of the threads.

        client: whose work it is, if that is known; None: somebody's of whom there is no other work.
        """
        future: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        queue = self._background if background else self._waiting
        niceness = BACKGROUND if background else self.niceness
        queue.put(client or f"key {key}", key, _Job(work, future, time.monotonic(), niceness))
        self._serve()
        return await future

    def _serve(self) -> None:
        while len(self._running) < self.threads and (queue := self._waiting or self._background):
            job = queue.take()
            if job.future.cancelled():
                continue
            task = asyncio.create_task(self._run(job))
            self._running.add(task)
            task.add_done_callback(self._ended)

    async def _run(self, job: _Job) -> None:
        begun = time.monotonic()
        metrics.WAIT_SECONDS.labels(self.name).observe(begun - job.since)
        try:
            result = await in_thread(job.work, "pool", job.niceness)
        except Exception as error:
            if not job.future.done():
                job.future.set_exception(error)
        else:
            if not job.future.done():
                job.future.set_result(result)
        finally:
            metrics.WORK_SECONDS.labels(self.name).observe(time.monotonic() - begun)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        self._serve()

    def close(self) -> None:
        """Take nothing more; what runs is run to its end, and dropped."""
        for queue in (self._waiting, self._background):
            for _, job in queue:
                job.future.cancel()
            queue.clear()
        for task in self._running:
            task.cancel()
