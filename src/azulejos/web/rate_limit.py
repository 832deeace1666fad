"""How often a client may do something: token buckets that fill steadily."""

import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack

from azulejos.web.refusals import Refusal
from azulejos.web.settings import Limits

#: Clients that are remembered; whoever was not seen for longest is forgotten first.
MOST_CLIENTS = 20_000


class TokenBucket:
    """For every client a bucket of `at_once` tokens, refilled with `rate` a second."""

    def __init__(
        self, rate: float, at_once: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # level, when

    def take(self, client: str) -> float:
        """Take one; 0.0 if there was one, otherwise the seconds until there will be."""
        now = self._clock()
        level, when = self._buckets.pop(client, (float(self.at_once), now))
        level = min(self.at_once, level + (now - when) * self.rate)
        wait = 0.0 if level >= 1 else (1 - level) / self.rate
        self._buckets[client] = (level if wait else level - 1, now)
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        return wait


class RateLimiter:
    """The rates of everything that is limited."""

    def __init__(self, limits: Limits) -> None:
        self._requests = TokenBucket(*limits.requests)
        self._kinds = {
            "tables": TokenBucket(*limits.new_tables),
            "moves": TokenBucket(*limits.moves),
            "thinking": TokenBucket(*limits.thinking),
        }
        self._most_streams = limits.streams
        self._streams: dict[str, int] = {}

    def check(self, client: str, method: str, path: str) -> None:
        """Count a request; Refusal says when to come back if it is one too many."""
        _refuse_for(self._requests.take(client))
        kind = _kind(method, path)
        if kind is not None:
            self.check_kind(client, kind)

    def check_kind(self, client: str, kind: str) -> None:
        """Count something that has a rate of its own."""
        _refuse_for(self._kinds[kind].take(client))

    def stream(self, client: str) -> ExitStack:
        """A place for an event stream, taken now and given back when the context is left."""
        if self._streams.get(client, 0) >= self._most_streams:
            raise Refusal(429, "too_many_streams", "Too many open event streams.", 10)
        self._streams[client] = self._streams.get(client, 0) + 1
        place = ExitStack()
        place.callback(self._end_stream, client)
        return place

    def _end_stream(self, client: str) -> None:
        self._streams[client] -= 1
        if not self._streams[client]:
            del self._streams[client]


def _refuse_for(seconds: float) -> None:
    if seconds:
        raise Refusal(429, "too_fast", "Too many requests. Come back a little later.", seconds)


def _kind(method: str, path: str) -> str | None:
    """What a request asks for that has a rate of its own."""
    if not path.startswith("/api/"):
        return None
    if method == "POST":
        last = path.rsplit("/", 1)[-1]
        return "tables" if last in ("tables", "branch", "rematch") else "moves"
    return "thinking" if path.endswith(("/advice", "/fillable")) else None
