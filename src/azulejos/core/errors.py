"""What can be wrong with what a caller gives us, and what is not installed.

The former are ValueErrors that say what and where, as data and as an English sentence.
"""

from azulejos.core.messages import Messages
from azulejos.core.reasons import AS_TEXT, Reason


class MissingExtra(ModuleNotFoundError):
    """Something needs an extra of azulejos that is not installed; the message names it."""


def without_extra(error: ModuleNotFoundError, extra: str) -> MissingExtra:
    """The same error, which says in a sentence what to install."""
    if isinstance(error, MissingExtra):
        return error
    package = (error.name or "").partition(".")[0]
    told = f"{package} is not installed: pip install 'azulejos[{extra}]' adds it"
    return MissingExtra(told, name=package)


class InputError(ValueError):
    """Something from outside that cannot be taken; nothing has changed.

    reason: why, as data (an English text where only the author of a program is told). place: where
    it is wrong, from the outermost in: the entry of a record, the path in data ("" is all of it),
    the move that was tried. The error's own text is both, in English.
    """

    def __init__(self, why: Reason | str, *place: str) -> None:
        self.reason = why if isinstance(why, Reason) else AS_TEXT(text=why)
        self.place = place
        super().__init__(self.said())

    def said(self, words: Messages | None = None) -> str:
        """Where and why, in the language of these words; without words as `Reason.said`."""
        # A sentence may name the innermost place itself.
        before = self.place[:-1] if self.reason.names_path else self.place
        shown = (part or "top level" for part in before)
        return ": ".join((*shown, self.reason.said(words)))


class OptionError(InputError):
    """A game cannot be set up with these options."""


class IllegalMove(InputError):
    """A move that breaks a rule; the message names the rule. The game is unchanged."""


class MalformedMove(IllegalMove):
    """Something that is no move at all: a text that cannot be read, or a wrong type."""


class PositionError(InputError):
    """A position, as data or as text, that cannot exist; the message says where it is wrong."""


class RecordError(InputError):
    """A record that does not replay; the message names the entry at fault."""


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message says why, and what to do."""
