"""Tastes of opponents in Azuleo: what each likes in a move (`bots.players.Taste`)."""

from typing import Any


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
