"""The commands and their options.

Games, and the compiler with them, are loaded inside the commands that need them: help and rules
must come at once.
"""

import errno
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from typer.core import TyperGroup

import azulejos
from azulejos import games
from azulejos.cli import files, game_options
from azulejos.cli.arena import arena
from azulejos.cli.errors import BadInput, Failed
from azulejos.cli.puzzles import app as puzzles
from azulejos.cli.review import review
from azulejos.cli.site import site
from azulejos.cli.train import train
from azulejos.core.errors import MissingExtra

_on_windows = sys.platform == "win32"


class Commands(TyperGroup):
    """Commands whose complaints are a line or two on stderr."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        for name in ("stdin", "stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is None:  # closed by whoever started us: nothing comes in, nobody looks
                setattr(sys, name, TextIOWrapper(BytesIO(), "utf-8", "replace"))
            elif isinstance(stream, TextIOWrapper):
                # An odd character is no reason to stop. What Windows writes into files and pipes
                # would be in an encoding of its own, which has no tile's sign and no SVG expects.
                in_utf8 = _on_windows and not stream.isatty()
                stream.reconfigure(encoding="utf-8" if in_utf8 else None, errors="replace")
        try:
            code = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra)
            sys.stdout.flush()
        except typer.TyperException as error:
            if not standalone_mode:
                raise
            _complain(error)
            sys.exit(error.exit_code)
        except MissingExtra as error:
            _complain(Failed(str(error)))
            sys.exit(Failed.exit_code)
        except OSError as error:
            with suppress(OSError):  # what is still to be written would only fail again
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            if not _nobody_reads(error):
                _complain(Failed(f"cannot go on: {files.reason(error)}"))
            sys.exit(Failed.exit_code)
        return sys.exit(code or 0) if standalone_mode else code


def _nobody_reads(error: OSError) -> bool:
    """Whether the reader of our output has seen enough; Windows calls that an invalid argument."""
    return isinstance(error, BrokenPipeError) or (_on_windows and error.errno == errno.EINVAL)


def _complain(error: typer.TyperException) -> None:
    """Two lines where the options are at fault, otherwise one."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "azulejos"
    message = " ".join(error.format_message().replace("Value error, ", "").split())
    print(f"{path}: {message}", file=sys.stderr)
    if context:
        print(f"Try: {path} --help", file=sys.stderr)


_TITLES = " and ".join(game.title for game in games.all_games().values())

app = typer.Typer(
    cls=Commands,
    name="azulejos",
    help=f"Tile games, {_TITLES}: play them, understand them, research them.",
    epilog="Without a command: play.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def main() -> None:
    """The console script."""
    app(prog_name="azulejos")


def _version(wanted: bool) -> None:
    if wanted:
        print(f"azulejos {azulejos.__version__}")
        raise typer.Exit


@app.callback()
def _azulejos(
    context: typer.Context,
    version: Annotated[  # noqa: ARG001
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        play()


def _play(
    game: Annotated[game_options.GameName | None, typer.Option(help="Which game.")] = None,
    players: Annotated[int | None, typer.Option(min=1, help="How many players.")] = None,
    against: Annotated[
        str | None,
        typer.Option(help="Opponents: a level, random, greedy, mcts, net:FILE or cmd:PROGRAM."),
    ] = None,
    evaluator: game_options.Evaluator = None,
    people: Annotated[
        int | None, typer.Option(min=1, help="How many people play; with opponents, 1.")
    ] = None,
    first: Annotated[
        int | None, typer.Option(min=1, help="The player who begins, from 1; else chance.")
    ] = None,
    seed: Annotated[int | None, typer.Option(help="Makes chance repeatable.")] = None,
    save: Annotated[str | None, typer.Option(help="Save to this file after every move.")] = None,
    resume: Annotated[
        str | None, typer.Option(help="Go on with a saved game, or from a position.")
    ] = None,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in the terminal.")] = False,
    *,
    options: dict[str, Any],
) -> None:
    """Play in the browser, or in the terminal: people at one screen, or against opponents."""
    from azulejos.cli import browser, table_setup

    setup = table_setup.TableSetup(
        game, players, people, against, evaluator, first, seed, save, resume, options
    )
    if not terminal:
        browser.play(setup)
        return
    console = Console(highlight=False)
    try:
        if sys.stdin.isatty() and console.is_terminal:
            with suppress(ImportError):
                import readline  # noqa: F401  (typed lines can be edited and recalled)
            if setup.are_none:
                setup = replace(table_setup.ask(), evaluator=evaluator)
        session = table_setup.seated(console, setup)
    except (EOFError, KeyboardInterrupt):
        print()
        return
    session.run()


play = game_options.with_game_options(_play, chance=True)
app.command("play")(play)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free one.")] = 8000,
    workers: Annotated[
        int, typer.Option(min=1, max=64, help="Processes; several need PostgreSQL.")
    ] = 1,
    evaluator: game_options.Evaluator = None,
    network: game_options.Network = None,
) -> None:
    """Serve tables to others, for a household or a club (docs/operating.md of the sources)."""
    from azulejos.cli import browser

    browser.set_networks(network or [])
    browser.serve(host, port, workers=workers, evaluator=evaluator)


@app.command()
def backup(
    to: Annotated[
        str,
        typer.Argument(help="A new file, or a folder to put one into that is named by the time."),
    ] = ".",
) -> None:
    """Back up all tables of the service, also while it runs (docs/operating.md of the sources)."""
    from azulejos.cli import backups

    backups.back_up(to)


@app.command()
def restore(
    file: Annotated[str, typer.Argument(help="A backup.")],
    check: Annotated[
        bool, typer.Option("--check", help="Only see whether it is whole, and what it holds.")
    ] = False,
) -> None:
    """Bring a backup into an empty database, of either kind; no server may use it meanwhile."""
    from azulejos.cli import backups

    backups.restore(file, only_check=check)


@app.command()
def replay(
    file: Annotated[
        str, typer.Argument(help="A record, or an arena's games.jsonl; - reads standard input.")
    ],
    game: Annotated[
        int | None, typer.Option(min=1, help="Which of an arena's games, from 1.")
    ] = None,
    at: Annotated[int | None, typer.Option(help="Show the position after so many entries.")] = None,
    moves: Annotated[bool, typer.Option("--moves", help="List moves and draws too.")] = False,
    step: Annotated[bool, typer.Option("--step", help="Go through the game by hand.")] = False,
) -> None:
    """Verify a recorded game and show it."""
    from azulejos.cli.replay import Replay

    shown = Replay(Console(highlight=False), file, at, game)
    if moves:
        shown.list_moves()
    if step and file != "-":
        try:
            shown.step_through()
        except (EOFError, KeyboardInterrupt):
            print()
    else:
        shown.show()


@app.command()
def draw(
    position: Annotated[
        str, typer.Argument(help="A position's text, a file with a position or a record, or -.")
    ],
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="The file; else standard output.")
    ] = None,
) -> None:
    """Draw a position as SVG."""
    from azulejos.cli import sources
    from azulejos.draw import svg

    found = sources.find(position)
    try:
        picture = svg(found.position())
    except ValueError as error:
        raise BadInput(f"{found.name}: {error}") from error
    if output in (None, "-"):
        print(picture)
    else:
        files.write_text(output, picture)


