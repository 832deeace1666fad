"""`azulejos train`: networks by self-play, in a folder from which the run can be resumed."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from azulejos.cli import files, game_options
from azulejos.cli.errors import BadInput, Failed

if TYPE_CHECKING:  # PyTorch, and the compiler, are loaded when the command runs
    from azulejos.training.run import Run

INTERRUPTED = 130
#: Seconds between two lines on how far a cycle is, where there is no bar.
TELL_EVERY = 20.0


def train(
    game: Annotated[game_options.GameName, typer.Argument(help="Which game.")],
    out: Annotated[str, typer.Option(help="The run's folder: a new one, or one to resume.")],
    minutes: Annotated[float, typer.Option(min=0, help="How long to train.")] = 25.0,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="NAME=VALUE, for a new run; named as in config.json."),
    ] = None,
    init_from: Annotated[
        str | None,
        typer.Option(
            help="Initial networks of a new run: another run's folder, a file (.npz), or shipped."
        ),
    ] = None,
    pretrain_on: Annotated[
        str | None, typer.Option(help="Another run's folder, to pretrain a new one on its games.")
    ] = None,
    threads: Annotated[
        int | None, typer.Option(min=1, max=1024, help="Games at a time; else one a core.")
    ] = None,
) -> None:
    """Train networks by self-play (docs/training.md of the sources).

    Cores play; a GPU trains if there is one. The same command resumes a run from its last complete
    iteration. Needs the extra azulejos[train].
    """
    from azulejos.training.lock import FolderTaken, alone_in
    from azulejos.training.plots import plot
    from azulejos.training.run import Run
    from azulejos.training.run_folder import STATE_FILE, config_for, games_to_pretrain_on

    if init_from is not None and pretrain_on is not None:
        raise BadInput("--init-from and --pretrain-on: give one of them")
    folder = Path(out)
    try:
        with alone_in(folder):
            config = config_for(folder, game, settings or [])
            if pretrain_on is not None and not (folder / STATE_FILE).exists():
                games_to_pretrain_on(Path(pretrain_on))  # before anything is written
            training = Run(folder, config, threads, _origin(init_from, game))
            if pretrain_on is not None:
                training.pretrain_on(Path(pretrain_on))
            try:
                _go_on(training, minutes)
            finally:  # also of a run that was stopped
                plot(folder)
    except FolderTaken as error:
        raise Failed(str(error)) from error
    except OSError as error:
        where = f"{files.shown(str(error.filename))}: " if error.filename else ""
        raise Failed(f"cannot keep the run: {where}{files.reason(error)}") from error
    except ValueError as error:
        raise BadInput(str(error)) from error


def _origin(init_from: str | None, game: str) -> Path | None:
    """The folder or file that a run is initialised from, if any."""
    from azulejos.nets import weights

    if init_from is None:
        return None
    return weights.shipped_file(game) if init_from == "shipped" else Path(init_from)


def _go_on(training: "Run", minutes: float) -> None:
    """Run iterations, a line for each, and a progress bar on a terminal."""
    console = Console(stderr=True, highlight=False)
    before = f"resumes after iteration {training.iteration}" if training.iteration else "starts"
    console.print(f"azulejos: the run in {training.folder} {before}", soft_wrap=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(20),
        MofNCompleteColumn(),
        TextColumn("games' tasks"),
        console=console,
        disable=not sys.stderr.isatty(),
        transient=True,
    ) as bar:
        task = bar.add_task("")
        so_far, told = (0, 0), time.monotonic()

        def on_progress(done: int, total: int) -> None:
            nonlocal so_far, told
            so_far = done, total
            bar.update(
                task, description=f"iteration {training.iteration + 1}", completed=done, total=total
            )
            if bar.disable and (done == 0 or time.monotonic() - told > TELL_EVERY):
                told = time.monotonic()
                console.print(
                    f"iteration {training.iteration + 1}: {done} of {total} tasks are played",
                    soft_wrap=True,
                )

        try:
            for line in training.iterations(minutes, on_progress):
                console.print(summary(line), soft_wrap=True)
            if so_far[0] < so_far[1]:
                console.print(
                    f"azulejos: time is up in iteration {training.iteration + 1}: {so_far[0]} of "
                    f"its {so_far[1]} tasks are played and kept; the same command resumes",
                    soft_wrap=True,
                )
        except KeyboardInterrupt:
            console.print("azulejos: stopped; the same command resumes", soft_wrap=True)
            sys.exit(INTERRUPTED)


def summary(line: dict[str, Any]) -> str:
    """An iteration in one line."""
    seconds = line["seconds"]
    parts = [
        f"iteration {line['iteration']}",
        f"{line['minutes']:.1f} min",
        f"{line['decisions'] / seconds['games']:,.0f} positions/s",
        f"{line['cores busy']:.1f} cores busy",
        f"training {seconds['learning'] / seconds['iteration']:.0%} of the time",
    ]
    parts += [f"{name} {loss:.4f}" for name, loss in line["losses"].items()]
    for kind, found in line.get("against heuristic", {}).items():
        parts.append(f"{kind}: against heuristic {_told(found)}")
    if "against champion" in line:
        parts.append(f"against champion {_told(line['against champion'])}")
    if line.get("champion") == line["iteration"]:
        parts.append("new champion")
    elif "champion" in line and line["champion"] is None:
        parts.append("no champion yet")
    return " · ".join(parts)


def _told(found: dict[str, float]) -> str:
    """A score with its 95 % interval."""
    return f"{found['value']:.1%} ({found['low']:.1%} to {found['high']:.1%})"
