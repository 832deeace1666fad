"""What is said to people, in their language: messages are English sentences with {parts}."""

import re
from collections.abc import Mapping
from typing import Protocol


class Messages(Protocol):
    """A catalogue of messages, such as `web.languages.Catalogue`."""

    @property
    def decimal_mark(self) -> str:
        """What stands before the places of a number: "." or ","."""
        ...

    def gettext(self, message: str, **parts: object) -> str:
        """The message in this language, its {parts} filled in."""
        ...

    def ngettext(self, one: str, many: str, n: int, **parts: object) -> str:
        """The same for a number of things; {n} is the number."""
        ...


class _English:
    decimal_mark = "."

    def gettext(self, message: str, **parts: object) -> str:
        return _filled(message, parts)

    def ngettext(self, one: str, many: str, n: int, **parts: object) -> str:
        return _filled(one if n == 1 else many, {"n": n, **parts})


#: Messages as they stand in the sources.
ENGLISH: Messages = _English()


def decimal(value: float, places: int, words: Messages, *, sign: bool = False) -> str:
    """A number as it is written in a language; sign: a change, which has one unless it is 0."""
    value = round(value, places) or 0.0  # never −0
    text = f"{value:{'+' if sign and value else ''}.{places}f}"
    return text.replace("-", "−").replace(".", words.decimal_mark)


def _filled(text: str, parts: Mapping[str, object]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: str(parts.get(found[1], found[0])), text)
