"""What moves and draws of every game have in common: they are found by their texts and numbers."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from azulejos.core.errors import MalformedMove
from azulejos.core.reasons import ReasonKind, given

Value = TypeVar("Value")


def parsed(text: object, known: Mapping[str, Value], otherwise: ReasonKind) -> Value:
    """What a text stands for; MalformedMove if it stands for nothing.

    known: values by all their texts. otherwise: why it is refused, with the part `typed`.
    """
    found = known.get(text) if isinstance(text, str) else None
    if found is None:
        raise MalformedMove(otherwise(typed=given(text)))
    return found


def numbered(number: int, values: Sequence[Value]) -> Value:
    """The value with this number; IndexError if there is none."""
    if number < 0:
        raise IndexError(f"there is no action {number}")
    return values[number]
