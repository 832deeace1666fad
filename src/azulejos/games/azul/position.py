"""A position of Azul as plain data and as one line of text, both ways.

The text has these fields, separated by spaces::

    azul 2c 2/0/50 o1 0 -,YYRK,-,KKWW,- BRR 12.14.11.11.12 4.0.3.0.1
        2;K1/B1/Y2/K1/R2;B..../W..../...../...../.....;MKK
        0;W1/W1/W1/Y1/K2;.Y.../...R./...../...B./.....;W

players and wall (c coloured, g grey); round/idle/idle limit; phase (d deal, o offer, t tiling,
x over) and turn; the marker's owner, with * while it lies in the centre; factories; centre; bag
and lid as counts of B.Y.R.K.W; then a board for each player:
score; the lines, each a colour and a count; the wall row by row; the floor line. A dash: nothing.
"""

import re
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.errors import PositionError
from azulejos.core.placing import settle
from azulejos.core.plain_data import Reader, python_values
from azulejos.core.reasons import EXPECTED_TEXT, given
from azulejos.games.azul import reasons, refusals
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR_SPACES,
    LINES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TILES_A_COLOUR,
)
from azulejos.games.azul.options import MOST_IDLE, WALLS
from azulejos.games.azul.state import (
    OVER,
    PHASES,
    STATE,
    count,
    on_floor,
    tiles,
)

KEYS = (
    *("players", "wall", "round", "turn", "phase", "first", "marker_in_centre"),
    *("factories", "centre", "bag", "lid", "boards", "idle", "idle_limit"),
)
#: Far above what any game reaches, within what the state can hold.
MOST_POINTS = MOST_ROUNDS = 30_000
#: The game is over after so many idle rounds in a row, a backstop: usually, and at the most.

# ── As data ──────────────────────────────────────────────────────────────────────────────────────


def to_dict(state: Any) -> dict[str, Any]:
    """The whole position as plain data; all of it is open to every player."""
    state = python_values(state)
    heaps = [_counts(heap) for heap in state.sources]
    return {
        "players": state.players,
        "wall": WALLS[state.wall_kind],
        "round": state.round_number,
        "turn": None if state.phase == OVER else state.turn,
        "phase": PHASES[state.phase],
        "first": state.first,
        "marker_in_centre": bool(state.marker_in_centre),
        "factories": heaps[1 : 2 * state.players + 2],
        "centre": heaps[0],
        "bag": _counts(state.bag),
        "lid": _counts(state.lid),
        "boards": [_board(state, player) for player in range(state.players)],
        "idle": state.idle,
        "idle_limit": state.idle_limit,
    }


def _counts(heap: int) -> list[int]:
    return [count(heap, colour) for colour in range(len(COLOURS))]


def _board(state: SimpleNamespace, player: int) -> dict[str, Any]:
    wall: list[list[str | None]] = [[None] * 5 for _ in range(5)]
    for colour, letter in enumerate(COLOURS):
        spaces = state.shows[player][colour]
        for row in range(5):
            for column in range(5):
                if spaces >> (5 * row + column) & 1:
                    wall[row][column] = letter
    lines = zip(state.line_colour[player], state.line_count[player], strict=True)
    return {
        "score": state.score[player],
        "lines": [
            {"colour": COLOURS[colour] if held else None, "count": held} for colour, held in lines
        ],
        "wall": wall,
        "floor": [
            (COLOURS + "M")[on_floor(state.floor[player], space) - 1]
            for space in range(state.floor_count[player])
        ],
    }


def from_dict(position: Any) -> NDArray[Any]:
    """The state (a batch of one) of a position; PositionError says where it cannot be."""
    data = Reader(position, PositionError)
    data.mapping(KEYS)
    states = np.zeros(1, STATE)
    state = states[0]
    players = state.players = data["players"].number(MIN_PLAYERS, MAX_PLAYERS)
    state.wall_kind = WALLS.index(data["wall"].word(WALLS))
    state.phase = PHASES.index(data["phase"].word(PHASES))
    state.round_number = data["round"].number(1, MOST_ROUNDS)
    state.first = data["first"].number(0, players - 1)
    state.marker_in_centre = data["marker_in_centre"].flag()
    state.idle_limit = data["idle_limit"].number(1, MOST_IDLE)
    state.idle = data["idle"].number(0, int(state.idle_limit))
    if state.phase == OVER:
        if data["turn"].data is not None:
            raise data["turn"].fail(reasons.TURN_AT_END(given=given(data["turn"].data)))
        state.turn = state.first
    else:
        state.turn = data["turn"].number(0, players - 1)
    for source, heap in enumerate([data["centre"], *data["factories"].items(2 * players + 1)]):
        for colour, n in enumerate(_read_counts(heap)):
            state.sources[source] += tiles(colour, n)
    for name in ("bag", "lid"):
        for colour, n in enumerate(_read_counts(data[name])):
            state[name] += tiles(colour, n)
    for player, board in enumerate(data["boards"].items(players)):
        _read_board(state, player, board)
    settle(refusals, states)
    return states


def _read_counts(heap: Reader) -> list[int]:
    return [item.number(0, TILES_A_COLOUR) for item in heap.items(len(COLOURS))]


