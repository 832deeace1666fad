"""Tastes: biases towards some moves that a person would notice, 0 (none) to 1 for every move.

A taste is a function of the position as its mover may know it (`Game.view`) and of a move. At
levels without search it is added to the one-ply evaluation; elsewhere it decides among moves that
the search finds about equally good.
"""

from collections.abc import Callable
from typing import Any

from azulejos.games.azul.components import COLOURS
from azulejos.games.azul.rules import column_for

Taste = Callable[[dict[str, Any], Any], float]

_FLOOR = 0


# ── Azul ─────────────────────────────────────────────────────────────────────────────────────────


def handfuls(position: dict[str, Any], move: Any) -> float:
    """Many tiles at once."""
    return min(_taken(position, move), 8) / 8


def short_lines(position: dict[str, Any], move: Any) -> float:  # noqa: ARG001
    """The lines at the top, which are soon complete."""
    return 0.0 if move.line == _FLOOR else (5 - move.line) / 4


def one_colour(position: dict[str, Any], move: Any) -> float:
    """The colour its wall shows most of already."""
    if move.colour is None or move.line == _FLOOR:
        return 0.0
    wall = position["boards"][position["turn"]]["wall"]
    return float(sum(row.count(move.colour) for row in wall) / 5)


def columns(position: dict[str, Any], move: Any) -> float:
    """Columns that have grown tall."""
    if move.line == _FLOOR:
        return 0.0
    if move.column is not None:
        column = move.column - 1
    elif position["wall"] == "coloured":
        column = column_for(move.line - 1, COLOURS.index(move.colour))
    else:
        return 0.0
    wall = position["boards"][position["turn"]]["wall"]
    return sum(row[column] is not None for row in wall) / 5


def marker(position: dict[str, Any], move: Any) -> float:
    """Going first."""
    return float(move.source == 0 and position["marker_in_centre"])


def spoiling(position: dict[str, Any], move: Any) -> float:
    """What the next player has begun to collect."""
    if move.colour is None:
        return 0.0
    boards = position["boards"]
    following = boards[(position["turn"] + 1) % len(boards)]["lines"]
    wants = [
        size - line["count"]
        for size, line in enumerate(following, 1)
        if line["colour"] == move.colour and line["count"] < size
    ]
    return min(_taken(position, move), max(wants, default=0)) / 4


def _taken(position: dict[str, Any], move: Any) -> int:
    """How many tiles a move takes."""
    if move.colour is None:
        return 0
    source = position["factories"][move.source - 1] if move.source else position["centre"]
    return int(source[COLOURS.index(move.colour)])


# ── Azuleo ───────────────────────────────────────────────────────────────────────────────────────


def border(position: dict[str, Any], move: Any) -> float:
    """The edge of the board, where it is quiet."""
    return 0.0 if move.what != "lay" else 1.0 - middle(position, move)


def middle(position: dict[str, Any], move: Any) -> float:
    """The middle of the board."""
    if move.what != "lay":
        return 0.0
    rows, wide = len(position["board"]), len(position["board"][0])
    row, column = _place(move.field)
    inwards = min(row, column, rows - 1 - row, wide - 1 - column)
    return inwards / max(1, (min(rows, wide) - 1) // 2)


def other_plates(position: dict[str, Any], move: Any) -> float:  # noqa: ARG001
    """Another plate: the next one might be better."""
    return float(move.what == "swap")


def company(position: dict[str, Any], move: Any) -> float:
    """Fields with many crosses around them."""
    if move.what != "lay":
        return 0.0
    board = position["board"]
    row, column = _place(move.field)
    around = [
        board[y][x]
        for y in range(max(0, row - 1), min(len(board), row + 2))
        for x in range(max(0, column - 1), min(len(board[0]), column + 2))
    ]
    return sum(content is not None for content in around) / 8


def _place(field: str) -> tuple[int, int]:
    """Row and column of a field, from 0."""
    return int(field[1:]) - 1, ord(field[0]) - ord("a")
