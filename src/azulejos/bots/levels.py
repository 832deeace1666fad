"""The levels of each game, as small records: how much each searches, and how.

They stand in the game's module `levels`, which has

- `LEVELS`: a tuple of `Level`, the weakest first; and `USUAL_LEVEL`, the number of the one that
  people meet where nothing else is said;
- `HEURISTIC_CONFIG`, `LEARNED_CONFIG`: how the game is searched without networks and with them, and
  `MULTIPLAYER_CONFIG`, if that is another one, for more than two players with networks;
- `LEARNED_LEVELS`: the levels that have networks, by number, as they are with them. (With the
  heuristic evaluator they are as in `LEVELS`.)

What a game does not say is as in `default_levels.py`. The mappings below have it all by the game's
name.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from azulejos import games
from azulejos.bots.players import OnePlyPlayer, Player, SearchingPlayer
from azulejos.nets.network import NO_NETWORKS, Networks, exists
from azulejos.search import tastes
from azulejos.search.config import RANDOM_ROLLOUT, SearchConfig

Value = TypeVar("Value")


@dataclass(frozen=True)
class Level:
    """One level.

    error: standard deviation, in points, of the noise on its one-ply evaluation, if it does not
    search. visits, ms: how much it searches. exact: positions the endgame solver may search.
    taste: its number in the game's `tastes`, and fondness: its weight in points at one ply.
    """

    name: str
    manner: str
    taste: int = tastes.NONE
    fondness: float = 0.0
    error: float | None = None
    visits: int | None = None
    ms: float | None = None
    exact: int = 0

    def player(
        self,
        number: int,
        kernel: Any,
        config: SearchConfig,
        seed: int,
        threads: int = 1,
        networks: Networks = NO_NETWORKS,
        solo: SearchConfig | None = None,
        multiplayer: SearchConfig | None = None,
    ) -> Player:
        """A player of this level, whose number is `number`.

        networks: for a level that searches. solo: how it searches solo games, without networks;
        multiplayer: how it searches games of more than two players.
        """
        name = f"level:{number}"
        if self.error is not None:
            return OnePlyPlayer(name, kernel, seed, self.error, self.taste, self.fondness)
        return SearchingPlayer(
            name,
            kernel,
            seed,
            config,
            visits=self.visits,
            ms=self.ms,
            exact=self.exact,
            threads=threads,
            taste=self.taste,
            networks=networks,
            solo=solo,
            multiplayer=multiplayer,
        )


class _OfGames(Mapping[str, Value], Generic[Value]):
    """What each game's levels have under one name, by the game's name; loaded when asked for."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getitem__(self, game: str) -> Value:
        if game not in games.names():
            raise KeyError(game)
        own = games.spec(game).part("levels")
        if hasattr(own, self._name):
            value: Value = getattr(own, self._name)
            return value
        from azulejos.bots import default_levels  # made of `Level` themselves

        usual: Value = getattr(default_levels, self._name)
        return usual

    def __iter__(self) -> Iterator[str]:
        return iter(games.names())

    def __len__(self) -> int:
        return len(games.names())


LEVELS: Mapping[str, tuple[Level, ...]] = _OfGames("LEVELS")
#: The number of the level that people meet where nothing else is said.
USUAL_LEVELS: Mapping[str, int] = _OfGames("USUAL_LEVEL")
#: How each game is searched without networks; and plain Monte Carlo tree search, a reference.
HEURISTIC_CONFIGS: Mapping[str, SearchConfig] = _OfGames("HEURISTIC_CONFIG")
PLAIN_MCTS = SearchConfig(RANDOM_ROLLOUT, c_puct=0.7, prior_temperature=0.0, fpu_reduction=0.0)

#: What a level evaluates leaves by: the trained networks (`nets.weights`), or handwritten
#: heuristics.
EVALUATORS = ("learned", "heuristic")
#: How each game is searched with the networks that ship.
LEARNED_CONFIGS: Mapping[str, SearchConfig] = _OfGames("LEARNED_CONFIG")
#: The same for more than two players; None: as for two.
MULTIPLAYER_CONFIGS: Mapping[str, SearchConfig | None] = _OfGames("MULTIPLAYER_CONFIG")
#: The levels with networks, by number.
LEARNED_LEVELS: Mapping[str, Mapping[int, Level]] = _OfGames("LEARNED_LEVELS")


def learned_config(game: str, players: int) -> SearchConfig:
    """How a game of so many players is searched with the networks that ship."""
    special = MULTIPLAYER_CONFIGS[game] if players > 2 else None
    return special or LEARNED_CONFIGS[game]


def config_for(game: str, networks: Networks) -> tuple[SearchConfig, SearchConfig | None]:
    """The search configuration of a game with these networks, and that of more than two players.

    Without a value network it is the heuristic one, for any number of players (None).
    """
    if not exists(networks.value):
        return HEURISTIC_CONFIGS[game], None
    return LEARNED_CONFIGS[game], MULTIPLAYER_CONFIGS[game]
