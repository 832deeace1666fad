"""Reviews of finished games: made on demand, piece by piece, and kept with their tables.

A review is made in the threads in which bots think, in short pieces that begin only when no bot
waits. So many are made at once; the others wait, and a client may have few under way. What has been
found is stored every few seconds: after a restart a review goes on from there, and of several
workers one makes it while the others tell how far it is.
"""

import asyncio
import hashlib
import json
import logging
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from sqlalchemy.exc import SQLAlchemyError

from azulejos.analysis import (
    Budget,
    Decision,
    Review,
    Reviewer,
    ReviewError,
    attempt,
    usual_visits,
)
from azulejos.analysis.reviewer import visits_in_time
from azulejos.core.errors import IllegalMove
from azulejos.web import reasons
from azulejos.web.live import LiveTable
from azulejos.web.readiness import PATIENCE, REVIEW
from azulejos.web.refusals import Refusal, of_error
from azulejos.web.storage import ReviewStore, StoredReview

if TYPE_CHECKING:
    from azulejos.web.table_service import TableService

#: Reviews that one client may have under way, and all of them.
MOST_OF_A_CLIENT, MOST = 3, 100
#: Seconds of one piece of work: it ends with the part that it is at.
PIECE = 0.05
#: Seconds between two times that an unfinished review is stored.
STORE_EVERY = 2.0
#: Finished reviews that are kept in memory, and games that could not be reviewed.
REMEMBERED = 32

State = Literal["none", "waiting", "running", "done", "stopped", "failed"]

_log = logging.getLogger("azulejos.web")


class Found(NamedTuple):
    """How far the review of a table is, in parts, and what it has found; see `ReviewShown`."""

    state: State
    done: int = 0
    total: int = 0
    review: Review | None = None


@dataclass(eq=False)
class _Job:
    """A review that is made here, or waits to be."""

    table_id: str
    digest: str
    record: dict[str, Any]
    client: str
    kept: StoredReview | None = None
    found: Found = field(default_factory=lambda: Found("waiting"))
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)


