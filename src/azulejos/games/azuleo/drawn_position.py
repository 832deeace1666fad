"""Positions of Azuleo as a drawing needs them, read from plain data.

A drawing wants a position that is complete and of sensible size, not one that the rules could
reach; that is for the rules to say. What it knows of the game it says for itself, since the game
would bring the compiler along.
"""

from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase

from azulejos.core.errors import PositionError
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import given
from azulejos.draw.positions import MOST_POINTS, turn_of
from azulejos.games.azuleo import crosses, reasons

COLUMNS = ascii_lowercase  # of the board, by name
UNSEEN = "?"  # a cross in a hand that nobody has shown us
MOST_HELD = 50  # crosses or plates of a side that could still be told apart


@dataclass(frozen=True)
class Side:
    """A player or a team. A cross in `hand` that is hidden is ""."""

    score: int
    hand: list[str]
    plates: list[str]
    swaps: int


@dataclass(frozen=True)
class Position:
    """A position of Azuleo, or a player's view of one.

    `shape` has "." a field, "o" a dotted one, "x" none. `fields`, in the same rows, has a cross's
    four letters clockwise from the north-west, "#" a blockade, "" nothing.
    """

    players: int
    turn: int | None
    phase: str
    mode: str
    shape: list[str]
    fields: list[list[str]]
    sides: list[Side]
    supply: int
    plate_supply: int
    discards: int
    blockades: int | None
    start: str

    def places(self) -> list[tuple[int, int, str]]:
        """Return the board's fields as (row, column, name)."""
        return [
            (row, column, f"{COLUMNS[column]}{row + 1}")
            for row, kinds in enumerate(self.shape)
            for column, kind in enumerate(kinds)
            if kind != "x"
        ]

    def side_to_move(self) -> int | None:
        """Return the side whose turn it is."""
        return None if self.turn is None else self.turn % len(self.sides)

    def team(self, side: int) -> list[int]:
        """Return the players of a side."""
        return list(range(side, self.players, len(self.sides)))

    def winners(self) -> list[int]:
        """Return the sides that have won."""
        if self.phase != "over":
            return []
        if self.mode == "fill":
            places = zip("".join(self.shape), chain(*self.fields), strict=True)
            return [0] if all(content or kind == "x" for kind, content in places) else []
        best = max(side.score for side in self.sides)
        return [index for index, side in enumerate(self.sides) if side.score == best]

    def azuleos(self) -> list[tuple[int, int, str]]:
        """Return the complete corner points as (x, y, pair), in fields from the north-west."""
        found = []
        for y in range(1, len(self.fields)):
            for x in range(1, len(self.fields[0])):
                # The fields round the point, clockwise from its north-west.
                around = [self.fields[y - 1][x - 1], self.fields[y - 1][x]]
                around += [self.fields[y][x], self.fields[y][x - 1]]
                if all(len(cross) == 4 for cross in around):
                    touching = {cross[(k + 2) % 4] for k, cross in enumerate(around)}
                    found.append((x, y, "".join(c for c in crosses.COLOURS if c in touching)))
        return found


def read(data: object) -> Position:
    """Read a position of Azuleo or a view; PositionError says what is wrong, and where."""
    position = Reader(data, PositionError)
    players = position["players"].number(1, 4)
    shape = _shape(position["options"]["board"])
    rows = [row.items(len(shape[0])) for row in position["board"].items(len(shape))]
    sides = [_side(side) for side in position["sides"].items(2 if players == 4 else players)]
    blockades, start = position["blockades"], position["start"]
    return Position(
        players=players,
        turn=turn_of(position["turn"], players),
        phase=position["phase"].word(("start", "draw", "turn", "over")),
        mode=position["options"]["mode"].word(("normal", "fill", "score")),
        shape=shape,
        fields=[
            [_field(field, kind) for field, kind in zip(row, kinds, strict=True)]
            for row, kinds in zip(rows, shape, strict=True)
        ],
        sides=sides,
        supply=_crosses_in_supply(position["supply"], sides),
        plate_supply=_total(position["plate_supply"]),
        discards=_total(position["discards"]),
        blockades=None if blockades.data is None else blockades.number(0, MOST_POINTS),
        start="" if start.data is None else _letters(start, 4),
    )


def _shape(shape: Reader) -> list[str]:
    rows = shape.items(most=len(COLUMNS))
    if not rows:
        raise shape.fail(reasons.NO_ROWS())
    for row in rows:
        if not isinstance(row.data, str) or not row.data or set(row.data) - set(".ox"):
            raise row.fail(reasons.ROW_OF_LETTERS(letters=". o x", given=given(row.data)))
        if len(row.data) > len(COLUMNS) or len(row.data) != len(str(rows[0].data)):
            raise row.fail(reasons.ROWS_AT_MOST(n=len(COLUMNS)))
    return [str(row.data) for row in rows]


def _field(field: Reader, kind: str) -> str:
    if field.data is None:
        return ""
    if kind == "x":
        raise field.fail(reasons.NO_FIELD_THERE())
    return "#" if field.data == "#" else _letters(field, 4)


def _letters(text: Reader, count: int) -> str:
    """Return a text of so many different colours."""
    if not crosses.are_different(text.data, count):
        raise text.fail(
            reasons.LETTERS_EXPECTED(n=count, letters=crosses.COLOURS, given=given(text.data))
        )
    return str(text.data)


def _side(side: Reader) -> Side:
    hand = side["hand"]
    return Side(
        score=side["score"].number(0, MOST_POINTS),
        hand=[""] * hand.number(0, MOST_HELD)
        if isinstance(hand.data, int)
        else [
            "" if cross.data == UNSEEN else _letters(cross, 4)
            for cross in hand.items(most=MOST_HELD)
        ],
        plates=[_letters(plate, 2) for plate in side["plates"].items(most=MOST_HELD)],
        swaps=side["swaps"].number(0, MOST_POINTS),
    )


def _crosses_in_supply(supply: Reader, sides: list[Side]) -> int:
    """Return how many are left to draw: by kind, crosses unseen in hands count as supply."""
    left = _total(supply)
    if isinstance(supply.data, dict):
        left -= sum(side.hand.count("") for side in sides)
    if left < 0:
        raise supply.fail(reasons.TOO_MANY_UNSEEN())
    return left


def _total(supply: Reader) -> int:
    """Return how many there are: a number in a view, counts by kind in a whole position."""
    if not isinstance(supply.data, dict):
        return supply.number(0, MOST_POINTS)
    return sum(supply[kind].number(0, MOST_POINTS) for kind in supply.data)
