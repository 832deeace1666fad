"""Azul as a PettingZoo environment: ``azul_v0.env(players=2, wall="coloured")``."""

from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from azulejos.envs.spaces import Observation
from azulejos.envs.table import Table
from azulejos.envs.turns import TurnsEnv, guarded, in_parallel
from azulejos.games.azul import Game

__all__ = ["env", "parallel_env", "raw_env"]


def env(
    players: int = 2,
    wall: str = "coloured",
    *,
    rewards: str = "win",
    illegal_reward: float = -1.0,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv[str, Observation, int]:
    """Azul for 2 to 4 agents who take turns.

    wall: "coloured" or "grey". rewards: "win", "places" or "points". illegal_reward: for an action
    that the mask does not allow, which ends the game. render_mode: "human", "ansi", "svg" or
    "rgb_array". options: the other options of `azul.Game`, first and idle_limit.
    """
    raw = raw_env(players, wall, rewards=rewards, render_mode=render_mode, **options)
    return guarded(raw, illegal_reward)


def raw_env(
    players: int = 2,
    wall: str = "coloured",
    *,
    rewards: str = "win",
    render_mode: str | None = None,
    **options: Any,
) -> TurnsEnv:
    """The same without PettingZoo's wrappers: quicker, and an illegal action is an exception."""
    table = Table(Game, {"players": players, "wall": wall, **options}, rewards)
    return TurnsEnv("azul_v0", table, render_mode)


def parallel_env(**settings: Any) -> ParallelEnv[str, Observation, int]:
    """The same as `env`, for programs that ask all agents at every step."""
    return in_parallel(env(**settings))
