"""One-page summaries of the rules, in English, German and Swedish, as Markdown beside this file."""

import os
from collections.abc import Mapping
from importlib.resources import files

LANGUAGES = ("en", "de", "sv")


def reader_language(environment: Mapping[str, str] = os.environ) -> str:
    """The language of the reader's locale if we have it, else English."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if locale := environment.get(name):  # the first one set decides, as POSIX has it
            language = locale[:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


def summary(game: str, language: str) -> str:
    """The Markdown text of a game's summary."""
    return files(__name__).joinpath(f"{game}.{language}.md").read_text(encoding="utf-8")
