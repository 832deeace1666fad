"""Who plays what: from the options of `play`, from a saved game, or by asking."""

import os
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console

from azulejos import bots
from azulejos import games as azulejos_games
from azulejos.cli import files, games, sources
from azulejos.cli.errors import BadInput
from azulejos.cli.games import Game, Table
from azulejos.cli.play import Opponent, Session

USUAL_PLAYERS = 2


@dataclass
class TableSetup:
    """What was asked for; None and {} where nothing was said. `first` counts from 1."""

    game: str | None = None
    players: int | None = None
    people: int | None = None
    against: str | None = None
    evaluator: str | None = None
    first: int | None = None
    seed: int | None = None
    save: str | None = None
    resume: str | None = None
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def are_none(self) -> bool:
        """Whether nothing was said of the table; how bots evaluate is no such thing."""
        return self == TableSetup(evaluator=self.evaluator)


def seated(console: Console, setup: TableSetup) -> Session:
    """A session at the table that is asked for; BadInput says what cannot be had."""
    if setup.resume is None:
        table, game = _new_game(setup)
        saved_at = setup.save
    else:
        table, game, file = _saved_game(setup, setup.resume)
        saved_at = setup.save or file
    if setup.save == "-":
        raise BadInput("--save needs a file: standard output is for the game")
    if setup.save is not None and os.path.exists(setup.save):
        raise BadInput(
            f"{files.shown(setup.save)} exists already: go on with it by --resume, or choose "
            "another name"
        )
    opponents = _opponents(setup, table, game.players)
    against = _spec(setup, table) if opponents and setup.evaluator else setup.against
    session = Session(console, table, game, opponents, against, saved_at)
    session.write()
    return session


def _new_game(setup: TableSetup) -> tuple[Table, Game]:
    table = games.table(setup.game or games.NAMES[0])
    for name in setup.options.keys() - table.options:
        raise BadInput(f"--{name.replace('_', '-')} is no option of {table.title}")
    players = setup.players or USUAL_PLAYERS
    arguments = setup.options | {"players": players}
    if setup.first is not None:
        if setup.first > players:
            raise BadInput(f"--first: expected 1 to {players}, not {setup.first}")
        arguments["first"] = setup.first - 1
    try:
        return table, table.package.Game(seed=setup.seed, **arguments)
    except ValueError as error:
        raise BadInput(str(error)) from error


def _saved_game(setup: TableSetup, source: str) -> tuple[Table, Game, str | None]:
    """The game to go on with, and the file to keep it in: that of its record, if it has one."""
    if source == "-":
        raise BadInput("--resume needs a file: standard input is for your moves")
    if setup.options or (setup.game, setup.players, setup.first) != (None, None, None):
        raise BadInput("--resume takes game, players and options from the file")
    found = sources.find(source)
    game = found.game(setup.seed)
    if game.is_over:
        raise BadInput(f"{found.name}: this game is over; azulejos replay shows it")
    return found.table, game, source if found.is_record else None


def _opponents(setup: TableSetup, table: Table, players: int) -> dict[int, Opponent]:
    """The opponents by their seats, the last ones; people have the first."""
    if setup.against is None:
        if setup.people not in (None, players):
            raise BadInput(f"{players} players, {setup.people} people: add --against random")
        return {}
    people = setup.people or 1
    if people > players:
        raise BadInput(f"--people {people}: there are only {players} players")
    try:
        return {
            seat: bots.make(_spec(setup, table), table.name, seed=_seed(setup.seed, seat))
            for seat in range(people, players)
        }
    except ValueError as error:
        raise BadInput(f"--against: {error}") from error


def _spec(setup: TableSetup, table: Table) -> str:
    """The name of the opponents: where it is a level's, its number is enough."""
    against = setup.against or ""
    is_number = against.partition("@")[0].isdecimal()
    spec = f"level:{against}" if is_number else against
    return bots.with_evaluator(spec, table.name, setup.evaluator)


def _seed(seed: int | None, seat: int) -> int | None:
    """Each opponent has chance of its own, repeatable if the game's is."""
    return None if seed is None else (seed + 1 + seat) % 2**32


def ask() -> TableSetup:
    """A few friendly questions; Enter takes what stands in brackets."""
    print("Welcome to azulejos. Enter takes the suggestion in brackets.\n")
    table = games.table(_choice("Which game", list(games.NAMES)))
    spec = azulejos_games.spec(table.name)
    most = [str(number) for number in range(1, spec.max_players + 1)]
    people = int(_choice("How many people play at this keyboard", most))
    fewest = max(0, spec.min_players - people)
    numbers = [str(number) for number in range(fewest, spec.max_players - people + 1)]
    if people == 1:
        numbers.sort(key="0".__eq__)  # alone is suggested last
    others = int(_choice("How many opponents", numbers)) if len(numbers) > 1 else 0
    levels = [str(number) for number in range(1, 1 + len(bots.LEVELS[table.name]))]
    usual = str(bots.USUAL_LEVELS[table.name])
    against = _choice("Their level", levels, usual) if others else None
    options = {
        name: _choice(question, choices)
        for name, question, choices in table.questions(people + others)
    }
    print()
    return TableSetup(table.name, people + others, people, against, options=options)


def _choice(question: str, choices: list[str], suggested: str | None = None) -> str:
    """One of the choices, or the beginning of one; without another suggestion the first is it."""
    suggested = suggested or choices[0]
    while True:
        typed = input(f"{question} ({', '.join(choices)})? [{suggested}] ").strip().lower()
        found = [choice for choice in choices if choice == typed] or [
            choice for choice in choices if choice.startswith(typed)
        ]
        if not typed:
            return suggested
        if len(found) == 1:
            return found[0]
        print(f"Please type one of: {', '.join(choices)}.")
