"""Preparing the games in the background, so that nobody waits for a compiler unawares.

What a stage needs is loaded from Numba's cache in a thread. What is not there yet is compiled in a
process of its own (this module, run as a program), one for each game, and then loaded: a compiler
in our own process would hold the interpreter's lock most of the time, and could not be ended. Only
where no cache can be written is compiled here.
"""

import asyncio
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from random import Random
from time import perf_counter
from typing import Any

from numba.core import event

from azulejos import bots, games
from azulejos.analysis import Budget, Reviewer
from azulejos.core import compiled
from azulejos.web.commands import AskUndo, PlayMove
from azulejos.web.readiness import QUICK, REVIEW, RULES, STRONG, Readiness, stage_of_level
from azulejos.web.seats import Seat
from azulejos.web.tables import Table, around
from azulejos.web.threads import in_thread
from azulejos.web.views import View

_log = logging.getLogger("azulejos.web")


# ── What has to be compiled ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Stage:
    """One step of preparing a game. `work` calls whatever it needs, which loads or compiles it."""

    name: str
    work: Callable[[], None]


def stages(game: str, evaluator: str | None = None) -> Sequence[Stage]:
    """The steps in which a game is prepared, in the order of `readiness.STAGES`.

    evaluator: of the bots, see `bots.with_evaluator`.
    """
    return (
        Stage(RULES, partial(_play, game)),
        Stage(QUICK, partial(_glance, game, evaluator)),
        Stage(STRONG, partial(_let_move, game, evaluator, STRONG)),
        Stage(REVIEW, partial(_review, game)),
    )


def _play(game: str) -> None:
    """Everything that happens at tables without bots."""
    package = games.spec(game).module
    for chance in ("auto", "manual"):
        table = around(
            package.Game(seed=0, **{package.Game.CHANCE_OPTION: chance}),
            [Seat("me", token_hash="me"), Seat("here", token_hash="me")],
        )
        _look(table)
        for number in range(6):
            moves = table.game.legal_moves()
            _do(table, str(moves[number % 2 - 1]) if moves else _some_chance(table))
        assert len(table.game.scores) > len(table.game.winners)
        package.replay(table.game.public_record(0))
        again = package.Game.from_dict(table.game.to_dict())
        package.Game.from_text(again.to_text())
        table.apply(table.decide(AskUndo(frozenset({"me"}), "undo")))
        table.game.redrawn((0,), Random(0))


def _do(table: Table, text: str) -> None:
    """A move or a draw, told to everybody."""
    made = table.decide(table.read(PlayMove(frozenset({"me"}), text, text)))
    table.apply(made)
    _look(table)
    View(table, ()).event(made)


def _look(table: Table) -> None:
    for own_seats in ((0, 1), (1,), ()):
        view = View(table, own_seats)
        view.whole_table()
        view.position_after(table.game.entries)
        view.previews([str(move) for move in table.game.legal_moves()[:1]])
        view.record()


def _some_chance(table: Table) -> str:
    """Something that chance may bring now: what the same game would draw by itself."""
    game = games.spec(table.name).Game
    by_itself = game.from_dict(table.game.to_dict(), **{game.CHANCE_OPTION: "auto"})
    text: str = by_itself.opening_draws()[0].text
    return text


def _glance(game: str, evaluator: str | None) -> None:
    """What is quick to answer: the bots that only glance, and whether a goal can be reached."""
    _let_move(game, evaluator, QUICK)
    goal: Any = games.spec(game).part("goal")
    if goal is not None:
        state = games.spec(game).Game(seed=0, **goal.OPTIONS).state
        goal.can_be_reached(state, end=perf_counter() + 10, stop=threading.Event())


def _let_move(game: str, evaluator: str | None, stage: str) -> None:
    """A move of every level that this stage is for; of the strongest, its advice too."""
    for level in range(1, len(bots.LEVELS[game]) + 1):
        if stage_of_level(game, level) == stage:
            name = bots.with_evaluator(f"level:{level}", game, evaluator)
            position = games.spec(game).Game(seed=0)
            player: Any = bots.make(name, game, seed=0)
            player.choose(position, **({"visits": 2} if stage == STRONG else {}))
    if stage == STRONG:
        player.analyse(position, visits=2, multipv=5)


def _review(game: str) -> None:
    """A coarse review of a whole game."""
    played, chance = games.spec(game).Game(seed=0), Random(0)
    while not played.is_over:
        played.play(chance.choice(played.legal_moves()))
    for _ in Reviewer(played.record(), Budget(visits=16, samples=2)):
        pass


