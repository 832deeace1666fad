"""The opponents of Azuleo, and how the game is searched."""

from dataclasses import replace

from azulejos.bots.levels import Level
from azulejos.games.azuleo import tastes
from azulejos.search.config import MIXED, ROLLOUT, SearchConfig

LEVELS = (
    Level(
        "Apprentice",
        "lays along the border, where it is quiet",
        taste=tastes.BORDER,
        fondness=10.0,
        error=7.2,
    ),
    Level(
        "Hand",
        "likes the middle of the board",
        taste=tastes.MIDDLE,
        fondness=6.0,
        error=6.3,
    ),
    Level(
        "Peddler",
        "always hopes for a better plate",
        taste=tastes.OTHER_PLATES,
        fondness=2.0,
        error=3.3,
    ),
    Level(
        "Layer",
        "likes company: fields with crosses all around",
        taste=tastes.COMPANY,
        fondness=4.0,
        error=3.2,
    ),
    Level("Tiler", "takes nearly all the points that lie on top", error=1.6),
    Level("Master", "looks at your answer", visits=5),
    Level("Builder", "weighs plates against fields, and leaves you little", visits=40),
    Level("Guild master", "thinks of the crosses that you may hold", visits=120),
    Level("Architect", "plans whole corners of the board", visits=800),
    Level("Royal builder", "looks as far as a moment allows", ms=200),
)
#: The bot that people meet where nothing else is said: one that errs.
USUAL_LEVEL = 3

HEURISTIC_CONFIG = SearchConfig(ROLLOUT, c_puct=0.7, prior_temperature=3.0, fpu_reduction=0.0)
LEARNED_CONFIG = SearchConfig(
    MIXED, c_puct=0.4, prior_temperature=1.3, fpu_reduction=0.05, heuristic_weight=0.3
)

#: Fewer visits than without networks for the same strength.
LEARNED_LEVELS = {
    7: replace(LEVELS[6], visits=6),
    8: replace(LEVELS[7], visits=36),
    9: replace(LEVELS[8], visits=250),
    10: LEVELS[9],
}
