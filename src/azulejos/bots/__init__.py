"""Named opponents: `make("level:5", "azul", seed=7)`."""

import secrets

from azulejos.batch import GAMES
from azulejos.bots.external import ExternalPlayer, PlayerFailed
from azulejos.bots.levels import LEVELS, PLAIN, STYLES, Level
from azulejos.bots.players import (
    GreedyPlayer,
    Line,
    Player,
    RandomPlayer,
    SearchingPlayer,
    Thought,
)
from azulejos.plain_data import shorten

__all__ = [
    "LEVELS",
    "ExternalPlayer",
    "Level",
    "Line",
    "Player",
    "PlayerFailed",
    "Thought",
    "UnknownPlayer",
    "make",
    "names",
]

#: What plain Monte Carlo tree search is given where nothing else is said.
_PLAIN_MS = 200.0


class UnknownPlayer(ValueError):
    """There is no player of this name."""


def names(game: str) -> list[str]:
    """Every player's name for a game ("azul" or "azuleo"), external programs aside."""
    _check_game(game)
    return ["random", "greedy", "mcts", *(f"level:{n}" for n in range(1, len(LEVELS[game]) + 1))]


def make(
    spec: str, game: str, seed: int | None = None, *, threads: int = 1
) -> Player | ExternalPlayer:
    """The player a name stands for: random, greedy, mcts, level:1 to level:8, or cmd:PROGRAM.

    seed: None is unpredictable. threads: that a player who searches thinks with.
    """
    _check_game(game)
    if seed is None:
        seed = secrets.randbits(62)
    kernel = GAMES[game].KERNEL
    if isinstance(spec, str) and spec.startswith("cmd:"):
        return ExternalPlayer(spec.removeprefix("cmd:"), game)
    if spec not in names(game):
        known = ", ".join(names(game))
        raise UnknownPlayer(f"{shorten(spec)} is no player of {game}: {known}, or cmd:PROGRAM")
    if spec == "random":
        return RandomPlayer(spec, kernel, seed)
    if spec == "greedy":
        return GreedyPlayer(spec, kernel, seed)
    if spec == "mcts":
        return SearchingPlayer(spec, kernel, seed, PLAIN, ms=_PLAIN_MS, threads=threads)
    number = int(spec.removeprefix("level:"))
    return LEVELS[game][number - 1].player(number, kernel, STYLES[game], seed, threads)


def _check_game(game: str) -> None:
    if game not in GAMES:
        raise UnknownPlayer(f"there is no game {shorten(game)}: expected azul or azuleo")
