"""Running the service in one process: for a club, or for whoever sits at this machine."""

import asyncio
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from types import FrameType
from typing import cast

from azulejos.core.errors import without_extra

try:
    import uvicorn
    from fastapi import FastAPI
except ModuleNotFoundError as error:
    raise without_extra(error, "web") from error

from azulejos.web import logs, threads
from azulejos.web.app import create_app
from azulejos.web.connections import KEEP_ALIVE, Connection, Connections, most_connections
from azulejos.web.settings import Settings
from azulejos.web.storage import check_storage, one_server

#: Seconds that requests get to finish when the server is ended.
GRACE = 1
#: The exit code of a server that could not start.
STARTUP_FAILURE = 3
#: Connections that wait to be taken, and how many are taken at once: each needs a file before it
#: can be refused.
BACKLOG = 1_024
AT_ONCE = 16


class Server(uvicorn.Server):
    """Lets go of the event streams when it is told to end: they would never end by themselves."""

    def __init__(
        self, config: uvicorn.Config, connections: Connections, end_streams: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._connections = connections
        self._end_streams = end_streams
        self.was_told_to_end = False

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take connections, and end those whose time is over."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(BACKLOG)
        self._looking_after = asyncio.create_task(self._connections.look_after())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Let all connections go."""
        await super().shutdown(sockets)
        self._looking_after.cancel()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        # Without Uvicorn's own handler, which would raise the signal again when all is done: a
        # server that was told to end and has done so has not failed.
        self.force_exit = self.was_told_to_end and sig == signal.SIGINT
        self.was_told_to_end = True
        self.end()

    def end(self) -> None:
        """End as if told so from outside."""
        self._end_streams()
        self.should_exit = True


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens; port 0: any free one. OSError if it cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Where the protocol is named, asyncio switches off the delay that gathers small packets.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(256)
    except OSError:
        listener.close()
        raise
    return listener


def address_of(listener: socket.socket) -> str:
    """The address that a browser on this machine would use."""
    host, port = listener.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def prepared(listener: socket.socket, settings: Settings) -> tuple[Server, FastAPI]:
    """A server that is ready to run at a listening socket, and its application."""
    app = create_app(settings.listening_at(listener.getsockname()[0]))
    connections = Connections(
        settings.connections or most_connections(),
        settings.limits.client_connections,
        settings.proxies,
    )
    config = uvicorn.Config(
        app,
        http=cast(type[asyncio.Protocol], partial(Connection, all=connections)),
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        backlog=AT_ONCE,
        timeout_keep_alive=int(KEEP_ALIVE),
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
        interface="asgi3",  # which a function that returns a coroutine is, too
        ws="none",
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=[str(network) for network in settings.proxies],
    )

    def end_streams() -> None:
        if hasattr(app.state, "service"):  # it is not when the end comes that early
            app.state.service.end_streams()

    return Server(config, connections, end_streams), app


def serve_here(
    listener: socket.socket, settings: Settings, started: Callable[[], None] = lambda: None
) -> None:
    """Serve in this process until it is told to end, which ends the process.

    started: called in a thread of its own when pages are served; if it fails, the server ends.
    StorageFailed if there is no storage.
    """
    logs.set_up(settings)
    with one_server(settings.database_url):
        check_storage(settings.database_url)
        _serve(listener, settings, started)


def _serve(listener: socket.socket, settings: Settings, started: Callable[[], None]) -> None:
    server, _ = prepared(listener, settings)
    failures: list[Exception] = []
    teller = threading.Thread(target=_tell, args=(server, started, failures), daemon=True)
    teller.start()
    with suppress(KeyboardInterrupt):  # Ctrl+C is how one ends it
        server.run(sockets=[listener])
        teller.join(GRACE)  # it may have to clear up at the terminal
    if failures:
        raise failures[0]
    if not server.started and not server.was_told_to_end:
        sys.exit(STARTUP_FAILURE)  # the log says why
    threads.leave()


def _tell(server: Server, started: Callable[[], None], failures: list[Exception]) -> None:
    while not server.started:
        if server.should_exit:
            return
        time.sleep(0.01)
    try:
        started()
    except Exception as error:
        failures.append(error)
        server.end()
