"""Analyses beside a board that is explored: they go on as long as somebody looks.

They are made in the threads in which bots think, in short pieces that begin only when no bot waits;
clients are served in turn. A client has few at once, and the newest of them ends the oldest: who
steps on has no use for an analysis of the position before.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from azulejos.analysis import exploring
from azulejos.web import reasons
from azulejos.web.readiness import PATIENCE, STRONG
from azulejos.web.refusals import Refusal
from azulejos.web.tables import Game

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: Analyses that one client has at once.
MOST_OF_A_CLIENT = 3
#: Seconds between two times that somebody is told how far an analysis is.
TELL_EVERY = 0.2


@dataclass(eq=False)
class _Job:
    """An analysis that is made for somebody."""

    client: str
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Analyses:
    """The analyses of one process."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        self._jobs: list[_Job] = []  # the oldest first
        self._most = service.settings.limits.analyses

    @property
    def running(self) -> int:
        """How many are made now."""
        return len(self._jobs)

    async def begin(self, client: str, game: Game, multipv: int) -> AsyncIterator[dict[str, Any]]:
        """The analyses of a position, each more exact; see `exploring.deepen`.

        Refusal where nothing is to be decided, or where too many are made.
        """
        if not await self._service.work_pool.run(f"explore {client}", partial(_decides, game)):
            raise Refusal(409, reasons.NOTHING_TO_DECIDE())
        await self._service.readiness.wait(game.NAME, STRONG, PATIENCE)
        own = [job for job in self._jobs if job.client == client]
        for job in own[: max(len(own) + 1 - MOST_OF_A_CLIENT, 0)]:
            self._end(job)
        if len(self._jobs) >= self._most:
            raise Refusal(429, reasons.TOO_MANY(), 5)
        job = _Job(client)
        self._jobs.append(job)
        return self._run(job, game, multipv)

    async def _run(self, job: _Job, game: Game, multipv: int) -> AsyncIterator[dict[str, Any]]:
        pool, key = self._service.bot_pool, f"analysis {job.client}"
        evaluator = self._service.settings.evaluator_for(game.NAME)
        loop = asyncio.get_running_loop()
        try:
            found = exploring.deepen(game, evaluator=evaluator, multipv=multipv)
            told_at = -TELL_EVERY
            while not job.ended.is_set():
                told = await pool.run(key, partial(next, found, None), background=True)
                if told is None:
                    return
                if told["done"] or loop.time() >= told_at + TELL_EVERY:
                    told_at = loop.time()
                    yield told
        finally:
            self._end(job)

    def _end(self, job: _Job) -> None:
        job.ended.set()
        if job in self._jobs:
            self._jobs.remove(job)

    def close(self) -> None:
        """End all of them."""
        for job in list(self._jobs):
            self._end(job)


def _decides(game: Game) -> bool:
    """Whether somebody is to decide something."""
    return not game.is_over and not game.awaits_chance and bool(game.legal_moves())
