"""What happens in a game of Fileira: the kinds of facts that its rules tell."""

from azulejos.core.facts import FactKind

KINDS = (
    #: A tile is laid in a place of a player's row; `player` is who laid it.
    FactKind("lay", ("row", "place", "number")),
    #: What that changes: rises that are there now and were not, less those that are broken.
    FactKind("rises", ("rises",), scores=True),
    #: A row rises from its first place to its last.
    FactKind("full rise", scores=True),
    FactKind("end"),
)
LAY, RISES, FULL_RISE, END = range(len(KINDS))
