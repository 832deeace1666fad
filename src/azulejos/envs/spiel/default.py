"""A game for OpenSpiel that is made from its `Game` and kernel alone.

Its parameters are the options of `Game` that are numbers, flags or texts, without those for chance
and who begins: player 0 does. What the bounds of such a game are nobody has told, so its length is
declared generously, returns are the win and not points, information states are given as text only,
and there is no `resample_from_infostate`. A game that wants more brings a module `spiel`.
"""

import inspect
import json
from functools import cache
from typing import Any, ClassVar

from azulejos import games
from azulejos.core.errors import OptionError
from azulejos.envs.spiel.base import CHANCE, OPEN, Game, Position, Setting, State
from azulejos.envs.spiel.observer import EVERY_SIDE

#: Decisions and draws of a game are declared to be no more.
MOST_STEPS = 10_000
#: Options of `Game` that are no parameters.
_NOT_OFFERED = ("seed", "first")


class DefaultPosition(Position):
    """A position of any game; it is found again by the game's name."""

    NAME: ClassVar[str]
    __slots__ = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _position_of, (self.NAME, bytes(self.memory))


def _position_of(name: str, memory: bytes) -> Position:
    return game_class(name).STATE.POSITION(memory)


class DefaultState(State):
    """A state of any game."""

    @property
    def table(self) -> Any:
        """The position as the game's own `Game`."""
        return self.get_game().at(self.position.memory)

    def __str__(self) -> str:
        return str(self.table)

    def _to_struct(self) -> dict[str, Any]:
        position: dict[str, Any] = self.table.to_dict()
        return position

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        view: dict[str, Any] = self.table.view(player)
        return view

    def eyes_of(self, player: int) -> str:
        return str(player % self.get_game().setting.sides)

    def _who_sees_draw(self) -> str:
        side = self.get_game().who_sees_draw(self.record)
        return OPEN if side is None else str(side)

    def _seen_by(self, eyes: str) -> dict[str, Any]:
        position: dict[str, Any]
        if eyes == EVERY_SIDE:
            position = self.table.to_dict()
        else:
            position = self.table.view(int(eyes) if eyes else None)
        return position

    def text_for(self, eyes: str) -> str:
        return json.dumps(self._seen_by(eyes), separators=(",", ":"))

    def hands_for(self, eyes: str) -> str:
        public = self._seen_by("")
        own = {key: part for key, part in self._seen_by(eyes).items() if part != public.get(key)}
        return json.dumps(own, separators=(",", ":"))

    def _why_impossible(self, action: int) -> str:
        if self.current_player() == CHANCE:
            return "chance cannot give that now"
        why: str = self.table._why_illegal(self.table.MOVES[action])
        return why


class DefaultGame(Game):
    """Any game. Player 0 begins."""

    SPEC: ClassVar[games.GameSpec]
    HIDES = False  # as numbers, information states would be as long as the longest game

    def _read(self, given: dict[str, Any]) -> Setting:
        kind = self.SPEC.Game
        for name, usual in self.PARAMETERS.items():
            if type(given[name]) is not type(usual):
                raise OptionError(f"{name}: expected something like {usual!r}")
        begun = kind(**given, seed=0, first=0, **{kind.CHANCE_OPTION: "manual"})
        self._table = begun
        return Setting(
            opening=begun.state.tobytes(),
            players=begun.players,
            sides=begun.sides,
            is_open=False,  # as far as anybody knows
            points=False,
            actions=kind.KERNEL.actions_for(begun.players, kind.KERNEL.is_wide(begun.state)),
            most_points=1,
            most_decisions=MOST_STEPS,
            most_draws=MOST_STEPS,
        )

    @classmethod
    def _type(cls, is_open: bool, is_zero_sum: bool) -> Any:  # noqa: ARG003
        return super()._type(False, is_zero_sum)

    def at(self, memory: bytes | bytearray) -> Any:
        """A `Game` in the position of these bytes."""
        assert self.setting
        table = self._table.copy()
        table.states.view("u1")[:] = memoryview(memory)
        return table

    def who_sees_draw(self, record: Any) -> int | None:
        """The side that alone sees what chance gives next."""
        assert self.setting
        side: int | None = self._table._only_for(record, self._table._chances_of((0,))[0])
        return side


@cache
def game_class(name: str) -> type[DefaultGame]:
    """The class that OpenSpiel gets for a game; it is called ``python_<game>`` there."""
    spec = games.spec(name)
    kind, kernel = spec.Game, spec.kernel
    title = spec.title.replace(" ", "")
    position = type(
        f"{title}Position",
        (DefaultPosition,),
        {"NAME": name, "KERNEL": kernel, "__slots__": ()},
    )
    outcomes = kind.__new__(kind)._chances_of(tuple(range(kernel.OUTCOMES)))
    texts = (*map(str, kind.MOVES), *map(str, outcomes), "?")
    state = type(
        f"{title}State",
        (DefaultState,),
        {"POSITION": position, "OUTCOMES": kernel.OUTCOMES, "TEXTS": texts},
    )
    content = {
        "SPEC": spec,
        "SHORT_NAME": f"python_{name}",
        "LONG_NAME": spec.title,
        "PLAYERS": (spec.min_players, spec.max_players),
        "PARAMETERS": _parameters(kind),
        "STATE": state,
    }
    return type(f"{title}Game", (DefaultGame,), content)


def _parameters(kind: Any) -> dict[str, Any]:
    """The options of a `Game` that OpenSpiel can hold, with their usual values."""
    options = inspect.signature(kind).parameters.values()
    return {
        option.name: option.default
        for option in options
        if option.name not in (*_NOT_OFFERED, kind.CHANCE_OPTION)
        and isinstance(option.default, int | str | bool)
    }
