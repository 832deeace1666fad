"""The seats of a table: who may sit there, who does, and by which token."""

import hashlib
import secrets
import unicodedata
from collections.abc import Collection
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

#: "me" and "here" are people at the screen where the table was made; "link" comes by a link.
Kind = Literal["me", "here", "link", "bot"]
NAME_LIMIT = 24


@dataclass(frozen=True)
class Seat:
    """One seat. `token_hash` is of the token that moves for it; `taken`: somebody sits there."""

    kind: Kind
    name: str = ""
    level: int | None = None
    token_hash: str | None = None
    taken: bool = True
    #: Decisions in which a hint was taken.
    hints: int = 0
    #: A bot keeps the seat of somebody who has left, until somebody sits down.
    is_kept: bool = False

    def sat_on(self, name: str, token_hash: str) -> "Seat":
        """The seat with somebody on it."""
        if self.is_kept:
            return Seat("link", name, token_hash=token_hash, hints=self.hints)
        return replace(self, name=name, token_hash=token_hash, taken=True)

    def left_to(self, level: int | None) -> "Seat":
        """The seat without who sat there: a bot of this level keeps it, or it is free."""
        if level is None:
            return Seat("link", taken=False, hints=self.hints)
        return Seat("bot", level=level, hints=self.hints, is_kept=True)

    @property
    def is_open(self) -> bool:
        """Whether somebody can sit down."""
        return self.is_kept or not self.taken

    @property
    def is_bot(self) -> bool:
        return self.kind == "bot"


def new_token() -> str:
    """An unguessable token: 192 bits."""
    return secrets.token_urlsafe(24)


def hash_of(token: str) -> str:
    """What is kept of a token. It has more chance in it than anyone can try out: no salt needed."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def held_by(seats: Collection[Seat], token_hashes: Collection[str]) -> tuple[int, ...]:
    """Numbers of the seats on which somebody with one of these hashed tokens sits.

    A friend's link is no seat yet: whoever made the table knows it too.
    """
    return tuple(
        number
        for number, seat in enumerate(seats)
        if seat.taken and seat.token_hash in token_hashes
    )


def tidy_name(name: str) -> str:
    """A name as it is kept: printable, on one line, without spaces around, not too long."""
    name = unicodedata.normalize("NFC", name)
    name = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(name.split())[:NAME_LIMIT].strip()


def seat_to_dict(seat: Seat) -> dict[str, Any]:
    """A seat of a new table as it is stored: a bot that keeps one keeps it for good there."""
    stored = asdict(seat)
    del stored["is_kept"]
    return stored


def seat_from_dict(data: dict[str, Any]) -> Seat:
    """The inverse."""
    return Seat(**data)
