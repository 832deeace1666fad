"""Tables in memory with the streams that follow them, and what is sent into those streams."""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Collection, Hashable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, Protocol

from azulejos.web.events import Event
from azulejos.web.streams import Stream, message
from azulejos.web.tables import Table
from azulejos.web.views import View

#: Events that are remembered for clients that come back; who missed more gets the whole table.
REMEMBERED = 64
#: Seconds in which those who come to watch, or go, are counted together.
COUNT_WATCHERS = 1.0


class Here(NamedTuple):
    """Who follows a table at one worker: seats, and how many without one."""

    seats: frozenset[int]
    watching: int


NOBODY = Here(frozenset(), 0)


class Others(Protocol):
    """Who follows tables at other workers."""

    def elsewhere(self, table_id: str) -> Collection[Here]:
        """Who follows a table there, by worker."""

    def has_changed(self, live: "LiveTable") -> None:
        """Other people than before follow a table here."""


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
    #: Who follows it at other workers.
    others: Others | None = None
    #: How many watch, as it was told last, and what will tell it next.
    _watching_told: int = 0
    _counting: asyncio.TimerHandle | None = None

    def view(self, token_hashes: Iterable[str]) -> View:
        """The table as a client with these tokens sees it."""
        own_seats = self.table.seats_of(token_hashes)
        return View(self.table, own_seats, self.online(), self.watching())

    def here(self) -> Here:
        """Who follows the table at this worker now."""
        token_hashes = {token_hash for stream in self.streams for token_hash in stream.token_hashes}
        watching = sum(not self.table.seats_of(stream.token_hashes) for stream in self.streams)
        return Here(frozenset(self.table.seats_of(token_hashes)), watching)

    def online(self) -> set[int]:
        """The seats whose people follow the table now."""
        return {seat for here in self._all() for seat in here.seats}

    def watching(self) -> int:
        """How many follow the table without a seat."""
        return sum(here.watching for here in self._all())

    def _all(self) -> list[Here]:
        return [self.here(), *(self.others.elsewhere(self.table.id) if self.others else ())]

    def _has_changed(self) -> None:
        if self.others is not None:
            self.others.has_changed(self)

    def tell(self, event: Event) -> None:
        """Remember an event that is stored and applied, and tell everybody who follows."""
        event = replace(event, game=None, entry=None, new_table=None)
        self.recent.append(event)
        if event.type in ("seat", "left"):
            self._has_changed()
        online, watching = self.online(), self.watching()
        for own_seats, streams in self._by_seats().items():
            data = message(View(self.table, own_seats, online, watching).event(event))
            for stream in streams:
                stream.send(data)

    def end_streams(self) -> None:
        """Let every client go that follows: it comes back."""
        for stream in self.streams:
            stream.close()

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
            stream.miss()
        else:
            view = self.view(token_hashes)
            for event in missed:
                last = event is missed[-1]
                stream.send(message(view.event(event, whole=last)))
        self._has_changed()
        self.tell_of_change(before, but=stream)
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
        self._has_changed()
        self.tell_of_change(before)

    def tell_of_change(self, before: set[int], but: Stream | None = None) -> None:
        """Players are told of at once; watchers are many, and are counted from time to time."""
        if self.online() != before:
            self._tell_who_is_here(but)
        elif self.watching() != self._watching_told and self._counting is None:
            loop = asyncio.get_running_loop()
            self._counting = loop.call_later(COUNT_WATCHERS, self._tell_who_is_here)

    def _tell_who_is_here(self, but: Stream | None = None) -> None:
        if self._counting is not None:
            self._counting.cancel()
            self._counting = None
        self._watching_told = self.watching()
        self.say(
            {"type": "online", "seats": sorted(self.online()), "watching": self._watching_told}, but
        )

    def say(self, told: dict[str, Any], but: Stream | None = None) -> None:
        """Tell all who follow something that is no event: it is not kept, and may be missed."""
        data = message(told)
        for stream in self.streams:
            if stream is not but:
                stream.send(data)


class TableCache:
    """The tables in memory: those that were used last, and all that are followed."""

    def __init__(self, most: int, others: Others) -> None:
        self.most = most
        self._others = others
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
        live.others = self._others
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
