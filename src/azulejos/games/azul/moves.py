"""Moves and deals of Azul as small values that print and parse.

A move is source, colour, line: ``3B2`` (factory 3, blue, line 2), ``CKF`` (centre, black, floor).
Tiling a grey wall: ``@34`` (line 3's tile to column 4). A deal: ``=BBYR KWWB -``, one group for
each factory, ``-`` for an empty one. Factories, lines and columns count from 1 in text.
"""

import re
from dataclasses import dataclass
from functools import cache

from azulejos.core.errors import MalformedMove
from azulejos.core.plain_data import shorten
from azulejos.games.azul.components import COLOURS, FLOOR, LINES, MAX_FACTORIES, TILES_A_FACTORY
from azulejos.games.azul.kernel import ACTIONS, ACTIONS_A_SOURCE, TILING_ACTIONS

_GROUP = re.compile(rf"-|[{COLOURS}]{{1,{TILES_A_FACTORY}}}")


@dataclass(frozen=True, slots=True)
class Move:
    """A decision: taking tiles, or placing a tile on a grey wall.

    `source` is 0 for the centre, 1 to 9 for a factory, and None for a tiling move. `colour` is a
    letter (None for a tiling move). `line` is 1 to 5, or 0 for the floor line. `column` is 1 to 5
    for a tiling move, otherwise None. `action` is its number in the kernel's action space.
    """

    source: int | None
    colour: str | None
    line: int
    column: int | None
    action: int

    @staticmethod
    def parse(text: str) -> "Move":
        """The move that prints as `text`; MalformedMove if there is none."""
        if isinstance(text, str):
            move = _moves_by_text().get(text)
            if move is not None:
                return move
        raise MalformedMove(
            f"{shorten(text)} is no move: expected source, colour and line, such as 3B2 or CKF, "
            "or line and column of a tile for the grey wall, such as @34"
        )

    @staticmethod
    def of_action(action: int) -> "Move":
        """The move with this number in the action space; IndexError if there is none."""
        if action < 0:
            raise IndexError(f"there is no action {action}")
        return MOVES[action]

    def __str__(self) -> str:
        if self.column is not None:
            return f"@{self.line}{self.column}"
        return f"{self.source or 'C'}{self.colour}{self.line or 'F'}"


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance puts on the factories: for each, its letters in the order B Y R K W."""

    groups: tuple[str, ...]

    @staticmethod
    def parse(text: str) -> "Deal":
        """The deal that `text` describes; MalformedMove if it describes none."""
        if not isinstance(text, str) or not text.startswith("="):
            raise MalformedMove(f"{shorten(text)} is no deal: expected =BBYR KWWB …")
        groups = text[1:].split(maxsplit=MAX_FACTORIES)
        if len(groups) > MAX_FACTORIES:
            raise MalformedMove(f"a deal has at most {MAX_FACTORIES} groups: {shorten(text)}")
        for number, group in enumerate(groups, 1):
            if not _GROUP.fullmatch(group):
                raise MalformedMove(
                    f"group {number} of the deal is {shorten(group)}: expected one to four letters "
                    f"of {COLOURS}, or - for an empty factory"
                )
        return Deal(tuple("".join(sorted(g.strip("-"), key=COLOURS.index)) for g in groups))

    def __str__(self) -> str:
        return "=" + " ".join(group or "-" for group in self.groups)


def _move_of_action(action: int) -> Move:
    if action < TILING_ACTIONS:
        line, column = divmod(action, 5)
        return Move(None, None, line + 1, column + 1, action)
    source, rest = divmod(action - TILING_ACTIONS, ACTIONS_A_SOURCE)
    colour, line = divmod(rest, LINES + 1)
    return Move(source, COLOURS[colour], 0 if line == FLOOR else line + 1, None, action)


#: Every move, by its number in the action space.
MOVES = tuple(_move_of_action(action) for action in range(ACTIONS))


@cache
def _moves_by_text() -> dict[str, Move]:
    return {str(move): move for move in MOVES}
