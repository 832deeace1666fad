"""A position of Azuleo as plain data: the whole of it, what a player may know, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.errors import PositionError
from azulejos.core.placing import settle
from azulejos.core.plain_data import Reader, python_values
from azulejos.core.reasons import EXPECTED_NULL_AT_END
from azulejos.games.azuleo import reasons, refusals
from azulejos.games.azuleo.components import (
    COPIES_OF_CROSS,
    COPIES_OF_PLATE,
    CROSSES_IN_HAND,
    FIELD_IN,
    KINDS,
    ORIENTATIONS,
    PAIRS,
    PLATES_HELD,
)
from azulejos.games.azuleo.options import put_options, read_options, read_players
from azulejos.games.azuleo.rules import (
    SWAPS_IN_A_ROW,
    crosses_in_supply,
    set_up,
    side_of,
    sides_of,
)
from azulejos.games.azuleo.state import (
    AFTER_EXCHANGE,
    AFTER_SWAP,
    BLOCKADE,
    DRAW,
    EMPTY,
    NONE,
    OVER,
    PHASES,
    STATE,
    UNLIMITED,
)

KEYS = (
    *("players", "turn", "phase", "options", "board", "sides", "supply", "plate_supply"),
    *("discards", "blockades", "start", "idle"),
)
#: Far above what any game reaches, within what the state can hold.
MOST_POINTS = 30_000
#: What a draw in phase "draw" is for, in the order of the state's codes.
PURPOSES = ("hand", "plates", "start", "lay", "swap", "exchange")
#: A cross in a hand that we have not seen.
UNSEEN = "?"

# ── Out ──────────────────────────────────────────────────────────────────────────────────────────


def to_dict(state: Any, options: dict[str, Any]) -> dict[str, Any]:
    """The whole position. Crosses nobody has shown us are ``?`` in a hand, and count as supply."""
    state = python_values(state)
    position: dict[str, Any] = {
        "players": state.players,
        "turn": None if state.phase == OVER else state.turn,
        "phase": PHASES[state.phase],
        "options": {**options, "board": list(options["board"])},
        "board": [
            [_lying(state.board[FIELD_IN[row][column]]) for column in range(len(letters))]
            for row, letters in enumerate(options["board"])
        ],
        "sides": [
            {
                "score": state.score[side],
                "hand": _spread(KINDS, state.hand[side]) + [UNSEEN] * state.hidden[side],
                "plates": _spread(PAIRS, state.plates[side]),
                "swaps": state.swaps[side],
            }
            for side in range(state.sides)
        ],
        "supply": dict(zip(KINDS, state.supply, strict=True)),
        "plate_supply": dict(zip(PAIRS, state.plate_supply, strict=True)),
        "discards": dict(zip(PAIRS, state.discards, strict=True)),
        "blockades": None if state.blockades == UNLIMITED else state.blockades,
        "start": None if state.start == NONE else KINDS[state.start],
        "idle": state.idle,
    }
    if state.phase == DRAW:
        kinds = PAIRS if state.awaiting == AFTER_SWAP else KINDS
        position["pending"] = {
            "for": PURPOSES[state.awaiting],
            "side": state.drawing,
            "put_down": None if state.put_down == NONE else kinds[state.put_down],
        }
    return position


def _lying(lies: int) -> str | None:
    if lies == EMPTY:
        return None
    return "#" if lies == BLOCKADE else ORIENTATIONS[lies - 1]


def _spread(names: tuple[str, ...], counts: Any) -> list[str]:
    return [name for name, n in zip(names, counts, strict=True) for _ in range(n)]


def view(state: Any, options: dict[str, Any], player: int | None) -> dict[str, Any]:
    """What a player may know; what everybody may know, for None.

    Other sides' hands and the supplies are plain numbers; `unseen` counts by kind over the supply
    and the hidden hands together.
    """
    position = to_dict(state, options)
    unseen = dict(position["supply"])
    for side, content in enumerate(position["sides"]):
        hidden = player is None or side != side_of(state, player)
        if hidden and not state.open_hands:
            for kind in content["hand"]:
                if kind != UNSEEN:
                    unseen[kind] += 1
            content["hand"] = len(content["hand"])
    position["supply"] = int(crosses_in_supply(state))
    position["plate_supply"] = sum(position["plate_supply"].values())
    position["unseen"] = unseen
    return position


# ── In ───────────────────────────────────────────────────────────────────────────────────────────


def from_dict(position: Any) -> tuple[NDArray[Any], dict[str, Any]]:
    """The state (a batch of one) and the options of a position, whole or as a player views it.

    PositionError says where it cannot be.
    """
    data = Reader(position, PositionError)
    data.mapping((*KEYS, "pending", "unseen"))
    players = read_players(data["players"])
    options = read_options(data["options"], players)
    states = np.zeros(1, STATE)
    state = states[0]
    put_options(state, options)
    set_up(state, players, 0)
    state.phase = PHASES.index(data["phase"].word(PHASES))
    if state.phase == OVER:
        if data["turn"].data is not None:
            raise data["turn"].fail(EXPECTED_NULL_AT_END())
    else:
        state.turn = data["turn"].number(0, players - 1)
    state.idle = data["idle"].number(0, options["idle_limit"] * int(state.sides))
    if data["start"].data is not None:
        state.start = KINDS.index(data["start"].word(KINDS))
    _read_board(state, data["board"], options)
    _read_sides(state, data["sides"])
    _read_supplies(state, data)
    _read_pending(state, data)
    settle(refusals, states)
    left = None if state.blockades == UNLIMITED else int(state.blockades)
    told = data["blockades"].data
    if told != left or (left is not None and type(told) is not int):
        raise data["blockades"].fail(reasons.BLOCKADES_LEFT(left=left))
    return states, options


def _read_board(state: Any, board: Reader, options: dict[str, Any]) -> None:
    shape = options["board"]
    for row, fields in enumerate(board.items(len(shape))):
        for column, lying in enumerate(fields.items(len(shape[row]))):
            if lying.data is not None:
                word = lying.data if lying.data == "#" else lying.word(ORIENTATIONS)
                lies = BLOCKADE if word == "#" else ORIENTATIONS.index(word) + 1
                state.board[FIELD_IN[row][column]] = lies


def _read_sides(state: Any, sides: Reader) -> None:
    for side, content in enumerate(sides.items(sides_of(int(state.players)))):
        content.mapping(("score", "hand", "plates", "swaps"))
        state.score[side] = content["score"].number(0, MOST_POINTS)
        state.swaps[side] = content["swaps"].number(0, SWAPS_IN_A_ROW)
        hand = content["hand"]
        if isinstance(hand.data, int):
            state.hidden[side] = hand.number(0, CROSSES_IN_HAND)
        else:
            for cross in hand.items(most=CROSSES_IN_HAND):
                kind = cross.word((*KINDS, UNSEEN))
                if kind == UNSEEN:
                    state.hidden[side] += 1
                else:
                    state.hand[side, KINDS.index(kind)] += 1
        for plate in content["plates"].items(most=PLATES_HELD):
            state.plates[side, PAIRS.index(plate.word(PAIRS))] += 1


def _read_supplies(state: Any, data: Reader) -> None:
    state.discards[:] = _counts(data["discards"], PAIRS, COPIES_OF_PLATE)
    if isinstance(data["supply"].data, int):
        state.supply[:] = _counts(data["unseen"], KINDS, COPIES_OF_CROSS)
        supply = data["supply"].number(0, COPIES_OF_CROSS * len(KINDS))
        if supply != crosses_in_supply(state):
            raise data["supply"].fail(reasons.UNSEEN_NOT_IN_HANDS(n=int(crosses_in_supply(state))))
    else:
        state.supply[:] = _counts(data["supply"], KINDS, COPIES_OF_CROSS)
    if isinstance(data["plate_supply"].data, int):
        known = state.plates.sum(axis=0) + state.discards
        pending = data.mapping().get("pending")
        if isinstance(pending, dict) and pending.get("put_down") in PAIRS:
            known[PAIRS.index(pending["put_down"])] += 1
        if (known > COPIES_OF_PLATE).any():
            raise data["sides"].fail(reasons.TOO_MANY_PLATES())
        state.plate_supply[:] = COPIES_OF_PLATE - known
        data["plate_supply"].number(int(state.plate_supply.sum()), int(state.plate_supply.sum()))
    else:
        state.plate_supply[:] = _counts(data["plate_supply"], PAIRS, COPIES_OF_PLATE)


def _counts(counts: Reader, names: tuple[str, ...], most: int) -> list[int]:
    counts.mapping(names)
    return [counts[name].number(0, most) for name in names]


def _read_pending(state: Any, data: Reader) -> None:
    if state.phase != DRAW:
        if data.mapping().get("pending") is not None:
            raise data["pending"].fail(reasons.NOTHING_DRAWN_IN_PHASE())
        return
    pending = data["pending"]
    pending.mapping(("for", "side", "put_down"))
    state.awaiting = PURPOSES.index(pending["for"].word(PURPOSES))
    state.drawing = pending["side"].number(0, int(state.sides) - 1)
    if state.awaiting == AFTER_SWAP:
        state.put_down = PAIRS.index(pending["put_down"].word(PAIRS))
    elif state.awaiting == AFTER_EXCHANGE:
        state.put_down = KINDS.index(pending["put_down"].word(KINDS))
    elif pending["put_down"].data is not None:
        raise pending["put_down"].fail(reasons.NOTHING_PUT_DOWN())
