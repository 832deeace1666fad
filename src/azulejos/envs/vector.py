"""Thousands of games as one Gymnasium environment: `gymnasium.make_vec("azulejos/<Title>-v0", …)`.

Every step is one compiled call for all games, on all cores. Observations and masks are written
straight into the arrays that are handed out.
"""

from collections.abc import Sequence
from typing import Any

from azulejos.core.errors import without_extra

try:
    from gymnasium.error import ResetNeeded
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from azulejos import batch
from azulejos.batch import episodes
from azulejos.batch.cores import in_parts
from azulejos.batch.loops import POLICIES
from azulejos.batch.rewards import REWARDS
from azulejos.core.errors import OptionError
from azulejos.core.history import generator_of
from azulejos.core.plain_data import shorten
from azulejos.envs.spaces import action_space, observation_space

#: The opponent that is the learner: it decides for every player in turn.
SELF = "self"

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]

_AUTORESETS = {
    AutoresetMode.NEXT_STEP: episodes.NEXT_STEP,
    AutoresetMode.SAME_STEP: episodes.SAME_STEP,
    AutoresetMode.DISABLED: episodes.DISABLED,
}


class TableVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """A batch of games of one kind, each played again and again.

    game: its name. opponents: who sits clockwise from the learner, "random" or "greedy"
    each (one name stands for all of them), or "self": then the learner decides for every player in
    turn and sees the game as that player does; a step's reward is what it brought the player who
    moved, and what it brought the others is in ``info["rewards"]``. seat: the learner's, or
    "random" for another in each game. rewards: "win", "places" or "points", see `batch.rewards`.
    illegal_reward: for an action that is not legal, which ends that game alone. autoreset_mode: of
    Gymnasium's `AutoresetMode`, or its value. copy: False hands out the same arrays at every step.
    threads: None uses all cores. All other options are those of the game's `Game`.

    ``info`` has, for every game: ``player``, who is asked next (int8), ``rewards`` of all players
    (float64 (games, players)) and ``illegal``, whether an action ended it (bool). With the
    autoreset mode "SameStep" also ``final_obs`` and ``final_info`` where a game is over.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: str | Sequence[str] = "random",
        seat: int | str = 0,
        rewards: str = "win",
        illegal_reward: float = -1.0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if not _is_number(num_envs) or num_envs < 1:
            raise ValueError(f"num_envs: expected at least 1, not {shorten(num_envs)}")
        if threads is not None and (not _is_number(threads) or threads < 1):
            raise ValueError(f"threads: expected at least 1, or None, not {shorten(threads)}")
        if not np.isfinite(illegal_reward):
            raise ValueError(f"illegal_reward: expected a number, not {illegal_reward}")
        if render_mode is not None:
            raise ValueError("render_mode: a batch is not drawn; make a single environment")
        if rewards not in REWARDS:
            raise ValueError(f"rewards: expected one of {REWARDS}, not {shorten(rewards)}")
        autoreset_mode = AutoresetMode(autoreset_mode)
        self._starts = batch.starts(game, **options)
        players = batch.players_of(self._starts)
        self._others = _read_opponents(opponents, players)
        self._seat = _read_seat(seat, opponents, players)
        self._kind = REWARDS.index(rewards)
        self._forfeit = float(illegal_reward)
        self._autoreset = _AUTORESETS[autoreset_mode]
        self._copy = copy
        self._threads = threads

        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": autoreset_mode, "render_modes": []}
        self.render_mode = None
        kernel = batch.kernel_of(self._starts)
        wide = kernel.is_wide(self._starts)
        self.single_observation_space = observation_space(kernel, players, wide)
        self.single_action_space = action_space(kernel, players, wide)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

        self.states = np.repeat(self._starts[:1], num_envs)
        self._seats = np.zeros(num_envs, np.int8)
        self._ended = np.ones(num_envs, np.bool_)
        self._before = np.zeros((num_envs, players), np.int32)
        self._viewers = np.zeros(num_envs, np.int8)
        self._numbers = kernel.observation_for(players, wide)
        self._actions = kernel.actions_for(players, wide)
        self._shown: Observation | None = None
        self._is_begun = False

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, Info]:
        """Begin new games, in all places or where ``options["reset_mask"]``, bool (games,), says.

        seed: game i is dealt like ``Game(seed=seed + i)`` (when its seat is fixed), or like those
        of a list of seeds. None goes on with each game's own chance.
        """
        wanted = self._read_mask(options or {})
        seeds = self._read_seeds(seed)
        begun_anew = [
            i for i in np.flatnonzero(wanted).tolist() if seeds[i] is not None or not self._is_begun
        ]
        generators = np.array([generator_of(seeds[i]) for i in begun_anew], np.uint64)
        self.states["generator"][begun_anew] = generators  # all are right: now things may change
        self._is_begun = True
        shown = self._room()
        in_parts(
            episodes.begin_each,
            (
                *(self.states, wanted, self._seats, self._ended, self._before),
                *(shown["observation"], shown["action_mask"], self._viewers),
            ),
            *(self._starts, self._others, self._seat),
            threads=self._threads,
        )
        if self._ended[wanted].any():
            raise OptionError("with these options the game is over before the learner is asked")
        rewards = np.zeros((self.num_envs, len(self._others) + 1))
        return shown, self._info(rewards, np.zeros(self.num_envs, np.bool_))

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], Info]:
        """One action of the learner in every game: any integers (games,).

        An action that is not legal, whatever its number, ends its own game. Actions that are no
        integers, or not one for each game, are refused before anything has changed.
        """
        taken = batch.as_actions(actions, self.num_envs)
        if not self._is_begun:
            raise ResetNeeded("the first step comes after reset()")
        if self._autoreset == episodes.DISABLED and self._ended.any():
            over = ", ".join(str(i) for i in np.flatnonzero(self._ended)[:5])
            raise ResetNeeded(f"games that are over wait for options['reset_mask']: {over}, …")
        asked = self._viewers.copy()
        shown = self._room()
        rewards = np.empty((self.num_envs, len(self._others) + 1))
        terminated = np.empty(self.num_envs, np.bool_)
        illegal = np.empty(self.num_envs, np.bool_)
        at_once = self._autoreset == episodes.SAME_STEP
        last = np.zeros((self.num_envs, self._numbers if at_once else 0), np.int16)
        in_parts(
            episodes.step_each,
            (
                *(self.states, taken, self._seats, self._ended, self._before),
                *(shown["observation"], shown["action_mask"], self._viewers),
                *(rewards, terminated, illegal, last),
            ),
            *(self._starts, self._others, self._seat),
            *(self._kind, self._forfeit, self._autoreset),
            threads=self._threads,
        )
        own = rewards[np.arange(self.num_envs), asked]
        info = self._info(rewards, illegal)
        if at_once and terminated.any():
            info |= self._final(last, info | {"player": asked}, terminated)
        return shown, own, terminated, np.zeros(self.num_envs, np.bool_), info

    def _room(self) -> Observation:
        """Arrays to write what is seen into: new ones, unless the same shall be used again."""
        if self._copy or self._shown is None:
            self._shown = {
                "observation": np.empty((self.num_envs, self._numbers), np.int16),
                "action_mask": np.empty((self.num_envs, self._actions), np.int8),
            }
        return self._shown

    def _info(self, rewards: NDArray[Any], illegal: NDArray[Any]) -> Info:
        told = {"player": self._viewers.copy(), "rewards": rewards, "illegal": illegal}
        return {**told, **{f"_{name}": np.ones(self.num_envs, np.bool_) for name in told}}

    def _final(self, last: NDArray[Any], info: Info, terminated: NDArray[Any]) -> Info:
        """What the last step of a game showed, where the next game has begun already."""
        masks = np.zeros((self.num_envs, self._actions), np.int8)
        observed = {"observation": last, "action_mask": masks}
        told = {name: info[name] for name in ("player", "rewards", "illegal")}
        return {
            "final_obs": observed | {f"_{name}": terminated for name in observed},
            "final_info": told | {f"_{name}": terminated for name in told},
            "_final_obs": terminated,
            "_final_info": terminated,
        }

    def _read_mask(self, options: dict[str, Any]) -> NDArray[Any]:
        if not options.keys() <= {"reset_mask"}:
            raise ValueError(f"options: expected 'reset_mask' or nothing, not {shorten(options)}")
        if not options:
            return np.ones(self.num_envs, np.bool_)
        wanted = options["reset_mask"]
        is_mask = isinstance(wanted, np.ndarray) and wanted.dtype == np.bool_
        if not is_mask or wanted.shape != (self.num_envs,):
            raise ValueError(f"reset_mask: expected a bool array ({self.num_envs},)")
        if not self._is_begun and not wanted.all():
            raise ResetNeeded("the first reset() begins all games")
        return np.ascontiguousarray(wanted)

    def _read_seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer) and not isinstance(seed, bool):
            return [int(seed) + i for i in range(self.num_envs)]
        if not isinstance(seed, Sequence | np.ndarray) or isinstance(seed, str):
            raise ValueError(f"seed: expected a number, or one for each game, not {shorten(seed)}")
        if len(seed) != self.num_envs:
            raise ValueError(f"seed: expected {self.num_envs} of them, not {len(seed)}")
        return seed


def _is_number(given: Any) -> bool:
    return isinstance(given, int | np.integer) and not isinstance(given, bool)


def _read_opponents(opponents: str | Sequence[str], players: int) -> NDArray[np.int8]:
    """The policies of the seats after the learner's: int8 (players − 1,)."""
    named = [opponents] * (players - 1) if isinstance(opponents, str) else opponents
    if not isinstance(named, Sequence) or not all(isinstance(name, str) for name in named):
        raise ValueError(f"opponents: expected names, not {shorten(opponents)}")
    if len(named) != players - 1:
        raise ValueError(f"opponents: expected {players - 1} of them, not {len(named)}")
    if named and set(named) == {SELF}:
        return np.zeros(players - 1, np.int8)
    unknown = sorted(set(named) - set(POLICIES))
    if unknown:
        raise ValueError(
            f"opponents: a batch has 'random', 'greedy' or, for all seats, 'self', not "
            f"{shorten(unknown[0])}; others play in vectorization_mode='sync' or 'async'"
        )
    return np.array([POLICIES.index(name) for name in named], np.int8)


def _read_seat(seat: int | str, opponents: str | Sequence[str], players: int) -> int:
    if seat == "random":
        chosen = episodes.ANY_SEAT
    elif _is_number(seat) and 0 <= int(seat) < players:
        chosen = int(seat)
    else:
        raise ValueError(f"seat: expected 0 to {players - 1} or 'random', not {shorten(seat)}")
    alone = SELF in ([opponents] if isinstance(opponents, str) else opponents)
    return episodes.EVERY_SEAT if alone else chosen
