"""Where points came from: every tile, floor line and bonus of a game, in the order they scored.

The kernel moves all tiles to the walls in one go; here the same is told step by step, as plain
data for whoever shows it. Players, lines, columns and indices count from 0, `points` are what the
score changed by (a floor line never takes it below 0):

- a tile: ``player``, ``line``, ``column``, ``colour``, ``points``, ``row_run``, ``column_run``
- a line with no place on a grey wall: ``player``, ``line``, ``colour``, ``dropped``, ``points``
- a floor line: ``player``, ``floor`` (spaces occupied), ``points``
- a bonus: ``player``, ``bonus`` ("row", "column" or "colour"), ``index``, ``points``
"""

from typing import Any

import numpy as np

from azulejos.core.plain_data import python_values
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR,
    FLOOR_LOSSES,
    FLOOR_SPACES,
    LINES,
    POINTS_A_COLOUR,
    POINTS_A_COLUMN,
    POINTS_A_ROW,
)
from azulejos.games.azul.game import Game
from azulejos.games.azul.moves import Move
from azulejos.games.azul.state import CENTRE, COLOURED, OFFER, OVER, STATE

Step = dict[str, Any]


def tally(game: Game) -> list[list[Step]]:
    """For every entry of a game what scored after it: mostly nothing, then all of a round."""
    return [steps(game, number) for number in range(game.entries)]


def steps(game: Game, number: int) -> list[Step]:
    """What scored after entry `number` of a game."""
    before, made, _ = game._history[number]
    if not isinstance(made, Move):
        return []
    last = number + 1 == game.entries
    after = bytes(game._memory) if last else game._history[number + 1].before
    states = np.frombuffer(before + after, STATE)
    if states["phase"][1] == OFFER and states["round_number"][1] == states["round_number"][0]:
        return []
    return _Round(python_values(states[0]), python_values(states[1])).tell(made)


def sources(game: Game) -> dict[str, list[int]]:
    """Points of each player by where they came from."""
    found = {source: [0] * game.players for source in ("tiles", "row", "column", "colour", "floor")}
    for step in (step for of_entry in tally(game) for step in of_entry):
        source = step.get("bonus", "floor" if "floor" in step else "tiles")
        found[source][step["player"]] += step["points"]
    return found


def round_points(game: Game, number: int) -> list[int]:
    """What a round brought each player, with the entry that ends it; empty with any other."""
    before, made, _ = game._history[number]
    last = number + 1 == game.entries
    after = np.frombuffer(bytes(game._memory) if last else game._history[number + 1].before, STATE)
    states = np.frombuffer(before, STATE)
    is_over = after["phase"][0] == OVER
    if not isinstance(made, Move) or (
        not is_over and after["round_number"][0] == states["round_number"][0]
    ):
        return []
    # On a grey wall the round has scored since its first tile was placed.
    while number and getattr(game._history[number].made, "column", None) is not None:
        number -= 1
    first = np.frombuffer(game._history[number].before, STATE)
    gained: list[int] = (after["score"][0] - first["score"][0]).tolist()
    return gained[: game.players]


