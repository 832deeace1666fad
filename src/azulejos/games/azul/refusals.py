"""The reasons for refusing moves and positions of Azul, in the order of their numbers."""

from azulejos.core.placing import Impossible
from azulejos.core.reasons import GAME_OVER, NOTHING_ENDED
from azulejos.games.azul import reasons
from azulejos.games.azul.components import COLOURS
from azulejos.games.azul.state import PHASES

#: Of a move, by its number in `host`.
REFUSALS = (
    GAME_OVER,
    reasons.NOT_DEALT_YET,
    reasons.TILE_FIRST,
    reasons.TILED_FROM_TOP,
    reasons.SPACE_OCCUPIED,
    reasons.COLOUR_IN_COLUMN,
    reasons.OFFER_GOES_ON,
    reasons.NO_SUCH_FACTORY,
    reasons.NOT_IN_CENTRE,
    reasons.NOT_IN_FACTORY,
    reasons.LINE_COMPLETE,
    reasons.LINE_HOLDS_OTHER,
    reasons.COLOUR_IN_ROW,
)
#: Of a position, by its number in `placing`.
IMPOSSIBLE = (
    Impossible(reasons.FACTORY_HOLDS, "factories[{factory}]"),
    Impossible(reasons.OTHER_COLOUR_HERE, "boards[{player}].wall[{row}][{column}]"),
    Impossible(reasons.TWICE_IN_ROW, "boards[{player}].wall[{row}][{column}]"),
    Impossible(reasons.TWICE_IN_COLUMN, "boards[{player}].wall[{row}][{column}]"),
    Impossible(reasons.SHOWN_IN_ROW, "boards[{player}].lines[{line}].colour"),
    Impossible(reasons.TILES_OF_COLOUR),
    Impossible(reasons.NOTHING_OFFERED, "phase"),
    Impossible(reasons.STILL_OFFERED, "phase"),
    Impossible(reasons.COMPLETE_LINE_IN, "boards[{player}].lines"),
    Impossible(reasons.CLEARED_IN, "boards[{player}].floor"),
    Impossible(reasons.MARKER_HELD_IN, "marker_in_centre"),
    Impossible(reasons.ONLY_ONE_MARKER, "boards"),
    Impossible(reasons.MARKER_BEFORE, "first"),
    Impossible(reasons.MARKER_NOWHERE, "marker_in_centre"),
    Impossible(reasons.ROW_ENDS_GAME, "boards[{player}].wall"),
    Impossible(reasons.IDLE_LIMIT_ENDS_GAME, "idle"),
    Impossible(NOTHING_ENDED, "phase"),
    Impossible(reasons.MARKERS_OWNERS_TURN, "turn"),
    Impossible(reasons.NOTHING_LEFT_TO_DEAL, "phase"),
    Impossible(reasons.NO_LINE_COMPLETABLE, "phase"),
    Impossible(reasons.NO_DECISIONS, "phase"),
    Impossible(reasons.PLAYER_TILES_FIRST, "turn"),
    Impossible(reasons.NOWHERE_TO_GO, "boards[{player}].lines[{line}]"),
    Impossible(reasons.NOTHING_TO_TILE, "phase"),
)
PART_WORDS = {"colour": tuple(COLOURS), "phase": PHASES}
