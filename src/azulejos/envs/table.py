"""A game as the environments play it: set up anew for every episode, seen and rewarded as arrays.

It is a game's own `Game`, so it has a record, can be drawn, copied and pickled.
"""

from collections.abc import Sequence
from operator import index
from typing import Any

from azulejos.core.errors import without_extra

try:
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np

from azulejos.batch.one import gains, look
from azulejos.batch.rewards import POINTS, REWARDS
from azulejos.core.errors import MalformedMove, OptionError, PositionError
from azulejos.core.game import TableGame
from azulejos.core.plain_data import shorten
from azulejos.core.reasons import given
from azulejos.envs import reasons
from azulejos.envs.spaces import Observation, action_space, layout, observation_space

Game = TableGame[Any, Any]


class Table:
    """Where one game after the other is played, all with the same options.

    new: a game's `Game`, and its options. rewards: "win", "places" or "points", see
    `azulejos.batch.rewards`.
    """

    def __init__(self, new: Any, options: dict[str, Any], rewards: str) -> None:
        if new.CHANCE_OPTION in options:
            raise OptionError(f"{new.CHANCE_OPTION}: an environment draws by itself")
        if "seed" in options:
            raise OptionError("seed: it is given to reset()")
        if rewards not in REWARDS:
            known = ", ".join(map(repr, REWARDS))
            raise OptionError(f"rewards: expected one of {known}, not {shorten(rewards)}")
        self._new = new
        self._options = options
        self._kind = REWARDS.index(rewards)
        self.game: Game = new(**options)
        self.players = self.game.players
        self._moves: Sequence[Any] = new.MOVES
        self._wide: bool = new.KERNEL.is_wide(self.game.state)
        self._numbers: int = new.KERNEL.observation_for(self.players, self._wide)
        self._actions: int = new.KERNEL.actions_for(self.players, self._wide)
        self._before = np.zeros(self.players, np.int32)  # points that rewards are counted from
        self._shares = np.zeros(self.players)
        self._points = np.zeros(self.players, np.int32)
        self._gains = np.zeros(self.players)

    def observation_space(self) -> spaces.Dict:
        return observation_space(self._new.KERNEL, self.players, self._wide)

    def action_space(self) -> spaces.Discrete:
        return action_space(self._new.KERNEL, self.players, self._wide)

    def begin(self, seed: int, position: Any = None) -> None:
        """A new game, from the set-up or from a position (`to_dict`) that belongs at this table.

        PositionError says what is wrong with a position; then the old game is still there.
        """
        if position is None:
            self.game = self._new(seed=seed, **self._options)
        else:
            self.game = self._from(position, seed)
        self._before[:] = self.game.scores

    def _from(self, position: Any, seed: int) -> Game:
        game: Game = self._new.from_dict(position, seed, "auto")
        here = self._new(**self._options).record()["options"]
        for name, there in game.record()["options"].items():
            if name not in ("first", "seed") and here[name] != there:
                raise PositionError(
                    reasons.OTHER_HERE(here=given(here[name]), given=given(there)), name
                )
        if game.is_over:
            raise PositionError(reasons.NOTHING_TO_PLAY())
        seen = self._look_at(game, 0)["observation"]
        for name, numbers in layout(self._new.KERNEL, self.players, self._wide).items():
            if (seen[numbers.at] > numbers.high).any():
                raise PositionError(reasons.BEYOND_ANY_GAME(most=int(numbers.high)), name)
        return game

    def look(self, player: int) -> Observation:
        """What a player sees and may do, in new arrays."""
        return self._look_at(self.game, player)

    def _look_at(self, game: Game, player: int) -> Observation:
        seen = np.empty(self._numbers, np.int16)
        allowed = np.empty(self._actions, np.int8)
        look(game.states, player, seen, allowed)
        return {"observation": seen, "action_mask": allowed}

    def play(self, action: Any) -> None:
        """Play an action for whoever is to move; draws follow.

        IllegalMove names the rule that is broken, and then nothing has changed.
        """
        number = index(action)
        if not 0 <= number < self._actions:
            most = self._actions - 1
            raise MalformedMove(reasons.NO_ACTION(most=most, given=given(number)))
        self.game.play(self._moves[number])

    def rewards(self) -> list[float]:
        """What has been gained by each player since this was last asked, or the game began."""
        if self._kind == POINTS or self.game.is_over:
            gains(
                *(self.game.states, self._kind, self._before),
                *(self._shares, self._points, self._gains),
            )
            gained: list[float] = self._gains.tolist()
            return gained
        return [0.0] * self.players
