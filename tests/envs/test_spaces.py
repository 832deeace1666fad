"""Spaces: every number has its place and its bounds, and says nothing that is hidden."""

import numpy as np
import pytest

from azulejos import azul, azuleo
from azulejos.core import kernel
from azulejos.envs import azuleo_v0
from azulejos.envs.spaces import action_space, layout, observation_space

from .settings import any_legal, each_setting

KERNELS = {"azul": azul.Game.KERNEL, "azuleo": azuleo.Game.KERNEL}


@pytest.mark.parametrize(
    ("game", "players"),
    [("azul", n) for n in (2, 3, 4)] + [("azuleo", n) for n in (1, 2, 3, 4)],
)
def test_the_layout_covers_every_number_once(game, players):
    of_game = KERNELS[game]
    numbers = layout(of_game, players).values()
    ends = [0, *(each.at.stop for each in numbers)]
    assert [each.at.start for each in numbers] == ends[:-1]
    assert ends[-1] == of_game.observation_for(players)
    assert all(each.low < each.high for each in numbers)
    space = observation_space(of_game, players)
    assert space["observation"].shape == (of_game.observation_for(players),)
    assert space["action_mask"].shape == (action_space(of_game, players).n,)


@each_setting
def test_games_stay_within_the_bounds(module, options):
    env = module.env(**options)
    chance = np.random.default_rng(1)
    for seed in range(10):
        env.reset(seed=seed)
        while not all(env.terminations.values()):
            for agent in env.agents:
                assert env.observation_space(agent).contains(env.observe(agent))
            env.step(any_legal(env.last()[0], chance))


def test_numbers_stand_where_the_layout_says():
    game = azul.Game(3, "grey", seed=1, first=1)
    for move in game.legal_moves()[3], "CK1":
        game.play(move)
    position, at = game.to_dict(), layout(azul.Game.KERNEL, 3)
    seen = np.empty(azul.Game.KERNEL.observation_for(3), np.int16)
    azul.Game.KERNEL.observe(game.state, 2, seen)

    def told(name):
        return seen[at[name].at].tolist()

    assert told("players") == [3]
    assert told("wall") == [1]
    assert told("turn") == [(position["turn"] - 2) % 3]
    assert told("first") == [(position["first"] - 2) % 3]
    assert told("centre") == position["centre"]
    assert told("factories")[:35] == [n for factory in position["factories"] for n in factory]
    assert told("bag") == position["bag"]
    for seat in range(3):
        board = position["boards"][(2 + seat) % 3]
        assert told(f"score_{seat}") == [board["score"]]
        counts = [told(f"line_{seat}_{line}_count")[0] for line in range(5)]
        assert counts == [line["count"] for line in board["lines"]]
        floor = ["BYRKWM"[code - 1] for code in told(f"floor_{seat}") if code]
        assert floor == board["floor"]


def test_numbers_of_azuleo_stand_where_the_layout_says():
    game = azuleo.Game(3, seed=1, first=1)
    for _ in range(9):
        game.play(game.legal_moves()[-1])
    position, at = game.view(2), layout(azuleo.Game.KERNEL, 3)
    seen = np.empty(azuleo.Game.KERNEL.observation_for(3), np.int16)
    azuleo.Game.KERNEL.observe(game.state, 2, seen)

    def told(name):
        return seen[at[name].at].tolist()

    assert told("crosses_in_supply") == [position["supply"]]
    assert told("plates_in_supply") == [position["plate_supply"]]
    assert told("blockades") == [position["blockades"]]
    assert told("idle") == [position["idle"]]
    assert told("unseen") == list(position["unseen"].values())
    assert told("discards") == list(position["discards"].values())
    assert told("free_border") == [0]
    for side in range(3):
        content = position["sides"][(2 + side) % 3]
        assert told(f"score_{side}") == [content["score"]]
        assert told(f"swaps_{side}") == [content["swaps"]]
        assert sum(told(f"plates_{side}")) == len(content["plates"])
        own = side == 0
        assert sum(told(f"crosses_{side}")) == (len(content["hand"]) if own else 0)
        assert told(f"hidden_{side}") == [0 if own else content["hand"]]


# ── Hidden things ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_nobody_sees_what_is_hidden(players, mode):
    """Games that differ only in what an agent cannot know look the same to that agent."""
    env = azuleo_v0.raw_env(players, render_mode=mode)
    env.reset(seed=1)
    chance = np.random.default_rng(3)
    differed = 0
    while not all(env.terminations.values()):
        for seat, agent in enumerate(env.agents):
            seen, drawn = env.observe(agent), env.render()
            before, sides = env.game.states.copy(), env.game.to_dict()["sides"]
            for seed in range(3):
                kernel.determinize(env.game.state, seat, seed)
                differed += env.game.to_dict()["sides"] != sides
                again = env.observe(agent)
                assert np.array_equal(again["observation"], seen["observation"])
                assert np.array_equal(again["action_mask"], seen["action_mask"])
                if agent == env.agent_selection:
                    assert env.render() == drawn
            env.game.states[:] = before
        env.step(any_legal(env.last()[0], chance))
    assert differed > 50
