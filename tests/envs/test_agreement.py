"""The batched environment and PettingZoo's play the same game, whoever is asked."""

import gymnasium
import numpy as np
import pytest

from azulejos.envs.registration import ids

from .settings import any_legal, each_setting


@each_setting
@pytest.mark.parametrize("rewards", ["win", "places", "points"])
def test_a_learner_on_every_seat_plays_the_game_of_many_agents(module, options, rewards):
    game = module.__name__.rpartition(".")[2].removesuffix("_v0")
    batch = gymnasium.make_vec(
        ids()[game], num_envs=2, opponents="self", rewards=rewards, **options
    )
    env = module.env(**options, rewards=rewards)
    chance = np.random.default_rng(3)
    for seed in range(3):
        env.reset(seed=seed + 1)
        seen, info = batch.reset(seed=seed)
        while not all(env.terminations.values()):
            observation = env.last()[0]
            assert env.agent_selection == f"player_{info['player'][1]}"
            assert observation["observation"].tolist() == seen["observation"][1].tolist()
            assert observation["action_mask"].tolist() == seen["action_mask"][1].tolist()
            action = any_legal(observation, chance)
            env.step(action)
            other = seen["action_mask"][0].argmax()  # 0 once it is over, when any will do
            seen, _, terminated, _, info = batch.step(np.array([other, action]))
            assert info["rewards"][1] == pytest.approx(list(env.rewards.values()))
            assert terminated[1] == all(env.terminations.values())
