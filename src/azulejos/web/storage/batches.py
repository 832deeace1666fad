"""What many ask for at the same moment, done in one transaction.

Who comes alone is served at once. While one transaction runs, the others gather for the next: so a
transaction costs each of them the less, the more there is to do.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy.exc import IntegrityError

Item = TypeVar("Item")

#: Seconds from the beginning of one transaction to that of the next, where more waits.
TICK = 0.005
#: Items in a transaction.
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
    """write: stores items, all or none; Conflict or IntegrityError where one of them cannot be."""

    def __init__(self, write: Callable[[Sequence[Item]], Awaitable[None]]) -> None:
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
            await self._write([one.item for one in batch])
        except (Conflict, IntegrityError) as error:
            if len(batch) > 1:  # one of them cannot be stored: each for itself
                for single in batch:
                    await self._write_together([single])
                return
            batch[0].settle(Conflict() if isinstance(error, IntegrityError) else error)
        except asyncio.CancelledError:
            for one in batch:
                one.future.cancel()
            raise
        except Exception as error:  # which each who waits meets
            for one in batch:
                one.settle(error)
        else:
            for one in batch:
                one.settle()

    async def close(self) -> None:
        """Wait a moment for what is being written."""
        if self._writing is not None:
            await asyncio.wait({self._writing}, timeout=1)
