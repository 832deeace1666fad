"""What the service refuses: each refusal has a code for programs and words for people."""

import math


class Refusal(Exception):
    """Something that is not done; nothing has changed. `status` is the HTTP status to answer."""

    def __init__(
        self, status: int, code: str, message: str, retry_after: float | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.retry_after = None if retry_after is None else max(1, math.ceil(retry_after))

    def to_dict(self) -> dict[str, dict[str, str | int]]:
        """As plain data, the way every error of the API looks."""
        told: dict[str, str | int] = {"code": self.code, "message": self.message}
        if self.retry_after is not None:
            told["retry_after"] = self.retry_after
        return {"error": told}


def unknown_table() -> Refusal:
    return Refusal(404, "no_such_table", "There is no table here.")


def not_seated() -> Refusal:
    return Refusal(403, "not_seated", "Only those who sit at this table can do that.")


def nothing_to_undo() -> Refusal:
    return Refusal(409, "nothing_to_undo", "There is nothing you could take back.")


def too_long() -> Refusal:
    return Refusal(409, "too_long", "This game has gone on for too long.")


def unreadable() -> Refusal:
    return Refusal(500, "unreadable", "What is stored of this table cannot be read any more.")
