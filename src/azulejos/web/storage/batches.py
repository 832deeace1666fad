"""What many ask for at the same moment, done together.

Who comes alone is served at once. While one batch is stored, the others gather for the next: so
storing costs each of them the less, the more there is to do.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy.exc import IntegrityError

Item = TypeVar("Item")

#: Seconds from the beginning of one batch to that of the next, where more waits.
TICK = 0.005
#: Items in a batch.
MOST = 200


class Conflict(Exception):
    """Somebody else was quicker; learn what has happened and try again."""


class _Waiting(NamedTuple, Generic[Item]):
    """An item, and who waits for it."""

    item: Item
    future: "asyncio.Future[None]"

    def settle(self, error: BaseException | None = None) -> None:
        """Tell who waits what came of it."""
        if self.future.done():
            return
        if error is None:
            self.future.set_result(None)
        else:
            self.future.set_exception(error)


class Batches(Generic[Item]):
    """write: stores items and says which of them are; Conflict is told to the others.

    It raises IntegrityError, and has stored none, where one of them cannot be.
    """

    def __init__(self, write: Callable[[Sequence[Item]], Awaitable[Sequence[bool]]]) -> None:
        self._write = write
        self._waiting: list[_Waiting[Item]] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, item: Item) -> None:
        """Have an item stored; whatever went wrong with it is raised."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(_Waiting(item, future))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await future

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            while self._waiting:
                begun = loop.time()
                batch, self._waiting = self._waiting[:MOST], self._waiting[MOST:]
                await self._write_together(batch)
                if self._waiting:
                    await asyncio.sleep(begun + TICK - loop.time())
        finally:
            self._writing = None

    async def _write_together(self, batch: Sequence[_Waiting[Item]]) -> None:
        try:
            stored = await self._write([one.item for one in batch])
        except IntegrityError:
            if len(batch) > 1:  # one of them cannot be stored: each for itself
                for single in batch:
                    await self._write_together([single])
                return
            batch[0].settle(Conflict())
        except asyncio.CancelledError:
            for one in batch:
                one.future.cancel()
            raise
        except Exception as error:  # which each who waits meets
            for one in batch:
                one.settle(error)
        else:
            for one, is_stored in zip(batch, stored, strict=True):
                one.settle(None if is_stored else Conflict())

    async def close(self) -> None:
        """Wait a moment for what is being written."""
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=1)
