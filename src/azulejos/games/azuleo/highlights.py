"""What is to be pointed out on a drawing of Azuleo."""

import re
from collections.abc import Iterable

from azulejos.core.errors import MalformedMove
from azulejos.games.azuleo.crosses import COLOURS
from azulejos.games.azuleo.drawn_position import Position


class Highlights:
    """What is to be pointed out.

    Each entry is a move as text, or a field: `c4RYBG` (shown as it would lie if the field is
    free), `#c4`, `c4`, `~RY`, `^RYBG`. Plates and hands are those of the side to move, unless a
    side goes before: `1:~RY`. A pass, `-`, points at nothing.
    """

    _FIELD, _COLOUR = "[a-z][1-9][0-9]?", f"[{COLOURS}]"
    _TEXT = re.compile(
        rf"-|#?({_FIELD})|({_FIELD})({_COLOUR}{{4}})"
        rf"|(?:([0-2]):)?(?:~({_COLOUR}{{2}})|\^({_COLOUR}{{4}}))"
    )

    def __init__(self, entries: Iterable[object], position: Position) -> None:
        """Read the entries; MalformedMove if one cannot be read."""
        self.fields: dict[str, str] = {}
        self.plates: set[tuple[int | None, str]] = set()
        self.hand: set[tuple[int | None, str]] = set()
        names = [name for _, _, name in position.places()]
        for entry in entries:
            found = self._TEXT.fullmatch(str(entry))
            if not found or (found[3] and len(set(found[3])) < 4):
                raise MalformedMove(f"highlight: {str(entry)[:40]!r} is no move and no field")
            side = int(found[4]) if found[4] else position.side_to_move()
            if field := found[1] or found[2]:
                if field not in names:
                    raise MalformedMove(f"highlight: the board has no field {field}")
                self.fields[field] = found[3] or ""
            if found[5]:
                self.plates.add((side, "".join(sorted(found[5], key=COLOURS.index))))
            if found[6]:
                self.hand.add((side, kind_of(found[6])))


def kind_of(cross: str) -> str:
    """Return a cross's colours clockwise from the first of all, however it is turned."""
    start = cross.find(COLOURS[0])
    return cross[start:] + cross[:start]
