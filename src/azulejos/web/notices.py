"""Notices to people who are not there: that it is their turn, or that their time is nearly up.

Only to browsers whose people have switched it on, by Web Push. Whoever follows the table at this
worker sees it there.
"""

import asyncio
import json
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from azulejos.games import spec
from azulejos.web import clock_words, metrics, push_keys, push_sending
from azulejos.web.events import now
from azulejos.web.languages import catalogue
from azulejos.web.push_keys import PushKey
from azulejos.web.push_sending import Subscription
from azulejos.web.storage.push_store import PushStore
from azulejos.web.threads import in_thread

if TYPE_CHECKING:
    from azulejos.web.live import LiveTable
    from azulejos.web.table_service import TableService

#: Notices that may wait, and those that are sent at once.
MOST_WAITING, AT_ONCE = 1_000, 4
#: Seconds for which a push service keeps a notice for a browser that is not there.
KEPT = 86_400
GONE = (404, 410)

_log = logging.getLogger("azulejos.web")


@dataclass(frozen=True)
class Notice:
    """Something to be told to whoever holds a seat. left: milliseconds until time is up."""

    table_id: str
    token_hash: str
    game: str
    others: Sequence[str]
    left: int | None = None

    def told(self, language: str) -> bytes:
        """As the worker of the page takes it: see static/js/push_worker.js."""
        words = catalogue(language, self.game)
        text = words.gettext("It is your turn.")
        if self.left is not None:
            time_left = clock_words.time(_rounded(self.left // 1_000), words)
            text = words.gettext("Time left for your move: {time}", time=time_left)
        elif self.others:
            text = words.gettext("It is your turn, with {names}.", names=", ".join(self.others))
        told = {"title": spec(self.game).title, "body": text, "url": f"/t/{self.table_id}"}
        return json.dumps(told, ensure_ascii=False).encode()


def _rounded(seconds: int) -> int:
    unit = 3_600 if seconds >= 3_600 else 60
    return max(1, seconds // unit) * unit


class Notices:
    """Finds out whom to tell, and tells them."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self.key: PushKey | None = None
        self.store = PushStore(service.store.database)
        self._waiting: asyncio.Queue[Notice] = asyncio.Queue(MOST_WAITING)

    async def open(self) -> None:
        """Get the key, and tell from then on."""
        load = partial(push_keys.load, self._service.settings)
        self.key = await in_thread(load, "push key")
        if self.key is not None:
            for _ in range(AT_ONCE):
                self._service.in_background(self._tell())

    def turn_has_come(self, live: "LiveTable", before: int | None) -> None:
        """It is another's turn than before: tell who is not there."""
        turn = live.table.turn
        if turn is not None and turn != before:
            self._add(live, turn)

    def time_runs_out(self, live: "LiveTable") -> None:
        """Remind whoever is to move, and is not there."""
        seat, due = live.table.ticking, live.table.due
        if seat is not None and due is not None and due > now():
            self._add(live, seat, left=due - now())

    def _add(self, live: "LiveTable", number: int, left: int | None = None) -> None:
        table = live.table
        seat = table.seats[number]
        if self.key is None or seat.is_bot or not seat.taken or seat.token_hash is None:
            return
        if number in live.online() or table.bot_to_move() is not None:
            return
        others = [
            other.name
            for other in table.seats
            if other.name and other.taken and other.token_hash != seat.token_hash
        ]
        notice = Notice(table.id, seat.token_hash, table.name, others, left)
        if self._waiting.full():
            metrics.PUSHES.labels("dropped").inc()
        else:
            self._waiting.put_nowait(notice)

    async def _tell(self) -> None:
        while True:
            notice = await self._waiting.get()
            try:
                for language, subscription in await self.store.of(
                    notice.table_id, notice.token_hash
                ):
                    await self._send(notice.told(language), subscription, notice)
            except SQLAlchemyError:
                pass  # whoever uses the storage says so
            except Exception:
                _log.exception("Could not tell somebody that it is their turn")

    async def _send(self, text: bytes, subscription: Subscription, notice: Notice) -> None:
        assert self.key is not None
        origin = push_sending.origin_of(subscription.endpoint)
        headers = {
            "Authorization": self.key.authorization(origin, time.time()),
            "TTL": str(KEPT),
            "Urgency": "high" if notice.left is not None else "normal",
            "Topic": notice.table_id,  # a newer one takes the place of one that waits
        }
        is_open = self._service.settings.push == "open"
        send = partial(push_sending.send, subscription, text, headers, is_open=is_open)
        try:
            status = await in_thread(send, "push")
        except (OSError, ValueError) as error:
            metrics.PUSHES.labels("failed").inc()
            _log.info("A push service was not reached: %s", type(error).__name__)
            return
        if status in GONE:
            await self.store.forget(subscription.endpoint)
            metrics.PUSHES.labels("gone").inc()
        else:
            metrics.PUSHES.labels("sent" if 200 <= status < 300 else "refused").inc()
