"""Moves and event streams past the framework: they are nearly all that comes.

What is right goes straight to its function. Whatever is odd goes the long way, where it is said
what is wrong. The framework's layers were a fifth of a move's time, and half of a stream's memory.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import FastAPI, Request, Response
from pydantic import ValidationError
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from azulejos.web.api import play, tables
from azulejos.web.api.models.playing import NewMove
from azulejos.web.api.viewer import MOST_ID, token_hashes_of
from azulejos.web.guard import GUARDED, again

_PATH = re.compile(rf"/api/tables/([^/]{{1,{MOST_ID}}})/(moves|events)")
_AFTER = re.compile(rb"(?:after=(\d{1,9}))?")
_SHORT = {("POST", "moves"): play.moves.routes[0], ("GET", "events"): tables.streams.routes[0]}


class ShortWays:
    """The short ways of an application. long: the whole of it."""

    def __init__(
        self, app: FastAPI, long: Callable[[Scope, Receive, Send], Awaitable[None]]
    ) -> None:
        self._app = app
        self._long = long

    def find(self, scope: Scope) -> bool:
        """Whether there is one for a request; it is noted there."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/tables/"):
            return False
        found = _PATH.fullmatch(scope["path"])
        route: BaseRoute | None = found and _SHORT.get((scope["method"], found[2]))
        if found is None or route is None:
            return False
        if not (_is_json(scope) if found[2] == "moves" else _is_plain(scope)):
            return False
        scope["app"], scope["route"] = self._app, route
        scope["path_params"] = {"id": found[1]}
        return True

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            if scope["method"] == "POST":
                body = NewMove.model_validate_json(await request.body())
                service, table_id = self._app.state.service, request.path_params["id"]
                response = await play.move(service, token_hashes_of(request), table_id, body)
            else:
                response = await self._events(request)
        except ValidationError:
            scope = {**scope, GUARDED: True}
            await self._long(scope, again(await request.body(), receive), send)
            return
        except Exception as error:
            handler = _handler_of(self._app, error)
            if handler is None:
                raise
            response = await handler(request, error)
        del request  # a stream would keep it for hours
        await response(scope, receive, send)

    async def _events(self, request: Request) -> Response:
        service, table_id = self._app.state.service, request.path_params["id"]
        after = _AFTER.fullmatch(request.scope["query_string"])
        seen = request.headers.get("last-event-id", "")
        number = int(after[1]) if after is not None and after[1] else None
        return await tables.events(
            request, service, token_hashes_of(request), table_id, seen or None, number
        )


def _handler_of(app: FastAPI, error: Exception) -> Callable[..., Any] | None:
    for kind in type(error).__mro__:
        if kind in app.exception_handlers:
            return app.exception_handlers[kind]
    return None


def _is_json(scope: Scope) -> bool:
    for name, value in scope["headers"]:
        if name == b"content-type":
            return bool(value.partition(b";")[0] == b"application/json")
    return False


def _is_plain(scope: Scope) -> bool:
    """Whether nothing is asked for but what comes after a version, said once."""
    ids = [value for name, value in scope["headers"] if name == b"last-event-id"]
    is_short = len(ids) <= 1 and all(len(value) <= 20 for value in ids)
    return is_short and _AFTER.fullmatch(scope["query_string"]) is not None
