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
#: The bot one meets where nothing else is said.
USUAL_LEVEL = 3


@dataclass(frozen=True)
class Seat:
    """One seat. `token_hash` is of the token that moves for it; `taken`: somebody sits there."""

    kind: Kind
    name: str = ""
    level: int | None = None
    token_hash: str | None = None
    taken: bool = True

    def sat_on(self, name: str, token_hash: str) -> "Seat":
        """The seat with somebody on it."""
        return replace(self, name=name, token_hash=token_hash, taken=True)

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
    """A seat as it is stored; its hashed token under the name that the first tables gave it."""
    data = asdict(seat)
    data["holder"] = data.pop("token_hash")
    return data


def seat_from_dict(data: dict[str, Any]) -> Seat:
    """The inverse."""
    data = dict(data)
    return Seat(token_hash=data.pop("holder", None), **data)
