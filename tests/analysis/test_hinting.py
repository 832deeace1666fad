"""Hints: where to look, which move, and why."""

import pytest

from azulejos import azul, azuleo
from azulejos.analysis.hinting import hint
from azulejos.analysis.words import hinted

GAMES = [
    azul.Game(2, seed=4),
    azul.Game(3, "grey", seed=4),
    azuleo.Game(2, seed=4),
    azuleo.Game(4, seed=4, claims="hinted"),
    azuleo.Game(1, mode="fill", seed=4),
]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.NAME} {game.players}")
def test_a_hint_is_a_legal_move_with_a_place_and_a_reason(game):
    game = game.copy()
    for _ in range(8):
        if game.is_over:
            break
        found = hint(game, visits=60)
        legal = {str(move) for move in game.legal_moves()}
        assert found.move in legal
        assert found.where
        assert found.where in found.move
        sentence = hinted(game.NAME, found)
        if found.instead is None:
            assert "no other" in sentence
        else:
            assert {found.instead} <= legal - {found.move}
            assert found.instead in sentence
        game.play(found.move)


def test_it_says_what_can_be_counted():
    """Whoever takes the last tiles either completes a row of the wall or lets them fall."""
    game = azul.Game.from_text(
        "azul 2c 4/0/50 o0 1 -,-,-,-,- B 16.20.20.20.19 2.0.0.0.0 "
        "10;-/B1/-/-/-;...../...../...../...../.....;- "
        "10;-/-/-/-/-;...../...../...../...../.....;MW"
    )
    found = hint(game, visits=200)
    assert found.move == "CB2"
    assert found.why is not None
    assert found.why.points >= 1
    assert f"Compared with {found.instead}" in hinted("azul", found)


def test_there_must_be_something_to_decide():
    with pytest.raises(ValueError, match="nothing to decide"):
        hint(azul.Game(seed=1, deals="manual"))
