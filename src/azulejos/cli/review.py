"""`azulejos review`: where games were won and lost, in the terminal or as JSON."""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from azulejos.cli import files, sources
from azulejos.cli.errors import BadInput, Failed

if TYPE_CHECKING:  # games, and the compiler with them, are loaded when the command runs
    from azulejos.analysis import Budget, Review

#: Visits where a time is given: the time decides.
_AS_LONG_AS_THERE_IS_TIME = 200_000
#: The exit code after Ctrl-C.
INTERRUPTED = 130


class BadRecord(BadInput):
    """A record that breaks the rules."""


def review(
    sources_: Annotated[
        list[str],
        typer.Argument(
            metavar="GAMES...", help="Records, an arena's games.jsonl, folders of them, or -."
        ),
    ],
    game: Annotated[
        int | None, typer.Option(min=1, help="Which of an arena's games, from 1.")
    ] = None,
    visits: Annotated[
        int | None, typer.Option(help="Visits for each move that is compared.")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(min=0.1, help="Time for each game; else as long as it takes.")
    ] = None,
    samples: Annotated[
        int | None, typer.Option(help="Other deals that each deal is compared with.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed and visits find the same.")] = 0,
    moves: Annotated[bool, typer.Option("--moves", help="List every move and deal.")] = False,
    keep: Annotated[
        str | None,
        typer.Option(help="Keep the review in this file; the same command again goes on with it."),
    ] = None,
    html: Annotated[
        str | None, typer.Option(help="Write one page with pictures into this file.")
    ] = None,
    lang: Annotated[
        Literal["en", "de", "sv"] | None,
        typer.Option(help="The page's language: English, German, Swedish; else your locale's."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print JSON: one line for each game.")
    ] = False,
) -> None:
    """Review games: mistakes and what they cost, lucky deals, and how luck and skill add up."""
    from azulejos.cli import review_tables

    budget = _budget(visits, seconds, samples)
    console = Console(highlight=False)
    reviewed: list[tuple[str, Review]] = []
    given = list(_given(sources_, game))
    if html is not None and len(given) > 1:
        raise BadInput(f"--html shows one game, not {len(given)}: --game says which of a file")
    if keep is not None and len(given) > 1:
        raise BadInput(f"--keep keeps one review, not {len(given)}")
    is_stopped = False
    with _progress(len(given)) as (bar, whole):
        for found in given:
            try:
                made, is_stopped = _reviewed(found, budget, seconds, seed, keep, bar)
            except BadRecord as error:
                if len(given) == 1:
                    raise
                _leave_out(error)  # one that is wrong must not cost all others
                bar.advance(whole)
                continue
            if is_stopped and len(given) > 1:
                break
            reviewed.append((found.name, made))
            bar.advance(whole)
            if as_json:
                print(json.dumps(made.to_dict(), ensure_ascii=False), flush=True)
    if not reviewed and not is_stopped:
        raise BadInput("none of the records could be reviewed")
    if html is not None and reviewed:
        _write_page(html, reviewed[0][1], lang)
    if reviewed and not as_json:
        if len(given) == 1:
            console.print(review_tables.one(reviewed[0][1], all_moves=moves))
        else:
            console.print(review_tables.several(reviewed))
    if is_stopped:
        raise typer.Exit(INTERRUPTED)


def _write_page(path: str, review: "Review", language: str | None) -> None:
    from azulejos.analysis.page import page
    from azulejos.rulebook import reader_language
    from azulejos.web.languages import catalogue

    spoken = language or reader_language()
    files.write_text(path, page(review, words=catalogue(spoken), language=spoken))


def _given(names: list[str], number: int | None) -> Iterator[sources.Found]:
    for name in names:
        if number is not None:
            yield sources.find_record(name, number)
        else:
            yield from sources.find_records(name, _leave_out)


def _leave_out(error: BadInput) -> None:
    print(f"azulejos: left out: {error}", file=sys.stderr)


def _budget(visits: int | None, seconds: float | None, samples: int | None) -> "Budget":
    from azulejos.analysis import Budget

    if visits is None and seconds is not None:
        visits = _AS_LONG_AS_THERE_IS_TIME
    return Budget(visits, Budget().samples if samples is None else samples)


@contextmanager
def _progress(number: int) -> Iterator[tuple[Progress, TaskID]]:
    """A bar on stderr that goes away when all is done; of the games, where there are several."""
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:3.0f} %"),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    ) as bar:
        yield bar, bar.add_task("games", total=number, visible=number > 1)


def _reviewed(
    found: sources.Found,
    budget: "Budget",
    seconds: float | None,
    seed: int,
    keep: str | None,
    bar: Progress,
) -> tuple["Review", bool]:
    """The review of one record, as far as it comes in the time there is; whether it was stopped.

    keep: the file from which it goes on, and in which it is kept.
    """
    from azulejos.analysis import Reviewer, ReviewError

    assert isinstance(found.data, dict)
    start, is_stopped = time.monotonic(), False
    task = bar.add_task(found.name, total=None)
    try:
        reviewer = Reviewer(found.data, budget, seed=seed, kept=_kept(keep))
        try:
            for part in reviewer:
                bar.update(task, completed=part.done, total=part.total)
                if seconds is not None and time.monotonic() - start >= seconds:
                    break
        except KeyboardInterrupt:  # what has been found is told
            is_stopped = True
    except ReviewError as error:
        raise BadInput(str(error)) from error
    except ValueError as error:
        raise BadRecord(f"{found.name}: {error}") from error
    except KeyboardInterrupt as error:
        raise Failed("stopped") from error
    bar.remove_task(task)
    made = reviewer.review()
    if keep is not None:
        files.write_text(keep, json.dumps(made.to_dict(), ensure_ascii=False))
    return made, is_stopped


def _kept(name: str | None) -> "Review | None":
    """The review that a file keeps; None where there is no file yet."""
    from azulejos.analysis import Review, ReviewError

    if name is None or not os.path.exists(name):
        return None
    try:
        return Review.from_dict(files.parse_json(files.read_text(name), files.shown(name)))
    except ReviewError as error:
        raise BadInput(f"--keep: {files.shown(name)} keeps no review: {error}") from error
