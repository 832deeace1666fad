"""A position of Azuleo in one line of text, and back.

The fields, separated by spaces::

    azuleo 2 t0 ....../..RBGY.../.#GYRB.../..YGBR.../....../......
        4;RGYB,RGYB,RGBY;RG,YB;1 4;RYBG,RBYG,RBGY;RY,YG;0
        5.5.5.3.4.5 2.3.1.2.2.2 0.0.1.0.0.1 7 - 0 -

players; phase (d draw, s start, t turn, x over) and turn, in phase d followed by what the draw is
for, its side and what was put down (``d0:swap:0:RY``); the board row by row (a dot is an empty
field); for each side score;hand;plates;swaps; crosses in the supply by kind; plates in the supply
and discarded, by pair; blockades left (* unlimited); the start cross; idle turns; and the options
that differ from the usual ones, as ``name=value,…``. A dash is nothing, ``?`` a cross unseen.
"""

import json
import re
from typing import Any

from azulejos.core.errors import PositionError
from azulejos.core.reasons import EXPECTED_TEXT, given
from azulejos.games.azuleo import reasons
from azulejos.games.azuleo.components import FIELDS, KINDS, MOST_COLUMNS, PAIRS
from azulejos.games.azuleo.options import DEFAULTS
from azulejos.games.azuleo.state import PHASES

_PHASE_LETTERS = "dstx"
#: No position needs more characters; noise of any length is refused without being searched.
LONGEST_TEXT = 2000


def to_text(position: dict[str, Any]) -> str:
    """One line for a whole position given as data."""
    phase = _PHASE_LETTERS[PHASES.index(position["phase"])]
    phase += "" if position["turn"] is None else str(position["turn"])
    if "pending" in position:
        pending = position["pending"]
        phase += f":{pending['for']}:{pending['side']}:{pending['put_down'] or '-'}"
    options = [
        f"{name}={_option_text(value)}"
        for name, value in position["options"].items()
        if value != DEFAULTS[name]
    ]
    return " ".join(
        [
            "azuleo",
            str(position["players"]),
            phase,
            "/".join("".join(lying or "." for lying in row) for row in position["board"]),
            *(_side_text(side) for side in position["sides"]),
            *(
                ".".join(map(str, position[name].values()))
                for name in ("supply", "plate_supply", "discards")
            ),
            "*" if position["blockades"] is None else str(position["blockades"]),
            position["start"] or "-",
            str(position["idle"]),
            ",".join(options) or "-",
        ]
    )


def _side_text(side: dict[str, Any]) -> str:
    hand, plates = ",".join(side["hand"]) or "-", ",".join(side["plates"]) or "-"
    return f"{side['score']};{hand};{plates};{side['swaps']}"


def _option_text(value: Any) -> str:
    return "/".join(value) if isinstance(value, list) else json.dumps(value).strip('"')


_LYING = re.compile(r"\.|#|[A-Z]{4}")
_ROW = re.compile(rf"(?:\.|#|[A-Z]{{4}}){{1,{MOST_COLUMNS}}}")
_SIDE = re.compile(r"(\d{1,5});([A-Z?,]+|-);([A-Z,]+|-);(\d)", re.ASCII)
_PHASE = re.compile(r"([dstx])(\d?)(?::([a-z]+):(\d):([A-Z]+|-))?", re.ASCII)


def from_text(text: object) -> dict[str, Any]:
    """The position of a line of text, as data that is still to be checked by `from_dict`."""
    if not isinstance(text, str):
        raise PositionError(EXPECTED_TEXT(given=given(text)))
    words = text.split() if len(text) <= LONGEST_TEXT else []
    sides = len(words) - 11
    if words[:1] != ["azuleo"] or not 1 <= sides <= 3:
        raise PositionError(reasons.NO_POSITION(typed=given(text), example=_EXAMPLE))
    phase = _match(_PHASE, words[2], "phase")
    rest = words[4 + sides :]
    position: dict[str, Any] = {
        "players": _number(words[1], "players"),
        "turn": int(phase[2]) if phase[2] else None,
        "phase": PHASES[_PHASE_LETTERS.index(phase[1])],
        "options": _options(rest[6]),
        "board": [_row(row, number) for number, row in enumerate(words[3].split("/"))],
        "sides": [_side(side, number) for number, side in enumerate(words[4 : 4 + sides])],
        "supply": _counts(rest[0], KINDS, "supply"),
        "plate_supply": _counts(rest[1], PAIRS, "plate_supply"),
        "discards": _counts(rest[2], PAIRS, "discards"),
        "blockades": None if rest[3] == "*" else _number(rest[3], "blockades"),
        "start": None if rest[4] == "-" else rest[4],
        "idle": _number(rest[5], "idle"),
    }
    if phase[3]:
        put_down = None if phase[5] == "-" else phase[5]
        position["pending"] = {"for": phase[3], "side": int(phase[4]), "put_down": put_down}
    return position


_EXAMPLE = (
    "azuleo 2 t0 ....../....../..RYBG.../....../....../...... 0;RYBG,RBGY,RBGY;RY,BG;0 "
    "0;RYBG,RYGB,RGYB;RB,YG;0 3.5.6.4.5.6 2.2.3.3.2.2 0.0.0.0.0.0 8 - 0 -"
)


def _match(pattern: re.Pattern[str], word: str, where: str) -> re.Match[str]:
    found = pattern.fullmatch(word)
    if found is None:
        raise PositionError(reasons.UNREADABLE(typed=given(word)), where)
    return found


def _number(word: str, where: str) -> int:
    return int(_match(re.compile(r"\d{1,5}", re.ASCII), word, where)[0])


def _row(row: str, number: int) -> list[str | None]:
    _match(_ROW, row, f"board[{number}]")
    return [None if lying == "." else lying for lying in _LYING.findall(row)]


def _side(side: str, number: int) -> dict[str, Any]:
    found = _match(_SIDE, side, f"sides[{number}]")
    return {
        "score": int(found[1]),
        "hand": [] if found[2] == "-" else found[2].split(","),
        "plates": [] if found[3] == "-" else found[3].split(","),
        "swaps": int(found[4]),
    }


def _counts(word: str, names: tuple[str, ...], where: str) -> dict[str, int]:
    counts = word.split(".", FIELDS)
    if len(counts) != len(names):
        raise PositionError(reasons.COUNTS_EXPECTED(n=len(names), given=given(word)), where)
    return {name: _number(n, where) for name, n in zip(names, counts, strict=True)}


def _options(word: str) -> dict[str, Any]:
    options = dict(DEFAULTS)
    for pair in [] if word == "-" else word.split(","):
        name, _, value = pair.partition("=")
        if name not in DEFAULTS:
            raise PositionError(reasons.NO_SUCH_OPTION(name=given(name)), "options")
        if name == "board":
            options[name] = value.split("/")
        elif isinstance(DEFAULTS[name], str):
            options[name] = value
        else:
            try:
                options[name] = json.loads(value)
            except (ValueError, RecursionError):
                raise PositionError(
                    reasons.UNREADABLE(typed=given(value)), f"options.{name}"
                ) from None
    return options
