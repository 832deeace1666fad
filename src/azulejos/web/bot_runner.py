"""Bots: which move they make, what they advise, and what is done when one fails."""

import logging
import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from typing import Any

from azulejos import bots
from azulejos.analysis.hinting import Hint, hint
from azulejos.web import metrics, reasons
from azulejos.web.fair_pool import SEARCHING, FairPool
from azulejos.web.readiness import PATIENCE, REVIEW, STRONG, Readiness, stage_of_level
from azulejos.web.refusals import Refusal
from azulejos.web.tables import Game

#: Players whose search tree is kept for their next move: each has some megabytes.
KEPT = 16
#: Questions of one client that may wait for advice.
QUESTIONS_AT_ONCE = 4

_log = logging.getLogger("azulejos.web")


class BotRunner:
    """Runs bots in the threads of a pool.

    readiness: they wait until what they need is compiled. evaluator_for: how they evaluate in a
    game, see `bots.with_evaluator`.
    """

    def __init__(
        self,
        pool: FairPool,
        readiness: Readiness,
        evaluator_for: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        self.pool = pool
        self.quick_pool = FairPool(1, "quick bots")  # who only glances waits for nobody who thinks
        self.readiness = readiness
        self.evaluator_for = evaluator_for
        # Bots at tables do not wait for whatever is asked here.
        self.advice_pool = FairPool(1, "advice", SEARCHING)
        self._kept: OrderedDict[tuple[str, int], Any] = OrderedDict()
        self._keeping = threading.Lock()

    async def move(
        self, table_id: str, seat: int, level: int, game: Game, client: str | None = None
    ) -> Any:
        """The move of a bot in this position, a value; the game is the bot's own copy.

        client: who has set up the table: clients are served in turn.
        """
        stage = stage_of_level(game.NAME, level)
        await self.readiness.wait(game.NAME, stage)
        pool = self.pool if stage == STRONG else self.quick_pool
        work = partial(self._move, table_id, seat, level, game)
        return await pool.run(table_id, work, client=client)

    def close(self) -> None:
        """Begin nothing more."""
        for pool in (self.pool, self.quick_pool, self.advice_pool):
            pool.close()

    def _move(self, table_id: str, seat: int, level: int, game: Game) -> Any:
        try:
            player = self._take(table_id, seat, level, game.NAME)
            move = player.choose(game)
            self._keep(table_id, seat, player)
            return move
        except Exception:
            # A bot that fails must not leave the others waiting: a simple move, and a report.
            _log.exception("A bot failed at table %s", table_id)
            metrics.BOT_FAILURES.inc()
            return bots.make("random", game.NAME).choose(game)

    def _take(self, table_id: str, seat: int, level: int, name: str) -> Any:
        with self._keeping:
            kept = self._kept.pop((table_id, seat), None)
        return kept or self._bot(level, name)

    def _bot(self, level: int, game: str) -> Any:
        evaluator = self.evaluator_for(game)
        return bots.make(bots.with_evaluator(f"level:{level}", game, evaluator), game)

    def _keep(self, table_id: str, seat: int, player: Any) -> None:
        with self._keeping:
            self._kept[table_id, seat] = player
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)

    async def advice(self, client: str, game: Game, ms: int) -> bots.Analysis:
        """What the strongest bot makes of a position. client: they are served in turn."""
        if self.advice_pool.waiting_for(client) >= QUESTIONS_AT_ONCE:
            raise Refusal(429, reasons.TOO_MANY(), 5)
        await self.readiness.wait(game.NAME, STRONG, PATIENCE)

        def analyse() -> bots.Analysis:
            strongest = self._bot(len(bots.LEVELS[game.NAME]), game.NAME)
            analysis: bots.Analysis = strongest.analyse(game, ms=ms, multipv=5)
            return analysis

        return await self.advice_pool.run(client, analyse)

    async def hint(self, client: str, game: Game) -> Hint:
        """Help for the player to act. client: they are served in turn."""
        if self.advice_pool.waiting_for(client) >= QUESTIONS_AT_ONCE:
            raise Refusal(429, reasons.TOO_MANY(), 5)
        await self.readiness.wait(game.NAME, REVIEW, PATIENCE)
        return await self.advice_pool.run(client, lambda: hint(game))
