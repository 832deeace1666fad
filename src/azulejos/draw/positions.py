"""Positions as a drawing needs them, read from plain data.

A drawing wants a position that is complete and of sensible size, not one that the rules could
reach; that is for the rules to say. What it knows of the games themselves it says for itself, since
the games would bring the compiler along.
"""

from dataclasses import dataclass
from itertools import chain
from string import ascii_lowercase

from azulejos.core.errors import PositionError
from azulejos.core.plain_data import Reader, shorten
from azulejos.games.azul import tiles
from azulejos.games.azuleo import crosses

MOST_POINTS = 30_000
TILES_A_COLOUR = 20
FLOOR_LOSSES = (1, 1, 2, 2, 2, 3, 3)  # what the floor line's spaces cost
COLUMNS = ascii_lowercase  # of Azuleo's board, by name
UNSEEN = "?"  # a cross in a hand that nobody has shown us
MOST_HELD = 50  # crosses or plates of a side that could still be told apart

# ── Azul ─────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AzulBoard:
    """One player's board. `lines` holds (colour, count); "" is no colour, and an empty space."""

    score: int
    lines: list[tuple[str, int]]
    wall: list[list[str]]
    floor: list[str]

    def complete_rows(self) -> int:
        """Return how many rows of the wall are full."""
        return sum(all(row) for row in self.wall)


@dataclass(frozen=True)
class AzulPosition:
    """A position of Azul. Counts are in the order B Y R K W."""

    coloured: bool
    round: int
    turn: int | None
    phase: str
    first: int
    marker_in_centre: bool
    factories: list[list[int]]
    centre: list[int]
    bag: list[int]
    lid: list[int]
    boards: list[AzulBoard]

    def winners(self) -> list[int]:
        """Return who has won: most points, then most complete rows."""
        if self.phase != "over":
            return []
        results = [(board.score, board.complete_rows()) for board in self.boards]
        return [player for player, result in enumerate(results) if result == max(results)]


def read_azul(data: object) -> AzulPosition:
    """Read a position of Azul; PositionError says what is wrong, and where."""
    position = Reader(data, PositionError)
    players = position["players"].number(2, 4)
    factories = []
    for factory in position["factories"].items(2 * players + 1):
        factories.append(_counts(factory, 4))
        if sum(factories[-1]) > 4:
            raise factory.fail(f"expected at most 4 tiles, not {sum(factories[-1])}")
    return AzulPosition(
        coloured=position["wall"].word(("coloured", "grey")) == "coloured",
        round=position["round"].number(0, MOST_POINTS),
        turn=_turn(position["turn"], players),
        phase=position["phase"].word(("deal", "offer", "tiling", "over")),
        first=position["first"].number(0, players - 1),
        marker_in_centre=position["marker_in_centre"].flag(),
        factories=factories,
        centre=_counts(position["centre"], TILES_A_COLOUR),
        bag=_counts(position["bag"], TILES_A_COLOUR),
        lid=_counts(position["lid"], TILES_A_COLOUR),
        boards=[_azul_board(board) for board in position["boards"].items(players)],
    )


def _turn(turn: Reader, players: int) -> int | None:
    return None if turn.data is None else turn.number(0, players - 1)


def _counts(heap: Reader, most: int) -> list[int]:
    return [count.number(0, most) for count in heap.items(len(tiles.COLOURS))]


def _azul_board(board: Reader) -> AzulBoard:
    colours = tuple(tiles.COLOURS)
    lines = []
    for index, line in enumerate(board["lines"].items(5)):
        count = line["count"].number(0, index + 1)
        if (line["colour"].data is None) != (count == 0):
            raise line.fail("expected a colour if, and only if, there are tiles")
        lines.append((line["colour"].word(colours) if count else "", count))
    return AzulBoard(
        score=board["score"].number(0, MOST_POINTS),
        lines=lines,
        wall=[
            ["" if space.data is None else space.word(colours) for space in row.items(5)]
            for row in board["wall"].items(5)
        ],
        floor=[tile.word((*colours, "M")) for tile in board["floor"].items(most=len(FLOOR_LOSSES))],
    )


# ── Azuleo ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class AzuleoSide:
    """A player or a team. A cross in `hand` that is hidden is ""."""

    score: int
    hand: list[str]
    plates: list[str]
    swaps: int


@dataclass(frozen=True)
class AzuleoPosition:
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
    sides: list[AzuleoSide]
    supply: int
    plate_supply: int
    discards: int
    blockades: int | None
    start: str

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


def read_azuleo(data: object) -> AzuleoPosition:
    """Read a position of Azuleo or a view; PositionError says what is wrong, and where."""
    position = Reader(data, PositionError)
    players = position["players"].number(1, 4)
    shape = _shape(position["options"]["board"])
    rows = [row.items(len(shape[0])) for row in position["board"].items(len(shape))]
    sides = [_side(side) for side in position["sides"].items(2 if players == 4 else players)]
    blockades, start = position["blockades"], position["start"]
    return AzuleoPosition(
        players=players,
        turn=_turn(position["turn"], players),
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
        raise shape.fail("expected at least one row")
    for row in rows:
        if not isinstance(row.data, str) or not row.data or set(row.data) - set(".ox"):
            raise row.fail(f"expected a text of . o x, not {shorten(row.data)}")
        if len(row.data) > len(COLUMNS) or len(row.data) != len(str(rows[0].data)):
            raise row.fail(f"expected rows of one length, {len(COLUMNS)} at most")
    return [str(row.data) for row in rows]


def _field(field: Reader, kind: str) -> str:
    if field.data is None:
        return ""
    if kind == "x":
        raise field.fail("expected null, since the board has no field there")
    return "#" if field.data == "#" else _letters(field, 4)


def _letters(text: Reader, count: int) -> str:
    """Return a text of so many different colours."""
    if not crosses.are_different(text.data, count):
        raise text.fail(
            f"expected {count} different letters of {crosses.COLOURS}, not {shorten(text.data)}"
        )
    return str(text.data)


def _side(side: Reader) -> AzuleoSide:
    hand = side["hand"]
    return AzuleoSide(
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


def _crosses_in_supply(supply: Reader, sides: list[AzuleoSide]) -> int:
    """Return how many are left to draw: by kind, crosses unseen in hands count as supply."""
    left = _total(supply)
    if isinstance(supply.data, dict):
        left -= sum(side.hand.count("") for side in sides)
    if left < 0:
        raise supply.fail("there are more unseen crosses in hands")
    return left


def _total(supply: Reader) -> int:
    """Return how many there are: a number in a view, counts by kind in a whole position."""
    if not isinstance(supply.data, dict):
        return supply.number(0, MOST_POINTS)
    return sum(supply[kind].number(0, MOST_POINTS) for kind in supply.data)
