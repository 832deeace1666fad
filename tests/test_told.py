"""Entries as they can be told: with what chance gave, and who may know it."""

import random

import pytest

from azulejos import azul, azuleo

AZULEO = [
    {},
    {"players": 3, "exchange": True},
    {"players": 4, "claims": "automatic"},
    {"players": 1},
    {"open_hands": True},
]


def played(game, moves, seed):
    chance = random.Random(seed)
    while not game.is_over and game.entries < moves:
        game.play(chance.choice(game.legal_moves()))
    return game


def texts_for(game, side):
    """The record's moves as a side may know them, from what is told."""

    def shown(drawn):
        hidden = drawn.only_for is not None and drawn.only_for != side
        return "+?" if hidden and not game.is_over else drawn.text

    told = [shown(drawn) for drawn in game.opening_draws()]
    for number in range(game.entries):
        entry = game.log_entry(number)
        told += [shown(drawn) for drawn in (entry.made, *entry.drawn)]
    return told


@pytest.mark.parametrize("options", AZULEO, ids=str)
@pytest.mark.parametrize("moves", [0, 1, 12, 1000])
def test_what_is_told_is_what_a_public_record_tells(options, moves):
    for seed in range(5):
        game = played(azuleo.Game(seed=seed, **options), moves, seed)
        for player in (None, *range(game.players)):
            side = None if player is None else player % game.sides
            assert texts_for(game, side) == game.public_record(player)["moves"]


def test_draws_entered_by_hand_are_told_to_their_side_only():
    source = azuleo.Game(seed=4)
    followed = azuleo.Game(draws="manual", first=source.record()["options"]["first"])
    for text in played(source, 10, 4).record()["moves"]:
        followed.play(text)
    for player in (None, 0, 1):
        assert texts_for(followed, player) == followed.public_record(player)["moves"]


def test_azul_hides_nothing():
    game = played(azul.Game(seed=1), 30, 1)
    assert texts_for(game, None) == game.record()["moves"]
    assert game.log_entry(0).turn == game.record()["turns"][1]


@pytest.mark.parametrize("new", [azul.Game, azuleo.Game])
def test_an_undo_to_an_entry_draws_afresh(new):
    draws = set()
    for _ in range(5):
        game = played(new(seed=2), 40, 2)
        before = game.after(20)
        game.undo_to(20)
        assert game.to_dict() == before.to_dict()
        played(game, 60, 3)
        draws.add(str(game.record()["moves"]))
    assert len(draws) > 1
    with pytest.raises(ValueError, match="entries"):
        game.undo_to(1000)


def test_entries_are_repeated_with_their_draws():
    game = played(azul.Game(seed=7), 40, 7)
    again = azul.replay(game.after(0).record())
    for number in range(game.entries):
        told = game.log_entry(number)
        again.repeat(told.made.text, [drawn.text for drawn in told.drawn])
    assert again.record() == game.record()
