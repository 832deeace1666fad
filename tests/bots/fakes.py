"""A player that thinks as the others do, but about nothing: for what surrounds the thinking."""

import threading
import time
from types import SimpleNamespace

#: Seconds. Nothing here takes that long unless it hangs.
PATIENCE = 60


class FakePlayer:
    """Takes the first legal move, after so many visits or milliseconds, or when it is stopped."""

    def __init__(self, spec, game, seed=None):
        self.name = spec
        self.closed = False

    def analyse(self, game, *, ms=None, visits=None, multipv=1, stop=None):
        stop = stop or threading.Event()
        if visits is None:
            stop.wait((ms or 1) / 1000)
        made = 1
        while made < (visits or 1) and not stop.is_set():
            time.sleep(0.0001)
            made += 1
        moves = game.legal_moves()
        values = [1 / game.players] * game.players
        found = [
            SimpleNamespace(move=m, values=values, margin=1.234, visits=1, pv=[m])
            for m in moves[:multipv]
        ]
        return SimpleNamespace(
            move=moves[0], values=values, margin=1.234, visits=made, variations=found
        )

    def close(self):
        self.closed = True
