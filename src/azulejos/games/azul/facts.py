"""What happens in a game of Azul: the kinds of facts that its rules tell (see `core.facts`).

Players, factories' tiles, lines, rows and columns count from 0; a source is 0 for the centre and n
for the n-th factory; colours are numbers in the order B Y R K W.
"""

from azulejos.core.facts import FactKind

KINDS = (
    #: The player takes so many tiles of a colour.
    FactKind("take", ("source", "colour", "count")),
    #: The player has the first-player marker; space: where on the floor line, −1 if it was full.
    FactKind("marker", ("space",)),
    #: Tiles come to lie on a pattern line.
    FactKind("place", ("line", "colour", "count")),
    #: Tiles fall: onto the floor line and, when that is full, into the lid.
    FactKind("fall", ("colour", "count", "into_lid")),
    #: A tile moves to the wall; its unbroken runs across and down, itself included.
    FactKind("tile", ("line", "column", "colour", "row_run", "column_run"), scores=True),
    #: A complete line has no place on a grey wall: its tiles fall.
    FactKind("drop", ("line", "colour", "count")),
    #: What the floor line costs, so many of its spaces being occupied; no score goes below 0.
    FactKind("floor", ("spaces",), scores=True),
    #: Complete at the end: which row, which column, which colour.
    FactKind("row", ("index",), scores=True, breaks_ties=True),
    FactKind("column", ("index",), scores=True),
    FactKind("colour", ("index",), scores=True),
    #: A round is over and the next begins, with the player who owns the marker.
    FactKind("round", ("number",), closes_round=True),
    #: The game is over; reason: ROW_COMPLETE, NOTHING_TO_DEAL, IDLE, DEAD.
    FactKind("end", ("reason",), closes_round=True),
)

TAKE, MARKER_TAKEN, PLACE, FALL, TILE, DROP = range(6)
PAY, ROW, COLUMN, COLOUR, ROUND, END = range(6, len(KINDS))
#: In place of a space of the floor line.
NO_SPACE = -1
#: Why a game ends: somebody has a complete row; no tile is left to deal; too many rounds without a
#: tile moved to a wall; no line can be completed any more.
ROW_COMPLETE, NOTHING_TO_DEAL, IDLE, DEAD = range(4)
