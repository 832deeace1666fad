"""Standard streams that are full or closed: a line on stderr at the most, never a traceback."""

import json
import os
import subprocess
import sys

import pytest

from azulejos import azul

RECORD = json.dumps(azul.Game(seed=1).record())
COMMANDS = ["rules azul", "draw FILE", "replay FILE", "replay FILE --moves", "--help", "--version"]


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    path.write_text(RECORD)
    return path


def run(command, file, *closed, **options):
    """A process without some of the streams 0 to 2: its exit code and what it said on stderr."""

    def close():
        for stream in closed:
            os.close(stream)

    arguments = [sys.executable, "-m", "azulejos", *command.replace("FILE", str(file)).split()]
    for name in ("stdout", "stderr"):
        options.setdefault(name, subprocess.PIPE)
    done = subprocess.run(arguments, preexec_fn=close, timeout=120, **options)
    said = done.stderr.decode().splitlines(keepends=True)
    return done.returncode, "".join(line for line in said if ": compiling" not in line)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
@pytest.mark.parametrize("command", [*COMMANDS, "play --terminal --seed 1"])
def test_a_full_disk(file, command):
    with open("/dev/full", "wb") as full:
        code, said = run(command, file, stdout=full, input=b"")
    assert (code, said) == (1, "azulejos: cannot go on: no space left on device\n")


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("closed", [(1,), (0, 1), (0, 1, 2)])
def test_a_closed_output(file, command, closed):
    assert run(command, file, *closed) == (0, "")


def test_a_closed_input(file):
    assert run("play --terminal --seed 1", file, 0) == (0, "")
    assert run("replay FILE --step", file, 0) == (0, "")
    for command in ("replay -", "draw -"):
        code, said = run(command, file, 0)
        assert code == 2
        assert said.startswith("azulejos: standard input ")
        assert said.count("\n") == 1


def test_a_closed_stderr(file):
    assert run("nonsense", file, 2) == (2, "")
