"""Where positions and records come from: a file, stdin, or a text on the command line."""

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from azulejos.cli import files, games
from azulejos.cli.errors import BadInput
from azulejos.cli.games import Game, Position, Table


@dataclass(frozen=True)
class Found:
    """Something that looks like a game: a record, a position, or a position's text.

    `name` is where it was found, `kind` the name of the game. `number` and `games` tell which of
    how many it is in a file that the arena wrote.
    """

    name: str
    kind: str
    data: str | dict[str, Any]
    number: int = 1
    games: int = 1

    @property
    def table(self) -> Table:
        return games.table(self.kind)

    @property
    def is_record(self) -> bool:
        return isinstance(self.data, dict) and "moves" in self.data

    def game(self, seed: int | None = None) -> Game:
        """The game itself, verified; the seed is for going on from there."""
        package = self.table.package
        try:
            if isinstance(self.data, str):
                game: Game = package.Game.from_text(self.data, seed)
            elif self.is_record:
                game = package.replay(self.data, seed)
            else:
                game = package.Game.from_dict(self.data, seed)
        except ValueError as error:
            raise BadInput(f"{self.name}: {error}") from error
        return game

    def position(self) -> Position:
        """The position as data; what came as such is left for others to check."""
        if isinstance(self.data, dict) and not self.is_record:
            return self.data
        return self.game().to_dict()


def find(source: str) -> Found:
    """What a file, stdin ("-") or a position's text holds, by its look."""
    if kind := _told_by_text(source):
        return Found("position", kind, source)
    if source != "-" and not os.path.exists(source):
        raise BadInput(f"{files.shown(source)} is neither a file nor a position")
    return _look(source)


def find_record(source: str, number: int | None = None) -> Found:
    """What a file or stdin holds, if it is a record; number: which of an arena's games, from 1."""
    found = _game_of_arena(source, number or 1)
    if found is None:
        found = _look(source)
        if number not in (None, 1):
            raise BadInput(f"--game {number}: {found.name} holds one game")
    if not found.is_record:
        raise BadInput(f"{found.name} is a position, not a record: it has no moves")
    return found


def find_records(source: str, left_out: Callable[[BadInput], None]) -> Iterator[Found]:
    """Every record of a folder, a file (an arena's games among them) or stdin, in order.

    left_out: is told why each file of a folder that holds something else is left out.
    """
    if source == "-" or not os.path.isdir(source):
        first = find_record(source)
        yield first
        for number in range(2, first.games + 1):
            yield find_record(source, number)
        return
    found = 0
    for path in sorted(Path(source).glob("*.json*")):
        try:
            first = find_record(str(path))
        except BadInput as error:
            left_out(error)
            continue
        found += first.games
        yield first
        for number in range(2, first.games + 1):
            yield find_record(str(path), number)
    if not found:
        raise BadInput(f"{files.shown(source)} holds no record of a game")


def _game_of_arena(source: str, number: int) -> Found | None:
    """A game of the file that an arena keeps its games in, one to a line; None: it is another."""
    if not os.path.isfile(source):
        return None
    first, lines = files.read_line(source, 1)
    if not first.startswith('{"meeting"'):
        return None
    if not 1 <= number <= lines:
        raise BadInput(f"--game {number}: {files.shown(source)} holds {lines} games")
    name = f"{files.shown(source)}, line {number}"
    outcome = files.parse_json(files.read_line(source, number)[0], name)
    record = outcome.get("record")
    if not isinstance(record, dict) or "moves" not in record:
        raise BadInput(f"{name}: there is no record of a game")
    return Found(name, _game_of(record, name), record, number, lines)


def _game_of(record: dict[str, Any], name: str) -> str:
    """The name of the game that a record is of."""
    kind = record.get("game")
    if kind not in games.NAMES:
        raise BadInput(f'{name}: "game" must be one of {", ".join(games.NAMES)}')
    return str(kind)


def _look(source: str) -> Found:
    name = files.shown(source)
    text = files.read_text(source)
    if kind := _told_by_text(text):
        return Found(name, kind, text.strip())
    data = files.parse_json(text, name)
    if "moves" in data:
        return Found(name, _game_of(data, name), data)
    if kind := games.recognised(data):
        return Found(name, kind, data)
    raise BadInput(f"{name} is neither a record nor a position of {' or '.join(games.NAMES)}")


def _told_by_text(text: str) -> str | None:
    """The game of a position's text, which begins with its name."""
    word = text[:32].split(maxsplit=1)[:1]
    return word[0] if word and word[0] in games.NAMES else None
