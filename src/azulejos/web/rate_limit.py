"""How often a client may do something: token buckets that fill steadily."""

import asyncio
import hashlib
import json
import math
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from functools import lru_cache
from ipaddress import IPv6Address, ip_address, ip_network
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

from azulejos.web import reasons
from azulejos.web.refusals import Refusal
from azulejos.web.settings import Limits

if TYPE_CHECKING:
    from azulejos.web.pubsub import Listener

#: Seconds between two messages to other workers, and until what one has told counts no longer.
TELL_EVERY, FORGET_AFTER = 1.0, 60.0
#: Clients in a message, which has 8,000 bytes at most.
IN_A_MESSAGE = 100
KIND, STREAMS = "taken", "streams"
#: Clients that are remembered; whoever was not seen for longest is forgotten first.
MOST_CLIENTS = 20_000


@lru_cache(maxsize=MOST_CLIENTS)
def household(address: str) -> str:
    """Whose address this is, as far as can be known: a household has a whole /64 of IPv6."""
    try:
        known = ip_address(address)
    except ValueError:
        return address
    if isinstance(known, IPv6Address):
        return str(known.ipv4_mapped or ip_network((int(known), 64), strict=False))
    return address


def digest(client: str) -> str:
    """A client as it is kept with what it has set up, until that is over."""
    return hashlib.sha256(f"azulejos {client}".encode()).hexdigest()[:32]


