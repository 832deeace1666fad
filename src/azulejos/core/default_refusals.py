"""The reasons of a game that gives none: see `default_host`."""

from azulejos.core.placing import Impossible
from azulejos.core.reasons import GAME_OVER, NO_POSITIONS, NOT_LEGAL

REFUSALS = (GAME_OVER, NOT_LEGAL)
IMPOSSIBLE = (Impossible(NO_POSITIONS),)
PART_WORDS: dict[str, tuple[str, ...]] = {}
