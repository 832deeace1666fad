"""The connections of a server: how long each may take, and how many there may be.

Uvicorn waits for ever for the headers and the body of a request, and for a client that does not
read its answer. Here each has its time, and where there are too many connections, those go first
that do nothing: one client's idle ones do not keep the others out.
"""

import asyncio
import logging
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Collection
from importlib import import_module
from ipaddress import ip_address
from typing import Any, Literal

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from azulejos.web import metrics
from azulejos.web.rate_limit import household
from azulejos.web.settings import Network
from azulejos.web.streams import SINK

#: Seconds for the headers of a request, and for its body.
HEADERS_TIME = 15.0
BODY_TIME = 30.0
#: Seconds that a connection is kept between requests: people think longer than Uvicorn's five.
KEEP_ALIVE = 75.0
#: Seconds in which a client must read some of what waits for it.
READING_TIME = 30.0
#: Seconds in which a connection that is ended must let go.
LEAVING_TIME = 1.0
#: Bytes of a request's line and headers.
MOST_HEADERS = 65_536
#: Seconds between two looks for those whose time is over.
ROUND = 1.0
#: Files that are left for all else: the storage, pages, compilers.
OTHER_FILES = 64
MOST_CONNECTIONS = 50_000

Why = Literal["headers", "body", "idle", "slow_reader", "crowded", "leaving", "large_headers"]

_log = logging.getLogger("azulejos.web")


def most_connections() -> int:
    """As many as the files that this process may open leave room for, once it has asked for all."""
    try:
        resource: Any = import_module("resource")
    except ModuleNotFoundError:  # Windows
        return 4_000
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_CONNECTIONS + OTHER_FILES
    soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    except (OSError, ValueError):  # macOS has a limit of its own
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return max(16, soft - OTHER_FILES - _open_files())


def _open_files() -> int:
    try:
        return len(os.listdir("/dev/fd"))
    except OSError:
        return 32


class Connections:
    """All connections of a server.

    most: in all. most_of_client: from one address, but for those of `proxies`.
    """

    def __init__(self, most: int, most_of_client: int, proxies: Collection[Network]) -> None:
        self.most = most
        self.most_of_client = most_of_client
        self.proxies = proxies
        self.open: set[Connection] = set()
        #: Those that wait for a request, by client: who has waited longest is first.
        self._waiting: dict[str, OrderedDict[Connection, None]] = {}
        self._of_client: dict[str, int] = {}

    def has_room_for(self, connection: "Connection") -> bool:
        """Take a new connection, perhaps in the place of one that does nothing."""
        client = connection.peer
        is_many = self._of_client.get(client, 0) >= self.most_of_client and not self._is_proxy(
            client
        )
        if is_many and not self._cut_one_of(client):
            return False
        if len(self.open) >= self.most and not self._cut_one():
            return False
        self.open.add(connection)
        self._of_client[client] = self._of_client.get(client, 0) + 1
        metrics.CONNECTIONS.inc()
        return True

    def _is_proxy(self, client: str) -> bool:
        try:
            address = ip_address(client)
        except ValueError:
            return False
        return any(address in network for network in self.proxies)

    def _cut_one(self) -> bool:
        """End the connection that has waited longest, of the client that has most of them."""
        if not self._waiting:
            return False
        return self._cut_one_of(max(self._waiting, key=lambda client: len(self._waiting[client])))

    def _cut_one_of(self, client: str) -> bool:
        waiting = self._waiting.get(client)
        if not waiting:
            return False
        next(iter(waiting)).cut("crowded")
        return True

    def waits(self, connection: "Connection") -> None:
        """A connection does nothing until its next request."""
        self._waiting.setdefault(connection.peer, OrderedDict())[connection] = None

    def works(self, connection: "Connection") -> None:
        """A request has come."""
        waiting = self._waiting.get(connection.peer)
        if waiting is not None:
            waiting.pop(connection, None)
            if not waiting:
                del self._waiting[connection.peer]

    def has_gone(self, connection: "Connection") -> None:
        if connection not in self.open:
            return
        self.open.discard(connection)
        self.works(connection)
        self._of_client[connection.peer] -= 1
        if not self._of_client[connection.peer]:
            del self._of_client[connection.peer]
        metrics.CONNECTIONS.dec()

    async def look_after(self) -> None:
        """End those whose time is over, for ever."""
        while True:
            await asyncio.sleep(ROUND)
            now = time.monotonic()
            for connection in list(self.open):
                connection.check(now)


