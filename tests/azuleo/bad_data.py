"""Nasty values, good positions and records to put them into, and what a refusal must be."""

from __future__ import annotations

import copy
import json
import math
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .both import ANGLE, ONE, ROW, late
from .positions import position


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


NASTY: list[Any] = [
    None,
    True,
    False,
    0,
    1,
    -1,
    7,
    10**30,
    -(10**30),
    2**31,
    2**63,
    0.0,
    1.0,
    2.5,
    math.nan,
    math.inf,
    "",
    "1",
    "RYBG",
    "RY",
    "#",
    "c3RYBG",
    "\ud800",
    "x" * 10_000,
    b"RYBG",
    [],
    [[]],
    ["RYBG"],
    ["RYBG"] * 50,
    [None],
    {},
    {"RYBG": 1},
    {1: 2, None: 3},
    (1, 2),
    {1, 2},
    object(),
    nested(5_000),
]


def short(error: pytest.ExceptionInfo[ValueError]) -> str:
    """The message: it says something, and does not throw the input back."""
    useful(str(error.value))
    return str(error.value)


def useful(message: str) -> None:
    assert 8 < len(message) < 2_000


def written(data: Any) -> str:
    """Data as JSON, which unlike == tells 1 from True and from 1.0."""
    return json.dumps(data, sort_keys=True)


def positions() -> dict[str, slow.Position]:
    over = {**position(ONE, idle=116), "phase": "over", "turn": None}
    return {
        "start": position({}, start="RYGB", turn=1),
        "turn": position(ROW, blocked=("d4",), scores=(5, 3), swaps=(1, 2), idle=3),
        "three": position(ANGLE, players=3, blockades=None, claims="hinted"),
        "teams": position(ANGLE, players=4, turn=3, exchange=True),
        "late": late([["YB", "RY"], ["RB", "RB"]]),
        "fill": position(ROW, players=1),
        "score": position(ROW, players=1, mode="score", free_border=True),
        "over": over,
    }


def paths(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The way to every value inside plain data."""
    inside = data.items() if isinstance(data, dict) else enumerate(data)
    for key, value in inside:
        yield (*at, key)
        if isinstance(value, dict | list):
            yield from paths(value, (*at, key))


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return changed


def without(data: Any, path: tuple[Any, ...]) -> Any:
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return changed


def played(seed: int = 3, moves: int = 1000, **options: Any) -> dict[str, Any]:
    """The record of a random game after so many moves."""
    game = azuleo.Game(**options, seed=seed)
    rng = Random(seed)
    while not game.is_over and moves:
        legal = game.legal_moves()
        game.play(rng.choice([move for move in legal if str(move)[0] in "abcdef"] or legal))
        moves -= 1
    return game.record()


def refuse_record(record: Any) -> str:
    with pytest.raises(azuleo.RecordError) as error:
        azuleo.replay(record)
    return short(error)
