"""Setting up tables: a new game, or a record or position to go on from."""

from dataclasses import replace
from typing import Any

from azulejos import games
from azulejos.bots import LEVELS
from azulejos.core.errors import OptionError, PositionError, RecordError
from azulejos.core.options import read_given_options
from azulejos.core.plain_data import Reader
from azulejos.web import on_time, reasons
from azulejos.web.commands import CreateTable
from azulejos.web.refusals import Refusal, of_error
from azulejos.web.seats import Seat, tidy_name
from azulejos.web.tables import Game, Table, around, today
from azulejos.web.terms import Terms


def set_up(command: CreateTable, most_entries: int) -> Table:
    """The table that is asked for; Refusal says what is wrong with the command."""
    try:
        game = _game(command)
    except OptionError as error:
        raise of_error(reasons.BAD_OPTIONS, error, command.game) from error
    except RecordError as error:
        raise of_error(reasons.BAD_RECORD, error, command.game) from error
    except PositionError as error:
        raise of_error(reasons.BAD_POSITION, error, command.game) from error
    if game.entries > most_entries:
        raise Refusal(422, reasons.TOO_MANY_ENTRIES(n=most_entries))
    entries = game.entries
    if command.at is not None:
        if command.at > game.entries:
            raise Refusal(422, reasons.NO_SUCH_ENTRY(n=game.entries))
        game.undo_to(command.at)
    if command.clock is not None and command.chance == "manual":
        raise Refusal(422, reasons.NO_CLOCK())
    terms = Terms(command.listed, command.clock)
    if command.record is None:
        return around(game, command.seats, today(), hints=command.hints, terms=terms)
    # Who goes on from an earlier point has all the time again.
    is_whole = game.entries == entries
    seats = list(command.seats)
    if command.keep_names and "seats" in command.record:
        seats = [
            _called(seat, told, command.game)
            for seat, told in zip(seats, command.record["seats"], strict=True)
        ]
    table = around(game, seats, command.record.get("date"), hints=command.hints, terms=terms)
    if is_whole:
        table.end_on_time(on_time.of_head(command.record))
    return table


def _called(seat: Seat, told: dict[str, Any], game: str) -> Seat:
    """A seat at this screen, called as the one who played there: by a name or a bot's level."""
    level = told.get("level")
    known = level is not None and level <= len(LEVELS[game])
    name, hints = tidy_name(told.get("name", "")), told.get("hints", 0)
    return replace(seat, name=name, level=level if known else None, hints=hints)


def checked_options(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The options that are given for a game; Refusal says what is wrong with them."""
    try:
        return _read_options(name, options)
    except OptionError as error:
        raise of_error(reasons.BAD_OPTIONS, error, name) from error


def _read_options(name: str, given_options: dict[str, Any]) -> dict[str, Any]:
    game = games.spec(name)
    given = Reader(given_options, OptionError)
    declared = tuple(option for option in game.options if not option.is_chance)
    if not given.mapping().keys() <= {"players", *(option.name for option in declared)}:
        raise OptionError(reasons.OTHER_OPTIONS(game=name))
    options = read_given_options(declared, given)
    if "players" in given.mapping():
        options["players"] = given["players"].number(game.min_players, game.max_players)
    return options


def _game(command: CreateTable) -> Game:
    package = games.spec(command.game).module
    chance = package.Game.CHANCE_OPTION
    options = _read_options(command.game, command.options)
    if command.record is not None:
        return _goes_on(package.replay(command.record), command)
    if command.position is not None:
        read = (
            package.Game.from_text if isinstance(command.position, str) else package.Game.from_dict
        )
        game: Game = read(command.position, command.seed, **{chance: command.chance})
        return game
    made: Game = package.Game(
        seed=command.seed,
        first=command.first,
        **{"players": len(command.seats), **options, chance: command.chance},
    )
    return made


def _goes_on(game: Game, command: CreateTable) -> Game:
    """A replayed game; where chance shall come from elsewhere now, it begins at its position."""
    chance, by_whom = command.chance, game.record()["options"][game.CHANCE_OPTION]
    if by_whom == chance or game.is_over or on_time.of_head(command.record or {}).has_ended:
        return game
    again: Game = type(game).from_dict(game.to_dict(), **{game.CHANCE_OPTION: chance})  # type: ignore[attr-defined]
    return again
