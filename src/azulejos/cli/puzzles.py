"""`azulejos puzzles`: find puzzles in games of the strongest levels, collect and count them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.table import Table

from azulejos.cli import files, game_options, games
from azulejos.cli.errors import BadInput, Failed

if TYPE_CHECKING:  # games, and the compiler with them, are loaded when a command runs
    from azulejos.puzzles import Collection

INTERRUPTED = 130
#: Seconds between two lines on how far it is, where there is no bar.
TELL_EVERY = 20.0

app = typer.Typer(
    help="Find puzzles in games of the strongest levels, and collect them.", no_args_is_help=True
)


def make(
    game: Annotated[game_options.GameName, typer.Argument(help="Which game.")],
    out: Annotated[
        str, typer.Option("--out", "-o", help="The file of finds: a new one, or one to go on with.")
    ],
    players: Annotated[int, typer.Option(min=2, help="How many players.")] = 2,
    number: Annotated[
        int | None, typer.Option("--games", min=1, help="How many games are searched in all.")
    ] = None,
    minutes: Annotated[float | None, typer.Option(min=0, help="For how long.")] = None,
    workers: Annotated[
        int | None,
        typer.Option("--workers", "-j", min=1, max=4096, help="Games at a time; else one a core."),
    ] = None,
    visits: Annotated[
        int, typer.Option(min=64, help="For each move; ten times as many confirm.")
    ] = 2000,
    play_visits: Annotated[int, typer.Option(min=1, help="For each decision of the games.")] = 400,
    seed: Annotated[int, typer.Option(min=0, help="Decides the games and what is found.")] = 1,
    *,
    options: dict[str, Any],
) -> None:
    """Search games of the strongest levels for puzzles (docs/puzzles.md of the sources).

    The same command goes on with a file, and the same seed finds the same.
    """
    from azulejos.arena.workers import cores
    from azulejos.puzzles import FindsError, MakingFailed, Setting, Standing, make

    table = games.table(game)
    for name in options.keys() - table.options:
        raise BadInput(f"--{name.replace('_', '-')} is no option of {table.title}")
    if number is None and minutes is None:
        raise BadInput("--games or --minutes: give one of them, or both")
    setting = Setting(game, {"players": players, **options}, seed, visits, play_visits)
    with _Teller() as told:
        standing = Standing(0, 0, 0.0)

        def tell(now: Standing) -> None:
            nonlocal standing
            standing = now
            told.tell(now.seconds, f"{now.games} games, {now.finds} puzzles")

        try:
            make(
                setting,
                Path(out),
                games=number,
                minutes=minutes,
                workers=workers or cores(),
                progress=tell,
            )
        except (FindsError, ValueError) as error:
            raise BadInput(str(error)) from error
        except MakingFailed as error:
            raise Failed(str(error)) from error
        except OSError as error:
            raise Failed(f"cannot keep the finds: {files.reason(error)}") from error
        except KeyboardInterrupt:
            told.close()
            print(f"azulejos: interrupted; the same command goes on with {out}", file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
    print(f"{out}: {standing.games} games, {standing.finds} puzzles ({standing.seconds:.0f} s)")


class _Teller:
    """Says how far it is: at a terminal in a line that changes, elsewhere now and then."""

    def __init__(self) -> None:
        self._bar = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}", markup=False),
            TimeElapsedColumn(),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
            transient=True,
        )
        self._next = TELL_EVERY

    def __enter__(self) -> "_Teller":
        self._bar.start()
        self._task = self._bar.add_task("", total=None)
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._bar.stop()

    def tell(self, seconds: float, text: str) -> None:
        self._bar.update(self._task, description=text)
        if self._bar.disable and seconds >= self._next:
            self._next = seconds + TELL_EVERY
            print(f"{seconds:5.0f} s  {text}", file=sys.stderr, flush=True)


def collect(
    finds: Annotated[list[str], typer.Argument(help="Files of finds, all of one game.")],
    out: Annotated[str, typer.Option("--out", "-o", help="The file of puzzles.")],
    most: Annotated[
        int | None, typer.Option(min=1, help="So many of each kind of game; else all.")
    ] = None,
) -> None:
    """Make a file of puzzles of what was found: rated, explained, of every difficulty."""
    from azulejos.puzzles import FindsError, collect

    try:
        collection = collect(map(Path, finds), most)
    except (FindsError, ValueError) as error:
        raise BadInput(str(error)) from error
    except OSError as error:
        raise BadInput(f"cannot read the finds: {files.reason(error)}") from error
    files.write_text(out, collection.to_text())
    print(f"{out}: {len(collection.puzzles)} puzzles of {games.table(collection.game).title}")


def show(
    game: Annotated[game_options.GameName, typer.Argument(help="Which game.")],
    file: Annotated[
        str | None, typer.Option(help="A file of puzzles; else those that the game ships.")
    ] = None,
) -> None:
    """Count puzzles by theme, and tell how hard they are and what each level is rated."""
    from azulejos.puzzles import Collection, PuzzleError, shipped

    try:
        given = None if file is None else Collection.from_text(files.read_text(file))
    except PuzzleError as error:
        raise BadInput(f"{file}: {error}") from error
    collection = given or shipped(game)
    if collection is None:
        raise BadInput(f"{games.table(game).title} ships no puzzles")
    Console(highlight=False).print(_counted(collection))


def _counted(collection: "Collection") -> Table:
    """A table: each theme's puzzles, and how hard they are."""
    from azulejos.puzzles import words

    ratings: dict[str, list[int]] = {"": []}
    for puzzle in collection.puzzles:
        for theme in ("", *puzzle.themes):
            ratings.setdefault(theme, []).append(puzzle.rating)
    levels = ", ".join(f"{n}: {rating}" for n, rating in enumerate(collection.levels, 1))
    table = Table("theme", box=None, caption=f"levels {levels}", caption_justify="left")
    for name in ("puzzles", "easiest", "median", "hardest"):
        table.add_column(name, justify="right")
    for theme, of in sorted(ratings.items(), key=lambda item: -len(item[1])):
        of.sort()
        name = words.theme(theme, collection.game) if theme else "all"
        figures = (len(of), *((of[0], of[len(of) // 2], of[-1]) if of else ()))
        table.add_row(name, *map(str, figures))
    return table


app.command("collect")(collect)
app.command("show")(show)
app.command("make")(game_options.with_game_options(make, chance=False))
