"""Options that several commands offer: of the games themselves, and of the bots that play them.

What a game lets choose it declares itself (`core.options`). `with_game_options` gives a command an
option of the command line for each, in a panel of its game; one that several games have stands with
the command's own.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from azulejos import games
from azulejos.cli.errors import BadInput
from azulejos.core.errors import OptionError
from azulejos.core.options import Choice, Flag, Number, Option

if TYPE_CHECKING:
    GameName = str
else:
    GameName = Literal[games.names()]

Evaluator = Annotated[
    Literal["learned", "heuristic"] | None,
    typer.Option(help="How the highest levels evaluate positions: by networks, or heuristically."),
]
Network = Annotated[
    list[str] | None,
    typer.Option(
        help="GAME=FILE: the networks that the highest levels of a game evaluate positions with."
    ),
]


def with_game_options(command: Callable[..., None], *, chance: bool) -> Callable[..., None]:
    """The same command with the options of all games; it gets `options`, those that were given.

    command: takes `game`, the name of the game or None, and `options`. chance: whether to offer
    what says who brings chance in.
    """
    declared: dict[str, dict[str, Option]] = {}
    for game in games.names():
        for option in games.spec(game).options:
            if chance or not option.is_chance:
                declared.setdefault(option.name, {})[game] = option

    @wraps(command)
    def with_options(**given: Any) -> None:
        chosen = {name: given.pop(name, None) for name in declared}
        game = given.get("game") or games.names()[0]
        options = {name: _value(name, v, game) for name, v in chosen.items() if v is not None}
        command(**given, options=options)

    signature = inspect.signature(command)
    own = [parameter for parameter in signature.parameters.values() if parameter.name != "options"]
    added = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=_typed(of_games))
        for name, of_games in declared.items()
    ]
    with_options.__signature__ = signature.replace(parameters=own + added)  # type: ignore[attr-defined]
    with_options.__annotations__ = {p.name: p.annotation for p in own + added}
    return with_options


def _value(name: str, given: Any, game: str) -> Any:
    """What was typed for an option, as a game takes it; of another game, as it was typed."""
    option = next((option for option in games.spec(game).options if option.name == name), None)
    if option is None or not isinstance(given, str):
        return given
    try:
        return option.from_text(given)
    except OptionError as error:
        raise BadInput(f"--{name.replace('_', '-')}: {error}") from error


def _typed(of_games: dict[str, Option]) -> Any:
    """The annotation of an option that these games declare."""
    (game, option), *others = of_games.items()
    alike = [option, *(other for _, other in others)]
    flag = f"--{option.name.replace('_', '-')}"
    names: tuple[str, ...] = ()
    kind: Any = str
    if all(isinstance(one, Choice) for one in alike):
        kind = Literal[tuple(dict.fromkeys(c for o in alike for c in getattr(o, "choices", ())))]
    elif all(isinstance(one, Number) and not one.can_be_unlimited for one in alike):
        kind = int
    elif all(isinstance(one, Flag) for one in alike):
        kind = bool
        can_be_off = any(one.default for one in alike)
        names = (f"{flag}/--no-{flag.removeprefix('--')}" if can_be_off else flag,)
    told, panel = option.help, games.spec(game).title
    if others:
        told = " ".join(f"{games.spec(name).title}: {one.help}" for name, one in of_games.items())
    shown = typer.Option(*names, help=told, rich_help_panel=None if others else panel)
    return Annotated[kind | None, shown]
