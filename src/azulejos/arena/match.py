"""A run of the arena from start to end: play the missing games, keep them, stop when decided."""

from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from azulejos import bots
from azulejos.arena.play import Make, Outcome
from azulejos.arena.python_players import MoveFunction, with_python_players
from azulejos.arena.results import pairings, whole_deals
from azulejos.arena.schedule import Contest, Key
from azulejos.arena.statistics import Sprt
from azulejos.arena.store import Store
from azulejos.arena.workers import Spread, spread_over
from azulejos.core.errors import OptionError

#: Called with all games so far, before the first and after each.
Progress = Callable[[Mapping[Key, Outcome]], None]


def run(
    contest: Contest,
    games: int,
    folder: Path | None = None,
    *,
    sprt: Sprt | None = None,
    spread: Spread | None = None,
    make: Make = bots.make,
    python_players: Mapping[str, MoveFunction] | None = None,
    progress: Progress | None = None,
) -> dict[Key, Outcome]:
    """Play at least so many games for each meeting, less those that are in the folder already.

    folder: where the games are kept; None: only in the result. python_players: functions that play,
    by their names among the entrants (`arena.python_players`); the games are then played in this
    process, one after the other, unless `spread` says otherwise.

    Returns the games that count, by their place in the schedule: all, or with a sequential test
    those up to the deal that decided it, whatever order they ended in.
    """
    if games < 1:
        raise OptionError(f"games: expected at least 1, not {games}")
    monitor = None if sprt is None else SprtMonitor(contest, sprt)
    if python_players:
        make = with_python_players(python_players, make, contest)
        spread = spread or spread_over(1)
    keys = [task.key for task in contest.tasks(games)]
    with ExitStack() as stack:
        if folder is None:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="azulejos-")))
        store = stack.enter_context(Store(folder, contest))
        if progress:
            progress(store.done)
        missing = [task for task in contest.tasks(games) if task.key not in store.done]
        if missing and not (monitor and monitor.decides(store.done)):
            play = spread or spread_over()
            with closing(play(contest, missing, make)) as outcomes:
                for outcome in outcomes:
                    store.append(outcome)
                    if progress:
                        progress(store.done)
                    if monitor and monitor.decides(store.done):
                        break
        last = monitor.deals if monitor and monitor.decides(store.done) else contest.deals(games)
        return {key: store.done[key] for key in keys if key[1] < last and key in store.done}


class SprtMonitor:
    """Follows an SPRT, deal by deal in the order of the schedule.

    Deals after an unfinished one wait, so that the decision does not depend on the order in which
    processes finish.
    """

    def __init__(self, contest: Contest, sprt: Sprt) -> None:
        self.contest = contest
        self.sprt = sprt
        self.deals = 0  # deals in the test so far
        self.ratio = 0.0
        self._scores: list[float] = []

    def decides(self, games: Mapping[Key, Outcome]) -> bool:
        """Take in finished deals; returns whether the test is decided."""
        while self.sprt.decision(self.ratio) is None:
            keys = [(0, self.deals, seating) for seating in range(self.contest.games_a_deal)]
            if not all(key in games for key in keys):
                return False
            deal = whole_deals(self.contest, {key: games[key] for key in keys})
            (pairing,) = pairings(self.contest, deal)
            self._scores += pairing.of(0)
            self.deals += 1
            self.ratio = self.sprt.ratio(self._scores)
        return True
