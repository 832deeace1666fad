"""Setting up tables: a new game, or a record or position to go on from."""

from dataclasses import replace
from typing import Any

from azulejos import games
from azulejos.bots import LEVELS
from azulejos.core.errors import OptionError, PositionError, RecordError
from azulejos.web.commands import CreateTable
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat, tidy_name
from azulejos.web.tables import Game, Table, around, today


def set_up(command: CreateTable, most_entries: int) -> Table:
    """The table that is asked for; Refusal says what is wrong with the command."""
    try:
        game = _game(command)
    except OptionError as error:
        raise Refusal(422, "bad_options", str(error)) from error
    except RecordError as error:
        raise Refusal(422, "bad_record", str(error)) from error
    except PositionError as error:
        raise Refusal(422, "bad_position", str(error)) from error
    if game.entries > most_entries:
        raise Refusal(422, "bad_record", f"A game has at most {most_entries} entries here.")
    if command.at is not None:
        if command.at > game.entries:
            entries = "1 entry" if game.entries == 1 else f"{game.entries} entries"
            raise Refusal(422, "no_such_entry", f"That game has {entries}.")
        game.undo_to(command.at)
    if command.record is None:
        return around(game, command.seats, today())
    seats = list(command.seats)
    if command.keep_names and "seats" in command.record:
        seats = [
            _called(seat, told, command.game)
            for seat, told in zip(seats, command.record["seats"], strict=True)
        ]
    return around(game, seats, command.record.get("date"))


def _called(seat: Seat, told: dict[str, Any], game: str) -> Seat:
    """A seat at this screen, called as the one who played there: by a name or a bot's level."""
    level = told.get("level")
    known = level is not None and level <= len(LEVELS[game])
    return replace(seat, name=tidy_name(told.get("name", "")), level=level if known else None)


def _game(command: CreateTable) -> Game:
    package = games.spec(command.game).module
    chance = package.Game.CHANCE_OPTION
    if command.record is not None:
        return _goes_on(package.replay(command.record), command.chance)
    if command.position is not None:
        read = (
            package.Game.from_text if isinstance(command.position, str) else package.Game.from_dict
        )
        game: Game = read(command.position, command.seed, **{chance: command.chance})
        return game
    made: Game
    try:
        made = package.Game(
            seed=command.seed,
            first=command.first,
            **{"players": len(command.seats), **command.options, chance: command.chance},
        )
    except TypeError as error:  # an option of another game
        raise OptionError(f"not all of these are options of {command.game}") from error
    return made


def _goes_on(game: Game, chance: str) -> Game:
    """A replayed game; where chance shall come from elsewhere now, it begins at its position."""
    by_whom = game.record()["options"][game.CHANCE_OPTION]
    if by_whom == chance or game.is_over:
        return game
    again: Game = type(game).from_dict(game.to_dict(), **{game.CHANCE_OPTION: chance})  # type: ignore[attr-defined]
    return again
