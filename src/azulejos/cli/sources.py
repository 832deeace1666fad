"""Where positions and records come from: a file, stdin, or a text on the command line."""

import os
from dataclasses import dataclass
from typing import Any

from azulejos.cli import files, games
from azulejos.cli.games import Game, Position, Table
from azulejos.cli.trouble import BadInput


@dataclass(frozen=True)
class Found:
    """Something that looks like a game: a record, a position, or a position's text.

    `name` is where it was found, `kind` the name of the game.
    """

    name: str
    kind: str
    data: str | dict[str, Any]

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


def find_record(source: str) -> Found:
    """What a file or stdin holds, if it is a record."""
    found = _look(source)
    if not found.is_record:
        raise BadInput(f"{found.name} is a position, not a record: it has no moves")
    return found


def _look(source: str) -> Found:
    name = files.shown(source)
    text = files.read_text(source)
    if kind := _told_by_text(text):
        return Found(name, kind, text.strip())
    data = files.parse_json(text, name)
    if "moves" in data:
        if data.get("game") not in games.NAMES:
            raise BadInput(f'{name}: "game" must be one of {", ".join(games.NAMES)}')
        return Found(name, data["game"], data)
    if kind := games.recognised(data):
        return Found(name, kind, data)
    raise BadInput(f"{name} is neither a record nor a position of {' or '.join(games.NAMES)}")


def _told_by_text(text: str) -> str | None:
    """The game of a position's text, which begins with its name."""
    word = text[:32].split(maxsplit=1)[:1]
    return word[0] if word and word[0] in games.NAMES else None
