"""The opponents of Azuleo, and how the game is searched."""

from dataclasses import replace

from azulejos.bots.levels import Level
from azulejos.games.azuleo import tastes
from azulejos.search.config import MIXED, ROLLOUT, SearchConfig

LEVELS = (
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
)

HEURISTIC_CONFIG = SearchConfig(ROLLOUT, c_puct=0.7, prior_temperature=3.0, fpu_reduction=0.0)
LEARNED_CONFIG = SearchConfig(
    MIXED, c_puct=0.4, prior_temperature=1.3, fpu_reduction=0.05, heuristic_weight=0.3
)

LEARNED_LEVELS = {7: replace(LEVELS[6], visits=30), 8: LEVELS[7]}
