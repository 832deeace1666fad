"""What is to be pointed out on a drawing of Azul."""

import re
from collections.abc import Iterable

from azulejos.core.errors import MalformedMove
from azulejos.games.azul.drawn_position import Position
from azulejos.games.azul.tiles import COLOURS


class Highlights:
    """What is to be pointed out.

    Each entry is a move as text, `3B2`, `CKF` or `@34`, or only its beginning, `3` or `3B`. A
    board meant is that of the player to move, unless a player goes before it: `1:3B2`.
    """

    _TEXT = re.compile(rf"(?:([0-3]):)?(?:([1-9C])(?:([{COLOURS}])([1-5F])?)?|@([1-5])([1-5]))")

    def __init__(self, entries: Iterable[object], position: Position) -> None:
        """Read the entries; MalformedMove if one cannot be read."""
        self.sources: set[tuple[int, str]] = set()
        self.lines: set[tuple[int, int]] = set()
        self.spaces: set[tuple[int, int, int]] = set()
        for entry in entries:
            found = self._TEXT.fullmatch(str(entry))
            if not found:
                raise MalformedMove(f"highlight: {str(entry)[:40]!r} is no move, nor part of one")
            owner, source, colour, line, row, column = found.groups()
            player = int(owner) if owner else position.turn
            if source:
                self.sources.add((0 if source == "C" else int(source), colour or ""))
            if player is None:
                continue
            if line:
                self.lines.add((player, 0 if line == "F" else int(line)))
            if row:
                self.spaces.add((player, int(row), int(column)))

    def source(self, source: int, colour: str = "") -> bool:
        """Say whether a source, or a colour in it, is meant."""
        return (source, colour) in self.sources
