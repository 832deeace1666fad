"""Several processes that serve together, and the one that looks after them.

They share a listening socket and a PostgreSQL database. A worker that dies is missed by the log
alone: another takes its place.
"""

import logging
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import NamedTuple

from azulejos.web import logs, metrics, threads
from azulejos.web.server import GRACE, serve_here
from azulejos.web.settings import Settings
from azulejos.web.storage import StorageFailed, check_storage

#: Seconds that workers get to end after their requests have had theirs.
PATIENCE = GRACE + 3.0
#: Who lives so many seconds has not failed to start.
HEALTHY = 30.0
#: Seconds until the place of one that has just begun is taken again: at first, and at most.
SOON, LATEST = 0.25, 30.0

_log = logging.getLogger("azulejos.web")
_spawn = multiprocessing.get_context("spawn")


class WorkersFailed(Exception):
    """Not one worker could start; each has said why."""


class Worker(NamedTuple):
    """A process that serves. `ready` tells when it does."""

    process: SpawnProcess
    ready: Connection
    begun: float


def serve_together(
    listener: socket.socket,
    settings: Settings,
    workers: int,
    started: Callable[[], None] = lambda: None,
) -> None:
    """Serve with so many processes until told to end, which ends this one, too.

    started: called when the first of them serves. StorageFailed or WorkersFailed if none can.
    """
    logs.set_up(settings)
    check_storage(settings.database_url)
    with tempfile.TemporaryDirectory(prefix="azulejos-metrics-") as folder:
        os.environ[metrics.SHARED_FOLDER] = folder  # what workers inherit
        Crew(listener, settings, workers).work(started)
    threads.leave()


class Crew:
    """The workers of one service."""

    def __init__(self, listener: socket.socket, settings: Settings, size: int) -> None:
        self.listener = listener
        self.settings = settings
        self.size = size
        self.workers: list[Worker] = []
        self.is_ending = False
        self._pause = SOON
        self._hears, self._bell = multiprocessing.Pipe(duplex=False)

    def work(self, started: Callable[[], None]) -> None:
        """Keep all places taken until a signal says that it is over."""
        before = {s: signal.signal(s, self._end) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            for _ in range(self.size):
                self._hire()
            if self._wait_for_the_first():
                started()
            while not self.is_ending:
                self._look_after()
        finally:
            self._dismiss()
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self.is_ending = True
        with suppress(OSError):
            self._bell.send_bytes(b"!")

    def _hire(self) -> None:
        hears, ready = multiprocessing.Pipe(duplex=False)
        process = _spawn.Process(
            target=_serve, args=(self.listener, self.settings, ready), daemon=False
        )
        process.start()
        ready.close()  # ours; that of the worker is its own
        self.workers.append(Worker(process, hears, time.monotonic()))

    def _wait_for_the_first(self) -> bool:
        while not self.is_ending:
            wait([self._hears, *(worker.ready for worker in self.workers)])
            for worker in list(self.workers):
                if worker.ready.poll():
                    if _is_told(worker.ready):
                        return True
                    worker.process.join()
                    self.workers.remove(worker)
            if not self.workers and not self.is_ending:
                raise WorkersFailed("no worker could start")
        return False

    def _look_after(self) -> None:
        """Wait until something happens; whoever has died is replaced."""
        missing = self.size - len(self.workers)
        ends = [worker.process.sentinel for worker in self.workers]
        wait([self._hears, *ends], 0 if missing else None)
        for worker in list(self.workers):
            if self.is_ending or worker.process.is_alive():
                continue
            worker.process.join()
            self.workers.remove(worker)
            metrics.forget_process(worker.process.pid or 0)
            missing += 1
            how = _how_it_ended(worker.process.exitcode)
            _log.error("Worker %s %s; another takes its place", worker.process.pid, how)
            is_early = time.monotonic() - worker.begun < HEALTHY
            self._pause = min(LATEST, 2 * self._pause) if is_early else SOON
        if missing and not self._hears.poll(self._pause):
            for _ in range(missing):
                self._hire()

    def _dismiss(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
        until = time.monotonic() + PATIENCE
        for worker in self.workers:
            worker.process.join(max(0.0, until - time.monotonic()))
            if worker.process.is_alive():
                _log.warning("Worker %s does not end, and is killed", worker.process.pid)
                worker.process.kill()
                worker.process.join()


def _is_told(ready: Connection) -> bool:
    """Whether a worker serves; False: it has died before."""
    try:
        ready.recv_bytes()
    except (EOFError, OSError):
        return False
    return True


def _how_it_ended(code: int | None) -> str:
    if code is not None and code < 0:
        return f"was ended by {signal.Signals(-code).name}"
    return f"has ended with code {code}"


def _serve(listener: socket.socket, settings: Settings, ready: Connection) -> None:
    """A worker's life."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        serve_here(listener, settings, lambda: ready.send_bytes(b"!"))
    except StorageFailed as error:
        print(f"A worker could not start: {error}", file=sys.stderr, flush=True)
        sys.exit(1)


def _end_with_parent() -> None:
    """No worker outlives whoever looks after it."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        signal.raise_signal(signal.SIGTERM)
