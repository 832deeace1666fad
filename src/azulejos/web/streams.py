"""What is sent to clients that follow a table: server-sent events, a stream for each client.

A message goes straight into the client's connection. No task wakes up for it: at a table that many
follow, that would be most of what a move costs.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Any, Protocol

from azulejos.web import metrics
from azulejos.web.compact_json import encoded

#: Messages that may wait for a client that reads slowly; then it gets the whole table instead.
MOST_WAITING = 64
#: Seconds between two signs of life on a silent stream.
HEARTBEAT = 15.0
#: Under this name a connection is among the extensions of its requests, as a `Sink`.
SINK = "azulejos.sink"

_log = logging.getLogger("azulejos.web")


class Sink(Protocol):
    """A connection that an answer without an end is written into.

    wakes: to be called when it takes more again; ends: when it is gone.
    """

    wakes: Callable[[], None]
    ends: Callable[[], None]

    @property
    def takes_more(self) -> bool:
        """Whether its client reads: not too much waits for it."""

    def push(self, data: bytes) -> None:
        """Write a part of the answer."""


def message(data: dict[str, Any]) -> bytes:
    """One server-sent event. What has no version (who is online) has no id: it cannot be missed."""
    head = b"id: %d\n" % data["version"] if "version" in data else b""
    return b"%sdata: %s\n\n" % (head, encoded(data))


class Stream:
    """One client that follows a table."""

    def __init__(self, token_hashes: frozenset[str]) -> None:
        self.token_hashes = token_hashes
        #: A list: an empty deque has half a kilobyte, and few streams ever wait.
        self.waiting: list[bytes] = []
        self.has_missed = False
        self._sink: Sink | None = None
        self._whole: Callable[[], bytes] | None = None
        self._wrote_at = 0.0
        self._is_ended = False
        self._end: asyncio.Future[None] | None = None

    def send(self, data: bytes) -> None:
        """Write a message, or queue it; a client that does not read gets the whole table later."""
        if not self.has_missed:
            self.waiting.append(data)
        self._flush()
        if len(self.waiting) > MOST_WAITING:
            self.miss()
            metrics.STREAMS_BEHIND.inc()

    def miss(self) -> None:
        """Let the whole table be the next message."""
        self.waiting.clear()
        self.has_missed = True
        self._flush()

    def close(self) -> None:
        """Let the client go: it comes back."""
        self._is_ended = True
        if self._end is not None and not self._end.done():
            self._end.set_result(None)

    async def run(self, sink: Sink, whole: Callable[[], bytes]) -> None:
        """Write what comes, until the stream is closed or the client has gone.

        whole: makes the message with the whole table.
        """
        self._sink, self._whole = sink, whole
        sink.wakes, sink.ends = self._flush, self.close
        self.waiting.insert(0, b"retry: 1000\n\n")
        self._flush()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(HEARTBEAT, self._beat)
        self._end = loop.create_future()
        try:
            if not self._is_ended:
                await self._end
        finally:
            self._timer.cancel()
            self._sink = self._whole = None
            sink.wakes = sink.ends = _nothing

    def _flush(self) -> None:
        """Write what waits, as long as the client reads."""
        try:
            while self._sink is not None and self._sink.takes_more:
                if self.waiting:
                    data = self.waiting.pop(0)
                elif self.has_missed and self._whole is not None:
                    self.has_missed = False
                    data = self._whole()
                else:
                    return
                self._sink.push(data)
                self._wrote_at = asyncio.get_running_loop().time()
        except Exception:  # which is this stream's matter, and not of who has made a move
            _log.exception("A stream has failed")
            self.close()

    def _beat(self) -> None:
        loop = asyncio.get_running_loop()
        if loop.time() - self._wrote_at >= HEARTBEAT:
            self.send(b": still here\n\n")
        due = max(self._wrote_at + HEARTBEAT - loop.time(), 1.0)
        self._timer = loop.call_later(due, self._beat)


def _nothing() -> None:
    pass
