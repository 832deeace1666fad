"""The reasons for refusing moves and positions of Azuleo, in the order of their numbers."""

from azulejos.core.placing import Impossible
from azulejos.core.reasons import GAME_OVER, NOTHING_ENDED
from azulejos.games.azuleo import reasons
from azulejos.games.azuleo.components import KINDS, PAIRS
from azulejos.games.azuleo.state import MODES, PHASES

#: Of a move, by its number in `host`.
REFUSALS = (
    GAME_OVER,
    reasons.PLATE_FIRST,
    reasons.CROSS_FIRST,
    reasons.START_FIRST,
    reasons.START_ON_DOTTED,
    reasons.START_IS,
    reasons.ONLY_LAY,
    reasons.NOT_IN_HAND,
    reasons.FIELD_OCCUPIED,
    reasons.NO_SUCH_FIELD,
    reasons.NOT_BESIDE,
    reasons.COLOUR_RULE,
    reasons.AZULEO_UNMATCHED,
    reasons.PAIR_UNMATCHED,
    reasons.CROSS_WOULD_FIT,
    reasons.BLOCKADES_USED_UP,
    reasons.NO_SUCH_PLATE,
    reasons.MOST_SWAPS,
    reasons.SWAP_FIRST,
    reasons.LAY_FIRST,
    reasons.EXCHANGE_INSTEAD,
    reasons.NO_EXCHANGES,
    reasons.NO_CROSS_TO_DRAW,
)
#: Of a position, by its number in `placing`.
IMPOSSIBLE = (
    Impossible(reasons.NO_SUCH_FIELD, "board[{row}][{column}]"),
    Impossible(reasons.BREAKS_COLOUR_RULE, "board[{row}][{column}]"),
    Impossible(reasons.BLOCKADE_WHERE_CROSS_FITS, "board[{row}][{column}]"),
    Impossible(reasons.TOO_MANY_BLOCKADES, "blockades"),
    Impossible(reasons.TOO_MANY_UNSEEN, "supply"),
    Impossible(reasons.SIDE_TO_ACT_DRAWS, "pending.side"),
    Impossible(reasons.CROSSES_OF_KIND),
    Impossible(reasons.PLATES_OF_KIND),
    Impossible(reasons.NOTHING_BEFORE_START, "board"),
    Impossible(reasons.START_MISSING, "board"),
    Impossible(reasons.START_ONLY_IN, "start"),
    Impossible(reasons.CROSSES_EXPECTED, "sides[{side}].hand"),
    Impossible(reasons.PLATES_EXPECTED, "sides[{side}].plates"),
    Impossible(reasons.IDLE_TURNS_END_GAME, "idle"),
    Impossible(NOTHING_ENDED, "phase"),
    Impossible(reasons.NO_CROSS_ENDS_GAME, "sides[{side}].hand"),
    Impossible(reasons.NOTHING_FITS, "board"),
)
#: A kind of cross, and behind them the pairs of plates; a mode; a phase.
PART_WORDS = {"kind": (*KINDS, *PAIRS), "mode": MODES, "phase": PHASES}
