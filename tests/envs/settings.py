"""The environments that every test is run on: both games, every number of players, both walls."""

from functools import partial

import numpy as np
import pytest

from azulejos.envs import azul_v0, azuleo_v0
from azulejos.envs.single import SeatEnv

AZUL = [
    {"players": players, "wall": wall} for players in (2, 3, 4) for wall in ("coloured", "grey")
]
AZULEO = [
    *({"players": players} for players in (1, 2, 3, 4)),
    {"players": 1, "mode": "score"},
    {"players": 3, "exchange": True, "claims": "automatic", "blockades": None},
    {"players": 2, "board": ["..o", "...", "x.."], "free_border": True, "open_hands": True},
]


def _name(value):
    """A short name of a parameter for pytest."""
    if isinstance(value, dict):
        return "-".join(str(v) if isinstance(v, int | str) else k for k, v in value.items())
    return value.__name__.rpartition(".")[2]


class AzulEnv(SeatEnv):
    def __init__(self, *settings, **options):
        super().__init__("azul", *settings, **options)


class AzuleoEnv(SeatEnv):
    def __init__(self, *settings, **options):
        super().__init__("azuleo", *settings, **options)


each_module = pytest.mark.parametrize("module", [azul_v0, azuleo_v0], ids=_name)
each_class = pytest.mark.parametrize("env_class", [AzulEnv, AzuleoEnv], ids=_name)
each_setting = pytest.mark.parametrize(
    ("module", "options"),
    [*((azul_v0, options) for options in AZUL), *((azuleo_v0, options) for options in AZULEO)],
    ids=_name,
)
each_class_and_setting = pytest.mark.parametrize(
    ("env_class", "options"),
    [*((AzulEnv, options) for options in AZUL), *((AzuleoEnv, options) for options in AZULEO)],
    ids=_name,
)


def maker(module, options):
    """A function that makes a PettingZoo environment with these options."""
    return partial(module.env, **options)


def any_legal(observation, chance):
    """A legal action at random."""
    return int(chance.choice(np.flatnonzero(observation["action_mask"])))


def play_out(env, chance):
    """Play a game of a PettingZoo environment to its end; yields what `last` says each time."""
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        yield agent, observation, reward, terminated, truncated, info
        env.step(None if terminated or truncated else any_legal(observation, chance))
