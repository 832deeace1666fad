"""Moves and draws of Fileira as small values that print and parse.

Lay ``B3=7``: on the third place of row B, the second player's, tile 7. Draw ``+7``, and ``+?`` for
a tile that we do not get to see.
"""

from dataclasses import dataclass

from azulejos.core.moves import parsed
from fileira import reasons
from fileira.kernel import ACTIONS, ACTIONS_A_ROW, HIDDEN, OUTCOMES
from fileira.rules import NUMBERS


@dataclass(frozen=True, slots=True)
class Move:
    """A tile laid: `row` is the player's index, `place` and `number` count from 1."""

    row: int
    place: int
    number: int
    action: int

    @staticmethod
    def parse(text: str) -> "Move":
        return parsed(text, _MOVE_OF, reasons.NO_MOVE)

    def __str__(self) -> str:
        return f"{'ABC'[self.row]}{self.place}={self.number}"


@dataclass(frozen=True, slots=True)
class Draw:
    """A tile drawn: `kind` is its number, or ``?`` for one that we do not see."""

    kind: str
    outcome: int

    @staticmethod
    def parse(text: str) -> "Draw":
        return parsed(text, _DRAW_OF, reasons.NO_DRAW)

    def __str__(self) -> str:
        return f"+{self.kind}"


def _move(action: int) -> Move:
    row, rest = divmod(action, ACTIONS_A_ROW)
    place, kind = divmod(rest, NUMBERS)
    return Move(row, place + 1, kind + 1, action)


#: Every move and every draw, by its number.
MOVES = tuple(_move(action) for action in range(ACTIONS))
DRAWS = tuple(Draw("?" if n == HIDDEN else str(n + 1), n) for n in range(OUTCOMES))
_MOVE_OF = {str(move): move for move in MOVES}
_DRAW_OF = {str(draw): draw for draw in DRAWS}
