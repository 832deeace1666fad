"""A game that brings no opponents has the usual ones."""

import pytest

from azulejos import azul, bots
from azulejos.bots import default_levels, levels
from azulejos.games import GameSpec


@pytest.fixture(autouse=True)
def _without_levels(monkeypatch):
    part = GameSpec.part
    monkeypatch.setattr(
        GameSpec, "part", lambda game, name: None if name == "levels" else part(game, name)
    )


def test_its_opponents_are_the_usual_ones():
    assert bots.LEVELS["azul"] == default_levels.LEVELS
    numbers = range(1, len(default_levels.LEVELS) + 1)
    assert bots.names("azul")[3:] == [f"level:{number}" for number in numbers]
    assert levels.learned_config("azul", 4) == default_levels.LEARNED_CONFIG


def test_they_play():
    game = azul.Game(seed=1)
    assert bots.make("level:1", "azul", seed=2).choose(game) in game.legal_moves()


def test_that_it_has_no_networks_is_said():
    with pytest.raises(bots.UnknownPlayer, match="azul has no networks"):
        bots.make("level:4@learned", "azul")


def test_no_other_game_has_levels():
    assert "chess" not in bots.LEVELS
    with pytest.raises(KeyError):
        bots.LEVELS["chess"]
