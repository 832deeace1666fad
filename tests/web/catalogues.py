"""Every message of the pages, found in the sources; run as a script, it brings the catalogues up to
date: new messages are added (and are to be translated), those that are gone are removed.

Each game has catalogues of its own for what only it says; an owner is a game's name, or None for
all else.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from azulejos import analysis, draw, puzzles
from azulejos.bots import LEVELS, default_levels
from azulejos.core import reasons
from azulejos.draw.words import COMMON
from azulejos.games import all_games, spec
from azulejos.web import languages
from azulejos.web.languages import path_of

WEB = Path(languages.__file__).parent
ANALYSIS = Path(analysis.__file__).parent
PUZZLES = Path(puzzles.__file__).parent
LANGUAGES = ("de", "sv")
METHODS = {".py": "python", ".js": "javascript", ".html": "jinja2.ext:babel_extract"}
Message = str | tuple[str, str]


def owners() -> tuple[str | None, ...]:
    """All that have catalogues."""
    return None, *all_games()


def messages() -> set[Message]:
    """All messages of all owners."""
    return {message for owner in owners() for message in in_sources(owner)}


def in_sources(owner: str | None) -> dict[Message, set[str]]:
    """The messages of an owner's catalogues, with the files they stand in.

    What the rest says too a game need not translate, unless of these only its scripts say it: the
    scripts are sent no other messages.
    """
    found = _of_shared_sources() if owner is None else _of_game(owner)
    if owner is None:
        return found
    shared = _of_shared_sources()
    return {
        message: places
        for message, places in found.items()
        if message not in shared or _is_said_by_scripts(places, shared[message])
    }


def _is_said_by_scripts(here: set[str], elsewhere: set[str]) -> bool:
    """Whether scripts here say it, and none elsewhere."""
    return any(place.endswith(".js") for place in here) and not any(
        place.endswith(".js") for place in elsewhere
    )


@cache
def _of_shared_sources() -> dict[Message, set[str]]:
    found = _in_folder(WEB)
    for message, places in _in_folder(ANALYSIS).items():
        found[message] |= {f"analysis/{place}" for place in places}
    for message, places in _in_folder(PUZZLES).items():
        found[message] |= {f"puzzles/{place}" for place in places}
    _add_drawn_words(found, COMMON, "draw/words.py")
    for level in default_levels.LEVELS:
        found[level.name].add("bots/default_levels.py")
        found[level.manner].add("bots/default_levels.py")
    for package in ("core", "web"):
        module = import_module(f"azulejos.{package}.reasons")
        _add_reasons(found, module, f"{package}/reasons.py")
    return found


def _of_game(name: str) -> dict[Message, set[str]]:
    game = spec(name)
    found = _in_folder(game.folder)
    _add_drawn_words(found, getattr(game.part("drawing"), "WORDS", {}), "drawing.py")
    if own_reasons := game.part("reasons"):
        _add_reasons(found, own_reasons, "reasons.py")
    for told in ("POINTS", "THEMES"):
        for title in getattr(game.part("words"), told, {}).values():
            found[title].add("words.py")
    for option in game.options:
        for message in option.messages:
            found[message].add("options.py")
    if game.part("levels"):
        for level in LEVELS[name]:
            found[level.name].add("levels.py")
            found[level.manner].add("levels.py")
    return found


def has_words(kind: reasons.ReasonKind) -> bool:
    """Whether there is something to translate: a sentence may consist of its parts alone."""
    return re.sub(r"\{\w+\}|\W", "", kind.english) != ""


def _add_reasons(found: dict[Message, set[str]], module: ModuleType, place: str) -> None:
    """Why things are refused, and what the parts of that are called."""
    for kind in reasons.kinds_in(module):
        if has_words(kind):
            found[kind.english if kind.many is None else (kind.english, kind.many)].add(place)
        for part in kind.parts.values():
            for name in part.names.values():
                found[name].add(place)


def _add_drawn_words(found: dict[Message, set[str]], words: Iterable[str], place: str) -> None:
    """Words on drawings, by their keys."""
    for name in words:
        if name in draw.PLURALS:
            found[draw.ENGLISH[name], draw.ENGLISH[draw.PLURALS[name]]].add(place)
        elif name not in draw.PLURALS.values():
            found[draw.ENGLISH[name]].add(place)


def _in_folder(folder: Path) -> dict[Message, set[str]]:
    """What is marked as a message in Python, scripts and templates."""
    found: dict[Message, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob("*")):
        if path.suffix in METHODS:
            place = path.relative_to(folder).as_posix()
            for message in _extracted(path, METHODS[path.suffix]):
                found[message].add(place)
    return found


def _extracted(path: Path, method: str) -> Iterator[Message]:
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    # Babel skips what a script says within `${…}` unless it is told otherwise.
    options = {"parse_template_string": "true"} if path.suffix == ".js" else {"silent": "false"}
    with path.open("rb") as file:
        for _, message, _, _ in extract(method, file, keywords, options=options):
            if isinstance(message, tuple):
                yield message[0], message[1]
            elif message:
                yield message


def written(language: str, owner: str | None) -> Catalog:
    with path_of(language, owner).open("rb") as file:
        return read_po(file, locale=language)


def key(message: Message) -> str:
    return message if isinstance(message, str) else message[0]


def renewed(language: str, owner: str | None) -> tuple[str, list[str]]:
    """A catalogue brought up to date, as text, and the messages that lack a translation."""
    is_there = path_of(language, owner).exists()
    old = written(language, owner) if is_there else Catalog(locale=language)
    new = Catalog(locale=language)
    missing = []
    for message, places in sorted(in_sources(owner).items(), key=lambda item: key(item[0]).lower()):
        before = old.get(key(message))
        text = before.string if before is not None else ""
        if isinstance(message, tuple) and isinstance(text, str):
            text = (text, text)
        new.add(message, text, locations=[(place, None) for place in sorted(places)])
        if not text or not all(text if isinstance(text, tuple) else (text,)):
            missing.append(key(message))
    file = BytesIO()
    write_po(file, new, omit_header=True, include_lineno=False, width=96)
    # Babel's own header would change with every run.
    header = (
        'msgid ""\n'
        'msgstr ""\n'
        f'"Language: {language}\\n"\n'
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
        '"MIME-Version: 1.0\\n"\n'
        '"Content-Type: text/plain; charset=utf-8\\n"\n'
        '"Content-Transfer-Encoding: 8bit\\n"\n\n'
    )
    return header + file.getvalue().decode("utf-8"), missing


def bring_up_to_date(owner: str | None) -> None:
    """Write an owner's catalogues anew, and say what lacks words."""
    if not in_sources(owner):
        return
    for language in LANGUAGES:
        text, lacking = renewed(language, owner)
        path_of(language, owner).parent.mkdir(parents=True, exist_ok=True)
        path_of(language, owner).write_text(text, encoding="utf-8")
        for untranslated in lacking:
            print(f"{language}: {untranslated}")


if __name__ == "__main__":
    from tests.third_game.installed import installed

    with TemporaryDirectory() as folder, installed(Path(folder)):
        for one in owners():
            bring_up_to_date(one)
