"""What the property tests draw: options of a game, board shapes, move texts, twins."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

from hypothesis import strategies as st

from . import slow_rules as slow

FIELDS = [column + row for column in "abcdefgh" for row in "12345678"]
MOVE_TEXTS = (
    [field + lying for field in FIELDS for lying in slow.WAYS_TO_LIE]
    + ["#" + field for field in FIELDS]
    + ["~" + pair for pair in slow.PAIRS]
    + ["^" + kind for kind in slow.KINDS]
    + ["-"]
)
DRAW_TEXTS = ["+" + kind for kind in slow.KINDS] + ["%" + pair for pair in slow.PAIRS]

HOLED = ["......", ".x....", "..oo..", "..ooxx", "......", "x....x"]
SMALL = ["xo.", "o..", "..x"]
SQUARE = ["oo", "oo"]
#: Larger than the usual board: two that rival readings of the booklet have, and the largest.
FORTY = [
    "xxx..xxx",
    "xx....xx",
    "x......x",
    "...oo...",
    "...oo...",
    "x......x",
    "xx....xx",
    "xxx..xxx",
]
FORTY_FOUR = [
    "xx....xx",
    "xx....xx",
    "x......x",
    "...oo...",
    *["...oo...", "x......x", "xx....xx", "xx....xx"],
]
WHOLE = ["........"] * 3 + ["...oo..."] * 2 + ["........"] * 3


def label(choice: dict[str, Any]) -> str:
    """A short name for a choice of options, for the names of tests."""
    parts = [
        name if value is True or name == "board" else f"{name} {value}"
        for name, value in choice.items()
    ]
    return ", ".join(parts)


@st.composite
def shapes(draw: st.DrawFn) -> list[str]:
    """A board of at most 8×8 with holes anywhere and at least one dotted field."""
    width, height = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    cells = draw(st.lists(st.sampled_from("...ox"), min_size=64, max_size=64))
    cells[draw(st.integers(0, width * height - 1))] = "o"
    return ["".join(cells[row * width : (row + 1) * width]) for row in range(height)]


@st.composite
def games(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of `azuleo.Game` with every option, most of the time on the default board."""
    players = draw(st.sampled_from([2, 2, 3, 4, 1]))
    chosen: dict[str, Any] = {
        "players": players,
        "first": draw(st.integers(0, players - 1)),
        "mode": draw(st.sampled_from(["fill", "score"])) if players == 1 else "normal",
        "idle_limit": draw(st.sampled_from([58, 58, 1, 4])),
        "board": draw(
            st.one_of(st.sampled_from([slow.DEFAULT_BOARD] * 3 + [HOLED, SMALL]), shapes())
        ),
        "free_border": draw(st.booleans()),
        "open_hands": draw(st.booleans()),
        "final_claims": draw(st.booleans()),
        "border_pairs": draw(st.sampled_from([True, True, False])),
        "equal_plates": draw(st.booleans()),
    }
    if chosen["mode"] != "fill":
        chosen |= {
            "lenient": draw(st.booleans()),
            "claims": draw(st.sampled_from(["found", "hinted", "automatic"])),
            "exchange": draw(st.booleans()),
            "blockades": draw(st.sampled_from([8, None, 2])),
        }
    return chosen


def twin(d: slow.Position, player: int, rng: Random) -> slow.Position:
    """A position that differs only in what is hidden from a player: the crosses of the other
    sides' hands and of the supply are shuffled together.
    """
    other = copy.deepcopy(d)
    hidden = [
        side
        for number, side in enumerate(other["sides"])
        if number != slow.side_of(d, player) and not d["options"]["open_hands"]
    ]
    pool = [kind for kind, count in d["supply"].items() for _ in range(count)]
    pool += [kind for side in hidden for kind in side["hand"]]
    rng.shuffle(pool)
    for side in hidden:
        side["hand"] = sorted((pool.pop() for _ in side["hand"]), key=slow.KINDS.index)
    other["supply"] = {kind: pool.count(kind) for kind in slow.KINDS}
    return other
