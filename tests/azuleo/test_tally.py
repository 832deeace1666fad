"""Where the points of Azuleo came from: all of them, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest

from azulejos import azuleo
from azulejos.games.azuleo.tally import sources, steps

from .both import ANGLE
from .positions import position

KINDS: list[dict[str, Any]] = [
    {"players": 1, "mode": "score", "claims": "automatic"},
    {"players": 2},
    {"players": 2, "lenient": True, "claims": "automatic"},
    {"players": 3, "exchange": True, "open_hands": True},
    {"players": 4, "claims": "hinted", "blockades": None},
]


@pytest.mark.parametrize("options", KINDS, ids=str)
def test_the_sources_add_up_to_the_scores(options: dict[str, Any]) -> None:
    seen = dict.fromkeys(("pairs", "azuleos", "blockades"), 0)
    for seed in range(6):
        game = azuleo.Game(seed=seed, **options)
        chance = random.Random(seed)
        while not game.is_over:
            legal = game.legal_moves()
            game.play(chance.choice([m for m in legal if m.what in ("lay", "claim")] or legal))
        told = sources(game)
        for side in range(game.sides):
            assert sum(points[side] for points in told.values()) == game.scores[side]
        for source, points in told.items():
            seen[source] += sum(points)
        gained = [0] * game.sides
        for number in range(game.entries):
            for step in steps(game, number):
                gained[step["player"] % game.sides] += step["points"]
        assert gained == game.scores[: game.sides]
    assert min(seen.values()) > 0


@pytest.mark.parametrize(
    ("cross", "plates", "lenient", "pairs", "azuleos"),
    [
        ("RYBG", ["RY", "YG"], False, 2, 6),  # the rules' example: 4 and 2, and a pair
        ("RBYG", ["RY", "BG"], False, 4, 6),
        ("RYBG", ["RY", "RY"], False, 0, 6),  # no other combination: it gives no pair
        ("RYBG", ["YG", "BG"], True, 4, 0),  # completed for nothing
    ],
)
def test_an_azuleo_and_a_pair_are_told_apart(
    cross: str, plates: list[str], lenient: bool, pairs: int, azuleos: int
) -> None:
    laid = position(
        ANGLE,
        hands=[[cross] * 3, ["RGYB"] * 3],
        plates=[plates, ["RB", "RB"]],
        lenient=lenient,
    )
    game = azuleo.Game.from_dict(laid, seed=1)
    game.play(f"d4{cross}")
    assert sources(game) == {"pairs": [pairs, 0], "azuleos": [azuleos, 0], "blockades": [0, 0]}


def test_looking_where_points_came_from_leaves_the_game_alone() -> None:
    game = azuleo.Game(seed=3, first=0)
    for _ in range(6):
        game.play(game.legal_moves()[0])
    before = game.to_dict()
    sources(game)
    assert game.to_dict() == before
