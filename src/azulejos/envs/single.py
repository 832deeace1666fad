"""Gymnasium: one agent at the table, bots on the other seats, written once for every game."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from azulejos.core.errors import without_extra

try:
    import gymnasium
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np
from gymnasium.error import InvalidAction, ResetNeeded
from numpy.typing import NDArray

from azulejos import bots, games
from azulejos.core.errors import IllegalMove, OptionError
from azulejos.core.plain_data import shorten
from azulejos.envs.rendering import FRAMES_A_SECOND, MODES, Frame, Renderer
from azulejos.envs.spaces import Observation
from azulejos.envs.table import Game, Table

Info = dict[str, Any]
#: So many games in a row that are over before the agent is asked: there will be no other kind.
_MOST_ATTEMPTS = 100


class Opponent(Protocol):
    """Somebody who can be asked for a move, as every player of `azulejos.bots` can."""

    def choose(self, game: Any) -> Any: ...


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game seen from one seat: a step is the agent's move and everybody's until the next.

    game: its name. options: the other options of its `Game`.
    opponents: who sits clockwise from the agent, each a name that `bots.make` knows or anything
    with ``choose(game)``; one name alone stands for all. (Where teams of two play, the second is
    the agent's partner.) seat: the agent's, or "random" for another in each game. rewards: "win",
    "places" or "points". illegal_reward: for an action that the mask does not allow, which ends the
    game.

    ``info`` has ``player``, the agent's seat, ``rewards`` of all players in this step (float64
    (players,)), ``illegal``, whether the action was not allowed, and then ``reason``.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(MODES),
        "render_fps": FRAMES_A_SECOND,
    }

    def __init__(
        self,
        game: str,
        players: int = 2,
        *,
        opponents: str | Opponent | Sequence[str | Opponent] = "random",
        seat: int | str = 0,
        rewards: str = "win",
        illegal_reward: float = -1.0,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        table = Table(games.spec(game).Game, {"players": players, **options}, rewards)
        self.render_mode = render_mode
        self._renderer = Renderer(render_mode, table.game)
        self._table = table
        self._illegal_reward = float(illegal_reward)
        self._choice_of_seat = _read_seat(seat, table.players)
        self._named = _read_opponents(opponents, table.players - 1)
        self._opponents = [self._made(who, 0) for who in self._named]
        self._guesses = Random()
        self._seat = 0
        self._ended = True
        self.observation_space = table.observation_space()
        self.action_space = table.action_space()

    @property
    def game(self) -> Game:
        """The game being played, with all that is hidden in it; ``game.record()`` tells it."""
        return self._table.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """A new game, up to the agent's first decision.

        seed: deals it as ``Game(seed=seed)`` does, and makes every bot reproducible that is not
        given a time to think. options: ``position``, as `to_dict` gives it, to begin from.
        """
        if unknown := set(options or {}) - {"position"}:
            raise OptionError(
                f"options: expected 'position' or nothing, not {shorten(min(unknown))}"
            )
        position = (options or {}).get("position")
        super().reset(seed=seed)
        dealt = self._number() if seed is None else seed
        self._guesses.seed(f"guesses {dealt}")
        for _ in range(_MOST_ATTEMPTS):
            self._table.begin(dealt, position)
            self._ended = True  # until everything has gone well
            self._seat = self._choice_of_seat
            if self._seat < 0:
                self._seat = int(self.np_random.integers(self._table.players))
            for place, who in enumerate(self._named):
                if isinstance(who, str) and not who.startswith("cmd:"):
                    self._opponents[place] = self._made(who, self._number())
            self._answer()
            if not self.game.is_over:
                self._ended = False
                return self._shown(), self._info([0.0] * self._table.players)
            dealt = self._number()  # a small board may be full before the agent is asked
        raise OptionError("the game is over before the agent's first decision")

    def _number(self) -> int:
        return int(self.np_random.integers(2**62))

    def _made(self, who: str | Opponent, seed: int) -> Opponent:
        return bots.make(who, self.game.NAME, seed) if isinstance(who, str) else who

    def _answer(self) -> None:
        """Everybody else plays until the agent is asked, or the game is over."""
        game = self.game
        while not game.is_over and game.turn != self._seat:
            assert game.turn is not None
            place = (game.turn - self._seat) % self._table.players - 1
            opponent = self._opponents[place]
            # Players of `azulejos.bots` look at nothing else by themselves.
            ours = isinstance(opponent, bots.Player | bots.ExternalPlayer)
            known = game if ours else game.known_to(game.turn, self._guesses.getrandbits(64))
            game.play(opponent.choose(known))

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """The agent's move, and all that follows it.

        An action that is not allowed ends the game; one that is no action at all is refused, and
        nothing has changed.
        """
        if self._ended:
            raise ResetNeeded("no game is going on: reset() begins one")
        if not self.action_space.contains(action):
            raise InvalidAction(f"expected one of {self.action_space}, not {shorten(action)}")
        self._ended = True  # until everything has gone well
        try:
            self._table.play(action)
        except IllegalMove as error:
            rewards = [0.0] * self._table.players
            rewards[self._seat] = self._illegal_reward
            shown = self._shown()
            shown["action_mask"][:] = 0
            info = self._info(rewards) | {"illegal": True, "reason": str(error)}
            return shown, self._illegal_reward, True, False, info
        self._answer()
        self._ended = self.game.is_over
        rewards = self._table.rewards()
        return self._shown(), rewards[self._seat], self._ended, False, self._info(rewards)

    def _shown(self) -> Observation:
        if self.render_mode == "human":
            self.render()
        return self._table.look(self._seat)

    def _info(self, rewards: list[float]) -> Info:
        return {"player": self._seat, "rewards": np.array(rewards), "illegal": False}

    def action_masks(self) -> NDArray[np.bool_]:
        """What the agent may do: bool (actions,). Learners that take masks ask for it by name."""
        return self._table.look(self._seat)["action_mask"].astype(np.bool_)

    def render(self) -> Frame:
        return self._renderer.show(self.game, self._seat)

    def close(self) -> None:
        """Let go of opponents that are programs."""
        for opponent in self._opponents:
            if isinstance(opponent, bots.ExternalPlayer):
                opponent.close()


def _read_opponents(
    opponents: str | Opponent | Sequence[str | Opponent], number: int
) -> list[str | Opponent]:
    """One for each other seat."""
    if isinstance(opponents, str) or hasattr(opponents, "choose"):
        return [opponents] * number
    if not isinstance(opponents, Sequence):
        raise OptionError(f"opponents: expected names or players, not {shorten(opponents)}")
    named = list(opponents)
    if len(named) != number:
        raise OptionError(f"opponents: expected {number} of them, not {len(named)}")
    for who in named:
        if not isinstance(who, str) and not hasattr(who, "choose"):
            raise OptionError(f"opponents: expected a name or a player, not {shorten(who)}")
    return named


def _read_seat(seat: int | str, players: int) -> int:
    """A seat, or −1 for another in each game."""
    if seat == "random":
        return -1
    is_number = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not is_number or not 0 <= int(seat) < players:
        raise OptionError(f"seat: expected 0 to {players - 1} or 'random', not {shorten(seat)}")
    return int(seat)
