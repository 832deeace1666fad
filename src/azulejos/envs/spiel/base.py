"""What both games are to OpenSpiel: a game made from its parameters, and its states.

A state holds the kernel's record as a batch of one and takes every step, chance included, in one
compiled call.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from azulejos.core.errors import without_extra

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise without_extra(error, "envs") from error

import numpy as np
from numpy.typing import NDArray

from azulejos.core.errors import OptionError
from azulejos.core.kernel import (
    IMPOSSIBLE,
    NOBODY,
    chance_weights_of,
    legal_of,
    returns_of,
    scores_of,
    step_of,
)
from azulejos.envs.spiel.observer import Observer

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)
#: What a step was, and who saw it: a decision, or a draw that everybody saw. A draw that only one
#: side saw is noted as the number of that side.
DECISION, OPEN = ".", "+"


class Position:
    """A kernel's state as a batch of one, with room for the kernel's answers.

    A copy or a pickle of it is the state's bytes, and nothing else.
    """

    KERNEL: ClassVar[Any]
    __slots__ = ("actions", "memory", "states", "weights")

    def __init__(self, memory: bytes | bytearray) -> None:
        self.memory = bytearray(memory)
        self.states: NDArray[Any] = np.frombuffer(self.memory, self.KERNEL.STATE)
        self.actions = np.empty(self.KERNEL.MAX_LEGAL, np.int16)
        self.weights = np.empty(self.KERNEL.OUTCOMES, np.int32)

    @classmethod
    def place(cls, field: str) -> int:
        """Where a field stands in the memory."""
        return cls.KERNEL.STATE.fields[field][1]

    def __deepcopy__(self, memo: object) -> "Position":
        return type(self)(self.memory)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (bytes(self.memory),)


@dataclass(frozen=True)
class Setting:
    """What the parameters of a game come to."""

    opening: bytes  # the state before the first draw
    players: int
    sides: int
    is_open: bool  # nothing is hidden from anybody
    points: bool  # returns are points, not the win
    actions: int  # how much of the action space is used
    # Bounds of a player's points, of the decisions and of the draws in one game.
    most_points: int
    most_decisions: int
    most_draws: int


class Game(pyspiel.Game):
    """A game as OpenSpiel knows it."""

    SHORT_NAME: ClassVar[str]
    LONG_NAME: ClassVar[str]
    PLAYERS: ClassVar[tuple[int, int]]
    #: The parameters with their usual values.
    PARAMETERS: ClassVar[dict[str, Any]]
    #: Whether anything is hidden, as a rule. Then information states are given as numbers too.
    HIDES: ClassVar[bool]
    STATE: ClassVar["type[State]"]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        given = {**self.PARAMETERS, **(parameters or {})}
        try:
            self.setting = self._read(given)
        except OptionError as error:
            raise pyspiel.SpielError(f"{self.SHORT_NAME}: {error}") from None
        super().__init__(self._type(self.setting.is_open, self._is_zero_sum), self._info(), given)

    @cached_property
    def setting(self) -> Setting:
        """What the parameters come to. A game that is copied or unpickled has only those."""
        return self._read({**self.PARAMETERS, **self.get_parameters()})

    def _read(self, given: dict[str, Any]) -> Setting:
        """Check the parameters; OptionError says what is wrong with them."""
        raise NotImplementedError

    @classmethod
    def register(cls) -> None:
        """Make the game known to OpenSpiel, as what it is with the usual parameters."""
        pyspiel.register_game(cls._type(is_open=not cls.HIDES, is_zero_sum=True), cls)

    @classmethod
    def _type(cls, is_open: bool, is_zero_sum: bool) -> Any:
        kind = pyspiel.GameType
        return kind(
            short_name=cls.SHORT_NAME,
            long_name=cls.LONG_NAME,
            dynamics=kind.Dynamics.SEQUENTIAL,
            chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
            information=(
                kind.Information.PERFECT_INFORMATION
                if is_open
                else kind.Information.IMPERFECT_INFORMATION
            ),
            utility=kind.Utility.ZERO_SUM if is_zero_sum else kind.Utility.GENERAL_SUM,
            reward_model=kind.RewardModel.TERMINAL,
            min_num_players=cls.PLAYERS[0],
            max_num_players=cls.PLAYERS[1],
            provides_information_state_string=True,
            provides_information_state_tensor=cls.HIDES,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification=cls.PARAMETERS,
            provides_factored_observation_string=True,
        )

    def _info(self) -> Any:
        setting = self.setting
        least, most, total = 0.0, float(setting.most_points if setting.points else 1), None
        if self._is_zero_sum:
            least, total = -1 / (setting.sides - 1), 0.0
        return pyspiel.GameInfo(
            num_distinct_actions=setting.actions,
            max_chance_outcomes=self.STATE.OUTCOMES,
            num_players=setting.players,
            min_utility=least,
            max_utility=most,
            utility_sum=total,
            max_game_length=setting.most_decisions,
        )

    @property
    def _is_zero_sum(self) -> bool:
        return self.setting.sides > 1 and not self.setting.points

    def returns_of(self, states: NDArray[Any]) -> list[float]:
        """Every player's return at the end of a game: states (1,).

        Points; or, alone, whether it is won; or the win as a sum of nought: 1 for a lone winner,
        −1 / (sides − 1) for who loses. Partners have the same.
        """
        setting = self.setting
        if setting.points:
            points = np.zeros(setting.players, np.int32)
            scores_of(states, points)
            return points.astype(float).tolist()
        shares = np.zeros(setting.players)
        returns_of(states, shares)
        if self._is_zero_sum:
            shares = (setting.sides * shares - 1) / (setting.sides - 1)
        return shares.tolist()

    # ── What OpenSpiel asks ──────────────────────────────────────────────────────────────────────

    def new_initial_state(self) -> "State":
        return self.STATE(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setting.most_draws

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer:
        if parameters:
            raise pyspiel.SpielError(f"{self.SHORT_NAME}: observers take no parameters")
        events = self.max_history_length() if self.HIDES else 0
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        kernel = self.STATE.POSITION.KERNEL
        wide = kernel.is_wide(np.frombuffer(self.setting.opening, kernel.STATE))
        return Observer(kind, kernel.observation_for(kernel.MAX_PLAYERS, wide), events)


class State(pyspiel.State):
    """A state as OpenSpiel knows it.

    Its attributes are what OpenSpiel copies and pickles: the position, who is next, and who saw
    each step of its history.
    """

    POSITION: ClassVar[type[Position]]
    #: How many chance outcomes there are.
    OUTCOMES: ClassVar[int]
    #: The text of every event: the actions, then what chance gives, then perhaps what is not seen.
    TEXTS: ClassVar[tuple[str, ...]]

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.position = self.POSITION(game.setting.opening)
        self.seen = ""
        self._next = CHANCE

    @property
    def record(self) -> Any:
        """The kernel's record (a view: whoever writes to it changes the state)."""
        return self.position.states[0]

    # ── What OpenSpiel asks ──────────────────────────────────────────────────────────────────────

    def current_player(self) -> int:
        return self._next

    def is_terminal(self) -> bool:
        return self._next == TERMINAL

    def is_chance_node(self) -> bool:
        return self._next == CHANCE

    def legal_actions(self, *player: int) -> list[int]:
        """The usual question is answered here, without OpenSpiel's detour through C++."""
        if not player and self._next >= 0:
            return self._legal_actions(self._next)
        return super().legal_actions(*player)

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        position = self.position
        n = legal_of(position.states, position.actions)
        return position.actions[:n].tolist()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if self._next != CHANCE:
            raise pyspiel.SpielError("it is not chance that is next")
        weights = self.position.weights
        total = chance_weights_of(self.position.states, weights)
        return [(outcome, n / total) for outcome, n in enumerate(weights.tolist()) if n]

    def _apply_action(self, action: int) -> None:
        position = self.position
        seen = DECISION if self._next >= 0 else self._who_sees_draw()
        following = step_of(position.states, action, position.weights)
        if following == IMPOSSIBLE:
            text = self._action_to_string(self._next, action)
            raise pyspiel.SpielError(f"{text}: {self._why_impossible(action)}")
        self._next = TERMINAL if following == NOBODY else following
        self.seen += seen

    def _action_to_string(self, player: int, action: int) -> str:
        actions = self.POSITION.KERNEL.ACTIONS
        if player == CHANCE:
            what, at, many = "chance outcome", actions, self.OUTCOMES
        else:
            what, at, many = "action", 0, actions
        if not 0 <= action < many:
            raise pyspiel.SpielError(f"there is no {what} {action}")
        return self.TEXTS[at + action]

    def returns(self) -> list[float]:
        if self._next != TERMINAL:
            return [0.0] * self.num_players()
        return self.get_game().returns_of(self.position.states)

    # ── What is known ────────────────────────────────────────────────────────────────────────────

    def events_for(self, eyes: str, public: bool = True) -> list[int]:
        """All that has happened, as numbers of TEXTS, to whoever has these eyes.

        What they do not see is the last of TEXTS. Without what is public, only their own draws.
        """
        first_draw, unseen = self.POSITION.KERNEL.ACTIONS, len(self.TEXTS) - 1
        events = []
        for action, seen in zip(self.history(), self.seen, strict=True):
            if seen in eyes or (seen == OPEN and public):
                events.append(first_draw + action)
            elif public:
                events.append(action if seen == DECISION else unseen)
        return events

    def eyes_of(self, player: int) -> str:  # noqa: ARG002
        """What `seen` notes for draws that only this player (and partner) saw."""
        return ""

    def _who_sees_draw(self) -> str:
        """What `seen` is to note when chance takes its next step."""
        return OPEN

    def text_for(self, eyes: str) -> str:
        """The position in one line, as whoever has these eyes knows it."""
        raise NotImplementedError

    def hands_for(self, eyes: str) -> str:
        """What these eyes see of the position that is not public."""
        raise NotImplementedError

    def _why_impossible(self, action: int) -> str:
        """The rule that an impossible step breaks."""
        raise NotImplementedError
