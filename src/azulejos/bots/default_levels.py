"""The opponents of a game that brings none: they play random games to the end, ever more.

With heuristics of its own the game is searched by them instead.
"""

from azulejos.bots.levels import Level
from azulejos.search.config import ROLLOUT, SearchConfig

LEVELS = (
    Level("Apprentice", "tries out a move or two", visits=8),
    Level("Hand", "plays a few games in its head", visits=40),
    Level("Journeyman", "plays many games in its head", visits=200),
    Level("Master", "plays as many games in its head as fit into a moment", ms=200),
)
USUAL_LEVEL = 1
#: With as good as no priors: every action is tried before one is tried often.
HEURISTIC_CONFIG = SearchConfig(ROLLOUT, c_puct=1.0, prior_temperature=1.0, fpu_reduction=0.0)
LEARNED_CONFIG = HEURISTIC_CONFIG
MULTIPLAYER_CONFIG = None
#: No level has networks.
LEARNED_LEVELS: dict[int, Level] = {}
