"""Every message of the pages, found in the sources; run as a script, it brings the catalogues up to
date: new messages are added (and are to be translated), those that are gone are removed.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.pofile import read_po, write_po

from azulejos import draw
from azulejos.bots import LEVELS, default_levels
from azulejos.games import all_games
from azulejos.web import reason_words

WEB = Path(reason_words.__file__).parent
LANGUAGES = ("de", "sv")
Message = str | tuple[str, str]


def in_sources() -> dict[Message, set[str]]:
    """All messages, with the files they stand in."""
    found: dict[Message, set[str]] = defaultdict(set)
    method = {".py": "python", ".js": "javascript", ".html": "jinja2.ext:babel_extract"}
    places = {path: path.relative_to(WEB).as_posix() for path in WEB.rglob("*")}
    for name, game in all_games().items():
        places |= {path: f"games/{name}/{path.name}" for path in (game.folder / "web").glob("*")}
    for path, place in sorted(places.items()):
        if path.suffix in method and "locale" not in path.parts:
            for message in _extracted(path, method[path.suffix]):
                found[message].add(place)
            if path.suffix == ".py":
                for message in refusals(path):
                    found[message].add(place)
    for name, word in draw.ENGLISH.items():
        place = "draw/words.py"
        for game, spec in all_games().items():
            if name in getattr(spec.part("drawing"), "WORDS", ()):
                place = f"games/{game}/drawing.py"
        if name in draw.PLURALS:
            found[word, draw.ENGLISH[draw.PLURALS[name]]].add(place)
        elif name not in draw.PLURALS.values():
            found[word].add(place)
    opponents = {f"games/{game}/levels.py": levels for game, levels in LEVELS.items()}
    for place, levels in {**opponents, "bots/default_levels.py": default_levels.LEVELS}.items():
        for level in levels:
            found[level.name].add(place)
            found[level.manner].add(place)
    for message in (*reason_words.REASONS, *reason_words.COLOURS.values()):
        found[message].add("reason_words.py")
    return found


def _extracted(path: Path, method: str) -> Iterator[Message]:
    keywords = {"_": None, "gettext": None, "ngettext": (1, 2)}
    with path.open("rb") as file:
        for _, message, _, _ in extract(method, file, keywords, options={"silent": "false"}):
            if isinstance(message, tuple):
                yield message[0], message[1]
            elif message:
                yield message


def refusals(path: Path) -> Iterator[str]:
    """What the service says when it refuses something, where it is a fixed sentence."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
            for argument in node.args[2:3]:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def path_of(language: str) -> Path:
    return WEB / "locale" / language / "LC_MESSAGES" / "azulejos.po"


def written(language: str) -> Catalog:
    with path_of(language).open("rb") as file:
        return read_po(file, locale=language)


def key(message: Message) -> str:
    return message if isinstance(message, str) else message[0]


def renewed(language: str) -> tuple[str, list[str]]:
    """A catalogue brought up to date, as text, and the messages that lack a translation."""
    old = written(language) if path_of(language).exists() else Catalog(locale=language)
    new = Catalog(locale=language)
    missing = []
    for message, places in sorted(in_sources().items(), key=lambda item: key(item[0]).lower()):
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


if __name__ == "__main__":
    for one in LANGUAGES:
        text, lacking = renewed(one)
        path_of(one).parent.mkdir(parents=True, exist_ok=True)
        path_of(one).write_text(text, encoding="utf-8")
        for untranslated in lacking:
            print(f"{one}: {untranslated}")
