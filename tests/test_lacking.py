"""What a game lacks is said in one sentence, or replaced by something usual."""

import pytest

from azulejos import draw, games, rulebook
from azulejos.cli import commands, errors
from azulejos.core.errors import OptionError, WeightsError
from azulejos.games import GameSpec
from azulejos.nets import weights
from azulejos.training import config


@pytest.fixture(name="without")
def _without(monkeypatch):
    """Take a part from every game."""
    part = GameSpec.part

    def without(lacking):
        monkeypatch.setattr(
            GameSpec, "part", lambda game, name: None if name == lacking else part(game, name)
        )

    return without


def test_no_network_is_trained_without_features(without):
    without("features")
    with pytest.raises(OptionError, match="azul has no features, so no network can be trained"):
        config.defaults("azul")
    with pytest.raises(WeightsError, match="no network plays 'azul'"):
        weights.load(weights.shipped_file("azul"), "azul")


def test_without_settings_of_training_there_are_usual_ones(without):
    without("training")
    usual = config.defaults("azuleo")
    assert config.kinds_of("azuleo") == [{"players": players} for players in (2, 3, 4)]
    assert usual.weights().tolist() == pytest.approx([1 / 3] * 3)
    assert not config.suits_gpu("azuleo")


def test_rules_are_in_english_where_there_is_no_other_page():
    assert rulebook.summary("azul", "pt") == rulebook.summary("azul", "en")


def test_that_there_are_no_rules_is_said(monkeypatch, tmp_path):
    monkeypatch.setitem(vars(games.spec("azul")), "folder", tmp_path)
    with pytest.raises(errors.BadInput, match="Azul has no page of rules"):
        commands.rules("azul", "en")


def test_that_there_is_no_piece_to_draw_is_said(without):
    without("drawing")
    with pytest.raises(OptionError, match="azul has no 'factory' to draw, and no other piece"):
        draw.piece("azul", "factory", "BBYR")
