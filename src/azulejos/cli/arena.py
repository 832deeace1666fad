"""`azulejos arena`: matches and round robins, with what they prove."""

import json
import math
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from azulejos.cli import files, game_options, games
from azulejos.cli.errors import BadInput, Failed

if TYPE_CHECKING:  # games, and the compiler with them, are loaded when the command runs
    from azulejos.arena import Anchor, Contest, Sprt

#: Seconds between two looks at how a running match stands.
LOOK_EVERY = 1.0
INTERRUPTED = 130


def arena(
    game: Annotated[game_options.GameName, typer.Argument(help="Which game.")],
    entrants: Annotated[
        list[str],
        typer.Argument(help="Who plays: level:5, level:10@heuristic, greedy, cmd:./program …"),
    ],
    number: Annotated[
        int, typer.Option("--games", min=1, help="Games for each meeting; whole deals are played.")
    ] = 100,
    ms: Annotated[int | None, typer.Option(min=1, help="Milliseconds for each move.")] = None,
    visits: Annotated[int | None, typer.Option(min=1, help="Visits for each move.")] = None,
    evaluator: game_options.Evaluator = None,
    seed: Annotated[int, typer.Option(help="Decides all deals and all chance.")] = 1,
    out: Annotated[
        str | None, typer.Option(help="The folder of games, also to go on; else your data folder.")
    ] = None,
    sprt: Annotated[
        str | None, typer.Option(help="ELO0,ELO1: stop once one of the two is accepted.")
    ] = None,
    anchor: Annotated[
        str | None, typer.Option(help="NAME=ELO: the rating that is fixed; else the last's, at 0.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option(min=1, max=4096, help="Games at a time; else one a core.")
    ] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Play on the Ray cluster at this address, or: local.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plot: Annotated[str | None, typer.Option(help="Draw an SVG picture into this file.")] = None,
    players: Annotated[int | None, typer.Option(help="Seats at a table.")] = None,
    *,
    options: dict[str, Any],
) -> None:
    """Play matches, and report scores and Elo with their intervals (docs/arena.md of the sources).

    Every deal is played in all seatings. A player that crashes, hangs or breaks a rule loses the
    game. All games are kept; the same command resumes an interrupted run.
    """
    if players is not None:
        options = {"players": players, **options}

    from azulejos import arena, bots

    try:
        judging = [bots.with_evaluator(spec, game, evaluator) for spec in entrants]
        contest = _contest(game, judging, options, ms, visits, seed)
        test = None if sprt is None else _test(sprt, contest)
        fixed = None if anchor is None else _anchor(anchor, contest)
        folder = arena.usual_folder(contest, number) if out is None else Path(out)
        finished = _run(contest, number, folder, test, workers, cluster)
        found = arena.findings(contest, finished, anchor=fixed, sprt=test)
    except arena.WorkersFailed as error:
        raise Failed(str(error)) from error
    except OSError as error:
        raise Failed(f"cannot keep the games: {files.reason(error)}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error
    if as_json:
        print(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        Console(highlight=False).print(arena.table(found))
    if plot is not None:  # last: should it fail, the findings have been told
        files.write_text(plot, arena.svg(found))


def _contest(
    game: str,
    entrants: list[str],
    options: dict[str, Any],
    ms: int | None,
    visits: int | None,
    seed: int,
) -> "Contest":
    """What is to be played, after a look whether everybody can be had."""
    from azulejos import bots
    from azulejos.arena import Contest

    table = games.table(game)
    for name in options.keys() - table.options - {"players"}:
        raise BadInput(f"--{name.replace('_', '-')} is no option of {table.title}")
    contest = Contest(game, tuple(entrants), options, ms, visits, seed)
    for spec in dict.fromkeys(entrants):
        bots.make(spec, game, seed=0).close()
    return contest


def _test(text: str, contest: "Contest") -> "Sprt":
    from azulejos.arena import Sprt

    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise BadInput(f"--sprt: expected two numbers such as 0,10, not {text!r}") from None
    return Sprt.between(contest, elo0, elo1)


def _anchor(text: str, contest: "Contest") -> "Anchor":
    from azulejos.arena import Anchor

    name, _, elo = text.rpartition("=")
    try:
        rating = float(elo)
        if not math.isfinite(rating):
            raise ValueError
        return Anchor(contest.names.index(name), rating)
    except ValueError:
        names = ", ".join(contest.names)
        raise BadInput(
            f"--anchor: expected NAME=ELO with a name among {names}, not {text!r}"
        ) from None


def _run(
    contest: "Contest",
    number: int,
    folder: Path,
    test: "Sprt | None",
    workers: int | None,
    cluster: str | None,
) -> dict[Any, Any]:
    """Play, with a bar that tells how it stands where somebody is watching."""
    from azulejos import arena, bots

    print(f"azulejos: the games are kept in {folder}", file=sys.stderr, flush=True)
    total = len(list(contest.tasks(number)))
    with Progress(
        BarColumn(20),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}", markup=False),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
        transient=True,
    ) as bar:
        task = bar.add_task("", total=total)
        looked = 0.0

        def look(done: Mapping[Any, Any]) -> None:
            nonlocal looked
            bar.update(task, completed=min(len(done), total))
            if not bar.disable and time.monotonic() - looked > LOOK_EVERY:
                looked = time.monotonic()
                found = arena.findings(contest, done, sprt=test)
                bar.update(task, description=arena.standing(found))

        try:
            spread = arena.spread_over(workers, cluster)
            return arena.run(
                contest, number, folder, sprt=test, spread=spread, make=bots.make, progress=look
            )
        except KeyboardInterrupt:
            bar.stop()
            print(
                f"azulejos: interrupted; the same command with --out {folder} goes on",
                file=sys.stderr,
            )
            raise typer.Exit(INTERRUPTED) from None
