"""Python functions as players, in a notebook or a script."""

from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any

from azulejos.arena.play import Make, Player
from azulejos.arena.schedule import Contest
from azulejos.core.errors import OptionError
from azulejos.core.plain_data import shorten

#: Takes a game, which it may change, and a random generator; returns its move. The game holds what
#: the mover may know, and guesses at the rest (`Game.known_to`).
MoveFunction = Callable[[Any, Random], Any]


class PythonPlayer:
    """Asks a function for its moves."""

    def __init__(self, function: MoveFunction, seed: int) -> None:
        self.function = function
        self.rng = Random(seed)

    def choose(
        self,
        game: Any,
        *,
        ms: int | None = None,  # noqa: ARG002
        visits: int | None = None,  # noqa: ARG002
    ) -> Any:
        return self.function(game, self.rng)

    def close(self) -> None:
        """There is nothing to release."""


def with_python_players(
    python_players: Mapping[str, MoveFunction], make: Make, contest: Contest
) -> Make:
    """Make players as `make` does, those named in `python_players` from their functions.

    OptionError if a name is no entrant's, or has no function.
    """
    for name, function in python_players.items():
        if name not in contest.entrants:
            entrants = ", ".join(contest.entrants)
            raise OptionError(
                f"python_players: {shorten(name)} is no entrant; there are {entrants}"
            )
        if not callable(function):
            raise OptionError(f"python_players: {name} needs a function, not {shorten(function)}")
    return partial(_make, dict(python_players), make)


def _make(
    python_players: dict[str, MoveFunction], make: Make, spec: str, game: str, *, seed: int
) -> Player:
    return (
        PythonPlayer(python_players[spec], seed)
        if spec in python_players
        else make(spec, game, seed=seed)
    )