@app.command()
def engine(
    threads: Annotated[
        int | None, typer.Option(min=1, max=256, help="Searches at a time; else one a core.")
    ] = None,
    evaluator: game_options.Evaluator = None,
) -> None:
    """Answer questions about positions, in lines of JSON (docs/engine.md of the sources)."""
    from azulejos.cli.engine import serve

    serve(threads, evaluator)


@app.command()
def wasm(
    output: Annotated[str, typer.Option("--output", "-o", help="The folder they go to.")],
    game: Annotated[
        game_options.GameName | None, typer.Argument(help="Which game; else all.")
    ] = None,
) -> None:
    """Compile games to WebAssembly, for browsers (docs/wasm.md of the sources)."""
    from azulejos.cli.wasm import write_files

    write_files(output, [game] if game else list(games.names()))


@app.command("compile")
def compile_games(
    game: Annotated[
        game_options.GameName | None, typer.Argument(help="Which game; else all.")
    ] = None,
    level: Annotated[
        int | None,
        typer.Option(
            min=0, help="With opponents up to it; 0: the rules alone. Else all, and reviews."
        ),
    ] = None,
) -> None:
    """Compile games for this machine ahead of the first, which does so otherwise."""
    from azulejos.cli.compiling import compile_ahead

    compile_ahead([game] if game else list(games.names()), level)


app.command("arena")(game_options.with_game_options(arena, chance=False))
app.command()(train)
app.command()(review)
app.command()(site)
app.add_typer(puzzles, name="puzzles")


@app.command()
def bench(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    seconds: Annotated[float, typer.Option(min=0.01, help="Time for each figure.")] = 1.0,
) -> None:
    """Measure how fast rules, search and environments are on this machine."""
    from azulejos.bench import run
    from azulejos.cli.benchmark import figures

    result = run(seconds, lambda line: print(line, file=sys.stderr, flush=True))
    if as_json:
        print(json.dumps(result, indent=2))
    else:
        Console(highlight=False).print(figures(result))


@app.command()
def rules(
    game: Annotated[game_options.GameName, typer.Argument(help="Which game.")],
    lang: Annotated[
        Literal["en", "de", "sv"] | None,
        typer.Option(help="English, German or Swedish; else your locale's."),
    ] = None,
) -> None:
    """The rules on one page."""
    from rich.markdown import Markdown

    from azulejos.rulebook import NoRules, reader_language, summary

    console = Console(highlight=False)
    try:
        page = Markdown(summary(game, lang or reader_language()))
    except NoRules as error:
        raise BadInput(str(error)) from error
    console.print(page, width=min(80, console.width))
