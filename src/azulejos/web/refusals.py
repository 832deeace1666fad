"""What the service refuses: each refusal has a code for programs and words for people."""

import math
from typing import Any

from azulejos.core.errors import InputError
from azulejos.core.reasons import Reason, ReasonKind
from azulejos.web import reasons
from azulejos.web.languages import Catalogue


class Refusal(Exception):
    """Something that is not done; nothing has changed. `status` is the HTTP status to answer.

    place: where the request is wrong, from the outermost in, where that can be said. game: whose
    words it is told in; None: those of all games.
    """

    def __init__(
        self,
        status: int,
        why: Reason,
        retry_after: float | None = None,
        *,
        place: tuple[str, ...] = (),
        game: str | None = None,
    ) -> None:
        super().__init__(str(why))
        self.status = status
        self.why = why
        self.place = place
        self.game = game
        self.retry_after = None if retry_after is None else max(1, math.ceil(retry_after))

    @property
    def code(self) -> str:
        return self.why.code

    def message(self, words: Catalogue) -> str:
        """Why, in the reader's language."""
        return words.reason(self.why)

    def sentence(self, words: Catalogue) -> str:
        """Where, and why, for who sees nothing of the data but this."""
        place = self.place[:-1] if self.why.names_path else self.place
        return ": ".join((*filter(None, place), self.message(words)))

    def to_dict(self, words: Catalogue) -> dict[str, dict[str, Any]]:
        """As plain data, the way every error of the API looks."""
        told = told_as_data(self.why, self.place, words)
        if self.retry_after is not None:
            told["retry_after"] = self.retry_after
        return {"error": told}


def told_as_data(why: Reason, place: tuple[str, ...], words: Catalogue) -> dict[str, Any]:
    """A reason for programs, and in a sentence; and where, apart from it."""
    return {**why.to_dict(), "message": words.reason(why), "place": list(place)}


def of_error(kind: ReasonKind, error: InputError, game: str) -> Refusal:
    """The refusal of what the rules of a game do not take."""
    return Refusal(422, kind(reason=error.reason), place=error.place, game=game)


def unknown_table() -> Refusal:
    return Refusal(404, reasons.NO_SUCH_TABLE())


def not_seated() -> Refusal:
    return Refusal(403, reasons.NOT_SEATED())


def nothing_to_undo() -> Refusal:
    return Refusal(409, reasons.NOTHING_TO_UNDO())


def too_long() -> Refusal:
    return Refusal(409, reasons.TOO_LONG())


def unreadable() -> Refusal:
    return Refusal(500, reasons.UNREADABLE())


def for_newer() -> Refusal:
    return Refusal(503, reasons.FOR_NEWER(), 5)
