"""Searching games for puzzles in several processes, into a file from which a run can go on.

The file has a line of JSON that says what is searched, then one for each game: its number and its
finds. A game always has the same finds, so a run that was stopped and resumed finds the same.
"""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path
from typing import Any

from azulejos.core.errors import InputError
from azulejos.core.plain_data import identical
from azulejos.core.worker_pool import WorkerPool, end_with_parent
from azulejos.puzzles.finder import Find, Setting, Try, finds_in_game

FORMAT, VERSION = "azulejos finds", 1
#: Seconds between two looks at the clock while games are searched.
_LOOK_EVERY = 0.5


class FindsError(InputError):
    """A file is no file of finds, or one of another setting."""


class MakingFailed(RuntimeError):
    """The search cannot go on; the message says why."""


@dataclass(frozen=True)
class Standing:
    """How far a search is: games searched and puzzles found, those of earlier runs included."""

    games: int
    finds: int
    seconds: float


def make(
    setting: Setting,
    file: Path,
    *,
    games: int | None = None,
    minutes: float | None = None,
    workers: int = 1,
    progress: Callable[[Standing], None] = lambda _: None,
) -> Standing:
    """Search games into a file, from game 0 on, leaving out those that it has.

    games: how many in all; minutes: for how long; one of them must be given. A game that is not
    done when the time is up is left to a later run.
    """
    if games is None and minutes is None:
        raise ValueError("a search needs an end: games or minutes")
    start = time.monotonic()
    end = None if minutes is None else start + 60 * minutes
    done, found = _begin(file, setting)
    numbers = (n for n in (count() if games is None else range(games)) if n not in done)
    progress(Standing(len(done), found, 0.0))
    with file.open("a", encoding="utf-8") as kept:
        for number, finds in _searched(setting, numbers, workers, end):
            line = {"game": number, "finds": [asdict(find) for find in finds]}
            kept.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            kept.flush()
            done.add(number)
            found += len(finds)
            progress(Standing(len(done), found, time.monotonic() - start))
    return Standing(len(done), found, time.monotonic() - start)


def read_finds(file: Path) -> tuple[Setting, dict[int, list[Find]]]:
    """The setting of a file and its finds by game; FindsError if it is no such file.

    A last line that was cut off is left out.
    """
    lines = file.read_text("utf-8").split("\n")
    setting = _setting_of(lines[0], file)
    by_game: dict[int, list[Find]] = {}
    for number, line in enumerate(lines[1:-1], 2):  # a whole line ends in a line break
        try:
            told = json.loads(line)
            by_game[told["game"]] = [_find(data) for data in told["finds"]]
        except (ValueError, KeyError, TypeError) as error:
            raise FindsError(f"{file}, line {number}: {error}") from error
    return setting, by_game


def _find(data: dict[str, Any]) -> Find:
    wrong = [Try(**each) for each in data["wrong"]]
    return Find(**{**data, "best": Try(**data["best"]), "wrong": wrong})


def _begin(file: Path, setting: Setting) -> tuple[set[int], int]:
    """Games that a file has, and how many finds; a new file is begun."""
    header = {"format": FORMAT, "version": VERSION, **asdict(setting)}
    if not file.exists() or not file.stat().st_size:
        file.write_text(json.dumps(header, ensure_ascii=False) + "\n", encoding="utf-8")
        return set(), 0
    text = file.read_text("utf-8")
    if not text.endswith("\n"):  # the last line was cut off when a run was ended by force
        file.write_text(text[: text.rfind("\n") + 1], encoding="utf-8")
    of_file, by_game = read_finds(file)
    if not identical(asdict(of_file), asdict(setting)):
        raise FindsError(f"{file} is a search of {asdict(of_file)}, not of {asdict(setting)}")
    return set(by_game), sum(map(len, by_game.values()))


def _setting_of(line: str, file: Path) -> Setting:
    try:
        header = json.loads(line)
        told = header.pop("format"), header.pop("version")
        if told == (FORMAT, VERSION):
            return Setting(**header)
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise FindsError(f"{file} is no file of finds (version {VERSION})")


# ── Processes ────────────────────────────────────────────────────────────────────────────────────


def _searched(
    setting: Setting, numbers: Iterator[int], workers: int, end: float | None
) -> Iterator[tuple[int, list[Find]]]:
    """Numbers of games and their finds, as they come, until the time `end` of the clock."""

    def is_late() -> bool:
        return end is not None and time.monotonic() >= end

    if workers == 1:
        for number in numbers:
            finds = finds_in_game(setting, number, is_late)
            if finds is None:
                return
            yield number, finds
        return
    pool = WorkerPool(workers, _start_worker, setting)
    running: dict[Future[list[Find] | None], int] = {}
    try:
        while not is_late():
            while len(running) < workers + 2 and (due := next(numbers, None)) is not None:
                running[pool.executor.submit(_search_in_worker, due)] = due
            if not running:
                return
            finished, _ = wait(running, _LOOK_EVERY, FIRST_COMPLETED)
            for future in finished:
                searched, finds = running.pop(future), future.result()
                if finds is not None:
                    yield searched, finds
    except BrokenProcessPool as error:
        raise MakingFailed("a process that searched died; the same command goes on") from error
    finally:
        pool.close()


class _Worker:
    """What a process of ours knows."""

    setting: Setting
    stop: Any  # a multiprocessing Event: the search is to be given up


def _start_worker(stop: Any, setting: Setting) -> None:
    _Worker.setting, _Worker.stop = setting, stop
    end_with_parent()


def _search_in_worker(number: int) -> list[Find] | None:
    return finds_in_game(_Worker.setting, number, _Worker.stop.is_set)
