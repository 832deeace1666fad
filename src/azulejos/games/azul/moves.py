"""Moves and deals of Azul as small values that print and parse.

A move is source, colour, line: ``3B2`` (factory 3, blue, line 2), ``CKF`` (centre, black, floor).
Tiling a grey wall: ``@34`` (line 3's tile to column 4). A deal: ``=BBYR KWWB -``, one group for
each factory, ``-`` for an empty one. Factories, lines and columns count from 1 in text.
"""

import re
from dataclasses import dataclass
from functools import cache

from azulejos.core.errors import MalformedMove
from azulejos.core.moves import numbered, parsed
from azulejos.core.reasons import given
from azulejos.games.azul import reasons
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR,
    LINES,
    MAX_FACTORIES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TILES_A_FACTORY,
)
from azulejos.games.azul.kernel import ACTIONS, ACTIONS_A_SOURCE, TILING_ACTIONS

#: How scripts write a deal: groups of letters, so many for 2, 3 and 4 players.
CHANCE_GROUPS = {
    "mark": "=",
    "size": TILES_A_FACTORY,
    "letters": COLOURS,
    "none": "-",
    "counts": {str(players): 2 * players + 1 for players in range(MIN_PLAYERS, MAX_PLAYERS + 1)},
}

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
        return parsed(text, _moves_by_text(), reasons.NO_MOVE)

    @staticmethod
    def of_action(action: int) -> "Move":
        """The move with this number in the action space; IndexError if there is none."""
        return numbered(action, MOVES)

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
            raise MalformedMove(reasons.NO_DEAL(typed=given(text)))
        groups = text[1:].split(maxsplit=MAX_FACTORIES)
        if len(groups) > MAX_FACTORIES:
            raise MalformedMove(reasons.TOO_MANY_GROUPS(n=MAX_FACTORIES, typed=given(text)))
        for number, group in enumerate(groups, 1):
            if not _GROUP.fullmatch(group):
                raise MalformedMove(
                    reasons.NO_GROUP(number=number, typed=given(group), letters=COLOURS)
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
