"""The opponents of Azul, and how the game is searched."""

from dataclasses import replace

from azulejos.bots.levels import Level
from azulejos.games.azul import tastes
from azulejos.search.config import ROLLOUT, ROLLOUT_THEN_VALUE_NETWORK, SearchConfig

LEVELS = (
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
)

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

LEARNED_LEVELS = {7: replace(LEVELS[6], visits=4), 8: LEVELS[7]}
