"""Named opponents of a game: `make("level:5", game, seed=7)`, `make("level:10@heuristic", game)`.

A network that training wrote plays by its file's name: `make("net:runs/first/newest.npz", game)`
is its search alone, `make("level:10@runs/first/newest.npz", game)` that level with it.
"""

import hashlib
import os
import secrets
from functools import lru_cache
from pathlib import Path

from azulejos import games
from azulejos.bots import reasons
from azulejos.bots.external import ExternalPlayer, PlayerFailed
from azulejos.bots.levels import (
    EVALUATORS,
    HEURISTIC_CONFIGS,
    LEARNED_LEVELS,
    LEVELS,
    PLAIN_MCTS,
    USUAL_LEVELS,
    Level,
    config_for,
)
from azulejos.bots.players import (
    Analysis,
    GreedyPlayer,
    Player,
    RandomPlayer,
    SearchingPlayer,
    Variation,
)
from azulejos.core.errors import InputError, WeightsError
from azulejos.core.reasons import given
from azulejos.nets import weights
from azulejos.nets.network import Networks
from azulejos.nets.weights import shipped

__all__ = [
    "EVALUATORS",
    "LEVELS",
    "USUAL_LEVELS",
    "Analysis",
    "ExternalPlayer",
    "Level",
    "Player",
    "PlayerFailed",
    "UnknownPlayer",
    "Variation",
    "make",
    "names",
    "network_checksum",
    "with_evaluator",
]

#: Time of plain Monte Carlo tree search for a move, by default.
PLAIN_MS = 200.0
_EVALUATORS = " or ".join(EVALUATORS)
#: Networks of files that are kept for those who are made next.
_KEPT_NETWORKS = 8


class UnknownPlayer(InputError):
    """No player has this name."""


def names(game: str) -> list[str]:
    """Every player's name for a game, external programs aside."""
    _check_game(game)
    return ["random", "greedy", "mcts", *(f"level:{n}" for n in range(1, len(LEVELS[game]) + 1))]


def make(
    spec: str, game: str, seed: int | None = None, *, threads: int = 1
) -> Player | ExternalPlayer:
    """The player of a name: random, greedy, mcts, level:1 to level:10, net:FILE or cmd:PROGRAM.

    A level's name may end in an evaluator, as in level:10@heuristic: one of `EVALUATORS`, or a file
    of networks. The default is "learned" where the level has networks. UnknownPlayer and
    WeightsError, both ValueErrors, say what is wrong. seed: None is unpredictable. threads: of the
    search.
    """
    _check_game(game)
    if seed is None:
        seed = secrets.randbits(62)
    kernel = games.spec(game).kernel
    if isinstance(spec, str) and spec.startswith("cmd:"):
        return ExternalPlayer(spec.removeprefix("cmd:"), game)
    if isinstance(spec, str) and spec.startswith("net:"):
        networks = _network(spec.removeprefix("net:"), game)
        config, multiplayer = config_for(game, networks)
        return SearchingPlayer(
            spec,
            kernel,
            seed,
            config,
            ms=PLAIN_MS,
            threads=threads,
            networks=networks,
            solo=HEURISTIC_CONFIGS[game],
            multiplayer=multiplayer,
        )
    name, evaluator = _parted(spec, game)
    if name == "random":
        return RandomPlayer(name, kernel, seed)
    if name == "greedy":
        return GreedyPlayer(name, kernel, seed)
    if name == "mcts":
        return SearchingPlayer(name, kernel, seed, PLAIN_MCTS, ms=PLAIN_MS, threads=threads)
    number = int(name.removeprefix("level:"))
    if name in _learned(game) and evaluator != "heuristic":
        by_file = evaluator is not None and evaluator not in EVALUATORS
        networks = _network(str(evaluator), game) if by_file else shipped(game)
        config, multiplayer = config_for(game, networks)
        return LEARNED_LEVELS[game][number].player(
            number, kernel, config, seed, threads, networks, HEURISTIC_CONFIGS[game], multiplayer
        )
    return LEVELS[game][number - 1].player(number, kernel, HEURISTIC_CONFIGS[game], seed, threads)


def with_evaluator(spec: str, game: str, evaluator: str | None) -> str:
    """The name of the same player with an evaluator, if it is a level that has networks.

    evaluator: one of `EVALUATORS` or a file of networks; None changes nothing, and neither is an
    evaluator changed that the name has already.
    """
    _check_game(game)
    if evaluator not in (None, *EVALUATORS) and not _is_file(evaluator):
        raise UnknownPlayer(reasons.NO_EVALUATOR(known=_EVALUATORS, given=given(evaluator)))
    return spec if evaluator is None or spec not in _learned(game) else f"{spec}@{evaluator}"


def network_checksum(spec: str) -> str | None:
    """SHA-256 of the network's file in a player's name; None where the name has no file."""
    _, _, file = spec.partition("net:" if spec.startswith("net:") else "@")
    if spec.startswith("cmd:") or not (spec.startswith("net:") or _is_file(file)):
        return None
    try:
        return hashlib.sha256(Path(file).expanduser().read_bytes()).hexdigest()
    except OSError as error:
        raise WeightsError(f"{file} cannot be read: {error.strerror or error}") from error


def _is_file(evaluator: object) -> bool:
    return isinstance(evaluator, str) and evaluator.endswith(".npz")


def _network(file: str, game: str) -> Networks:
    """The networks in a file, the same arrays for everybody until it is written anew."""
    path = os.path.expanduser(file)
    try:
        found = os.stat(path)
        written = found.st_mtime_ns, found.st_size
    except (OSError, ValueError):  # loading it says what is wrong
        written = 0, 0
    return _loaded(path, written, game)


@lru_cache(_KEPT_NETWORKS)
def _loaded(path: str, written: tuple[int, int], game: str) -> Networks:  # noqa: ARG001
    return weights.load(path, game)[0]


def _learned(game: str) -> list[str]:
    """The names of the levels that have networks."""
    return [f"level:{number}" for number in LEARNED_LEVELS[game]]


def _parted(spec: str, game: str) -> tuple[str, str | None]:
    """A name and the evaluator behind it, if any; UnknownPlayer if there is no such player."""
    name, at, evaluator = spec.partition("@") if isinstance(spec, str) else (spec, "", "")
    if name not in names(game):
        known = ", ".join(names(game))
        if _is_file(spec):
            raise UnknownPlayer(reasons.PLAYER_IS_FILE(given=given(spec), file=spec))
        raise UnknownPlayer(reasons.NO_PLAYER(given=given(spec), game=game, known=known))
    if not at:
        return name, None
    if not name.startswith("level:"):
        raise UnknownPlayer(reasons.ONLY_LEVELS_CHOOSE(player=given(spec)))
    if evaluator not in EVALUATORS and not _is_file(evaluator):
        raise UnknownPlayer(reasons.NO_EVALUATOR_OF(player=given(spec), known=_EVALUATORS))
    if evaluator != "heuristic" and name not in _learned(game):
        learned = ", ".join(_learned(game))
        player = given(spec)
        raise UnknownPlayer(
            reasons.ONLY_SOME_HAVE_NETWORKS(player=player, game=game, known=learned)
            if learned
            else reasons.NO_NETWORKS(player=player, game=game)
        )
    return name, evaluator


def _check_game(game: str) -> None:
    if game not in games.names():
        known = " or ".join(games.names())
        raise UnknownPlayer(reasons.NO_SUCH_GAME(given=given(game), known=known))
