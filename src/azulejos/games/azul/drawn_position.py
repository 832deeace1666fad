"""Positions of Azul as a drawing needs them, read from plain data.

A drawing wants a position that is complete and of sensible size, not one that the rules could
reach; that is for the rules to say. What it knows of the game it says for itself, since the game
would bring the compiler along.
"""

from dataclasses import dataclass

from azulejos.core.errors import PositionError
from azulejos.core.plain_data import Reader
from azulejos.draw.positions import MOST_POINTS, turn_of
from azulejos.games.azul import reasons, tiles

TILES_A_COLOUR = 20
FLOOR_LOSSES = (1, 1, 2, 2, 2, 3, 3)  # what the floor line's spaces cost


@dataclass(frozen=True)
class Board:
    """One player's board. `lines` holds (colour, count); "" is no colour, and an empty space."""

    score: int
    lines: list[tuple[str, int]]
    wall: list[list[str]]
    floor: list[str]

    def complete_rows(self) -> int:
        """Return how many rows of the wall are full."""
        return sum(all(row) for row in self.wall)


@dataclass(frozen=True)
class Position:
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
    boards: list[Board]

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.boards)

    def winners(self) -> list[int]:
        """Return who has won: most points, then most complete rows."""
        if self.phase != "over":
            return []
        results = [(board.score, board.complete_rows()) for board in self.boards]
        return [player for player, result in enumerate(results) if result == max(results)]


def read(data: object) -> Position:
    """Read a position of Azul; PositionError says what is wrong, and where."""
    position = Reader(data, PositionError)
    players = position["players"].number(2, 4)
    factories = []
    for factory in position["factories"].items(2 * players + 1):
        factories.append(_counts(factory, 4))
        if sum(factories[-1]) > 4:
            raise factory.fail(reasons.FACTORY_HOLDS(n=4, given=sum(factories[-1])))
    return Position(
        coloured=position["wall"].word(("coloured", "grey")) == "coloured",
        round=position["round"].number(0, MOST_POINTS),
        turn=turn_of(position["turn"], players),
        phase=position["phase"].word(("deal", "offer", "tiling", "over")),
        first=position["first"].number(0, players - 1),
        marker_in_centre=position["marker_in_centre"].flag(),
        factories=factories,
        centre=_counts(position["centre"], TILES_A_COLOUR),
        bag=_counts(position["bag"], TILES_A_COLOUR),
        lid=_counts(position["lid"], TILES_A_COLOUR),
        boards=[_board(board) for board in position["boards"].items(players)],
    )


def _counts(heap: Reader, most: int) -> list[int]:
    return [count.number(0, most) for count in heap.items(len(tiles.COLOURS))]


def _board(board: Reader) -> Board:
    colours = tuple(tiles.COLOURS)
    lines = []
    for index, line in enumerate(board["lines"].items(5)):
        count = line["count"].number(0, index + 1)
        if (line["colour"].data is None) != (count == 0):
            raise line.fail(reasons.COLOUR_IF_TILES())
        lines.append((line["colour"].word(colours) if count else "", count))
    return Board(
        score=board["score"].number(0, MOST_POINTS),
        lines=lines,
        wall=[
            ["" if space.data is None else space.word(colours) for space in row.items(5)]
            for row in board["wall"].items(5)
        ],
        floor=[tile.word((*colours, "M")) for tile in board["floor"].items(most=len(FLOOR_LOSSES))],
    )
