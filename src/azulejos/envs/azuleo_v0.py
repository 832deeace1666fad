"""Azuleo as a PettingZoo environment: ``azuleo_v0.env(players=2)``."""

from typing import Any

from pettingzoo import AECEnv, ParallelEnv

from azulejos.envs.spaces import Observation
from azulejos.envs.table import Table
from azulejos.envs.turns import TurnsEnv, guarded, in_parallel
from azulejos.games.azuleo import Game

__all__ = ["env", "parallel_env", "raw_env"]


def env(
    players: int = 2,
    *,
    rewards: str = "win",
    illegal_reward: float = -1.0,
    render_mode: str | None = None,
    **options: Any,
) -> AECEnv[str, Observation, int]:
    """Azuleo for 1 to 4 agents who take turns; of four, player_0 and player_2 are partners.

    rewards: "win", "places" or "points". illegal_reward: for an action that the mask does not
    allow, which ends the game. render_mode: "human", "ansi", "svg" or "rgb_array". options: the
    other options of `azuleo.Game`, such as mode, claims, open_hands or board.
    """
    raw = raw_env(players, rewards=rewards, render_mode=render_mode, **options)
    return guarded(raw, illegal_reward)


def raw_env(
    players: int = 2, *, rewards: str = "win", render_mode: str | None = None, **options: Any
) -> TurnsEnv:
    """The same without PettingZoo's wrappers: quicker, and an illegal action is an exception."""
    table = Table(Game, {"players": players, **options}, rewards)
    return TurnsEnv("azuleo_v0", table, render_mode)


def parallel_env(**settings: Any) -> ParallelEnv[str, Observation, int]:
    """The same as `env`, for programs that ask all agents at every step."""
    return in_parallel(env(**settings))
