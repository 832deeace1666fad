"""How far each game is prepared: its rules, its opponents, its reviews.

Numba compiles what a game needs when it is first played on a machine, which takes from seconds to
minutes. Nobody waits for that without being told: see `warm_up`, which fills this in.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from azulejos import bots, games
from azulejos.web import reasons
from azulejos.web.refusals import Refusal

#: What has to be prepared, in this order. Whatever a person does at a table needs the rules alone.
RULES, QUICK, STRONG, REVIEW = "rules", "quick", "strong", "review"
STAGES = (RULES, QUICK, STRONG, REVIEW)
#: Seconds that a request waits before it is asked to come again, and when it shall.
PATIENCE = 3.0
COME_AGAIN = 2


def stage_of_level(game: str, level: int) -> str:
    """What must be ready before a bot of this level can move: those that only glance are quick."""
    searches = bots.LEVELS[game][level - 1].error is None
    return STRONG if searches else QUICK


def share_of(game: str, stage: str, compiled: int) -> float:
    """How much of a stage is done with so many functions compiled, about; below 1."""
    return min(compiled / games.spec(game).compiled_functions[STAGES.index(stage)], 0.99)


@dataclass
class Preparation:
    """How far one game is. `compiled`: how many functions have been compiled in this stage.

    `compiles`: something was not there yet, so that it takes a while.
    """

    game: str
    ready: dict[str, asyncio.Event] = field(
        default_factory=lambda: {stage: asyncio.Event() for stage in STAGES}
    )
    compiled: int = 0
    compiles: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def stage(self) -> str | None:
        """What is being prepared; None when all is ready."""
        return next((stage for stage in STAGES if not self.ready[stage].is_set()), None)

    @property
    def share(self) -> float:
        """How much of this stage is done, about: below 1 until it is; of what is loaded, 0."""
        if self.stage is None:
            return 1.0
        return share_of(self.game, self.stage, self.compiled)


class Readiness:
    """What is ready, game by game. Used from the event loop only."""

    def __init__(self, names: Sequence[str]) -> None:
        self._games = {game: Preparation(game) for game in names}

    def of(self, game: str) -> Preparation:
        return self._games[game]

    def is_ready(self, game: str, stage: str) -> bool:
        return self._games[game].ready[stage].is_set()

    def is_done(self, game: str, stage: str) -> None:
        """From now on nobody has to wait for this."""
        self._games[game].ready[stage].set()
        self._games[game].compiled = 0

    async def wait(self, game: str, stage: str, patience: float | None = None) -> None:
        """Wait until something is ready; Refusal after `patience` seconds (None: never)."""
        event = self._games[game].ready[stage]
        if event.is_set():
            return
        try:
            await asyncio.wait_for(event.wait(), patience)
        except TimeoutError:
            raise Refusal(503, reasons.GETTING_READY(), COME_AGAIN) from None

    async def wait_to_load(self, game: str, stage: str, patience: float) -> None:
        """Wait as long as something is only loaded; Refusal at once where it is being compiled."""
        done = self._games[game]
        if not done.ready[stage].is_set():
            waiting = [
                asyncio.create_task(one.wait()) for one in (done.ready[stage], done.compiles)
            ]
            await asyncio.wait(waiting, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
            for task in waiting:
                task.cancel()
        await self.wait(game, stage, 0)

    def to_dict(self) -> dict[str, Mapping[str, Any]]:
        """For each game: whether its rules and each level are ready, and what is done meanwhile."""
        return {
            game: {
                "rules": self.is_ready(game, RULES),
                "levels": [
                    self.is_ready(game, stage_of_level(game, level))
                    for level in range(1, len(bots.LEVELS[game]) + 1)
                ],
                "needs": [
                    1 + STAGES.index(stage_of_level(game, level))
                    for level in range(1, len(bots.LEVELS[game]) + 1)
                ],
                "stage": done.stage,
                "step": len(STAGES) if done.stage is None else 1 + STAGES.index(done.stage),
                "steps": len(STAGES),
                "share": round(done.share, 2),
            }
            for game, done in self._games.items()
        }
