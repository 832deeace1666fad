"""Tastes of opponents in Azul: what each likes in a move (`bots.players.Taste`)."""

from typing import Any

from azulejos.games.azul.components import COLOURS
from azulejos.games.azul.rules import column_for

_FLOOR = 0


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
