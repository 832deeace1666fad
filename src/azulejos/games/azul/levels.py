"""The opponents of Azul, and how the game is searched."""

from dataclasses import replace

from azulejos.bots.levels import Level
from azulejos.games.azul import tastes
from azulejos.search.config import ROLLOUT, ROLLOUT_THEN_VALUE_NETWORK, SearchConfig

LEVELS = (
    Level(
        "Apprentice",
        "grabs the biggest handful, and often drops some of it",
        taste=tastes.HANDFULS,
        fondness=10.0,
        error=0.8,
    ),
    Level("Hand", "loves the short lines at the top", taste=tastes.SHORT_LINES, visits=4),
    Level("Painter", "collects the colour it has most of", taste=tastes.ONE_COLOUR, visits=6),
    Level("Layer", "builds tall columns", taste=tastes.COLUMNS, visits=17),
    Level("Journeyman", "likes to go first", taste=tastes.MARKER, visits=37),
    Level("Rival", "takes what you have begun to collect", taste=tastes.SPOILING, visits=95),
    Level("Master", "sees the end of the round coming", visits=200),
    Level("Guild master", "watches your lines as closely as its own", visits=600),
    Level("Architect", "plans the wall for the rounds to come", visits=3000),
    Level("Royal builder", "looks at everything that fits into a moment", ms=200, exact=60_000),
)
#: The bot that people meet where nothing else is said: it errs, and
#: need not wait until the search is compiled.
USUAL_LEVEL = 1

HEURISTIC_CONFIG = SearchConfig(ROLLOUT, c_puct=1.0, prior_temperature=4.0, fpu_reduction=0.0)
LEARNED_CONFIG = SearchConfig(
    ROLLOUT_THEN_VALUE_NETWORK,
    c_puct=0.8,
    prior_temperature=1.5,
    fpu_reduction=0.05,
    heuristic_weight=0.3,
)
#: With more than two players, whose replies are harder to predict, priors are flatter.
MULTIPLAYER_CONFIG = LEARNED_CONFIG._replace(prior_temperature=2.5)

#: Fewer visits than without networks for the same strength.
LEARNED_LEVELS = {
    7: replace(LEVELS[6], visits=38),
    8: replace(LEVELS[7], visits=118),
    9: replace(LEVELS[8], visits=450),
    10: LEVELS[9],
}