class Reviews:
    """The reviews of one process."""

    def __init__(self, service: "TableService") -> None:
        self._service = service
        limits = service.settings.limits
        self._visits = limits.review_visits
        self._places = asyncio.Semaphore(limits.reviews)
        self._store = ReviewStore(service.store.database, service.worker)
        self._jobs: dict[str, _Job] = {}  # by table
        self._starting = asyncio.Lock()
        #: By table and digest; None: it failed.
        self._finished: OrderedDict[tuple[str, str], Review | None] = OrderedDict()

    @property
    def under_way(self) -> int:
        """How many reviews are made here, or wait to be."""
        return len(self._jobs)

    # ── Asking ───────────────────────────────────────────────────────────────────────────────────

    async def find(self, live: LiveTable) -> Found:
        """How far the review of a finished game is."""
        digest = await self._digest(live)
        job = self._jobs.get(live.table.id)
        if job is not None and job.digest == digest:
            return job.found
        key = (live.table.id, digest)
        if key in self._finished:
            self._finished.move_to_end(key)
            return self._told(self._finished[key])
        stored = await self._store.find(live.table.id)
        if stored is None or stored.digest != digest:
            return Found("none")
        review = await self._read(live.table.id, stored)
        if stored.is_done and review is not None:
            self._remember(key, review)
            return self._told(review)
        is_made = stored.is_alive and stored.worker != self._store.worker  # here it has no job
        if stored.is_done or not is_made:
            return Found("stopped", stored.done, stored.total, review)
        return Found("running", stored.done, stored.total, review)

    async def start(self, live: LiveTable, client: str) -> Found:
        """Begin the review of a finished game, or go on with it; what there is of it."""
        table = live.table
        digest = await self._digest(live)
        await self._service.readiness.wait(table.name, REVIEW, PATIENCE)
        async with self._starting:
            found = await self.find(live)
            if found.state not in ("none", "stopped"):
                return found
            self._check_room(client)
            record = await self._service.work_pool.run(table.id, table.game.record)
            is_ours, kept = await self._store.claim(table.id, digest)
            if not is_ours and kept is not None and kept.is_done:
                # What an older version stored and this one cannot read is made anew.
                await self._store.forget(table.id)
                is_ours, kept = await self._store.claim(table.id, digest)
            if is_ours:
                earlier = self._jobs.pop(table.id, None)
                if earlier is not None and earlier.task is not None:
                    earlier.task.cancel()
                job = _Job(table.id, digest, record, client, kept, found._replace(state="waiting"))
                self._jobs[table.id] = job
                job.task = asyncio.create_task(self._make(job))
                return job.found
        return await self.find(live)

    async def attempt(self, live: LiveTable, step: int, move: str, client: str) -> Decision:
        """What another move would have been in a decision of a finished review."""
        found = await self.find(live)
        if found.review is None or found.state != "done":
            raise Refusal(409, reasons.NOT_REVIEWED())
        work = partial(attempt, found.review, step, move)
        try:
            pool = self._service.bot_pool
            return await pool.run(f"review {client}", work, background=True)
        except IllegalMove as error:
            raise of_error(reasons.ILLEGAL_MOVE, error, live.table.name) from error
        except ReviewError as error:
            raise Refusal(409, reasons.NOTHING_TO_DECIDE()) from error

    def _check_room(self, client: str) -> None:
        own = sum(job.client == client for job in self._jobs.values())
        if own >= MOST_OF_A_CLIENT or len(self._jobs) >= MOST:
            raise Refusal(429, reasons.TOO_MANY_REVIEWS(), 5)

    async def _digest(self, live: LiveTable) -> str:
        """What tells the record of a finished game from another's at the same table."""
        game = live.table.game
        if not live.table.is_over:
            raise Refusal(409, reasons.NOT_REVIEWED_YET())

        def make() -> bytes:
            text = json.dumps(game.record(), sort_keys=True)
            return hashlib.sha256(text.encode()).hexdigest().encode()

        return (await self._service.written(live, ("digest", None), make)).decode()

    async def _read(self, table_id: str, stored: StoredReview) -> Review | None:
        """The review that is stored; None if it is none of this version's."""
        if stored.body is None:
            return None
        try:
            work = partial(Review.from_dict, stored.body)
            return await self._service.work_pool.run(table_id, work)
        except ReviewError:
            return None

    def _told(self, review: Review | None) -> Found:
        return Found("failed") if review is None else Found("done", *_parts(review), review)

    def _remember(self, key: tuple[str, str], review: Review | None) -> None:
        self._finished[key] = review
        while len(self._finished) > REMEMBERED:
            self._finished.popitem(last=False)

    # ── Making ───────────────────────────────────────────────────────────────────────────────────

    async def _make(self, job: _Job) -> None:
        try:
            async with self._places:
                await self._review(job)
        except SQLAlchemyError as error:
            why = str(error).partition("\n")[0]
            _log.error("A review could not be stored: %s", why or type(error).__name__)
        except Exception:
            _log.exception("The game at table %s could not be reviewed", job.table_id)
            self._remember((job.table_id, job.digest), None)
        finally:
            if self._jobs.get(job.table_id) is job:
                del self._jobs[job.table_id]

    async def _review(self, job: _Job) -> None:
        kept = None if job.kept is None else await self._read(job.table_id, job.kept)
        key = f"review {job.client}"

        def begin() -> Reviewer:
            budget = Budget(self.visits_for(job.record))
            try:
                return Reviewer(job.record, budget, kept=kept)
            except ReviewError:  # it was made with other settings
                return Reviewer(job.record, budget)

        pool = self._service.bot_pool
        reviewer = await pool.run(key, begin, background=True)
        stored_at = time.monotonic()
        while True:
            review = await pool.run(key, partial(_piece, reviewer), background=True)
            is_done = review.done == review.total
            if is_done or time.monotonic() >= stored_at + STORE_EVERY:
                stored_at = time.monotonic()
                body = await self._service.work_pool.run(job.table_id, review.to_dict)
                if not await self._store.keep(job.table_id, job.digest, *_parts(review), body):
                    return  # another process has taken it over, or the table is gone
            if is_done:
                self._remember((job.table_id, job.digest), review)
                return
            job.found = Found("running", *_parts(review), review)

    def visits_for(self, record: dict[str, Any]) -> int:
        """Visits of each move that is compared: fewer in a long game, which takes no longer so."""
        visits = self._visits or usual_visits(record["game"], record["options"]["players"])
        return visits_in_time(visits, len(record["moves"]))

    def close(self) -> list["asyncio.Task[Any]"]:
        """End what is made; returns it, to be awaited."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        return list(tasks)


def _piece(reviewer: Reviewer) -> Review:
    """Go on with a review for a short while; what has been found until then."""
    end = time.monotonic() + PIECE
    for _ in reviewer:
        if time.monotonic() >= end:
            break
    return reviewer.review()


def _parts(review: Review) -> tuple[int, int]:
    return review.done, review.total