# ── Loading what is compiled ─────────────────────────────────────────────────────────────────────


class NotCompiled(Exception):
    """Something would have had to be compiled."""


class _Refusing(event.Listener):
    """Ends calls that begin to compile, in threads that are only to load."""

    def on_start(self, event: Any) -> None:  # noqa: ARG002
        if getattr(compiled.only_loads, "here", False):
            raise NotCompiled

    def on_end(self, event: Any) -> None:
        pass


event.register("numba:compile", _Refusing())  # type: ignore[no-untyped-call]
#: What has been loaded in this process: game, stage, evaluator.
_LOADED: set[tuple[str, str, str | None]] = set()


def load(stage: Stage) -> bool:
    """Load what a stage needs; whether all of it was compiled already."""
    compiled.only_loads.here = True
    try:
        stage.work()
    except NotCompiled:
        return False
    finally:
        compiled.only_loads.here = False
    return True


async def prepare(readiness: Readiness, game: str, evaluator: str | None = None) -> None:
    """Prepare a game, stage by stage, and say in `readiness` how far it is.

    What is loaded are hundreds of thousands of objects that stay. The garbage collector need not
    look through them again: it would hold up everybody for a quarter of a second each time.
    """
    compiler: Compiler | None = None
    try:
        for stage in stages(game, evaluator):
            key = (game, stage.name, evaluator)
            if key not in _LOADED and not await in_thread(partial(load, stage), "warm up"):
                if compiler is None and compiled.CACHE_FOLDER:
                    readiness.of(game).compiles.set()
                    compiler = await Compiler.start(game, evaluator)
                if compiler is not None:
                    async for _ in compiler.until_done(stage.name):
                        readiness.of(game).compiled += 1
                await in_thread(stage.work, "warm up")
            if key not in _LOADED:
                _LOADED.add(key)
                gc.freeze()
            readiness.is_done(game, stage.name)
    except Exception:
        # Whoever plays will meet the same error, where it is answered and noted.
        _log.exception("%s could not be prepared", game)
        for stage in stages(game, evaluator):
            readiness.is_done(game, stage.name)
    finally:
        if compiler is not None:
            await compiler.end()


# ── Compiling in a process of its own ────────────────────────────────────────────────────────────

DONE, COMPILED = "done", "compiled"


class Compiler:
    """A process that compiles one game, stage by stage. It says what it has done, line by line."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    @classmethod
    async def start(cls, game: str, evaluator: str | None = None, last: str = REVIEW) -> "Compiler":
        """last: the stage after which it is to end."""
        pipe = asyncio.subprocess.PIPE
        command = sys.executable, "-m", __name__, game, evaluator or "", last
        return cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe))

    async def until_done(self, stage: str) -> AsyncIterator[str]:
        """The names of functions as they are compiled, until a stage is done or the process is."""
        assert self.process.stdout is not None
        while line := await self.process.stdout.readline():
            what, _, name = line.decode().strip().partition(" ")
            if what == DONE and name == stage:
                return
            if what == COMPILED:
                yield name
        _log.warning("The compiler ended early (code %s)", await self.process.wait())

    async def end(self) -> None:
        with suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


class _Telling(event.Listener):
    """Names what has been compiled, on standard output."""

    def on_start(self, event: Any) -> None:
        pass

    def on_end(self, event: Any) -> None:
        _tell(COMPILED, event.data["dispatcher"].py_func.__qualname__)


def _tell(*words: str) -> None:
    """Say a line to the server; when it is gone, so are we."""
    try:
        print(*words, flush=True)
    except BrokenPipeError:
        os._exit(1)


def _leave_with_server() -> None:
    """The server holds the other end of our input: when it is gone, however it went, so are we."""
    while os.read(0, 1024):
        pass
    os._exit(1)


def main(game: str, evaluator: str, last: str) -> None:
    """Compile a game into the cache, up to a stage."""
    for number in (signal.SIGINT, signal.SIGTERM):  # which are for the server
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_leave_with_server, daemon=True).start()
    compiled.ANNOUNCER.announced = True  # whoever reads our lines says it
    if hasattr(os, "nice"):  # whoever plays meanwhile, in a browser of this machine, comes first
        os.nice(10)
    gc.disable()  # a twentieth of the time: there is much to look through and little garbage
    event.register("numba:compile", _Telling())  # type: ignore[no-untyped-call]
    for stage in stages(game, evaluator or None):
        stage.work()
        _tell(DONE, stage.name)
        if stage.name == last:
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
