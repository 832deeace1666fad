"""What a move did, as facts with numbers, told by the rules themselves while they do it.

Whoever shows a game (a page, the terminal, a review) makes words, pictures and movements of facts,
and nobody reckons points a second time. In a kernel, facts are rows of an array: int32
(MAX_FACTS + 1, FACT_WIDTH). Row 0 begins with how many there are; each row after it is a kind, a
player (−1: nobody), the points that the player's score changed by, and what else the kind has.
A game's module `facts` declares its `KINDS`. A fact tells nothing that some player cannot see.

Rules that can tell take `facts` as their last argument. It is None where moves are only played:
the compiler then leaves out every branch that tells, and playing is as fast as before.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from azulejos.core.compiled import compiled

#: No entry of any game has more, with the draws that follow it.
MAX_FACTS = 127
#: Kind, player, points, and up to five numbers more.
FACT_WIDTH = 8


class FactKind(NamedTuple):
    """A kind of facts: its name, and the names of its numbers after player and points.

    scores: whether facts of this kind change scores. closes_round: whether a round is over with it.
    breaks_ties: whether, of players with equal points, those are ahead to whom the last entry of
    the game tells more of them.
    """

    name: str
    fields: tuple[str, ...] = ()
    scores: bool = False
    closes_round: bool = False
    breaks_ties: bool = False


@dataclass(frozen=True)
class Fact:
    """Something that happened. player: None where it is nobody's. numbers: by name."""

    kind: str
    player: int | None
    points: int
    numbers: Mapping[str, int]

    def __getitem__(self, name: str) -> int:
        return self.numbers[name]

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        return {"kind": self.kind, "player": self.player, "points": self.points, **self.numbers}


def room_for_facts() -> NDArray[np.int32]:
    """Room for all the facts of an entry, and none in it."""
    return np.zeros((MAX_FACTS + 1, FACT_WIDTH), np.int32)


@compiled
def note(
    facts: Any,
    kind: int,
    player: int,
    points: int,
    first: int = 0,
    second: int = 0,
    third: int = 0,
    fourth: int = 0,
    fifth: int = 0,
) -> None:
    """Append a fact: its kind, player, points, and the kind's numbers in their order."""
    n = facts[0, 0] + 1
    facts[0, 0] = n
    facts[n, 0] = kind
    facts[n, 1] = player
    facts[n, 2] = points
    facts[n, 3] = first
    facts[n, 4] = second
    facts[n, 5] = third
    facts[n, 6] = fourth
    facts[n, 7] = fifth


def read_facts(kinds: Sequence[FactKind], facts: NDArray[np.int32]) -> Iterator[Fact]:
    """The facts that stand in an array (MAX_FACTS + 1, FACT_WIDTH), as objects."""
    for number, player, points, *rest in facts[1 : facts[0, 0] + 1].tolist():
        kind = kinds[number]
        numbers = dict(zip(kind.fields, rest, strict=False))
        yield Fact(kind.name, player if player >= 0 else None, points, numbers)
