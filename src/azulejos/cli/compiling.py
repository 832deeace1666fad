"""`azulejos compile`, and how far compiling is, as bars at the terminal."""

import asyncio
import json
import time
import urllib.request
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from azulejos.cli import games
from azulejos.cli.errors import BadInput, Failed
from azulejos.games import spec

INTERRUPTED = 130
#: Seconds between two looks at how far a server is.
LOOK_EVERY = 0.3
#: Seconds for the server's answer.
PATIENCE = 10
#: What is compiled in each stage of `web.readiness`.
WORDS = {
    "rules": "the rules",
    "quick": "the quick opponents",
    "strong": "the strong opponents",
    "review": "reviews",
}


class Bars:
    """A bar for each game."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._rows: dict[str, Any] = {}

    @property
    def games(self) -> Collection[str]:
        """Those that have a bar."""
        return self._rows.keys()

    def show(self, game: str, done: float, total: float, stage: str | None) -> None:
        """So much of the whole is done, and this stage goes on; None: nothing is left to do."""
        if game not in self._rows:
            title = games.table(game).title
            self._rows[game] = self._progress.add_task(f"Preparing {title}", what="", total=total)
        what = "ready" if stage is None else WORDS[stage]
        completed = total if stage is None else done
        self._progress.update(self._rows[game], completed=completed, total=total, what=what)


@contextmanager
def bars(console: Console) -> Iterator[Bars]:
    """Bars while something is compiled, at a terminal only; they go away when that is done."""
    columns = TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[what]}")
    shown = Progress(
        *columns,
        TimeElapsedColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with shown:
        yield Bars(shown)


def compile_ahead(names: Sequence[str], level: int | None) -> None:
    """Compile games, side by side: all of them, or opponents up to a level (0: the rules alone).

    With the highest come reviews, too.
    """
    from azulejos.core import compiled

    if not compiled.CACHE_FOLDER:
        raise Failed("there is no folder that compiled code can be kept in: set NUMBA_CACHE_DIR")
    begun = time.perf_counter()
    lasts = {game: last_stage(game, level) for game in names}
    try:
        with bars(Console(stderr=True)) as shown:
            asyncio.run(_compile(lasts, shown))
    except KeyboardInterrupt:
        print()
        raise typer.Exit(INTERRUPTED) from None
    titles = " and ".join(games.table(game).title for game in names)
    print(f"Compiled for this machine: {titles} ({time.perf_counter() - begun:.0f} s).")


def last_stage(game: str, level: int | None) -> str:
    """The stage that a game is compiled up to, reviews being the last."""
    from azulejos.bots import LEVELS
    from azulejos.web.readiness import REVIEW, RULES, stage_of_level

    highest = len(LEVELS[game])
    if level is not None and level > highest:
        raise BadInput(f"--level: {games.table(game).title} has levels up to {highest}")
    if level == 0:
        return RULES
    return REVIEW if level in (None, highest) else stage_of_level(game, level)


async def _compile(lasts: dict[str, str], shown: Bars) -> None:
    ends = await asyncio.gather(*(_compile_one(game, last, shown) for game, last in lasts.items()))
    for game, code in zip(lasts, ends, strict=True):
        if code:
            title = games.table(game).title
            raise Failed(f"compiling {title} ended with code {code}")


async def _compile_one(game: str, last: str, shown: Bars) -> int:
    from azulejos.web.readiness import STAGES, share_of
    from azulejos.web.warm_up import Compiler

    wanted = STAGES[: 1 + STAGES.index(last)]
    expected = spec(game).compiled_functions
    total = sum(expected[: len(wanted)])
    compiler = await Compiler.start(game, last=last)
    try:
        for number, stage in enumerate(wanted):
            before = sum(expected[:number])
            shown.show(game, before, total, stage)
            compiled = 0
            async for _ in compiler.until_done(stage):
                compiled += 1
                share = share_of(game, stage, compiled)
                shown.show(game, before + share * expected[number], total, stage)
        shown.show(game, total, total, None)
        return await compiler.process.wait()
    finally:
        await compiler.end()


def watch(address: str, console: Console) -> None:
    """Show how far a server's games are prepared until they are, at a terminal."""
    if not console.is_terminal:
        return
    with bars(console) as shown, suppress(OSError):  # the server may be ended meanwhile
        while any(state["stage"] for state in _look(address, shown).values()):
            time.sleep(LOOK_EVERY)


def _look(address: str, shown: Bars) -> dict[str, Any]:
    with urllib.request.urlopen(f"{address}/api/ready", timeout=PATIENCE) as answer:
        readiness: dict[str, Any] = json.load(answer)
    for game, state in readiness.items():
        compiles = state["stage"] is not None and state["share"] > 0
        if compiles or game in shown.games:  # what is only loaded is soon done, without a bar
            done = state["step"] - 1 + state["share"]
            shown.show(game, done, state["steps"], state["stage"])
    return readiness
