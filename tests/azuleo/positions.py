"""Positions for the tests, built by hand as `to_dict()` dictionaries that add up."""

from __future__ import annotations

import copy
from typing import Any

from . import slow_rules as slow

# A complete filling of the board that uses exactly the 36 crosses. Any part of it keeps the colour
# rule, so taking fields out of it gives positions late in the game.
FILLING = [
    row.split()
    for row in (
        "RYBG GBYR RBYG YRBG BRYG YBRG",
        "BRYG BGYR YGRB YGRB BGRY YBRG",
        "YRGB YBGR YBGR RYGB RGYB RGYB",
        "YRBG GRBY GBYR GBYR GBYR YGBR",
        "BYRG BRYG BRYG YRBG YRBG YRBG",
        "RGYB RGYB YGRB YGRB BGRY BGRY",
    )
]

HAND = ["RYBG", "RYGB", "RBYG"]


def position(
    crosses: dict[str, str],
    hands: list[list[str]] | None = None,
    plates: list[list[str]] | None = None,
    *,
    players: int = 2,
    turn: int = 0,
    blocked: tuple[str, ...] = (),
    discards: dict[str, int] | None = None,
    start: str | None = None,
    idle: int = 0,
    swaps: tuple[int, ...] = (),
    scores: tuple[int, ...] = (),
    **options: Any,
) -> slow.Position:
    """A position with `crosses` laid ({"c3": "RYBG"}), everything else in the supplies.

    `hands` and `plates` per side; what is left out becomes three crosses, and RY RY for each.
    """
    chosen = copy.deepcopy({**slow.DEFAULT_OPTIONS, **options})
    if players == 1 and "mode" not in options:
        chosen["mode"] = "fill"
    sides = slow.number_of_sides(players)
    fill = chosen["mode"] == "fill"
    hands = hands if hands is not None else [HAND] * sides
    plates = plates if plates is not None else [[] if fill else [p, p] for p in slow.PAIRS[:sides]]
    board: slow.Board = [[None] * len(row) for row in chosen["board"]]
    for field, lying in crosses.items():
        row, column = slow.field_named(field)
        board[row][column] = lying
    for field in blocked:
        row, column = slow.field_named(field)
        board[row][column] = "#"
    supply = dict.fromkeys(slow.KINDS, slow.COPIES_OF_A_KIND)
    out = [slow.kind_of(lying) for lying in crosses.values()] + [k for h in hands for k in h]
    for kind in out + ([start] if start else []):
        supply[kind] -= 1
    discarded = {**dict.fromkeys(slow.PAIRS, 0), **(discards or {})}
    plate_supply = {pair: slow.COPIES_OF_A_PAIR - discarded[pair] for pair in slow.PAIRS}
    for pair in (p for held in plates for p in held):
        plate_supply[pair] -= 1
    assert min(supply.values()) >= 0
    assert min(plate_supply.values()) >= 0
    left = len(blocked) if fill else chosen["blockades"]
    return {
        "players": players,
        "turn": turn,
        "phase": "start" if start else "turn",
        "options": chosen,
        "board": board,
        "sides": [
            {
                "score": scores[side] if scores else 0,
                "hand": sorted(hands[side], key=slow.KINDS.index),
                "plates": sorted(plates[side], key=slow.PAIRS.index),
                "swaps": swaps[side] if swaps else 0,
            }
            for side in range(sides)
        ],
        "supply": supply,
        "plate_supply": plate_supply,
        "discards": discarded,
        "blockades": None if left is None else left - len(blocked),
        "start": start,
        "idle": idle,
    }


def filled(*without: str) -> dict[str, str]:
    """The crosses of `FILLING`, by field, without the fields named."""
    return {
        slow.name((row, column)): FILLING[row][column]
        for row in range(6)
        for column in range(6)
        if slow.name((row, column)) not in without
    }


def part(*fields: str) -> dict[str, str]:
    """The crosses of `FILLING` on the fields named."""
    whole = filled()
    return {field: whole[field] for field in fields}


def kinds(crosses: dict[str, str]) -> list[str]:
    """The kinds of some laid crosses."""
    return [slow.kind_of(lying) for lying in crosses.values()]
