"""Tables in memory with the streams that follow them, and what is sent into those streams."""

import asyncio
import json
from collections import OrderedDict, defaultdict, deque
from collections.abc import AsyncIterator, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from azulejos.web.events import Event
from azulejos.web.tables import Table
from azulejos.web.views import View

#: Events that are remembered for clients that come back; who missed more gets the whole table.
REMEMBERED = 64
#: Messages that may wait for a client that reads slowly; then it gets the whole table instead.
MOST_WAITING = 64
#: Seconds between two signs of life on a silent stream.
HEARTBEAT = 15.0


def encoded(data: Any) -> str:
    """Compact JSON."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def message(data: dict[str, Any]) -> bytes:
    """One server-sent event. What has no version (who is online) has no id: it cannot be missed."""
    head = f"id: {data['version']}\n" if "version" in data else ""
    return f"{head}data: {encoded(data)}\n\n".encode()


class Stream:
    """One client that follows a table."""

    def __init__(self, token_hashes: frozenset[str]) -> None:
        self.token_hashes = token_hashes
        self.waiting: deque[bytes] = deque()
        self.has_missed = False
        self._news = asyncio.Event()
        self._closed = False

    def send(self, data: bytes) -> None:
        """Queue a message; a client that does not read gets the whole table later."""
        if len(self.waiting) >= MOST_WAITING:
            self.miss()
        if not self.has_missed:
            self.waiting.append(data)
        self._news.set()

    def miss(self) -> None:
        """Let the whole table be the next message."""
        self.waiting.clear()
        self.has_missed = True
        self._news.set()

    def close(self) -> None:
        self._closed = True
        self._news.set()

    async def messages(self, live: "LiveTable") -> AsyncIterator[bytes]:
        """What is to be written, until the stream is closed."""
        yield b"retry: 1000\n\n"
        while not self._closed:
            if self.has_missed:
                self.waiting.clear()
                self.has_missed = False
                yield message(live.view(self.token_hashes).whole_table())
            while self.waiting:
                yield self.waiting.popleft()
            if self._closed or self.has_missed:
                continue
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), HEARTBEAT)
            except TimeoutError:
                yield b": still here\n\n"


@dataclass(eq=False)
class LiveTable:
    """A table in memory. Whoever changes it holds `lock`."""

    table: Table
    recent: deque[Event] = field(default_factory=lambda: deque(maxlen=REMEMBERED))
    streams: set[Stream] = field(default_factory=set)
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    #: What is long and was written for somebody, as it is since a version: see
    #: `TableService.written`.
    written: dict[Hashable, "asyncio.Task[bytes]"] = field(default_factory=dict)
    written_at: int = -1
    #: Whether memory and storage may differ: something went wrong in between.
    is_stale: bool = False

    def view(self, token_hashes: Iterable[str]) -> View:
        """The table as a client with these tokens sees it."""
        return View(self.table, self.table.seats_of(token_hashes), self.online())

    def online(self) -> set[int]:
        """The seats whose people follow the table now."""
        token_hashes = {token_hash for stream in self.streams for token_hash in stream.token_hashes}
        return set(self.table.seats_of(token_hashes))

    def tell(self, event: Event) -> None:
        """Remember an event that is stored and applied, and tell everybody who follows."""
        event = replace(event, game=None, new_table=None)
        self.recent.append(event)
        online = self.online()
        for own_seats, streams in self._by_seats().items():
            data = message(View(self.table, own_seats, online).event(event))
            for stream in streams:
                stream.send(data)

    def start_again(self, table: Table, events: Iterable[Event]) -> None:
        """Take the table as it was loaded anew: whoever follows it gets it whole."""
        self.table = table
        self.recent.clear()
        self.recent.extend(events)
        self.is_stale = False
        for stream in self.streams:
            stream.miss()

    def _by_seats(self) -> dict[tuple[int, ...], list[Stream]]:
        groups: dict[tuple[int, ...], list[Stream]] = defaultdict(list)
        for stream in self.streams:
            groups[self.table.seats_of(stream.token_hashes)].append(stream)
        return groups

    def follow(self, token_hashes: frozenset[str], after: int | None) -> Stream:
        """A new stream that begins with what was missed after a version, or with the table."""
        before = self.online()
        stream = Stream(token_hashes)
        self.streams.add(stream)
        missed = self._missed(after)
        if missed is None:
            stream.has_missed = True
        else:
            view = self.view(token_hashes)
            for event in missed:
                last = event is missed[-1]
                stream.send(message(view.event(event, whole=last)))
        if self.online() != before:
            self._tell_who_is_online(but=stream)
        return stream

    def _missed(self, after: int | None) -> list[Event] | None:
        """What happened after a version; None if that is no longer, or not yet, known."""
        if after is None or not 0 <= after <= self.table.version:
            return None
        missed = [event for event in self.recent if event.version > after]
        return missed if len(missed) == self.table.version - after else None

    def leave(self, stream: Stream) -> None:
        before = self.online()
        self.streams.discard(stream)
        if self.online() != before:
            self._tell_who_is_online()

    def _tell_who_is_online(self, but: Stream | None = None) -> None:
        data = message({"type": "online", "seats": sorted(self.online())})
        for stream in self.streams:
            if stream is not but:
                stream.send(data)


class TableCache:
    """The tables in memory: those that were used last, and all that are followed."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._tables: OrderedDict[str, LiveTable] = OrderedDict()

    def get(self, table_id: str) -> LiveTable | None:
        live = self._tables.get(table_id)
        if live is not None:
            self._tables.move_to_end(table_id)
        return live

    def __contains__(self, table_id: str) -> bool:
        return table_id in self._tables

    def put(self, live: LiveTable) -> LiveTable:
        """Keep a table, unless it is there already; returns the one that is there."""
        kept = self._tables.setdefault(live.table.id, live)
        if len(self._tables) > self.most:
            self._drop_idle()
        return kept

    def _drop_idle(self) -> None:
        idle = [
            table_id
            for table_id, live in self._tables.items()
            if not live.streams and not live.lock.locked()
        ]
        for table_id in idle[: len(self._tables) - self.most]:
            del self._tables[table_id]

    def all(self) -> list[LiveTable]:
        return list(self._tables.values())
