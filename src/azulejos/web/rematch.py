"""Playing again: the same people at a new table, with their sides changed or as they were."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from azulejos.web.seats import Seat

#: What changes: who began is last now; nothing; who began, and who plays with whom.
Sides = Literal["next", "same", "partners"]


def again(
    options: Mapping[str, Any], seats: Sequence[Seat], sides: Sides
) -> tuple[dict[str, Any], list[Seat]]:
    """The options of the next game, and who sits where.

    Of four, everybody has been the first player's partner once after three changes.
    """
    numbers = list(range(len(seats)))
    if sides == "partners":
        numbers.append(numbers.pop(1))
    began = numbers.index(options["first"])
    first = began if sides == "same" else (began + 1) % len(seats)
    return {**options, "first": first}, [_once_more(seats[number]) for number in numbers]


def _once_more(seat: Seat) -> Seat:
    """Who plays on in a record from elsewhere is no longer the bot that played there."""
    return replace(seat, level=seat.level if seat.is_bot else None, hints=0, is_kept=False)
