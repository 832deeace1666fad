"""What is noted of every request: its id, how long it took, and what came of it."""

import logging
import time
from random import Random

from starlette.types import Scope

from azulejos.web import metrics
from azulejos.web.logs import REQUEST_ID

#: Without a route: what is refused before one is looked for, what is not there, files.
NONE, FILES = "none", "/static"

#: Of ids, which are no secrets: asking the system for chance lets other threads run first.
_CHANCE = Random()

_log = logging.getLogger("azulejos.web.requests")


class Observed:
    """One request. Its id stands in the log and goes out with the answer."""

    def __init__(self) -> None:
        self.id = f"{_CHANCE.getrandbits(48):012x}"
        self.status = 0
        self._begun = time.perf_counter()
        REQUEST_ID.set(self.id)

    def end(self, scope: Scope) -> None:
        """Note what came of it; 0: nothing did, since the client has gone."""
        route, seconds = route_of(scope), time.perf_counter() - self._begun
        metrics.REQUESTS.labels(route, self.status).inc()
        if not route.endswith("/events"):  # which go on for hours
            metrics.REQUEST_SECONDS.labels(route).observe(seconds)
        if _log.isEnabledFor(logging.DEBUG):
            told = scope["method"], route, self.status, 1000 * seconds
            _log.debug("%s %s %d in %.1f ms", *told)


def route_of(scope: Scope) -> str:
    """The route of a request, without what stands in its place: some of it is secret."""
    path: str | None = getattr(scope.get("route"), "path", None)
    if path is None:
        return FILES if scope["path"].startswith(FILES + "/") else NONE
    # FastAPI leaves the prefix out.
    is_bare = scope["path"].startswith("/api/") and not path.startswith("/api/")
    return f"/api{path}" if is_bare else path
