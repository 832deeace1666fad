"""What happens in a game of Azuleo: the kinds of facts that its rules tell (see `core.facts`).

Fields, orientations, kinds of crosses and plates are the kernel's numbers (see `components`);
corners count clockwise from the north-west one. Which cross a player draws is no fact: the others
do not see it.
"""

from azulejos.core.facts import FactKind

KINDS = (
    #: A cross is laid; what it scores follows.
    FactKind("lay", ("field", "orientation")),
    #: Two or three triangles at a corner of the cross match a plate of the player's side.
    FactKind("pair", ("field", "corner", "triangles", "plate"), scores=True),
    #: Four: an azuleo. plate: the one it matches, −1 if it matches none.
    FactKind("azuleo", ("field", "corner", "plate"), scores=True),
    #: A blockade cross on an unplayable field; how: BY_PLAYER, BY_ITSELF, AT_THE_END.
    FactKind("blockade", ("field", "how"), scores=True),
    #: A plate is put down, for the n-th time in a row.
    FactKind("swap", ("plate", "number")),
    #: A cross is shown and put down.
    FactKind("exchange", ("cross",)),
    FactKind("pass"),
    #: A player draws a cross.
    FactKind("cross"),
    #: A player draws a plate.
    FactKind("plate", ("plate",)),
    #: The cross that the first player is to lay is drawn.
    FactKind("start", ("cross",)),
    #: The game is over; reason: ALL_LAID, NOTHING_FITS, NO_LAYS.
    FactKind("end", ("reason",)),
)

LAY, PAIR, AZULEO, BLOCKADE_LAID, SWAP, EXCHANGE = range(6)
PASS, CROSS_DRAWN, PLATE_DRAWN, START_DRAWN, END = range(6, len(KINDS))
#: How a blockade came to lie: claimed, laid by itself before a turn, or after the last one.
BY_PLAYER, BY_ITSELF, AT_THE_END = range(3)
#: Why a game ends: the last cross is laid; none fits any more; too many turns without a lay.
ALL_LAID, NOTHING_FITS, NO_LAYS = range(3)
#: In place of a plate.
NO_PLATE = -1
