"""PettingZoo: players take turns (AEC), written once for every game.

What PettingZoo calls an environment is a module with `env`, `raw_env` and `parallel_env`: for each
game there is one, ``azulejos.envs.<game>_v0``.
"""

from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from types import ModuleType
from typing import Any

import numpy as np

from azulejos.core.errors import without_extra

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

from azulejos import games
from azulejos.envs.rendering import FRAMES_A_SECOND, MODES, Frame, Renderer, names
from azulejos.envs.spaces import Observation
from azulejos.envs.table import Game, Table


class TurnsEnv(AECEnv[str, Observation, int]):
    """A game whose players are the agents player_0, player_1, …

    Nobody's mask allows anything but that of the agent to move. An illegal action is an
    IllegalMove that names the rule broken, and changes nothing: `guarded` does what PettingZoo
    prescribes. render: what the agent to move may know.
    """

    def __init__(self, name: str, table: Table, render_mode: str | None) -> None:
        super().__init__()
        self.metadata = {
            "name": name,
            "render_modes": list(MODES),
            "render_fps": FRAMES_A_SECOND,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, table.game)
        self._table = table
        self._rng = np.random.default_rng()
        agents = self.possible_agents = names(table.players)
        self._seats = {agent: seat for seat, agent in enumerate(agents)}
        self._observation_spaces = {agent: table.observation_space() for agent in agents}
        self._action_spaces = {agent: table.action_space() for agent in agents}

    @property
    def game(self) -> Game:
        """The game being played, with all that is hidden in it; ``game.record()`` tells it."""
        return self._table.game

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. seed: deals it as ``Game(seed=seed)`` does; None goes on with own chance.

        options: ``position``, as `to_dict` gives it, to begin from; others are
        ignored, as PettingZoo's own test wants it.
        """
        rng = self._rng if seed is None else np.random.default_rng(seed)
        dealt = int(rng.integers(2**63)) if seed is None else seed
        self._table.begin(dealt, (options or {}).get("position"))
        self._rng = rng
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._select()
        if self.render_mode == "human":
            self.render()

    def _select(self) -> None:
        turn = self._table.game.turn
        self.agent_selection = self.agents[0 if turn is None else turn]

    def observe(self, agent: str) -> Observation:
        return self._table.look(self._seats[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._table.play(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self._table.rewards(), strict=True))
        self._accumulate_rewards()
        if self._table.game.is_over:
            self.terminations = dict.fromkeys(self.agents, True)
        self._select()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Frame:
        return self._renderer.show(self.game, self._seats[self.agent_selection])

    def close(self) -> None:
        """Nothing is held."""


class _Straight(wrappers.BaseWrapper):
    """Gets what is asked for at every step from the game, not from wrapper after wrapper.

    Through three of PettingZoo's wrappers each look takes longer than a move.
    """

    agents = property(attrgetter("_raw.agents"))
    agent_selection = property(attrgetter("_raw.agent_selection"))
    rewards = property(attrgetter("_raw.rewards"))
    _cumulative_rewards = property(attrgetter("_raw._cumulative_rewards"))
    terminations = property(attrgetter("_raw.terminations"))
    truncations = property(attrgetter("_raw.truncations"))
    infos = property(attrgetter("_raw.infos"))

    def __init__(self, env: AECEnv[str, Observation, int], *settings: Any) -> None:
        super().__init__(env, *settings)
        self._raw = env.unwrapped

    def __str__(self) -> str:
        return str(self._raw)


class _TerminateIllegal(_Straight, wrappers.TerminateIllegalWrapper):
    pass


class _AssertOutOfBounds(_Straight, wrappers.AssertOutOfBoundsWrapper):
    pass


class _OrderEnforcing(_Straight, wrappers.OrderEnforcingWrapper):
    pass


def guarded(raw: TurnsEnv, illegal_reward: float) -> AECEnv[str, Observation, int]:
    """With PettingZoo's own wrappers for actions that are illegal, out of range or out of turn."""
    return _OrderEnforcing(_AssertOutOfBounds(_TerminateIllegal(raw, illegal_reward)))


@dataclass(frozen=True)
class Environments:
    """The environments of a game; name: what PettingZoo calls them."""

    game: str
    name: str

    def env(
        self,
        players: int = 2,
        *,
        rewards: str = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> AECEnv[str, Observation, int]:
        """A game for agents who take turns.

        rewards: "win", "places" or "points". illegal_reward: for an action that the mask does not
        allow, which ends the game. render_mode: "human", "ansi", "svg" or "rgb_array". options: the
        other options of the game.
        """
        raw = self.raw_env(players, rewards=rewards, render_mode=render_mode, **options)
        return guarded(raw, illegal_reward)

    def raw_env(
        self,
        players: int = 2,
        *,
        rewards: str = "win",
        render_mode: str | None = None,
        **options: Any,
    ) -> TurnsEnv:
        """The same without PettingZoo's wrappers: quicker, and what is illegal is an exception."""
        table = Table(games.spec(self.game).Game, {"players": players, **options}, rewards)
        return TurnsEnv(self.name, table, render_mode)

    def parallel_env(self, **settings: Any) -> ParallelEnv[str, Observation, int]:
        """The same as `env`, for programs that ask all agents at every step."""
        return turn_based_aec_to_parallel(self.env(**settings))


@cache
def module_of(game: str, name: str) -> ModuleType:
    """The module that PettingZoo's users import for a game."""
    module = ModuleType(f"azulejos.envs.{name}", f"{games.spec(game).title} for PettingZoo.")
    offered = Environments(game, name)
    vars(module).update(env=offered.env, raw_env=offered.raw_env, parallel_env=offered.parallel_env)
    return module
