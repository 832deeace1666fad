"""A position of Fileira as plain data, as one line, and as text to look at; and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.errors import PositionError
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import EXPECTED_NULL_AT_END, given
from fileira import reasons
from fileira.options import LONGEST_ROW, SHORTEST_ROW
from fileira.rules import (
    COPIES,
    EMPTY,
    HAND,
    MAX_PLAYERS,
    MIN_PLAYERS,
    NUMBERS,
    OVER,
    PHASES,
    STATE,
    TURN,
    drawing,
    held,
    points_of,
    rows_are_empty,
    rows_are_full,
)

KEYS = ("players", "turn", "first", "phase", "row_length", "rows", "hands", "scores")
UNSEEN = "?"


def read_size(data: Reader) -> tuple[int, int]:
    """Players and row length."""
    players = data["players"].number(MIN_PLAYERS, MAX_PLAYERS)
    return players, data["row_length"].number(SHORTEST_ROW, LONGEST_ROW)


def to_dict(state: Any) -> dict[str, Any]:
    """The whole position; a hand is a list of numbers, with ``?`` for tiles nobody has shown us."""
    players, length = int(state.players), int(state.row_length)
    return {
        "players": players,
        "turn": None if state.phase == OVER else int(state.turn),
        "first": int(state.first),
        "phase": PHASES[state.phase],
        "row_length": length,
        "rows": [[int(n) or None for n in row[:length]] for row in state.rows[:players]],
        "hands": [_hand(state, player) for player in range(players)],
        "scores": [int(points_of(state, player)) for player in range(players)],
    }


def _hand(state: Any, player: int) -> list[int | str]:
    known: list[int | str] = [k + 1 for k in range(NUMBERS) for _ in range(state.hand[player, k])]
    return known + [UNSEEN] * int(state.hidden[player])


def view(state: Any, player: int | None) -> dict[str, Any]:
    """What a player may know; what everybody may, for None."""
    position = to_dict(state)
    for other, hand in enumerate(position["hands"]):
        if other != player:
            hand[:] = [UNSEEN] * len(hand)
    return position


def from_dict(position: Any) -> NDArray[Any]:
    """The state (a batch of one) of a position, whole or as a player views it."""
    data = Reader(position, PositionError)
    data.mapping(KEYS)
    states = np.zeros(1, STATE)
    state = states[0]
    state.players, state.row_length = players, length = read_size(data)
    state.first = data["first"].number(0, players - 1)
    state.phase = PHASES.index(data["phase"].word(PHASES))
    if state.phase != OVER:
        state.turn = data["turn"].number(0, players - 1)
    elif data["turn"].data is not None:
        raise data["turn"].fail(EXPECTED_NULL_AT_END())
    state.supply[:] = COPIES
    for number, row in enumerate(data["rows"].items(players)):
        for place, tile in enumerate(row.items(length)):
            if tile.data is not None:
                state.rows[number, place] = tile.number(1, NUMBERS)
                state.supply[state.rows[number, place] - 1] -= 1
    for player, hand in enumerate(data["hands"].items(players)):
        for tile in hand.items(most=HAND):
            if tile.data == UNSEEN:
                state.hidden[player] += 1
            else:
                state.hand[player, tile.number(1, NUMBERS) - 1] += 1
                state.supply[tile.data - 1] -= 1
    if (state.supply < 0).any():
        kind = int(np.argmax(state.supply < 0)) + 1
        raise PositionError(reasons.TOO_MANY_TILES(n=COPIES, number=kind))
    _check_phase(state, data)
    expected = [int(points_of(state, player)) for player in range(players)]
    if data["scores"].data != expected:
        raise data["scores"].fail(reasons.ROWS_ARE_WORTH(points=expected))
    return states


def _check_phase(state: Any, data: Reader) -> None:
    """What the phase says of rows and hands."""
    if rows_are_full(state) != (state.phase == OVER):
        raise data["phase"].fail(reasons.OVER_WHEN_FULL())
    missing = [HAND - int(held(state, player)) for player in range(state.players)]
    if state.phase == TURN and any(missing):
        raise data["hands"].fail(reasons.TILES_IN_EVERY_HAND(n=HAND))
    if state.phase != TURN and not rows_are_empty(state):
        last = missing[data["turn"].data] if state.phase != OVER else max(missing)
        if sum(missing) != 1 or last != 1:
            raise data["hands"].fail(reasons.ONE_LACKS_ONE())
    if state.phase == PHASES.index("draw") and drawing(state) < 0:
        raise data["phase"].fail(reasons.NOBODY_DRAWS())


def to_text(position: Mapping[str, Any]) -> str:
    """One line: the name, the phase's letter and turn, who began, rows and hands."""
    turn = "" if position["turn"] is None else position["turn"]
    rows = ["".join(str(tile or ".") for tile in row) for row in position["rows"]]
    hands = ["".join(map(str, hand)) or "-" for hand in position["hands"]]
    return (
        f"fileira {position['phase']}{turn} {position['first']} {'/'.join(rows)} {'/'.join(hands)}"
    )


def from_text(text: object) -> dict[str, Any]:
    """The position of a line of text, as data that `from_dict` is to check."""
    words = text[:200].split() if isinstance(text, str) else []
    if len(words) != 5 or words[0] != "fileira":
        raise PositionError(reasons.NO_POSITION(typed=given(text)))
    phase, first = words[1].rstrip("012"), words[2]
    turn = words[1][len(phase) :]
    rows = [[None if c == "." else _tile(c) for c in row] for row in words[3].split("/")]
    hands = [[_tile(c) for c in hand if c != "-"] for hand in words[4].split("/")]
    position = {
        "players": len(rows),
        "turn": _tile(turn) if turn else None,
        "first": _tile(first),
        "phase": phase,
        "row_length": len(rows[0]),
        "rows": rows,
        "hands": hands,
    }
    return position | {"scores": _scores(position)}


def _tile(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdecimal() else text


def _scores(position: dict[str, Any]) -> list[int]:
    """A line does not tell the scores, which follow from the rows."""
    states = np.zeros(1, STATE)
    data = Reader(position, PositionError)
    players, states["row_length"] = read_size(data)
    for number, row in enumerate(data["rows"].items(players)):
        for place, tile in enumerate(row.items(int(states["row_length"][0]))):
            states["rows"][0, number, place] = (
                EMPTY if tile.data is None else tile.number(1, NUMBERS)
            )
    return [int(points_of(states[0], player)) for player in range(players)]


def board_text(position: Mapping[str, Any]) -> str:
    """The rows and the hands, to be looked at."""
    lines = []
    for player, row in enumerate(position["rows"]):
        tiles = " ".join(str(tile or "·") for tile in row)
        hand = " ".join(map(str, position["hands"][player]))
        mark = ">" if position["turn"] == player else " "
        points = position["scores"][player]
        lines.append(f"{mark} {'ABC'[player]}  {tiles}   {points:2} points   holds {hand}")
    return "\n".join(lines)
