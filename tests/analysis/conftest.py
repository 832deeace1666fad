import random

import pytest

from azulejos import azul
from azulejos.analysis import Budget, review


def random_record(package, seed=3, moves=10_000, **options):
    """The record of a random game, at its end or after so many moves."""
    chance = random.Random(seed)
    game = package.Game(seed=seed, **options)
    while not game.is_over and moves:
        game.play(chance.choice(game.legal_moves()))
        moves -= 1
    return game.record()


@pytest.fixture(scope="session")
def reviewed():
    """A random game of two players, coarsely reviewed."""
    seats = {"seats": [{"name": "Ann <b>&"}, {"name": "Bob"}]}
    return review(random_record(azul) | seats, Budget(visits=64, samples=4))