def _read_board(state: Any, player: int, board: Reader) -> None:
    board.mapping(("score", "lines", "wall", "floor"))
    state.score[player] = board["score"].number(0, MOST_POINTS)
    for row, spaces in enumerate(board["wall"].items(5)):
        for column, space in enumerate(spaces.items(5)):
            if space.data is not None:
                colour = COLOURS.index(space.word(tuple(COLOURS)))
                state.shows[player, colour] |= 1 << (5 * row + column)
    for line, content in enumerate(board["lines"].items(LINES)):
        content.mapping(("colour", "count"))
        held = state.line_count[player, line] = content["count"].number(0, line + 1)
        if held > 0:
            state.line_colour[player, line] = COLOURS.index(content["colour"].word(tuple(COLOURS)))
        elif content["colour"].data is not None:
            raise content["colour"].fail(reasons.EMPTY_LINE_COLOUR())
    for place, lying in enumerate(board["floor"].items(most=FLOOR_SPACES)):
        letter = lying.word(tuple(COLOURS + "M"))
        state.floor[player] |= ((COLOURS + "M").index(letter) + 1) << 3 * place
        state.floor_count[player] += 1


# ── As text ──────────────────────────────────────────────────────────────────────────────────────

_PHASE_LETTERS = "dotx"


def to_text(position: dict[str, Any]) -> str:
    """One line for a position given as data."""
    turn = "" if position["turn"] is None else position["turn"]
    fields = [
        "azul",
        f"{position['players']}{position['wall'][0]}",
        f"{position['round']}/{position['idle']}/{position['idle_limit']}",
        f"{_PHASE_LETTERS[PHASES.index(position['phase'])]}{turn}",
        f"{position['first']}{'*' if position['marker_in_centre'] else ''}",
        ",".join(_letters(heap) for heap in position["factories"]),
        _letters(position["centre"]),
        ".".join(map(str, position["bag"])),
        ".".join(map(str, position["lid"])),
    ]
    for board in position["boards"]:
        lines = "/".join(
            f"{ln['colour']}{ln['count']}" if ln["count"] else "-" for ln in board["lines"]
        )
        wall = "/".join("".join(space or "." for space in row) for row in board["wall"])
        fields.append(f"{board['score']};{lines};{wall};{''.join(board['floor']) or '-'}")
    return " ".join(fields)


def _letters(counts: list[int]) -> str:
    return "".join(letter * n for letter, n in zip(COLOURS, counts, strict=True)) or "-"


_HEAP = rf"(?:-|[{COLOURS}]{{1,100}})"
_TILES = r"\d{1,3}(?:\.\d{1,3}){4}"
_TEXT = re.compile(
    r"azul (?P<players>[2-4])(?P<wall>[cg]) (?P<round>\d{1,5})/(?P<idle>\d{1,3})/(?P<limit>\d{1,3})"
    rf" (?P<phase>[dotx])(?P<turn>\d?) (?P<first>\d)(?P<marker>\*?)"
    rf" (?P<factories>{_HEAP}(?:,{_HEAP}){{0,8}}) (?P<centre>{_HEAP})"
    rf" (?P<bag>{_TILES}) (?P<lid>{_TILES}) (?P<boards>.*)",
    re.ASCII,
)
_BOARD = re.compile(
    rf"(?P<score>\d{{1,5}});(?P<lines>(?:-|[{COLOURS}]\d)(?:/(?:-|[{COLOURS}]\d)){{4}})"
    rf";(?P<wall>[{COLOURS}.]{{5}}(?:/[{COLOURS}.]{{5}}){{4}});(?P<floor>-|[{COLOURS}M]{{1,7}})",
    re.ASCII,
)
#: No position needs more characters; noise of any length is refused without being searched.
LONGEST_TEXT = 1000


def from_text(text: object) -> dict[str, Any]:
    """The position of a line of text, as data that is still to be checked by `from_dict`."""
    if not isinstance(text, str):
        raise PositionError(EXPECTED_TEXT(given=given(text)))
    found = _TEXT.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
    if found is None:
        raise PositionError(reasons.NO_POSITION(typed=given(text), example=_EXAMPLE))
    boards = []
    for number, board_text in enumerate(found["boards"].split()):
        board = _BOARD.fullmatch(board_text)
        if board is None:
            raise PositionError(reasons.NO_BOARD(typed=given(board_text)), f"boards[{number}]")
        boards.append(_board_of(board))
    counts = {name: [int(n) for n in found[name].split(".")] for name in ("bag", "lid")}
    return {
        "players": int(found["players"]),
        "wall": "coloured" if found["wall"] == "c" else "grey",
        "round": int(found["round"]),
        "turn": int(found["turn"]) if found["turn"] else None,
        "phase": PHASES[_PHASE_LETTERS.index(found["phase"])],
        "first": int(found["first"]),
        "marker_in_centre": found["marker"] == "*",
        "factories": [_counts_of(heap) for heap in found["factories"].split(",")],
        "centre": _counts_of(found["centre"]),
        **counts,
        "boards": boards,
        "idle": int(found["idle"]),
        "idle_limit": int(found["limit"]),
    }


_EXAMPLE = (
    "azul 2c 1/0/50 o0 0* BBYR,KKWW,RRKW,BYKW,BYRW - 16.17.16.16.15 0.0.0.0.0 "
    "0;-/-/-/-/-;...../...../...../...../.....;- 0;-/-/-/-/-;...../...../...../...../.....;-"
)


def _counts_of(letters: str) -> list[int]:
    return [letters.count(letter) for letter in COLOURS]


def _board_of(board: re.Match[str]) -> dict[str, Any]:
    return {
        "score": int(board["score"]),
        "lines": [
            {"colour": None, "count": 0}
            if line == "-"
            else {"colour": line[0], "count": int(line[1])}
            for line in board["lines"].split("/")
        ],
        "wall": [
            [None if space == "." else space for space in row] for row in board["wall"].split("/")
        ],
        "floor": list(board["floor"].strip("-")),
    }