class Connection(HttpToolsProtocol):
    """One connection. `all`: the connections of its server."""

    def __init__(self, *, all: Connections, **of_uvicorn: Any) -> None:  # noqa: A002
        super().__init__(**of_uvicorn)
        self._all = all
        self.peer = ""
        #: What is being waited for until when.
        self._due: tuple[float, Why] | None = None
        self._write_due: float | None = None
        self._is_reading_head = False
        self._head_bytes = 0
        #: Of a stream that is written into this connection, see `streams.Sink`.
        self.wakes: Callable[[], None] = _nothing
        self.ends: Callable[[], None] = _nothing

    def _within(self, seconds: float, why: Why) -> None:
        self._due = time.monotonic() + seconds, why

    # ── What the transport tells ─────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.peer = household(self.client[0] if self.client else "")
        if not self._all.has_room_for(self):
            metrics.CONNECTIONS_CUT.labels("crowded").inc()
            transport.abort()
            return
        self._within(HEADERS_TIME, "headers")
        self._all.waits(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._all.has_gone(self)
        super().connection_lost(exc)
        self.ends()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self._is_reading_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEADERS:
                self.cut("large_headers")

    def pause_writing(self) -> None:
        super().pause_writing()
        self._write_due = time.monotonic() + READING_TIME

    def resume_writing(self) -> None:
        super().resume_writing()
        self._write_due = None
        self.wakes()

    # ── What is written past the framework ───────────────────────────────────────────────────────

    @property
    def takes_more(self) -> bool:
        """Whether the client reads: not too much waits for it."""
        return self._write_due is None

    def push(self, data: bytes) -> None:
        """Write a part of the answer that is being given, as a chunk."""
        if not self.transport.is_closing():
            self.transport.write(b"%x\r\n%b\r\n" % (len(data), data))

    # ── What the parser tells ────────────────────────────────────────────────────────────────────

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_reading_head, self._head_bytes = True, 0
        self._within(HEADERS_TIME, "headers")

    def on_headers_complete(self) -> None:
        self._is_reading_head = False
        self._all.works(self)
        self._within(BODY_TIME, "body")
        super().on_headers_complete()
        # The request's task has not begun yet.
        self.scope["extensions"] = {SINK: self}  # type: ignore[dict-item]

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if not self.cycle.response_complete:
            self._due = None
        else:
            self._rest()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._due is None and not self.transport.is_closing() and self.cycle.response_complete:
            self._rest()

    def _rest(self) -> None:
        self._within(KEEP_ALIVE, "idle")
        self._all.waits(self)

    # ── Ending it ────────────────────────────────────────────────────────────────────────────────

    def check(self, now: float) -> None:
        """End the connection if its time is over."""
        if self._write_due is not None and self._write_due < now:
            self.cut("slow_reader")
        elif self.transport.is_closing():
            if self._due is None or self._due[1] != "leaving":
                self._within(LEAVING_TIME, "leaving")
            elif self._due[0] < now:
                self.transport.abort()
        elif self._due is not None and self._due[0] < now:
            self.cut(self._due[1])

    def cut(self, why: Why) -> None:
        """End the connection; who has begun a request is told why."""
        metrics.CONNECTIONS_CUT.labels(why).inc()
        _log.debug("The connection of %s is ended: %s", self.peer, why)
        status = {"headers": b"408 Request Timeout", "body": b"408 Request Timeout"}.get(why)
        if why == "large_headers":
            status = b"431 Request Header Fields Too Large"
        has_begun = self._is_reading_head or why == "body"
        is_answering = self.cycle is not None and self.cycle.response_started
        if status and has_begun and not is_answering:
            self.transport.write(
                b"HTTP/1.1 %s\r\ncontent-length: 0\r\nconnection: close\r\n\r\n" % status
            )
            self.transport.close()
        else:
            self.transport.abort()
            self._all.has_gone(self)  # its place is free at once

    def shutdown(self) -> None:
        super().shutdown()
        self._within(LEAVING_TIME, "leaving")


def _nothing() -> None:
    pass