class _Board:
    """One player's board while it is tiled."""

    def __init__(self, state: Any, player: int) -> None:
        self.player = player
        self.wall: list[list[int | None]] = [[None] * 5 for _ in range(5)]
        for colour, spaces in enumerate(state.shows[player]):
            for space in range(25):
                if spaces >> space & 1:
                    self.wall[space // 5][space % 5] = colour
        self.counts = list(state.line_count[player])
        self.colours = list(state.line_colour[player])
        self.floor = state.floor_count[player]
        self.score = state.score[player]

    def take(self, line: int, colour: int, taken: int) -> None:
        placed = 0
        if line != FLOOR:
            placed = min(taken, line + 1 - self.counts[line])
            self.counts[line] += placed
            self.colours[line] = colour
        self.fall(taken - placed)

    def fall(self, tiles: int) -> None:
        self.floor = min(FLOOR_SPACES, self.floor + tiles)

    def complete_lines(self) -> list[int]:
        return [line for line in range(LINES) if self.counts[line] == line + 1]

    def has_place(self, line: int) -> bool:
        """Whether a grey wall has a place for the tile of a complete line."""
        colour = self.colours[line]
        return any(
            self.wall[line][column] is None
            and all(self.wall[row][column] != colour for row in range(5))
            for column in range(5)
        )

    def place(self, line: int, column: int) -> Step:
        colour = self.colours[line]
        self.counts[line] = 0
        self.wall[line][column] = colour
        across = _run([tile is not None for tile in self.wall[line]], column)
        down = _run([row[column] is not None for row in self.wall], line)
        points = max(1, (across if across > 1 else 0) + (down if down > 1 else 0))
        self.score += points
        return {
            "player": self.player,
            "line": line,
            "column": column,
            "colour": COLOURS[colour],
            "points": points,
            "row_run": across,
            "column_run": down,
        }

    def drop(self, line: int) -> Step:
        self.counts[line] = 0
        self.fall(line + 1)
        colour = COLOURS[self.colours[line]]
        return {
            "player": self.player,
            "line": line,
            "colour": colour,
            "dropped": line + 1,
            "points": 0,
        }

    def clear_floor(self) -> Step:
        before = self.score
        self.score = max(0, before - sum(FLOOR_LOSSES[: self.floor]))
        return {"player": self.player, "floor": self.floor, "points": self.score - before}

    def bonuses(self) -> list[Step]:
        complete: list[tuple[str, int, int]] = []
        for index in range(5):
            if None not in self.wall[index]:
                complete.append(("row", index, POINTS_A_ROW))
        for index in range(5):
            if all(row[index] is not None for row in self.wall):
                complete.append(("column", index, POINTS_A_COLUMN))
        for index in range(5):
            if all(index in row for row in self.wall):
                complete.append(("colour", index, POINTS_A_COLOUR))
        return [
            {"player": self.player, "bonus": what, "index": index, "points": points}
            for what, index, points in complete
        ]


def _run(occupied: list[bool], place: int) -> int:
    """Length of the unbroken run through a place."""
    length = 1
    for step in (-1, 1):
        neighbour = place + step
        while 0 <= neighbour < len(occupied) and occupied[neighbour]:
            length += 1
            neighbour += step
    return length


class _Round:
    """The end of a round, or what one placement on a grey wall brings, between two states."""

    def __init__(self, before: Any, after: Any) -> None:
        self.before = before
        self.after = after
        self.boards = [_Board(before, player) for player in range(before.players)]

    def tell(self, move: Move) -> list[Step]:
        told: list[Step] = []
        if move.column is not None:
            told.append(self.boards[self.before.turn].place(move.line - 1, move.column - 1))
        else:
            self._take(move)
        if self.before.wall_kind == COLOURED:
            for board in self.boards:
                for line in board.complete_lines():
                    told.append(board.place(line, (board.colours[line] + line) % 5))
        elif self._drop_until_a_choice(told):
            return told
        floors = [board.clear_floor() for board in self.boards]
        told += [step for step in floors if step["floor"]]
        if self.after.phase == OVER:
            for board in self.boards:
                told += board.bonuses()
        return told

    def _take(self, move: Move) -> None:
        """The take that ended the offer."""
        assert move.source is not None
        assert move.colour is not None
        colour = COLOURS.index(move.colour)
        board = self.boards[self.before.turn]
        if move.source == CENTRE and self.before.marker_in_centre:
            board.fall(1)
        taken = self.before.sources[move.source] >> 6 * colour & 63
        board.take(move.line - 1 if move.line else FLOOR, colour, taken)

    def _drop_until_a_choice(self, told: list[Step]) -> bool:
        """Drop lines with nowhere to go, from the marker's owner on; whether a choice is left."""
        players = self.before.players
        for turn in range(players):
            board = self.boards[(self.after.first + turn) % players]
            for line in board.complete_lines():
                if board.has_place(line):
                    return True
                told.append(board.drop(line))
        return False
