"""What can be chosen for a game, declared once.

`OPTIONS` of a game's module `options` says all of it, the number of players, the seed and who
begins aside. From it are made what the constructor checks (`read_options`), the options of the
command line, OpenSpiel's parameters (`Option.as_parameter`), and what an API or a form may offer
(`schema`). That module is read before the compiler is there, so it imports none.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from azulejos.core.errors import OptionError
from azulejos.core.plain_data import Reader, shorten

#: Who brings chance in: the game's own generator, or whoever follows a real table.
BY_WHOM = ("auto", "manual")
#: How no limit is written.
UNLIMITED = "unlimited"


@dataclass(frozen=True, kw_only=True)
class Option(ABC):
    """Something that can be chosen for a game.

    name: of the constructor's argument. help: what it is, a short sentence in English. default: as
    plain data. is_chance: whether it says who brings chance in, which only people choose.
    """

    name: str
    help: str
    default: Any
    is_chance: bool = False

    @abstractmethod
    def read(self, given: Reader) -> Any:
        """The value as plain data, checked; the reader's error says what is wrong."""

    @abstractmethod
    def from_text(self, text: str) -> Any:
        """The value that a text stands for, as far as it can be read; OptionError if it cannot."""

    @abstractmethod
    def schema(self) -> dict[str, Any]:
        """The values as JSON Schema, with the default and the help as its description."""

    def as_parameter(self, value: Any) -> int | str | bool:
        """The value as one number, text or truth value."""
        plain: int | str | bool = value
        return plain

    def of_parameter(self, parameter: Any) -> Any:
        """The value that `as_parameter` gave this for."""
        return parameter

    def _described(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {**values, "default": self.default, "description": self.help}


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few words."""

    choices: tuple[str, ...]
    default: str

    def read(self, given: Reader) -> str:
        return given.word(self.choices)

    def from_text(self, text: str) -> str:
        return text

    def schema(self) -> dict[str, Any]:
        return self._described({"enum": list(self.choices)})


@dataclass(frozen=True, kw_only=True)
class Flag(Option):
    """True or false."""

    default: bool = False

    def read(self, given: Reader) -> bool:
        return given.flag()

    def from_text(self, text: str) -> bool:
        if text not in ("true", "false"):
            raise OptionError(f"expected true or false, not {shorten(text)}")
        return text == "true"

    def schema(self) -> dict[str, Any]:
        return self._described({"type": "boolean"})


@dataclass(frozen=True, kw_only=True)
class Number(Option):
    """A whole number from `least` to `most`, 0 or more. can_be_unlimited: None is no limit."""

    least: int
    most: int
    default: int | None
    can_be_unlimited: bool = False

    def read(self, given: Reader) -> int | None:
        if self.can_be_unlimited and given.data is None:
            return None
        return given.number(self.least, self.most)

    def from_text(self, text: str) -> int | None:
        if self.can_be_unlimited and text == UNLIMITED:
            return None
        try:
            return int(text)
        except ValueError:
            expected = f"a number or {UNLIMITED}" if self.can_be_unlimited else "a number"
            raise OptionError(f"expected {expected}, not {shorten(text)}") from None

    def schema(self) -> dict[str, Any]:
        kind: Any = ["integer", "null"] if self.can_be_unlimited else "integer"
        return self._described({"type": kind, "minimum": self.least, "maximum": self.most})

    def as_parameter(self, value: Any) -> int | str | bool:
        return -1 if value is None else int(value)

    def of_parameter(self, parameter: Any) -> Any:
        return None if self.can_be_unlimited and parameter == -1 else parameter


@dataclass(frozen=True, kw_only=True)
class Rows(Option):
    """A list of texts, at most `most`; as one text they are joined by "/". check: reads them."""

    most: int
    default: Sequence[str]
    check: Callable[[Reader], list[str]]

    def read(self, given: Reader) -> list[str]:
        return self.check(given)

    def from_text(self, text: str) -> list[str]:
        return text.split("/")

    def schema(self) -> dict[str, Any]:
        values = {"type": "array", "items": {"type": "string"}, "maxItems": self.most}
        return self._described(values)

    def as_parameter(self, value: Any) -> str:
        return "/".join(value)

    def of_parameter(self, parameter: Any) -> list[str]:
        return self.from_text(parameter)


Options = tuple[Option, ...]


def read_options(options: Options, given: Reader) -> dict[str, Any]:
    """Every option by its name, checked, as plain data; `given` has them all."""
    return {option.name: option.read(given[option.name]) for option in options}


def schema(options: Options) -> dict[str, Any]:
    """The options that may be given, none of them required, as JSON Schema of an object."""
    properties = {option.name: option.schema() for option in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}
