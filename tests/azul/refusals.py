"""What every refusal of bad input has to be: the right error, telling and short."""

import random

import pytest
from hypothesis import settings

from . import slow_rules
from .agreement import check, moves_of, step

NOISY = settings(max_examples=150, deadline=None)


def refused(error, call, *arguments, **named):
    """The message of the right error."""
    with pytest.raises(error) as caught:
        call(*arguments, **named)
    return telling(caught.value)


def telling(error):
    message = str(error)
    assert 8 <= len(message) <= 600, message
    assert " " in message
    return message


def attempt(error, call, *arguments, **named):
    """What came of it, and the message if it was refused."""
    try:
        return call(*arguments, **named), None
    except error as refusal:
        return None, telling(refusal)


def says_where(message, places):
    """The message names a word on the way to one of the places (or its singular), or the tiles."""
    keys = [key for place in places for key in ([place] if isinstance(place, str) else place)]
    words = [key.removesuffix("ies").removesuffix("s") for key in keys if isinstance(key, str)]
    return any(word in message for word in [*words, "tiles of colour"])


def in_order(game):
    """A position that was accepted is one that the slow rules can go on from."""
    d = game.to_dict()
    assert set(slow_rules.tiles_by_colour(d).values()) == {20}
    check(game, d)
    chance = random.Random(1)
    for _ in range(3):
        moves = sorted(moves_of(game))
        if moves:
            _, d = step(game, d, chance.choice(moves))
