"""Moves and draws of Azuleo as small values that print and parse.

Lay ``c4RYBG`` (field c4; colours clockwise from the north-west corner as it lies), blockade
``#c4``, swap ``~RY``, exchange ``^RYBG``, pass ``-``. Draws: a cross ``+RYBG``, a plate ``%RY``,
and ``+?`` for a cross that we do not get to see. Columns are a to f from the west, rows 1 to 6
from the north (as far as h8 on wide boards). Kinds of crosses are written from R, pairs in the
order R Y B G; other ways to write the same are understood.
"""

from dataclasses import dataclass
from functools import cache

from azulejos.core.compiled import interpreted
from azulejos.core.moves import numbered, parsed
from azulejos.games.azuleo import reasons
from azulejos.games.azuleo.actions import (
    ACTIONS,
    FIRST_EXCHANGE,
    FIRST_PLATE,
    FIRST_SWAP,
    HIDDEN_CROSS,
    OUTCOMES,
    PASS,
    claimed_by,
    is_claim,
    is_lay,
    laid_by,
)
from azulejos.games.azuleo.components import KINDS, ORIENTATIONS, PAIRS, PLACES, TURNS

#: Names of the fields, by their numbers: a1, b1, …
FIELD_NAMES = tuple(f"{chr(ord('a') + column)}{row + 1}" for row, column in PLACES)
#: The mark each kind of move begins with (a lay begins with its field).
MARKS = {"lay": "", "claim": "#", "swap": "~", "exchange": "^", "pass": "-"}


@dataclass(frozen=True, slots=True)
class Move:
    """A decision: "lay", "claim", "swap", "exchange" or "pass" (`what`).

    `field` is the name of a field (lay, claim). `colours` are the cross as it lies (lay), the kind
    of a cross (exchange) or a pair (swap). `action` is its number in the kernel's action space.
    """

    what: str
    field: str | None
    colours: str | None
    action: int

    @staticmethod
    def parse(text: str) -> "Move":
        """The move that `text` describes; MalformedMove if it describes none."""
        return parsed(text, _moves_by_text(), reasons.NO_MOVE)

    @staticmethod
    def of_action(action: int) -> "Move":
        """The move with this number in the action space; IndexError if there is none."""
        return numbered(action, MOVES)

    def __str__(self) -> str:
        return f"{MARKS[self.what]}{self.field or ''}{self.colours or ''}"


@dataclass(frozen=True, slots=True)
class Draw:
    """What chance gives: a "cross" or a "plate" (`what`).

    `kind` is ``?`` for a cross we do not see. `outcome` is its number among the kernel's.
    """

    what: str
    kind: str
    outcome: int

    @staticmethod
    def parse(text: str) -> "Draw":
        """The draw that `text` describes; MalformedMove if it describes none."""
        return parsed(text, _draws_by_text(), reasons.NO_DRAW)

    def __str__(self) -> str:
        return f"{'+' if self.what == 'cross' else '%'}{self.kind}"


def _move_of_action(action: int) -> Move:
    if interpreted(is_lay)(action):
        field, orientation = interpreted(laid_by)(action)
        return Move("lay", FIELD_NAMES[field], ORIENTATIONS[orientation], action)
    if interpreted(is_claim)(action):
        return Move("claim", FIELD_NAMES[interpreted(claimed_by)(action)], None, action)
    if action < FIRST_EXCHANGE:
        return Move("swap", None, PAIRS[action - FIRST_SWAP], action)
    if action < PASS:
        return Move("exchange", None, KINDS[action - FIRST_EXCHANGE], action)
    return Move("pass", None, None, action)


def _draw_of_outcome(outcome: int) -> Draw:
    if outcome == HIDDEN_CROSS:
        return Draw("cross", "?", outcome)
    if outcome >= FIRST_PLATE:
        return Draw("plate", PAIRS[outcome - FIRST_PLATE], outcome)
    return Draw("cross", KINDS[outcome], outcome)


#: Every move and every draw, by its number.
MOVES = tuple(_move_of_action(action) for action in range(ACTIONS))
DRAWS = tuple(_draw_of_outcome(outcome) for outcome in range(OUTCOMES))


def _ways_to_write(text: str, colours: str | None) -> list[str]:
    """A text, and the same with its kind turned or its pair the other way round."""
    if colours is None or text[0] not in "^+~%":
        return [text]
    return [text[0] + colours[turn:] + colours[:turn] for turn in range(min(len(colours), TURNS))]


@cache
def _moves_by_text() -> dict[str, Move]:
    return {way: move for move in MOVES for way in _ways_to_write(str(move), move.colours)}


@cache
def _draws_by_text() -> dict[str, Draw]:
    return {way: draw for draw in DRAWS for way in _ways_to_write(str(draw), draw.kind)}


def move_spellings() -> dict[str, int]:
    """Every way to write a move, with its action."""
    return {text: move.action for text, move in _moves_by_text().items()}


def draw_spellings() -> dict[str, int]:
    """Every way to write a draw, with its outcome."""
    return {text: draw.outcome for text, draw in _draws_by_text().items()}
