"""The options of a game of Azuleo: declared, read, and put into a state."""

from typing import Any

from azulejos.core import options as declared
from azulejos.core.options import BY_WHOM, Choice, Flag, Number, Options, Rows
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import given
from azulejos.core.words import as_word
from azulejos.games.azuleo import reasons
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
#: The usual board, and those of rival readings of the booklet.
EXAMPLES = {
    "36 fields": BOARD,
    "40 fields": (
        *("xxx..xxx", "xx....xx", "x......x", "...oo..."),
        *("...oo...", "x......x", "xx....xx", "xxx..xxx"),
    ),
    "44 fields": (
        *("xx....xx", "xx....xx", "x......x", "...oo..."),
        *("...oo...", "x......x", "xx....xx", "xx....xx"),
    ),
    "64 fields": (*["........"] * 3, *["...oo..."] * 2, *["........"] * 3),
}


def _read_board(board: Reader) -> list[str]:
    rows = board.array(most=MOST_ROWS)
    for number, row in enumerate(rows):
        known = isinstance(row, str) and set(row) <= {FIELD, DOTTED, MISSING}
        if not known or not 1 <= len(row) <= MOST_COLUMNS:
            raise board[number].fail(
                reasons.ROW_EXPECTED(
                    n=MOST_COLUMNS, field=FIELD, dotted=DOTTED, none=MISSING, given=given(row)
                )
            )
        if len(row) != len(rows[0]):
            raise board[number].fail(reasons.ROWS_OF_ONE_LENGTH())
    if not any(DOTTED in row for row in rows):
        raise board.fail(reasons.DOTTED_FIELD_NEEDED(dotted=DOTTED))
    return rows


#: In the order in which positions and records have them.
OPTIONS: Options = (
    Choice(
        name="mode",
        choices=MODES,
        default="normal",
        help="fill and score: alone.",
        label="When alone",
        labels={"fill": "Fill the board", "score": "Play for the score"},
        offered=("fill", "score"),
        alone=True,
    ),
    Choice(
        name="draws",
        choices=BY_WHOM,
        default="auto",
        help="manual: type each draw in.",
        is_chance=True,
    ),
    Flag(
        name="lenient",
        help="Azuleos may be completed unmatched.",
        label="An azuleo may be completed without a matching plate, for no points",
    ),
    Choice(
        name="claims",
        choices=CLAIMS,
        default="found",
        help="Who finds unplayable fields.",
        label="Unplayable fields",
        labels={
            "found": "found by the players",
            "hinted": "pointed out",
            "automatic": "claimed automatically",
        },
    ),
    Flag(
        name="open_hands",
        help="All crosses lie open.",
        label="Open hands: everybody sees everybody's crosses",
    ),
    Flag(
        name="exchange",
        help="Exchange a cross instead of passing.",
        label="Exchange a cross instead of passing",
    ),
    Number(
        name="blockades",
        least=0,
        most=FIELDS,
        default=BLOCKADES,
        can_be_unlimited=True,
        help="How many there are, or: unlimited.",
        label="Blockade crosses",
    ),
    Flag(
        name="free_border",
        help="No colour rule at the edge.",
        label="No colour rule at the border",
    ),
    Rows(
        name="board",
        most=MOST_ROWS,
        default=list(BOARD),
        check=_read_board,
        help="Its shape, up to 8 rows separated by /: . a field, o a dotted one, x none.",
        label="Board",
        examples=EXAMPLES,
    ),
    Number(
        name="idle_limit",
        least=1,
        most=MOST_IDLE,
        default=58,
        help="Turns per side without progress that end the game.",
        on_form=False,
    ),
    Flag(
        name="final_claims",
        help="Unplayable fields are claimed at the end.",
        label="At the end, fields that are still unplayable are claimed in turn",
    ),
    Flag(
        name="border_pairs",
        default=True,
        help="Whether pairs at the edge count.",
        label="Pairs at the border count",
    ),
    Flag(
        name="equal_plates",
        help="Two equal plates score twice.",
        label="Two equal plates score a combination twice",
    ),
)
#: What a position has of them, and how a usual game has it.
OF_POSITION: Options = tuple(option for option in OPTIONS if not option.is_chance)
DEFAULTS: dict[str, Any] = {option.name: option.default for option in OF_POSITION}


def read_options(options: Reader, players: int) -> dict[str, Any]:
    """The options of a position, checked, as plain data."""
    mode = options["mode"].word(MODES)
    if (mode == "normal") != (players > 1):
        raise options["mode"].fail(reasons.MODE_FOR_PLAYERS(mode=mode, n=players))
    return declared.read_options(OF_POSITION, options)


def read_players(players: Reader) -> int:
    return players.number(1, MAX_PLAYERS)


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
