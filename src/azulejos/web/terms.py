"""What is agreed on at a table besides the game's own options: a clock, and who may find it."""

from dataclasses import asdict, dataclass
from typing import Any

from azulejos.web.clocks import ClockTerms


@dataclass(frozen=True)
class Terms:
    """listed: whether it is among the open tables, where strangers find it. clock: if any."""

    listed: bool = False
    clock: ClockTerms | None = None


#: What is agreed on where nothing is said.
USUAL = Terms()


def terms_to_dict(terms: Terms) -> dict[str, Any] | None:
    """Terms as they are stored; None: the usual ones."""
    return None if terms == USUAL else asdict(terms)


def terms_from_dict(data: dict[str, Any] | None) -> Terms:
    """The inverse."""
    if data is None:
        return USUAL
    clock = data.get("clock")
    return Terms(data["listed"], None if clock is None else ClockTerms(**clock))
