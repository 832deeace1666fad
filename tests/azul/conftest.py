"""Games and records that many tests look at; none may change them."""

import random

import pytest

from azulejos import azul


def random_game(players, wall, moves, **options):
    """A game some moves after its start; moves=None plays it to its end."""
    game = azul.Game(players, wall, seed=players, **options)
    chance = random.Random(f"{players} {wall} {moves}")
    while not game.is_over and (moves is None or moves > 0):
        game.play(chance.choice(game.legal_moves()))
        moves = None if moves is None else moves - 1
    return game


def tiling_game():
    game = random_game(3, "grey", 15)
    chance = random.Random(5)
    while game.phase != "tiling":
        game.play(chance.choice(game.legal_moves()))
    return game


@pytest.fixture(scope="session")
def games():
    return [
        random_game(2, "coloured", 7),
        random_game(4, "grey", 60),
        tiling_game(),
        random_game(3, "coloured", None),
        azul.Game(2, deals="manual", first=1),
    ]


@pytest.fixture(scope="session")
def finished():
    return random_game(2, "coloured", None).record()


@pytest.fixture(scope="session")
def running():
    return random_game(3, "grey", 40).record()
