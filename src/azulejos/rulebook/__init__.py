"""One-page summaries of the rules in three languages, as Markdown in each game's folder."""

import os
from collections.abc import Mapping

from azulejos import games

LANGUAGES = ("en", "de", "sv")


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """The reader's language if we have it, else English; found the way gettext does it.

    The first of the three that is set is the locale. Unless that is C, LANGUAGE may give a list of
    languages instead of it, separated by colons, the favourite first.
    """
    settings = (environment.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next(filter(None, settings), "C")
    if locale.split(".")[0] in ("C", "POSIX"):
        return "en"
    wanted = [name[:2].lower() for name in (environment.get("LANGUAGE") or locale).split(":")]
    return next((language for language in wanted if language in LANGUAGES), "en")


class NoRules(ValueError):
    """A game has brought no summary of its rules."""


def summary(game: str, language: str) -> str:
    """The Markdown text of a game's summary: in English where it has none in this language."""
    spec = games.spec(game)
    pages = (spec.folder / "rulebook" / f"{wanted}.md" for wanted in (language, "en"))
    page = next((page for page in pages if page.exists()), None)
    if page is None:
        raise NoRules(f"{spec.title} has no page of rules")
    return page.read_text(encoding="utf-8")


def is_there(game: str) -> bool:
    """Whether a game brings a page of its rules."""
    return (games.spec(game).folder / "rulebook" / "en.md").exists()
