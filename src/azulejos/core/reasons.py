"""Why something is refused: a code with parts, of which words are made where they are read.

A `ReasonKind` is declared once, with its sentence in English: those of a game in the game's module
`reasons`, those of a layer in the layer's, those of all games here. A `Reason` is one of these with
its parts: plain data, which a program can tell apart, and a sentence in any language that there is
a catalogue for.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from math import isfinite
from numbers import Integral
from types import ModuleType
from typing import Any

from azulejos.core.messages import ENGLISH, Messages

_FIELD = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class PartKind:
    """What a part of a reason is. names: the English messages that its values are called by.

    is_quoted: whether values are shown in quotation marks, as they were given.
    """

    name: str
    names: Mapping[str, str] = field(default_factory=dict)
    is_quoted: bool = False

    def text(self, value: Any, words: Messages | None) -> str:
        """A value in a sentence; without words, as notation and Python have it."""
        if isinstance(value, Reason):
            return value.said(words)
        if words is not None and isinstance(value, str) and value in self.names:
            return words.gettext(self.names[value])
        if words is not None and isinstance(value, bool | None):
            return json.dumps(value)
        if isinstance(value, tuple):
            return ", ".join(self.text(item, words) for item in value)
        return repr(value) if self.is_quoted else str(value)


#: A whole number.
NUMBER = PartKind("number")
#: A line, a column, a factory, a field: as moves are written, from 1.
PLACE = PartKind("place")
#: The index of a player, from 0.
PLAYER = PartKind("player")
#: A text as it is.
TEXT = PartKind("text")
#: One word, or a list of words, that stands so in data.
WORD = PartKind("word", is_quoted=True)
#: Plain data as they are.
DATA = PartKind("data")
#: Anything that was given: see `given`.
GIVEN = PartKind("given", is_quoted=True)
#: The path in data that an error is about, which the sentence itself names.
PATH = PartKind("path")
#: Another reason.
REASON = PartKind("reason")


@dataclass(frozen=True, init=False)
class ReasonKind:
    """A reason that something can be refused for: its code, its English sentence, its parts.

    many: the sentence where the part `n` is not 1.
    """

    code: str
    english: str
    many: str | None
    parts: Mapping[str, PartKind]

    def __init__(
        self, code: str, english: str, many: str | None = None, /, **parts: PartKind
    ) -> None:
        for name, value in (("code", code), ("english", english), ("many", many), ("parts", parts)):
            object.__setattr__(self, name, value)
        used = set(_FIELD.findall(english)) | set(_FIELD.findall(many or english))
        if used != parts.keys():
            raise ValueError(f"{code}: the sentence has other parts than {', '.join(parts)}")

    def __call__(self, **parts: Any) -> "Reason":
        if parts.keys() != self.parts.keys():
            raise TypeError(f"{self.code}: expected the parts {', '.join(self.parts)}")
        return Reason(self, {name: _python_number(part) for name, part in parts.items()})

    def __hash__(self) -> int:
        return hash(self.code)


@dataclass(frozen=True)
class Reason:
    """Why something is refused. `parts` are numbers, texts, truth values, None, or reasons."""

    kind: ReasonKind
    parts: Mapping[str, Any]

    @property
    def code(self) -> str:
        return self.kind.code

    @property
    def names_path(self) -> bool:
        """Whether the sentence itself names the path that it is about."""
        inner = (part for part in self.parts.values() if isinstance(part, Reason))
        return PATH in self.kind.parts.values() or any(part.names_path for part in inner)

    def said(self, words: Messages | None = None) -> str:
        """The sentence in the language of these words, its parts by their names there.

        Without words it is English, and the parts are as notation has them.
        """
        kind = self.kind
        parts = {name: kind.parts[name].text(part, words) for name, part in self.parts.items()}
        spoken = words or ENGLISH
        if kind.many is None:
            return spoken.gettext(kind.english, **parts)
        del parts["n"]
        return spoken.ngettext(kind.english, kind.many, self.parts["n"], **parts)

    def __str__(self) -> str:
        return self.said()

    def __hash__(self) -> int:
        return hash(str(self))

    def to_dict(self) -> dict[str, Any]:
        """As plain data, which JSON can say."""
        return {"code": self.code, "parts": {k: _plain(part) for k, part in self.parts.items()}}


def _python_number(part: Any) -> Any:
    """A number out of a state as Python has it; anything else as it is."""
    return int(part) if isinstance(part, Integral) and not isinstance(part, bool) else part


def _plain(part: Any) -> Any:
    if isinstance(part, Reason):
        return part.to_dict()
    if isinstance(part, tuple):
        return [_plain(item) for item in part]
    # Half a character, which JSON can hold, is no text that could be sent.
    return part.encode("utf-8", "backslashreplace").decode() if isinstance(part, str) else part


def kinds_in(module: ModuleType) -> Iterator[ReasonKind]:
    """What a module declares."""
    return (value for value in vars(module).values() if isinstance(value, ReasonKind))


# ── What is given ────────────────────────────────────────────────────────────────────────────────

A_LIST = ReasonKind("a_list", "a list of {n}", "a list of {n}", n=NUMBER)
AN_OBJECT = ReasonKind("an_object", "a dict of {n}", "a dict of {n}", n=NUMBER)
A_TUPLE = ReasonKind("a_tuple", "a tuple of {n}", "a tuple of {n}", n=NUMBER)
A_HUGE_NUMBER = ReasonKind("a_huge_number", "a huge number")
#: Whatever JSON cannot say, and what only the author of a program is told: English as it is.
AS_TEXT = ReasonKind("as_text", "{text}", text=TEXT)

_LARGEST = 10**30


def given(data: object, length: int = 40) -> Any:
    """A part that says what was given, short enough for a message however large the thing is."""
    if isinstance(data, str):
        text = str.__str__(data)
        return text if len(text) <= length else text[:length] + "…"
    if isinstance(data, bool | None):
        return data
    if isinstance(data, int) and abs(data) >= _LARGEST:
        return A_HUGE_NUMBER()
    if isinstance(data, int | float):
        return data if type(data) in (int, float) and isfinite(data) else AS_TEXT(text=repr(data))
    for kind, type_ in ((A_LIST, list), (AN_OBJECT, dict), (A_TUPLE, tuple)):
        if type(data) is type_:
            return kind(n=len(data))
    name = type(data).__name__
    article = "an" if name[0] in "aeiou" else "a"
    many = f" of {len(data)}" if isinstance(data, dict | list | tuple) else ""
    return AS_TEXT(text=f"{article} {name}{many}")


# ── What data can lack ───────────────────────────────────────────────────────────────────────────

MISSING = ReasonKind("missing", "{path} is missing", path=PATH)
UNKNOWN_KEY = ReasonKind("unknown_key", "unknown key {key}", key=GIVEN)
EXPECTED_OBJECT = ReasonKind("expected_object", "expected an object, not {given}", given=GIVEN)
EXPECTED_LIST = ReasonKind("expected_list", "expected a list, not {given}", given=GIVEN)
EXPECTED_ITEMS = ReasonKind(
    "expected_items",
    "expected {n} item, not {given}",
    "expected {n} items, not {given}",
    n=NUMBER,
    given=NUMBER,
)
TOO_MANY_ITEMS = ReasonKind(
    "too_many_items",
    "expected at most {n} item, not {given}",
    "expected at most {n} items, not {given}",
    n=NUMBER,
    given=NUMBER,
)
EXPECTED_TEXT = ReasonKind("expected_text", "expected a text, not {given}", given=GIVEN)
EXPECTED_NUMBER = ReasonKind("expected_number", "expected a number, not {given}", given=GIVEN)
EXPECTED_NUMBER_OR_NONE = ReasonKind(
    "expected_number_or_none",
    "expected a number or {none}, not {given}",
    none=TEXT,
    given=GIVEN,
)
EXPECTED_WHOLE_NUMBER = ReasonKind(
    "expected_whole_number", "expected a whole number, not {given}", given=GIVEN
)
EXPECTED_EXACTLY = ReasonKind(
    "expected_exactly", "expected {number}, not {given}", number=NUMBER, given=GIVEN
)
OUT_OF_RANGE = ReasonKind(
    "out_of_range",
    "expected {least} to {most}, not {given}",
    least=NUMBER,
    most=NUMBER,
    given=GIVEN,
)
EXPECTED_FLAG = ReasonKind("expected_flag", "expected true or false, not {given}", given=GIVEN)
NOT_A_CHOICE = ReasonKind(
    "not_a_choice", "expected one of {known}, not {given}", known=WORD, given=GIVEN
)
EXPECTED_DATE = ReasonKind("expected_date", "expected a date such as {example}", example=TEXT)
EXPECTED_NAME = ReasonKind("expected_name", "expected a name of at most {n} characters", n=NUMBER)
LISTED_TWICE = ReasonKind("listed_twice", "player {player} is listed twice", player=PLAYER)
NO_SEED = ReasonKind(
    "no_seed", "expected a whole number from 0 to 2**64 - 1, not {given}", given=GIVEN
)

# ── Records ──────────────────────────────────────────────────────────────────────────────────────

TURNS_BESIDE_MOVES = ReasonKind(
    "turns_beside_moves",
    "{turns} items, but there is {n} move",
    "{turns} items, but there are {n} moves",
    turns=NUMBER,
    n=NUMBER,
)
CHANCES_TURN = ReasonKind("chances_turn", "it was chance's, not {given}'s", given=GIVEN)
PLAYERS_TURN = ReasonKind(
    "players_turn", "it was player {player}'s, not {given}'s", player=PLAYER, given=GIVEN
)
OTHER_RESULT = ReasonKind("other_result", "the moves lead to {result}", result=DATA)
NO_RESULT_YET = ReasonKind("no_result_yet", "the moves lead to no result: the game is not over")
OPTIONS_DISAGREE = ReasonKind("options_disagree", "they do not agree with the position")

# ── Reasons of every game ────────────────────────────────────────────────────────────────────────

GAME_OVER = ReasonKind("game_over", "the game is over")
NOT_LEGAL = ReasonKind("not_legal", "the rules do not allow this move now")
NOT_THEIR_TURN = ReasonKind(
    "not_their_turn",
    "it is not player {player}'s turn: player {turn} is to act",
    player=GIVEN,
    turn=PLAYER,
)
EXPECTED_NULL_AT_END = ReasonKind("expected_null_at_end", "expected null: the game is over")
NOTHING_ENDED = ReasonKind("nothing_ended", "nothing has ended the game")
NO_MOVE_OF = ReasonKind("no_move_of", "{typed} is no move of {game}", typed=GIVEN, game=TEXT)
NO_POSITIONS = ReasonKind("no_positions", "this game cannot begin from a position here")
DRAWS_BY_ITSELF = ReasonKind("draws_by_itself", "this game draws by itself")
