"""Entrants for the tests: quick, of known strength, some of them ill-behaved.

`make` is what the arena is given instead of `bots.make`; a worker process imports it from here.
"""

import os
import random
import time
from typing import Any

from azulejos.bots.external import ExternalPlayer


class Player:
    """Plays a random move."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)

    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any:
        return self.chance.choice(game.legal_moves())

    def close(self) -> None:
        pass


class Keen(Player):
    """Plays a random move among the sensible ones: beats chance."""

    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any:
        legal = game.legal_moves()
        self.chance.shuffle(legal)
        return max(legal, key=self.worth)

    @staticmethod
    def worth(move: Any) -> int:
        """Azul: anything but the floor. Azuleo: laying before all else."""
        text = str(move)
        return -(text[-1] == "F") if len(text) == 3 else len(text)


class Failing(Player):
    """Fails in a given way at its third move."""

    def __init__(self, seed: int, way: str) -> None:
        super().__init__(seed)
        self.way = way
        self.asked = 0

    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any:
        self.asked += 1
        if self.asked < 3:
            return super().choose(game)
        match self.way:
            case "crash":
                raise RuntimeError("my\nhead \x1b[31mhurts")
            case "illegal":
                return "9W1" if game.NAME == "azul" else "#a1"
            case "malformed":
                return {"move": "?"}
            case "die":
                os._exit(3)
        raise AssertionError(self.way)


class Slow(Player):
    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any:
        time.sleep(0.01)
        return super().choose(game)


def make(spec: str, game: str, *, seed: int) -> Any:
    kind, _, detail = spec.partition(":")
    match kind:
        case "random":
            return Player(seed)
        case "keen":
            return Keen(seed)
        case "slow":
            return Slow(seed)
        case "failing":
            return Failing(seed, detail)
        case "cmd":
            return ExternalPlayer(detail, game, ms=200, grace=0.5, start=10)
    raise ValueError(f"no player {spec!r}")
