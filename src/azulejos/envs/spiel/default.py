"""A game for OpenSpiel that is made from its `Game` and kernel alone.

Its parameters are the number of players and the options that the game declares, without those for
chance. Player 0 begins. What the bounds of such a game are nobody has told, so its length is
declared generously, returns are the win and not points, information states are given as text only,
and there is no `resample_from_infostate`. A game that wants more brings a module `spiel`.
"""

import inspect
import json
from functools import cache
from typing import Any, ClassVar

from azulejos import games
from azulejos.core.errors import IllegalMove, OptionError
from azulejos.core.options import Option
from azulejos.envs.spiel.base import CHANCE, OPEN, Game, Position, Setting, State
from azulejos.envs.spiel.observer import EVERY_SIDE

#: Decisions and draws of a game are declared to be no more.
MOST_STEPS = 10_000


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
        table = self.table
        try:
            table.play(table.MOVES[action])
        except IllegalMove as error:
            return str(error.reason)
        raise AssertionError(f"{table.MOVES[action]} is legal")


class DefaultGame(Game):
    """Any game. Player 0 begins."""

    SPEC: ClassVar[games.GameSpec]
    HIDES = False  # as numbers, information states would be as long as the longest game

    def _read(self, given: dict[str, Any]) -> Setting:
        kind = self.SPEC.Game
        for name, usual in self.PARAMETERS.items():
            if type(given[name]) is not type(usual):
                raise OptionError(f"{name}: expected something like {usual!r}")
        options = {o.name: o.of_parameter(given[o.name]) for o in _offered(self.SPEC)}
        options[kind.CHANCE_OPTION] = "manual"
        begun = kind(given["players"], seed=0, first=0, **options)
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
        side: int | None = self._table.only_for(record, self._table.chances_of((0,))[0])
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
    outcomes = kind.__new__(kind).chances_of(tuple(range(kernel.OUTCOMES)))
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
        "PARAMETERS": _parameters(spec),
        "STATE": state,
    }
    return type(f"{title}Game", (DefaultGame,), content)


def _parameters(spec: games.GameSpec) -> dict[str, Any]:
    """The number of players and the declared options, with their usual values."""
    players = inspect.signature(spec.Game).parameters["players"].default
    return {"players": players} | {o.name: o.as_parameter(o.default) for o in _offered(spec)}


def _offered(spec: games.GameSpec) -> list[Option]:
    return [option for option in spec.options if not option.is_chance]
