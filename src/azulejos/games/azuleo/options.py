"""The options of a game of Azuleo: read, checked, and put into a state."""

from typing import Any

from azulejos.core.bits import as_word
from azulejos.core.plain_data import Reader, shorten
from azulejos.games.azuleo.components import (
    BLOCKADES,
    BOARD,
    DOTTED,
    FIELD,
    FIELD_IN,
    FIELDS,
    MAX_PLAYERS,
    MISSING,
    MOST_COLUMNS,
    MOST_ROWS,
)
from azulejos.games.azuleo.state import CLAIMS, MODES, UNLIMITED

MOST_IDLE = 1000

DEFAULTS: dict[str, Any] = {
    "mode": "normal",
    "lenient": False,
    "claims": "found",
    "open_hands": False,
    "exchange": False,
    "blockades": BLOCKADES,
    "free_border": False,
    "board": list(BOARD),
    "idle_limit": 58,
    "final_claims": False,
    "border_pairs": True,
    "equal_plates": False,
}


def read_options(options: Reader, players: int) -> dict[str, Any]:
    """The options, checked, as plain data."""
    mode = options["mode"].word(MODES)
    if (mode == "normal") != (players > 1):
        alone = "filling the board and playing for the score are for one player"
        raise options["mode"].fail(f"{mode!r} with {players} players: {alone}, all else for more")
    blockades = options["blockades"]
    return {
        "mode": mode,
        "lenient": options["lenient"].flag(),
        "claims": options["claims"].word(CLAIMS),
        "open_hands": options["open_hands"].flag(),
        "exchange": options["exchange"].flag(),
        "blockades": None if blockades.data is None else blockades.number(0, FIELDS),
        "free_border": options["free_border"].flag(),
        "board": _read_board(options["board"]),
        "idle_limit": options["idle_limit"].number(1, MOST_IDLE),
        "final_claims": options["final_claims"].flag(),
        "border_pairs": options["border_pairs"].flag(),
        "equal_plates": options["equal_plates"].flag(),
    }


def read_players(players: Reader) -> int:
    return players.number(1, MAX_PLAYERS)


def _read_board(board: Reader) -> list[str]:
    rows = board.array(most=MOST_ROWS)
    for number, row in enumerate(rows):
        known = isinstance(row, str) and set(row) <= {FIELD, DOTTED, MISSING}
        if not known or not 1 <= len(row) <= MOST_COLUMNS:
            raise board[number].fail(
                f"expected 1 to {MOST_COLUMNS} of {FIELD!r} (field), {DOTTED!r} (dotted field) and "
                f"{MISSING!r} (no field), not {shorten(row)}"
            )
        if len(row) != len(rows[0]):
            raise board[number].fail("the rows of a board have the same length")
    if not any(DOTTED in row for row in rows):
        raise board.fail(f"the start cross needs a dotted field, {DOTTED!r}")
    return rows


def put_options(state: Any, options: dict[str, Any]) -> None:
    """Write checked options, and the empty board, into a state."""
    state.mode = MODES.index(options["mode"])
    state.claims = CLAIMS.index(options["claims"])
    state.lenient = options["lenient"]
    state.open_hands = options["open_hands"]
    state.exchange = options["exchange"]
    state.free_border = options["free_border"]
    state.final_claims = options["final_claims"]
    state.border_pairs = options["border_pairs"]
    state.equal_plates = options["equal_plates"]
    state.blockades = UNLIMITED if options["blockades"] is None else options["blockades"]
    state.idle_limit = options["idle_limit"]
    fields = dotted = 0
    for row, letters in enumerate(options["board"]):
        for column, letter in enumerate(letters):
            field = 1 << FIELD_IN[row][column]
            fields |= field if letter != MISSING else 0
            dotted |= field if letter == DOTTED else 0
    state.fields, state.dotted = as_word(fields), as_word(dotted)
