"""Files from and for the outside: read with care, written whole or not at all."""

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from azulejos.cli.errors import BadInput, Failed

#: Bytes. A long game's record has a few kilobytes; more than this is no record of ours.
SIZE_LIMIT = 5_000_000
#: Characters of a file's name in a message.
NAME_LIMIT = 200


def read_text(source: str) -> str:
    """The text of a file, or of stdin where the source is "-"."""
    name = shown(source)
    try:
        if source == "-":
            data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
        else:
            with open(source, "rb") as file:
                data = file.read(SIZE_LIMIT + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {name}: {reason(error)}") from error
    if len(data) > SIZE_LIMIT:
        raise BadInput(f"{name} is too large: more than {SIZE_LIMIT // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{name} is not text (byte {error.start} is not UTF-8)") from error


def read_line(source: str, number: int) -> tuple[str, int]:
    """A line of a file, which may be of any length, by its number from 1; and how many there are.

    The line is empty where there are fewer, or where it is no text.
    """
    found, lines = b"", 0
    try:
        with open(source, "rb") as file:
            while line := file.readline(SIZE_LIMIT):
                lines += 1
                if lines == number:
                    found = line
    except (OSError, ValueError) as error:
        raise BadInput(f"cannot read {shown(source)}: {reason(error)}") from error
    return found.decode("utf-8-sig", "replace"), lines


def shown(source: str) -> str:
    """A source in a message: short, and without what could steer a terminal."""
    if source == "-":
        return "standard input"
    if not source:
        return "''"
    return printable(source if len(source) <= NAME_LIMIT else source[:NAME_LIMIT] + "…")


def printable(text: str) -> str:
    """Text with a question mark for each control character."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def parse_json(text: str, name: str) -> dict[str, Any]:
    """The JSON object in a text; the name is for the message if there is none."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadInput(f"{name} is not JSON: {error.msg} at {where}") from error
    except RecursionError as error:
        raise BadInput(f"{name} is JSON nested beyond all bounds") from error
    except ValueError as error:
        raise BadInput(f"{name} is JSON with a number beyond all bounds") from error
    if not isinstance(data, dict):
        raise BadInput(f"{name} holds a JSON {type(data).__name__}; expected an object {{…}}")
    return data


def write_text(path: str, text: str) -> None:
    """Write a file; one that is there is replaced in one step: an interruption spares it."""
    try:
        target = Path(path).resolve()
        if target.exists() and not target.is_file():  # a pipe or a device is written to
            target.write_text(text, encoding="utf-8")
            return
        handle, draft = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:64]}.")
        try:
            with open(handle, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(draft, target.stat().st_mode & 0o777 if target.exists() else 0o644)
            os.replace(draft, target)
        except BaseException:
            os.unlink(draft)
            raise
    except (OSError, ValueError) as error:
        raise Failed(f"cannot write {shown(path)}: {reason(error)}") from error


def reason(error: OSError | ValueError) -> str:
    """What the system says, without number and path."""
    return (getattr(error, "strerror", None) or str(error)).lower()
