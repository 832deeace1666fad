"""Files that are not what they should be: one clear line, exit 2, never a traceback."""

import json
import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from azulejos import azul
from azulejos.cli import files

NOISE = random.Random(1).randbytes(10_000_000)
RECORD = json.dumps(azul.Game(seed=1).record())


BAD = {
    "empty": b"",
    "blank": b" \n",
    "not JSON": b"hello",
    "binary": NOISE[:100_000],
    "10 MB of noise": NOISE,
    "10 MB of letters": b"azul " * 2_000_000,
    "cut in half": RECORD[: len(RECORD) // 2].encode(),
    "a list": b"[1, 2]",
    "a number": b"7",
    "a text": b'"azul"',
    "null": b"null",
    "nested too deep": b"[" * 200_000,
    "a huge number": b'{"game": "azul", "moves": ' + b"9" * 10_000 + b"}",
    "NaN": b'{"game": "azul", "moves": NaN}',
    "an empty object": b"{}",
    "no such game": b'{"game": "chess", "moves": []}',
    "a game that is a list": b'{"game": [], "moves": []}',
    "moves of wrong type": b'{"game": "azul", "moves": 3}',
    "options missing": b'{"game": "azul", "version": 1, "moves": []}',
    "a position in part": b'{"factories": []}',
    "a position of wrong type": b'{"sides": 3}',
    "text in part": b"azul 2c 1/0/5",
    "the name alone": b"azuleo",
    "surrogates": b'{"game": "\\ud800", "moves": []}',
}


@pytest.fixture(params=BAD, ids=list(BAD))
def bad(request):
    return BAD[request.param]


@pytest.mark.parametrize("command", ["replay", "draw", "play --terminal --resume"])
def test_bad_contents(azulejos, tmp_path, command, bad):
    file = tmp_path / "bad"
    file.write_bytes(bad)
    complaint(azulejos(f"{command} {file}"), str(file))
    assert file.read_bytes() == bad


@pytest.mark.parametrize("command", ["replay -", "draw -"])
def test_bad_stdin(azulejos, command, bad):
    complaint(azulejos(command, bad), "standard input")


@pytest.mark.parametrize("command", ["replay", "draw", "play --terminal --resume"])
def test_bad_paths(azulejos, tmp_path, command):
    complaint(azulejos(f"{command} {tmp_path}"), str(tmp_path))
    complaint(azulejos(f"{command} {tmp_path}/missing"), "missing")
    complaint(azulejos(f"{command} {'x' * 5000}"), "xxx")


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may read anything")
@pytest.mark.parametrize("command", ["replay", "draw", "play --terminal --resume"])
def test_no_permission(azulejos, tmp_path, command):
    file = tmp_path / "secret"
    file.write_text(RECORD)
    file.chmod(0)
    complaint(azulejos(f"{command} {file}"), "permission")


def test_every_changed_record_is_refused_or_replayed(azulejos, tmp_path):
    """Single characters changed at random: never anything but a result or a complaint."""
    chance = random.Random(4)
    file = tmp_path / "record"
    for _ in range(60):
        at = chance.randrange(len(RECORD))
        file.write_text(RECORD[:at] + chance.choice("B3=null{}[],\"'") + RECORD[at + 1 :])
        result = azulejos(f"replay {file}")
        assert result.exit_code in (0, 2)
        if result.exit_code == 2:
            complaint(result, "record")


def complaint(result, named):
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("azulejos: ")
    assert named in result.stderr
    assert len(result.stderr) < 500


def test_writing_replaces_whole_files(tmp_path, monkeypatch):
    """Whoever is interrupted while writing keeps the old file, and no draft is left."""
    file = tmp_path / "game.json"
    files.write_text(str(file), "old")

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        files.write_text(str(file), "new")
    assert file.read_text() == "old"
    assert list(tmp_path.iterdir()) == [file]


def test_writing_follows_links_and_keeps_permissions(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    files.write_text(str(link), "new")
    assert link.is_symlink()
    assert file.read_text() == "new"
    assert file.stat().st_mode & 0o777 == 0o600


def test_pipes_are_written_to_and_not_replaced(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as pool:
        reading = pool.submit(pipe.read_text)
        files.write_text(str(pipe), "new")
        assert reading.result(timeout=10) == "new"
    assert pipe.is_fifo()
