"""Named opponents: `make("level:5", "azul", seed=7)`, `make("level:8@heuristic", "azul")`."""

import secrets

from azulejos import games
from azulejos.bots.external import ExternalPlayer, PlayerFailed
from azulejos.bots.levels import (
    EVALUATORS,
    HEURISTIC_CONFIGS,
    LEARNED_CONFIGS,
    LEARNED_LEVELS,
    LEVELS,
    MULTIPLAYER_CONFIGS,
    PLAIN_MCTS,
    Level,
)
from azulejos.bots.players import (
    Analysis,
    GreedyPlayer,
    Player,
    RandomPlayer,
    SearchingPlayer,
    Variation,
)
from azulejos.core.plain_data import shorten
from azulejos.nets.weights import shipped

__all__ = [
    "EVALUATORS",
    "LEVELS",
    "Analysis",
    "ExternalPlayer",
    "Level",
    "Player",
    "PlayerFailed",
    "UnknownPlayer",
    "Variation",
    "make",
    "names",
    "with_evaluator",
]

#: Time of plain Monte Carlo tree search for a move, by default.
_PLAIN_MS = 200.0
_EXPECTED_EVALUATOR = f"expected the evaluator {' or '.join(EVALUATORS)}"


class UnknownPlayer(ValueError):
    """No player has this name."""


def names(game: str) -> list[str]:
    """Every player's name for a game ("azul" or "azuleo"), external programs aside."""
    _check_game(game)
    return ["random", "greedy", "mcts", *(f"level:{n}" for n in range(1, len(LEVELS[game]) + 1))]


def make(
    spec: str, game: str, seed: int | None = None, *, threads: int = 1
) -> Player | ExternalPlayer:
    """The player a name stands for: random, greedy, mcts, level:1 to level:8, or cmd:PROGRAM.

    A level's name may end in an evaluator, as in level:8@heuristic: see `EVALUATORS`. The default
    is "learned" where the level has networks. seed: None is unpredictable. threads: of the search.
    """
    _check_game(game)
    if seed is None:
        seed = secrets.randbits(62)
    kernel = games.spec(game).kernel
    if isinstance(spec, str) and spec.startswith("cmd:"):
        return ExternalPlayer(spec.removeprefix("cmd:"), game)
    name, evaluator = _parted(spec, game)
    if name == "random":
        return RandomPlayer(name, kernel, seed)
    if name == "greedy":
        return GreedyPlayer(name, kernel, seed)
    if name == "mcts":
        return SearchingPlayer(name, kernel, seed, PLAIN_MCTS, ms=_PLAIN_MS, threads=threads)
    number = int(name.removeprefix("level:"))
    if name in _learned(game) and evaluator != "heuristic":
        level, config = LEARNED_LEVELS[game][number], LEARNED_CONFIGS[game]
        multiplayer = MULTIPLAYER_CONFIGS.get(game)
        return level.player(
            number,
            kernel,
            config,
            seed,
            threads,
            shipped(game),
            HEURISTIC_CONFIGS[game],
            multiplayer,
        )
    return LEVELS[game][number - 1].player(number, kernel, HEURISTIC_CONFIGS[game], seed, threads)


def with_evaluator(spec: str, game: str, evaluator: str | None) -> str:
    """The name of the same player with an evaluator, if it is a level that has networks.

    evaluator: None changes nothing, and neither is an evaluator changed that the name has already.
    """
    _check_game(game)
    if evaluator not in (None, *EVALUATORS):
        raise UnknownPlayer(f"{_EXPECTED_EVALUATOR}, not {shorten(evaluator)}")
    return spec if evaluator is None or spec not in _learned(game) else f"{spec}@{evaluator}"


def _learned(game: str) -> list[str]:
    """The names of the levels that have networks."""
    return [f"level:{number}" for number in LEARNED_LEVELS[game]]


def _parted(spec: str, game: str) -> tuple[str, str | None]:
    """A name and the evaluator behind it, if any; UnknownPlayer if there is no such player."""
    name, at, evaluator = spec.partition("@") if isinstance(spec, str) else (spec, "", "")
    if name not in names(game):
        known = ", ".join(names(game))
        raise UnknownPlayer(f"{shorten(spec)} is no player of {game}: {known}, or cmd:PROGRAM")
    if not at:
        return name, None
    if not name.startswith("level:"):
        raise UnknownPlayer(f"{shorten(spec)}: only a level has an evaluator to choose")
    if evaluator not in EVALUATORS:
        raise UnknownPlayer(f"{shorten(spec)}: {_EXPECTED_EVALUATOR}")
    if evaluator == "learned" and name not in _learned(game):
        learned = " and ".join(_learned(game))
        raise UnknownPlayer(f"{shorten(spec)}: of {game}, only {learned} have networks")
    return name, evaluator


def _check_game(game: str) -> None:
    if game not in games.names():
        known = " or ".join(games.names())
        raise UnknownPlayer(f"there is no game {shorten(game)}: expected {known}")
