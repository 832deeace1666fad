"""A position of Azuleo as plain data: the whole of it, what a player may know, and back."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.bits import bit
from azulejos.core.errors import PositionError
from azulejos.core.plain_data import Reader, python_values
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
    crosses_in_hand,
    crosses_in_supply,
    nothing_fits,
    put_cross,
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
    FOR_HAND,
    FOR_PLATES,
    FOR_START,
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
            raise data["turn"].fail("expected null: the game is over")
    else:
        state.turn = data["turn"].number(0, players - 1)
    state.idle = data["idle"].number(0, options["idle_limit"] * int(state.sides))
    if data["start"].data is not None:
        state.start = KINDS.index(data["start"].word(KINDS))
    _read_board(state, data["board"], options)
    _read_blockades(state, data["blockades"], options)
    _read_sides(state, data["sides"])
    _read_supplies(state, data)
    _read_pending(state, data)
    _check_counts(state)
    _check_phase(state, data, options)
    return states, options


def _read_board(state: Any, board: Reader, options: dict[str, Any]) -> None:
    shape = options["board"]
    blockaded = []
    for row, fields in enumerate(board.items(len(shape))):
        for column, lying in enumerate(fields.items(len(shape[row]))):
            field = FIELD_IN[row][column]
            if lying.data is None:
                continue
            if not state.fields >> field & 1:
                raise lying.fail("the board has no such field")
            if lying.data == "#":
                state.board[field] = BLOCKADE
                blockaded.append((field, lying))
                continue
            orientation = ORIENTATIONS.index(lying.word(ORIENTATIONS))
            if not int(state.fits[field]) >> orientation & 1:
                raise lying.fail("it breaks the colour rule with the crosses around it")
            put_cross(state, field, orientation)
    for field, lying in blockaded:
        if state.fits[field] != 0:
            raise lying.fail("a blockade lies where a cross would fit")
        state.free &= ~bit(field)
    state.reach &= state.free


def _read_blockades(state: Any, blockades: Reader, options: dict[str, Any]) -> None:
    total = options["blockades"]
    used = int((state.board == BLOCKADE).sum())
    if options["mode"] == "fill":
        left: int | None = 0
        used = 0 if used == 0 else -1
    else:
        left = None if total is None else total - used
    if used < 0 or (left is not None and left < 0):
        raise blockades.fail("there are more blockades on the board than in the game")
    if blockades.data != left or (left is not None and type(blockades.data) is not int):
        raise blockades.fail(f"expected {left}, with those on the board")
    state.blockades = UNLIMITED if left is None else left


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
            raise data["supply"].fail(f"{crosses_in_supply(state)} of the unseen are not in hands")
    else:
        state.supply[:] = _counts(data["supply"], KINDS, COPIES_OF_CROSS)
        if crosses_in_supply(state) < 0:
            raise data["supply"].fail("there are more unseen crosses in hands than in the game")
    if isinstance(data["plate_supply"].data, int):
        known = state.plates.sum(axis=0) + state.discards
        pending = data.mapping().get("pending")
        if isinstance(pending, dict) and pending.get("put_down") in PAIRS:
            known[PAIRS.index(pending["put_down"])] += 1
        if (known > COPIES_OF_PLATE).any():
            raise data["sides"].fail("there are more plates of a pair than in the game")
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
            raise data["pending"].fail("nothing is drawn in this phase")
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
        raise pending["put_down"].fail("nothing has been put down")
    if state.awaiting not in (FOR_HAND, FOR_PLATES):
        if state.drawing != side_of(state, int(state.turn)):
            raise pending["side"].fail("it is the side to act that draws")


def _check_counts(state: Any) -> None:
    """Every kind of cross has its copies, and so has every pair of plates."""
    for kind, name in enumerate(KINDS):
        n = int(state.supply[kind]) + int(state.hand[:, kind].sum())
        n += int(
            ((state.board - 1) // 4 == kind)[(state.board > 0) & (state.board < BLOCKADE)].sum()
        )
        n += int(state.start == kind)
        n += int(state.awaiting == AFTER_EXCHANGE and state.put_down == kind)
        if n != COPIES_OF_CROSS:
            raise PositionError(f"there are {n} crosses {name}, not {COPIES_OF_CROSS}")
    for pair, name in enumerate(PAIRS):
        n = int(state.plate_supply[pair]) + int(state.discards[pair])
        n += int(state.plates[:, pair].sum())
        n += int(state.awaiting == AFTER_SWAP and state.put_down == pair)
        if n != COPIES_OF_PLATE:
            raise PositionError(f"there are {n} plates {name}, not {COPIES_OF_PLATE}")


def _check_phase(state: Any, data: Reader, options: dict[str, Any]) -> None:
    """What the phase says of the board, the hands and the plates."""
    phase = PHASES[state.phase]
    laid = int(((state.board > 0) & (state.board < BLOCKADE)).sum())
    setting_up = phase == "draw" and state.awaiting in (FOR_HAND, FOR_PLATES, FOR_START)
    if phase == "start" or setting_up:
        if laid or (state.board == BLOCKADE).any():
            raise data["board"].fail("nothing lies on the board before the start cross")
    elif not laid:
        raise data["board"].fail("the start cross is missing")
    if (phase == "start") != (state.start != NONE):
        raise data["start"].fail("there is a start cross in phase 'start', and in no other")
    if setting_up:
        return
    for side in range(state.sides):
        content = data["sides"][side]
        short_of_one = phase == "draw" and side == state.drawing
        crosses = crosses_in_hand(state, side) + (short_of_one and state.awaiting != AFTER_SWAP)
        if crosses > CROSSES_IN_HAND or (crosses < CROSSES_IN_HAND and crosses_in_supply(state)):
            raise content["hand"].fail(f"expected {CROSSES_IN_HAND} crosses while they last")
        plates = int(state.plates[side].sum()) + (short_of_one and state.awaiting == AFTER_SWAP)
        if plates != (0 if options["mode"] == "fill" else PLATES_HELD):
            raise content["plates"].fail(f"expected {PLATES_HELD} plates (none in mode 'fill')")
    if phase in ("start", "turn"):
        if state.idle >= state.idle_limit * state.sides:
            raise data["idle"].fail("so many idle turns end the game")
    if phase == "over" and not state.hidden.any():
        no_cross_left = any(crosses_in_hand(state, side) == 0 for side in range(state.sides))
        idle_too_long = state.idle == state.idle_limit * state.sides
        if not (no_cross_left or idle_too_long or nothing_fits(state)):
            raise data["phase"].fail("nothing has ended the game")
    if phase == "turn":
        side = side_of(state, int(state.turn))
        if crosses_in_hand(state, side) == 0:
            raise data["sides"][side]["hand"].fail("without a cross the game is over")
        if nothing_fits(state):
            raise data["board"].fail("no cross in any hand fits, which ends the game")
