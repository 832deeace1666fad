"""The numbers of move sequences from fixed positions with fixed draws, counted by the slow rules
(`make_perft.py`) and counted again through the Game.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .make_perft import FILE

CASES = json.loads(FILE.read_text())


def count(game: azuleo.Game, depth: int) -> int:
    moves = game.legal_moves()
    if depth == 1:
        return len(moves)
    total = 0
    d = game.to_dict()
    for move in moves:
        game.play(move)
        draws = slow.possible_draws(d, str(move))[:1]
        for draw in draws:
            game.play(draw)
        total += count(game, depth - 1)
        for _ in ["the move", *draws]:
            game.undo()
    return total


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_counts(case: dict[str, Any]) -> None:
    game = azuleo.Game(**case["options"], first=0, draws="manual")
    for entry in case["entries"]:
        game.play(entry)
    before = game.state.tobytes()
    assert [count(game, depth) for depth in range(1, len(case["counts"]) + 1)] == case["counts"]
    assert game.state.tobytes() == before
