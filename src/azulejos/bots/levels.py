"""The eight levels of each game, as small records: how much each searches, and how."""

from dataclasses import dataclass, replace
from typing import Any

from azulejos.bots import tastes
from azulejos.bots.players import OnePlyPlayer, Player, SearchingPlayer
from azulejos.bots.tastes import Taste
from azulejos.nets.network import NO_NETWORKS, Networks, exists
from azulejos.search.config import (
    MIXED,
    RANDOM_ROLLOUT,
    ROLLOUT,
    ROLLOUT_THEN_VALUE_NETWORK,
    SearchConfig,
)


@dataclass(frozen=True)
class Level:
    """One level.

    error: standard deviation, in points, of the noise on its one-ply evaluation, if it does not
    search. visits, ms: how much it searches. exact: positions the endgame solver may search.
    taste: a bias towards some moves (`tastes.py`), and fondness: its weight in points at one ply.
    """

    name: str
    manner: str
    taste: Taste | None = None
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


#: How each game is searched without networks; and plain Monte Carlo tree search, a reference.
HEURISTIC_CONFIGS = {
    "azul": SearchConfig(ROLLOUT, c_puct=1.0, prior_temperature=4.0, fpu_reduction=0.0),
    "azuleo": SearchConfig(ROLLOUT, c_puct=0.7, prior_temperature=3.0, fpu_reduction=0.0),
}
PLAIN_MCTS = SearchConfig(RANDOM_ROLLOUT, c_puct=0.7, prior_temperature=0.0, fpu_reduction=0.0)

LEVELS = {
    "azul": (
        Level(
            "Apprentice",
            "grabs the biggest handful, and often drops some of it",
            taste=tastes.handfuls,
            fondness=10.0,
            error=2.3,
        ),
        Level(
            "Hand",
            "loves the short lines at the top",
            taste=tastes.short_lines,
            fondness=5.0,
            error=1.1,
        ),
        Level(
            "Painter",
            "collects the colour it has most of",
            taste=tastes.one_colour,
            fondness=3.0,
            error=0.0,
        ),
        Level("Layer", "builds tall columns", taste=tastes.columns, visits=4),
        Level("Journeyman", "likes to go first", taste=tastes.marker, visits=5),
        Level("Rival", "takes what you have begun to collect", taste=tastes.spoiling, visits=8),
        Level("Master", "sees the end of the round coming", visits=18),
        Level("Royal builder", "looks at everything that fits into a moment", ms=200, exact=60_000),
    ),
    "azuleo": (
        Level(
            "Apprentice",
            "lays along the border, where it is quiet",
            taste=tastes.border,
            fondness=10.0,
            error=6.8,
        ),
        Level(
            "Hand",
            "likes the middle of the board",
            taste=tastes.middle,
            fondness=6.0,
            error=6.6,
        ),
        Level(
            "Peddler",
            "always hopes for a better plate",
            taste=tastes.other_plates,
            fondness=2.0,
            error=3.2,
        ),
        Level(
            "Layer",
            "likes company: fields with crosses all around",
            taste=tastes.company,
            fondness=6.0,
            error=2.6,
        ),
        Level("Tiler", "takes nearly all the points that lie on top", error=0.5),
        Level("Master", "looks at your answer", visits=15),
        Level("Builder", "weighs plates against fields, and leaves you little", visits=80),
        Level("Royal builder", "looks as far as a moment allows", ms=200),
    ),
}

#: What a level evaluates leaves by: the trained networks (`nets.weights`), or handwritten
#: heuristics.
EVALUATORS = ("learned", "heuristic")
#: How each game is searched with the networks that ship.
LEARNED_CONFIGS = {
    "azul": SearchConfig(
        ROLLOUT_THEN_VALUE_NETWORK,
        c_puct=0.8,
        prior_temperature=1.5,
        fpu_reduction=0.05,
        heuristic_weight=0.3,
    ),
    "azuleo": SearchConfig(
        MIXED, c_puct=0.4, prior_temperature=1.3, fpu_reduction=0.05, heuristic_weight=0.3
    ),
}
#: The same for more than two players, whose replies are harder to predict: with flatter priors.
MULTIPLAYER_CONFIGS = {"azul": LEARNED_CONFIGS["azul"]._replace(prior_temperature=2.5)}


def learned_config(game: str, players: int) -> SearchConfig:
    """How a game of so many players is searched with the networks that ship."""
    usual = LEARNED_CONFIGS[game]
    return MULTIPLAYER_CONFIGS.get(game, usual) if players > 2 else usual


def config_for(game: str, networks: Networks) -> tuple[SearchConfig, SearchConfig | None]:
    """The search configuration of a game with these networks, and that of more than two players.

    Without a value network it is the heuristic one, for any number of players (None).
    """
    if not exists(networks.value):
        return HEURISTIC_CONFIGS[game], None
    return LEARNED_CONFIGS[game], MULTIPLAYER_CONFIGS.get(game)


#: The levels with networks, by number. With the heuristic evaluator they are as in LEVELS.
LEARNED_LEVELS = {
    "azul": {7: replace(LEVELS["azul"][6], visits=4), 8: LEVELS["azul"][7]},
    "azuleo": {7: replace(LEVELS["azuleo"][6], visits=30), 8: LEVELS["azuleo"][7]},
}
