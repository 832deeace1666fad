"""Plain data (what JSON can say): out of a state, and in from outside, read field by field."""

from collections.abc import Collection
from numbers import Integral
from types import SimpleNamespace
from typing import Any

from azulejos.core import reasons
from azulejos.core.errors import InputError
from azulejos.core.reasons import GIVEN, Reason, given


def shorten(data: object, length: int = 40) -> str:
    """A quotation of anything, short enough for a message however large the thing is."""
    return GIVEN.text(given(data, length), None)


def python_values(state: Any) -> SimpleNamespace:
    """The fields of a state as Python numbers and lists: much faster to look at one by one."""
    values = zip(state.dtype.names, state.item(), strict=True)
    return SimpleNamespace(
        **{name: value.tolist() if hasattr(value, "tolist") else value for name, value in values}
    )


def identical(one: object, other: object) -> bool:
    """Whether plain data says the very same: unlike ``==``, true is not 1 and 1 is not 1.0."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(identical(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(identical, one, other))
    return one == other


class Reader:
    """Reads plain data (what JSON can say) field by field; every complaint says where.

    `error` is the exception to raise, `where` the path so far, such as ``boards[1].floor``.
    """

    def __init__(self, data: object, error: type[InputError], where: str = "") -> None:
        self.data = data
        self.error = error
        self.where = where

    def fail(self, why: Reason | ValueError) -> InputError:
        """The error to raise: for this reason, or for that of an error which the data led to."""
        if isinstance(why, InputError):
            return self.error(why.reason, self.where, *why.place)
        return self.error(why if isinstance(why, Reason) else str(why), self.where)

    def __getitem__(self, key: str | int) -> "Reader":
        """The field of a dict or the item of a list, which must be there."""
        if isinstance(key, str):
            where = f"{self.where}.{key}" if self.where else key
            data = self.mapping()
            if key not in data:
                raise self.error(reasons.MISSING(path=where), where)
            return Reader(data[key], self.error, where)
        return Reader(self.array()[key], self.error, f"{self.where}[{key}]")

    def mapping(self, keys: Collection[str] | None = None) -> dict[Any, Any]:
        """The data as a dict, with no keys but these if they are given."""
        if not isinstance(self.data, dict):
            raise self.fail(reasons.EXPECTED_OBJECT(given=given(self.data)))
        if keys is not None:
            for key in self.data:
                if key not in keys:
                    raise self.fail(reasons.UNKNOWN_KEY(key=given(key)))
        return self.data

    def array(self, length: int | None = None, most: int | None = None) -> list[Any]:
        """The data as a list of this length."""
        if not isinstance(self.data, list | tuple):
            raise self.fail(reasons.EXPECTED_LIST(given=given(self.data)))
        if length is not None and len(self.data) != length:
            raise self.fail(reasons.EXPECTED_ITEMS(n=length, given=len(self.data)))
        if most is not None and len(self.data) > most:
            raise self.fail(reasons.TOO_MANY_ITEMS(n=most, given=len(self.data)))
        return list(self.data)

    def items(self, length: int | None = None, most: int | None = None) -> "list[Reader]":
        """Every item of the list, ready to be read."""
        return [self[i] for i in range(len(self.array(length, most)))]

    def number(self, least: int, most: int) -> int:
        """The data as a whole number within bounds."""
        if isinstance(self.data, bool) or not isinstance(self.data, Integral):
            raise self.fail(reasons.EXPECTED_WHOLE_NUMBER(given=given(self.data)))
        number = int(self.data)
        if least == most and number != most:
            raise self.fail(reasons.EXPECTED_EXACTLY(number=most, given=given(number)))
        if not least <= number <= most:
            raise self.fail(reasons.OUT_OF_RANGE(least=least, most=most, given=given(number)))
        return number

    def flag(self) -> bool:
        if not isinstance(self.data, bool):
            raise self.fail(reasons.EXPECTED_FLAG(given=given(self.data)))
        return self.data

    def word(self, choices: Collection[str]) -> str:
        """The data as one of a few words."""
        if not isinstance(self.data, str) or self.data not in choices:
            raise self.fail(reasons.NOT_A_CHOICE(known=tuple(choices), given=given(self.data)))
        return self.data
