"""What can be chosen for a game, declared once.

`OPTIONS` of a game's module `options` says all of it, the number of players, the seed and who
begins aside. From it are made what the constructor checks (`read_options`), the options of the
command line, OpenSpiel's parameters (`Option.as_parameter`), what an API takes (`schema`), and the
fields of a form. That module is read before the compiler is there, so it imports none.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from azulejos.core import reasons
from azulejos.core.errors import OptionError
from azulejos.core.plain_data import Reader
from azulejos.core.reasons import given

#: Who brings chance in: the game's own generator, or whoever follows a real table.
BY_WHOM = ("auto", "manual")
#: How no limit is written.
UNLIMITED = "unlimited"


@dataclass(frozen=True, kw_only=True)
class Option(ABC):
    """Something that can be chosen for a game.

    name: of the constructor's argument. help: what it is, a short sentence in English. default: as
    plain data. label: what a form calls it, a message that the game's catalogues translate.
    on_form: whether a form offers it. alone: whether it is only for who plays alone. is_chance:
    whether it says who brings chance in, which only people choose.
    """

    name: str
    help: str
    default: Any
    label: str = ""
    on_form: bool = True
    alone: bool = False
    is_chance: bool = False

    @property
    def title(self) -> str:
        """The label; of an option without one, its name."""
        return self.label or self.name.replace("_", " ").capitalize()

    @property
    def messages(self) -> tuple[str, ...]:
        """All that is said of it on a form, in English."""
        return (self.label,) if self.label else ()

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

    def as_number(self, value: Any) -> int:
        """The value as compiled rules take it: see `as_numbers`."""
        return int(self.as_parameter(value))

    def _described(self, values: Mapping[str, Any]) -> dict[str, Any]:
        return {**values, "default": self.default, "description": self.help}


@dataclass(frozen=True, kw_only=True)
class Choice(Option):
    """One of a few words.

    labels: what a form calls the choices; a choice without a label goes by itself. offered: the
    choices of a form, the usual one first; none named: all.
    """

    choices: tuple[str, ...]
    default: str
    labels: Mapping[str, str] = field(default_factory=dict)
    offered: tuple[str, ...] = ()

    @property
    def messages(self) -> tuple[str, ...]:
        return (*super().messages, *self.labels.values())

    def read(self, given: Reader) -> str:
        return given.word(self.choices)

    def from_text(self, text: str) -> str:
        return text

    def as_number(self, value: Any) -> int:
        return self.choices.index(value)

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
            raise OptionError(reasons.EXPECTED_FLAG(given=given(text)))
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
            told = given(text)
            raise OptionError(
                reasons.EXPECTED_NUMBER_OR_NONE(none=UNLIMITED, given=told)
                if self.can_be_unlimited
                else reasons.EXPECTED_NUMBER(given=told)
            ) from None

    def schema(self) -> dict[str, Any]:
        kind: Any = ["integer", "null"] if self.can_be_unlimited else "integer"
        return self._described({"type": kind, "minimum": self.least, "maximum": self.most})

    def as_parameter(self, value: Any) -> int | str | bool:
        return -1 if value is None else int(value)

    def of_parameter(self, parameter: Any) -> Any:
        return None if self.can_be_unlimited and parameter == -1 else parameter


@dataclass(frozen=True, kw_only=True)
class Rows(Option):
    """A list of texts, at most `most`; as one text they are joined by "/".

    check: reads them. examples: what a form offers, by their labels, the default first; without
    examples it takes a text.
    """

    most: int
    default: Sequence[str]
    check: Callable[[Reader], list[str]]
    examples: Mapping[str, Sequence[str]] = field(default_factory=dict)

    @property
    def messages(self) -> tuple[str, ...]:
        return (*super().messages, *self.examples)

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


def read_given_options(options: Options, given: Reader) -> dict[str, Any]:
    """Those options that are given, checked, as plain data."""
    return {
        option.name: option.read(given[option.name])
        for option in options
        if option.name in given.mapping()
    }


def as_numbers(options: Options, choices: Mapping[str, Any]) -> list[int]:
    """Checked options as compiled rules take them, one number each; what is not chosen is usual.

    The number of a choice is its place, and no limit is −1. That of rows is the place behind all
    these where they stand as one text, its characters' numbers with a 0 behind.
    """
    numbers = [0] * len(options)
    for place, option in enumerate(options):
        value = choices.get(option.name, option.default)
        if isinstance(option, Rows):
            numbers[place] = len(numbers)
            numbers += [*map(ord, option.as_parameter(value)), 0]
        else:
            numbers[place] = option.as_number(value)
    return numbers


def schema(options: Options) -> dict[str, Any]:
    """The options that may be given, none of them required, as JSON Schema of an object."""
    properties = {option.name: option.schema() for option in options}
    return {"type": "object", "properties": properties, "additionalProperties": False}
