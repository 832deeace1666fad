"""Rendering: the same picture on every machine, with everything on it that a player looks for."""

import io
from functools import partial
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import ImageFont

from azulejos import azul
from azulejos.draw import style
from azulejos.envs import azul_v0, azuleo_v0, rendering
from azulejos.envs.single import SeatEnv

from .settings import any_legal, each_setting


@each_setting
def test_frames_of_a_game_have_one_size(module, options):
    env = module.env(**options, render_mode="rgb_array")
    chance = np.random.default_rng(1)
    env.reset(seed=1)
    frames = [env.render()]
    while not all(env.terminations.values()):
        env.step(any_legal(env.last()[0], chance))
        if all(env.terminations.values()) or env.unwrapped.game.entries in (1, 7):
            frames.append(env.render())
    assert {(frame.shape, frame.dtype.name) for frame in frames} == {(frames[0].shape, "uint8")}
    assert frames[0].shape[1:] == (rendering.WIDTH, 3)
    assert not np.array_equal(frames[0], frames[-1])


def test_a_score_can_be_read_without_any_font():
    """Where two positions differ by one score alone, their pictures differ."""
    position = azul.Game(seed=1).to_dict()
    pictures = []
    for score in (17, 71):
        position["boards"][0]["score"] = score
        env = azul_v0.env(render_mode="rgb_array")
        env.reset(seed=1, options={"position": position})
        pictures.append(env.render())
    differing = (pictures[0] != pictures[1]).any(axis=2)
    assert 20 < differing.sum() < 2000


def test_every_sign_on_a_drawing_is_in_the_typeface():
    typeface = TTFont(io.BytesIO(ImageFont.load_default(16).font_bytes))
    known = {*map(chr, typeface.getBestCmap()), "−"}  # which becomes a hyphen
    for module in (azul_v0, azuleo_v0):
        env = module.env(render_mode="svg")
        env.reset(seed=1)
        chance = np.random.default_rng(1)
        while not all(env.terminations.values()):
            env.step(any_legal(env.last()[0], chance))
            drawing = ElementTree.fromstring(env.render())
            texts = "".join(text.text for text in drawing.findall(".//{*}text"))
            assert set(texts) <= known
            assert "player_0" in texts


def test_pixels_are_the_drawing():
    """The colours of the tiles, where the drawing has them."""
    env = azul_v0.env(render_mode="rgb_array")
    env.reset(seed=1)
    pixels = env.render()
    assert tuple(pixels[0, 0]) == tuple(bytes.fromhex(rendering.GROUND[1:]))
    for colour in (style.COBALT, style.BRICK, style.OCHRE):
        assert (pixels == list(bytes.fromhex(colour[1:]))).all(axis=2).sum() > 100


def test_text_and_drawing_say_what_the_agent_knows():
    env = SeatEnv("azuleo", render_mode="ansi", first=1, seat=0)
    env.reset(seed=1)
    assert "side 1: 0 points, hand 3 crosses" in env.render()
    assert env.game.view(0)["sides"][1]["hand"] == 3
    game = azul.Game(seed=3)
    env = azul_v0.env(render_mode="ansi")
    env.reset(seed=3)
    assert env.render() == str(game)


def test_what_is_over_lies_open():
    env = azuleo_v0.env(render_mode="ansi")
    env.reset(seed=1)
    chance = np.random.default_rng(1)
    assert env.render() != str(env.unwrapped.game)
    while not all(env.terminations.values()):
        env.step(any_legal(env.last()[0], chance))
    assert env.render() == str(env.unwrapped.game)


@pytest.mark.parametrize("make", [azul_v0.env, partial(SeatEnv, "azuleo")])
def test_without_a_mode_nothing_is_shown(make):
    env = make()
    env.reset()
    with pytest.warns(UserWarning, match="no render_mode was given"):
        assert env.render() is None


@pytest.mark.parametrize("make", [azul_v0.env, partial(SeatEnv, "azuleo")])
def test_people_see_every_move(make, capsys):
    env = make(render_mode="human")
    observation = (env.reset(seed=1) or env.last())[0]
    assert capsys.readouterr().out.count("to act") == 1
    env.step(any_legal(observation, np.random.default_rng(0)))
    assert capsys.readouterr().out.count("to act") == 1


def test_a_video_can_be_made():
    env = gymnasium.make("azulejos/Azul-v0", render_mode="rgb_array_list")
    observation, _ = env.reset(seed=1)
    env.step(any_legal(observation, np.random.default_rng(0)))
    frames = env.render()
    assert len(frames) == 2
    assert frames[0].shape == frames[1].shape
