"""Clocks in words: for the form, the invitation and the list of open tables."""

from collections.abc import Mapping
from typing import Any

from azulejos.web.clocks import OFFERED, ClockTerms
from azulejos.web.languages import Catalogue


def time(seconds: int, words: Catalogue) -> str:
    """So many seconds in the largest unit in which they are a whole number."""
    if seconds % 86_400 == 0:
        return words.ngettext("{n} day", "{n} days", seconds // 86_400)
    if seconds % 3_600 == 0:
        return words.ngettext("{n} hour", "{n} hours", seconds // 3_600)
    if seconds % 60 == 0:
        return words.ngettext("{n} minute", "{n} minutes", seconds // 60)
    return words.ngettext("{n} second", "{n} seconds", seconds)


def told(clock: ClockTerms, words: Catalogue) -> str:
    """How long people may think."""
    base = time(clock.base, words)
    if clock.kind == "move":
        return words.gettext("{time} for each move", time=base)
    if not clock.increment:
        return words.gettext("{time} for the whole game", time=base)
    return words.gettext(
        "{time} for the whole game, and {more} more with each move",
        time=base,
        more=time(clock.increment, words),
    )


def then_words(words: Catalogue) -> dict[str, str]:
    """What happens when time is up."""
    return {
        "bot": words.gettext("A bot makes the move"),
        "seat": words.gettext("A bot takes the seat"),
        "lose": words.gettext("The game is lost"),
    }


def lines(clock: Mapping[str, Any] | None, words: Catalogue) -> list[str]:
    """The same of a table's clock, as `TableState` has it; nothing if it has none."""
    if clock is None:
        return []
    terms = ClockTerms(clock["kind"], clock["base"], clock["increment"], clock["then"])
    then = then_words(words)[terms.then]
    return [told(terms, words), words.gettext("When time is up – {then}", then=then)]


def field(chosen: str, then: str, words: Catalogue) -> dict[str, Any]:
    """What the form shows of it."""
    offered = [("", words.gettext("As long as they like"))]
    offered += [(clock.code, told(clock, words)) for clock in OFFERED]
    return {
        "choices": [(code, label, code == chosen) for code, label in offered],
        "then": [(code, label, code == then) for code, label in then_words(words).items()],
    }