class TokenBucket:
    """For every client a bucket of `at_once` tokens, refilled with `rate` a second."""

    def __init__(
        self, rate: float, at_once: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rate = rate
        self.at_once = at_once
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # level, when
        #: What was taken here, by client, since others were told.
        self._taken: Counter[str] = Counter()

    def take(self, client: str) -> float:
        """Take one; 0.0 if there was one, otherwise the seconds until there will be."""
        level = self._level(client)
        wait = 0.0 if level >= 1 else (1 - level) / self.rate
        if not wait:
            self._taken[client] += 1
        self._set(client, level if wait else level - 1)
        return wait

    def taken(self) -> dict[str, int]:
        """What busy clients have taken and others do not know: those with half a bucket left."""
        told = {}
        taken, self._taken = self._taken, Counter()
        for client, n in taken.items():
            level = self._level(client)
            missing = min(n, math.ceil(self.at_once - level))  # what has come back counts no more
            if 2 * level < self.at_once:
                told[client] = missing
            elif missing > 0:
                self._taken[client] = missing
        return told

    def drain(self, client: str, number: int) -> None:
        """A client has taken so many elsewhere; at most it has to wait for a whole bucket."""
        self._set(client, max(self._level(client) - number, -self.at_once))

    def _level(self, client: str) -> float:
        now = self._clock()
        level, when = self._buckets.get(client, (float(self.at_once), now))
        return min(self.at_once, level + (now - when) * self.rate)

    def _set(self, client: str, level: float) -> None:
        self._buckets[client] = level, self._clock()
        self._buckets.move_to_end(client)
        if len(self._buckets) > MOST_CLIENTS:
            gone, _ = self._buckets.popitem(last=False)
            self._taken.pop(gone, None)


class RateLimiter:
    """The rates of everything that is limited.

    Where several workers serve, each tells the others once a second what its busy clients have
    taken, and which of them have many streams: so a limit holds for all of them together, but for
    half of what may be taken at once.
    """

    def __init__(self, limits: Limits) -> None:
        self._buckets = {
            "requests": TokenBucket(*limits.requests),
            "tables": TokenBucket(*limits.new_tables),
            "moves": TokenBucket(*limits.moves),
            "thinking": TokenBucket(*limits.thinking),
            "phrases": TokenBucket(*limits.phrases),
        }
        self._most_streams = limits.streams
        self._streams: dict[str, int] = {}
        #: By worker: when it told us, and how many streams clients have there.
        self._elsewhere: dict[str, tuple[float, Mapping[str, int]]] = {}
        self._listener: Listener | None = None
        self._told_streams_at = 0.0

    def check(self, client: str, method: str, path: str) -> None:
        """Count a request; Refusal says when to come back if it is one too many."""
        self.check_kind(client, "requests")
        kind = _kind(method, path)
        if kind is not None:
            self.check_kind(client, kind)

    def check_kind(self, client: str, kind: str) -> None:
        """Count something that has a rate of its own."""
        seconds = self._buckets[kind].take(client)
        if seconds:
            raise Refusal(429, reasons.TOO_FAST(), seconds)

    def stream(self, client: str) -> ExitStack:
        """A place for an event stream, taken now and given back when the context is left."""
        if self._streams.get(client, 0) + self._streams_elsewhere(client) >= self._most_streams:
            raise Refusal(429, reasons.TOO_MANY_STREAMS(), 10)
        self._streams[client] = self._streams.get(client, 0) + 1
        place = ExitStack()
        place.callback(self._end_stream, client)
        return place

    def _end_stream(self, client: str) -> None:
        self._streams[client] -= 1
        if not self._streams[client]:
            del self._streams[client]

    def _streams_elsewhere(self, client: str) -> int:
        since = time.monotonic() - FORGET_AFTER
        told = self._elsewhere.values()
        return sum(streams.get(client, 0) for when, streams in told if when > since)

    # ── Together with other workers ──────────────────────────────────────────────────────────────

    def share(self, listener: "Listener", is_shared: bool) -> None:
        """Tell other workers, and hear from them, if there are any."""
        self._listener = listener if is_shared else None
        listener.takes[KIND] = self._hear

    async def tell_others(self) -> None:
        """Tell once a second, for ever, if there is somebody and something to tell."""
        last: list[Mapping[str, Any]] = []
        while self._listener is not None:
            await asyncio.sleep(TELL_EVERY)
            news = list(_parts({name: b.taken() for name, b in self._buckets.items()}))
            streams: list[Mapping[str, Any]] = [{STREAMS: self._many_streams()}]
            told_at = time.monotonic()
            if streams != last or told_at - self._told_streams_at > FORGET_AFTER / 3:
                self._told_streams_at, last = told_at, streams
                news += streams
            with suppress(SQLAlchemyError):  # then each worker limits alone
                for part in news:
                    await self._listener.tell(KIND, json.dumps(part, separators=(",", ":")))

    def _many_streams(self) -> dict[str, int]:
        """The clients that have more streams here than anybody needs."""
        many = ((client, n) for client, n in self._streams.items() if 8 * n >= self._most_streams)
        return dict(islice(many, IN_A_MESSAGE))

    def _hear(self, worker: str, data: str) -> None:
        told: Mapping[str, Mapping[str, int]] = json.loads(data)
        for name, clients in told.items():
            if name == STREAMS:
                self._elsewhere[worker] = time.monotonic(), clients
            elif name in self._buckets:
                for client, number in clients.items():
                    self._buckets[name].drain(client, number)


def _parts(told: Mapping[str, Mapping[str, int]]) -> Iterator[Mapping[str, Mapping[str, int]]]:
    """What is told, in parts that are short enough for a message."""
    for name, clients in told.items():
        items = list(clients.items())
        for first in range(0, len(items), IN_A_MESSAGE):
            yield {name: dict(items[first : first + IN_A_MESSAGE])}


def _kind(method: str, path: str) -> str | None:
    """What a request asks for that has a rate of its own."""
    if not path.startswith("/api/"):
        return None
    if method == "POST":
        last = path.rsplit("/", 1)[-1]
        if last in ("start", "tries", "hint", "analysis"):
            return "thinking"
        if last == "phrases":
            return "phrases"
        return "tables" if last in ("tables", "branch", "rematch") else "moves"
    return "thinking" if path.endswith(("/advice", "/goal")) else None
