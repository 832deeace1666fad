"""Drawing does not load the games; what it knows of them by itself is what they say."""

import random
from typing import Any

import pytest

from azulejos import azul, azuleo
from azulejos.games.azul import components as azul_box
from azulejos.games.azul import drawn_position as azul_drawn
from azulejos.games.azul import tiles
from azulejos.games.azuleo import components as azuleo_box
from azulejos.games.azuleo import crosses
from azulejos.games.azuleo import drawn_position as azuleo_drawn
from azulejos.games.azuleo.drawn_board import board
from azulejos.games.azuleo.highlights import Highlights as AzuleoHighlights
from azulejos.games.azuleo.moves import FIELD_NAMES
from azulejos.games.azuleo.places import SIDE_WIDTH
from azulejos.games.azuleo.position import UNSEEN


def finished(game: Any, seed: int) -> Any:
    """The game after random moves; mostly lays where there are any, so that boards fill up."""
    chance = random.Random(seed)
    while not game.is_over:
        moves = game.legal_moves()
        lays = [move for move in moves if getattr(move, "what", "") == "lay"]
        game.play(chance.choice(lays or moves))
    return game


def test_the_boxes() -> None:
    assert tiles.COLOURS == azul_box.COLOURS
    assert azul_drawn.TILES_A_COLOUR == azul_box.TILES_A_COLOUR
    assert azul_drawn.FLOOR_LOSSES == azul_box.FLOOR_LOSSES
    assert crosses.COLOURS == azuleo_box.COLOURS
    assert azuleo_drawn.UNSEEN == UNSEEN
    assert azuleo_drawn.MOST_HELD >= azuleo_box.CROSSES_IN_HAND


def test_the_fields_of_azuleo() -> None:
    position = azuleo_drawn.read(azuleo.Game(seed=1).to_dict())
    assert len(position.places()) == azuleo_box.USUAL_FIELDS
    for row, column, name in position.places():
        assert name == FIELD_NAMES[row * azuleo_box.COLUMNS + column]
    assert board(position, AzuleoHighlights([], position)).width == SIDE_WIDTH


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_winners_of_azul(players: int, wall: str) -> None:
    found = set()
    for seed in range(20):
        game = finished(azul.Game(players, wall, seed=seed), seed)
        position = azul_drawn.read(game.to_dict())
        assert position.winners() == game.winners
        for own in position.boards:
            for row, letters in enumerate(own.wall):
                for column, letter in enumerate(letters):
                    if letter and wall == "coloured":
                        assert letter == tiles.printed_colour(row, column)
                        found.add((row, column))
    assert wall == "grey" or len(found) == 25


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 1, "board": ["o.", ".."]},
        {"players": 1, "mode": "score"},
        {"players": 2},
        {"players": 2, "claims": "automatic", "board": ["..oo", "x..."]},
        {"players": 3},
        {"players": 4},
    ],
    ids=str,
)
def test_winners_of_azuleo(options: dict[str, Any]) -> None:
    for seed in range(20):
        game = finished(azuleo.Game(**options, seed=seed), seed)
        position = azuleo_drawn.read(game.to_dict())
        winners = {player for side in position.winners() for player in position.team(side)}
        assert sorted(winners) == sorted(game.winners)
