"""Setting up tables: a new game, a record or position to go on from, a rematch."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from azulejos.bots import LEVELS
from azulejos.core.errors import OptionError, PositionError, RecordError
from azulejos.core.record_head import with_head
from azulejos.web.refusals import Refusal
from azulejos.web.seats import Seat, tidy_name
from azulejos.web.tables import GAMES, Game, Table

#: Letters of a table's id that cannot be mixed up, 60 bits in all: who has not got the link cannot
#: guess it.
ID_LETTERS = "23456789abcdefghjkmnpqrstuvwxyzA"
ID_LENGTH = 12


@dataclass(frozen=True)
class Wish:
    """What a new table shall be.

    options: the game's own, without chance and first player. record, position: to go on from, with
    at: after how many of its entries. keep_names: the seats are called as the record tells. seed:
    only for whoever starts a server for themselves.
    """

    game: str
    seats: Sequence[Seat]
    options: dict[str, Any]
    first: int | None = None
    chance: str = "auto"
    record: dict[str, Any] | None = None
    position: dict[str, Any] | str | None = None
    at: int | None = None
    keep_names: bool = False
    seed: int | None = None


def new_id() -> str:
    return "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))


def set_up(wish: Wish, most_entries: int) -> Table:
    """The table that was wished for; Refusal says what is wrong with the wish."""
    try:
        game = _game(wish)
    except OptionError as error:
        raise Refusal(422, "bad_options", str(error)) from error
    except RecordError as error:
        raise Refusal(422, "bad_record", str(error)) from error
    except PositionError as error:
        raise Refusal(422, "bad_position", str(error)) from error
    if game.entries > most_entries:
        raise Refusal(422, "bad_record", f"A game has at most {most_entries} entries here.")
    if wish.at is not None:
        if wish.at > game.entries:
            entries = "1 entry" if game.entries == 1 else f"{game.entries} entries"
            raise Refusal(422, "no_such_entry", f"That game has {entries}.")
        game.undo_to(wish.at)
    if wish.record is None:
        return around(game, wish.seats, today())
    seats = list(wish.seats)
    if wish.keep_names and "seats" in wish.record:
        seats = [
            _called(seat, told, wish.game)
            for seat, told in zip(seats, wish.record["seats"], strict=True)
        ]
    return around(game, seats, wish.record.get("date"))


def _called(seat: Seat, told: dict[str, Any], game: str) -> Seat:
    """A seat at this screen, called as the one who played there: by a name or a bot's level."""
    level = told.get("level")
    known = level is not None and level <= len(LEVELS[game])
    return replace(seat, name=tidy_name(told.get("name", "")), level=level if known else None)


def today() -> str:
    return datetime.now().astimezone().date().isoformat()


def around(game: Game, seats: Sequence[Seat], begun: str | None = None) -> Table:
    """A new table with this game on it; begun: the day the game was begun, if that is known."""
    if len(seats) != game.players:
        wanted = "1 seat" if game.players == 1 else f"{game.players} seats"
        raise Refusal(422, "bad_seats", f"This game has {wanted}, not {len(seats)}.")
    opening = game.record()
    if begun is not None:
        opening = with_head(opening, {"date": begun})
    return Table(new_id(), opening, list(seats), game)


def _game(wish: Wish) -> Game:
    package = GAMES[wish.game]
    chance = package.Game.CHANCE_OPTION
    if wish.record is not None:
        return _goes_on(package.replay(wish.record), wish.chance)
    if wish.position is not None:
        read = package.Game.from_text if isinstance(wish.position, str) else package.Game.from_dict
        game: Game = read(wish.position, wish.seed, **{chance: wish.chance})
        return game
    made: Game
    try:
        made = package.Game(
            seed=wish.seed,
            first=wish.first,
            **{"players": len(wish.seats), **wish.options, chance: wish.chance},
        )
    except TypeError as error:  # an option of the other game
        raise OptionError(f"not all of these are options of {wish.game}") from error
    return made


def _goes_on(game: Game, chance: str) -> Game:
    """A replayed game; where chance shall come from elsewhere now, it begins at its position."""
    by_whom = game.record()["options"][game.CHANCE_OPTION]
    if by_whom == chance or game.is_over:
        return game
    again: Game = type(game).from_dict(game.to_dict(), **{game.CHANCE_OPTION: chance})  # type: ignore[attr-defined]
    return again


def rematch_of(table: Table) -> Table:
    """The same seats once more; the next player begins."""
    options = dict(table.opening["options"])
    chance = options.pop(table.game.CHANCE_OPTION)
    first = (options.pop("first") + 1) % table.game.players

    # Who plays on in a record from elsewhere is no longer the bot that played there.
    players = [replace(seat, level=seat.level if seat.is_bot else None) for seat in table.seats]
    game = GAMES[table.name].Game(first=first, **options, **{table.game.CHANCE_OPTION: chance})
    return around(game, players, today())
