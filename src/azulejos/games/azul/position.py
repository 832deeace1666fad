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
from azulejos.core.plain_data import Reader, python_values, shorten
from azulejos.games.azul.components import (
    COLOURS,
    FLOOR,
    FLOOR_SPACES,
    LINES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    TILES_A_COLOUR,
    TILES_A_FACTORY,
)
from azulejos.games.azul.options import MOST_IDLE, WALLS
from azulejos.games.azul.rules import column_for, columns_for, complete_rows, is_dead, pending_line
from azulejos.games.azul.state import (
    ALL_OPEN,
    MARKER,
    OVER,
    PHASES,
    STATE,
    count,
    offer_bit,
    on_floor,
    tiles,
    with_line_closed,
    with_line_for,
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
            raise data["turn"].fail(f"expected null, not {shorten(data['turn'].data)}: it is over")
        state.turn = state.first
    else:
        state.turn = data["turn"].number(0, players - 1)
    for source, heap in enumerate([data["centre"], *data["factories"].items(2 * players + 1)]):
        counts = _read_counts(heap)
        if source > 0 and sum(counts) > TILES_A_FACTORY:
            raise heap.fail(f"a factory holds at most {TILES_A_FACTORY} tiles, not {sum(counts)}")
        for colour, n in enumerate(counts):
            state.sources[source] += tiles(colour, n)
            if n:
                state.offers |= offer_bit(source, colour)
    for name in ("bag", "lid"):
        for colour, n in enumerate(_read_counts(data[name])):
            state[name] += tiles(colour, n)
    for player, board in enumerate(data["boards"].items(players)):
        _read_board(state, player, board)
    _check_tiles(state)
    _check_phase(state, data)
    return states


def _read_counts(heap: Reader) -> list[int]:
    return [item.number(0, TILES_A_COLOUR) for item in heap.items(len(COLOURS))]


def _read_board(state: Any, player: int, board: Reader) -> None:
    board.mapping(("score", "lines", "wall", "floor"))
    state.score[player] = board["score"].number(0, MOST_POINTS)
    for row, spaces in enumerate(board["wall"].items(5)):
        for column, space in enumerate(spaces.items(5)):
            if space.data is not None:
                _read_tile(state, player, row, column, space)
    open_lines = ALL_OPEN
    for line, content in enumerate(board["lines"].items(LINES)):
        content.mapping(("colour", "count"))
        held = content["count"].number(0, line + 1)
        row_shows = [state.shows[player, c] >> 5 * line & 31 != 0 for c in range(len(COLOURS))]
        open_lines = with_line_closed(open_lines, line)
        if held == 0:
            if content["colour"].data is not None:
                raise content["colour"].fail("an empty line has no colour")
            for colour in range(len(COLOURS)):
                if not row_shows[colour]:
                    open_lines = with_line_for(open_lines, line, colour)
            continue
        colour = COLOURS.index(content["colour"].word(tuple(COLOURS)))
        if row_shows[colour]:
            raise content["colour"].fail("its row of the wall shows this colour already")
        state.line_count[player, line] = held
        state.line_colour[player, line] = colour
        if held <= line:
            open_lines = with_line_for(open_lines, line, colour)
    state.open[player] = open_lines
    for place, lying in enumerate(board["floor"].items(most=FLOOR_SPACES)):
        letter = lying.word(tuple(COLOURS + "M"))
        state.floor[player] |= ((COLOURS + "M").index(letter) + 1) << 3 * place
        state.floor_count[player] += 1


def _read_tile(state: Any, player: int, row: int, column: int, space: Reader) -> None:
    colour = COLOURS.index(space.word(tuple(COLOURS)))
    if WALLS[state.wall_kind] == "coloured" and column != column_for(row, colour):
        raise space.fail("the coloured wall takes another colour here")
    shown = int(state.shows[player, colour])
    if shown >> 5 * row & 31:
        raise space.fail("its row shows this colour twice")
    if shown & 0x108421 << column:
        raise space.fail("its column shows this colour twice")
    state.shows[player, colour] |= 1 << (5 * row + column)
    state.wall[player] |= 1 << (5 * row + column)


def _check_tiles(state: Any) -> None:
    """Every colour has its twenty tiles."""
    for colour, letter in enumerate(COLOURS):
        n = count(int(state.bag), colour) + count(int(state.lid), colour)
        n += sum(count(int(heap), colour) for heap in state.sources)
        for player in range(state.players):
            n += int(state.shows[player, colour]).bit_count()
            n += sum(
                int(state.line_count[player, line])
                for line in range(LINES)
                if state.line_colour[player, line] == colour
            )
            n += sum(
                on_floor(int(state.floor[player]), space) == colour + 1
                for space in range(FLOOR_SPACES)
            )
        if n != TILES_A_COLOUR:
            raise PositionError(f"there are {n} tiles of colour {letter}, not {TILES_A_COLOUR}")


def _check_phase(state: Any, data: Reader) -> None:
    """What the phase says of tiles offered, complete lines, complete rows and the marker."""
    phase = PHASES[state.phase]
    complete = [p for p in range(state.players) if pending_line(state, p) != FLOOR]
    on_floors = [
        player
        for player in range(state.players)
        for space in range(FLOOR_SPACES)
        if on_floor(int(state.floor[player]), space) == MARKER
    ]
    if phase == "offer":
        if state.offers == 0:
            raise data["phase"].fail("nothing is offered, so this cannot be the offer")
    else:
        if state.offers != 0:
            raise data["phase"].fail(f"tiles are still offered, so this cannot be {phase!r}")
    if phase in ("deal", "over"):
        if complete:
            raise data["boards"][complete[0]]["lines"].fail(f"a complete line in phase {phase!r}")
        for player in range(state.players):
            if state.floor_count[player]:
                raise data["boards"][player]["floor"].fail(f"it is cleared in phase {phase!r}")
        if state.marker_in_centre:
            raise data["marker_in_centre"].fail(f"its owner holds it in phase {phase!r}")
    elif len(on_floors) > 1 or (on_floors and state.marker_in_centre):
        raise data["boards"].fail("there is only one first-player marker")
    elif on_floors and on_floors != [state.first]:
        raise data["first"].fail(f"the marker lies before player {on_floors[0]}")
    elif not on_floors and not state.marker_in_centre:
        if state.floor_count[state.first] < FLOOR_SPACES:
            raise data["marker_in_centre"].fail("the marker is nowhere")
    if phase in ("deal", "offer"):
        for player in range(state.players):
            if complete_rows(int(state.wall[player])):
                raise data["boards"][player]["wall"].fail("a complete row ends the game")
        if state.idle == state.idle_limit:
            raise data["idle"].fail("the idle limit ends the game")
    if phase == "over":
        complete_row = any(complete_rows(int(wall)) for wall in state.wall)
        nothing_to_deal = state.bag == 0 and state.lid == 0
        dead = state.idle > 0 and is_dead(state)
        if not (complete_row or nothing_to_deal or dead or state.idle == state.idle_limit):
            raise data["phase"].fail("nothing has ended the game")
    if phase == "deal":
        if state.turn != state.first:
            raise data["turn"].fail("in phase 'deal' it is the marker's owner's")
        if state.bag == 0 and state.lid == 0:
            raise data["phase"].fail("there is nothing left to deal, which ends the game")
        if state.idle > 0 and is_dead(state):
            raise data["phase"].fail("no line can be completed any more, which ends the game")
    if phase == "tiling":
        _check_tiling(state, data)


def _check_tiling(state: Any, data: Reader) -> None:
    if WALLS[state.wall_kind] == "coloured":
        raise data["phase"].fail("on the coloured wall tiling needs no decisions")
    for seat in range(state.players):
        player = (state.first + seat) % state.players
        line = pending_line(state, player)
        if line == FLOOR:
            continue
        if player != state.turn:
            raise data["turn"].fail(f"player {player} tiles first")
        if columns_for(state, player, line) == 0:
            raise data["boards"][player]["lines"][line].fail("its tile has nowhere to go")
        return
    raise data["phase"].fail("no line is complete, so there is nothing to tile")


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
        raise PositionError(f"expected a text, not {shorten(text)}")
    found = _TEXT.fullmatch(text.strip()) if len(text) <= LONGEST_TEXT else None
    if found is None:
        raise PositionError(f"{shorten(text)} is no position of Azul: expected {_EXAMPLE}")
    boards = []
    for number, board_text in enumerate(found["boards"].split()):
        board = _BOARD.fullmatch(board_text)
        if board is None:
            raise PositionError(f"boards[{number}]: {shorten(board_text)} is no board")
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
