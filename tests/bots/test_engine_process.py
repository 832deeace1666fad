"""`azulejos engine` as others meet it: a process with pipes, signals and real players."""

import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import closing

import pytest

from azulejos import azul, azuleo
from azulejos.bots.external import ExternalPlayer

from .fakes import PATIENCE

FOREVER = {"game": "azul", "position": azul.Game(seed=1).to_dict(), "ms": 3_600_000, "level": 10}


class Process:
    """A running engine."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", "engine", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()
        self.process.wait()

    def send(self, name, **request):
        self.process.stdin.write(json.dumps({"id": name, **request}).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self):
        return json.loads(self.process.stdout.readline())

    def ended(self):
        """The exit code, and what was said on stderr beside that something is being compiled."""
        code = self.process.wait(PATIENCE)
        said = self.process.stderr.read().splitlines()
        return code, [line for line in said if b": compiling" not in line]


@pytest.fixture
def engine():
    with Process("--threads", "2") as process:
        yield process


@pytest.mark.parametrize("package", [azul, azuleo])
def test_real_players_answer(engine, package):
    game = package.Game(seed=3)
    source = {"game": package.Game.NAME, "position": game.view(game.turn)}
    for name, player in enumerate([{"level": 1}, {"level": 10}, {"player": "greedy"}]):
        engine.send(name, **source, **player, visits=40, multipv=3, seed=1)
    answers = sorted((engine.answer() for _ in range(3)), key=lambda answer: answer["id"])
    for name, answer in enumerate(answers):
        assert answer["id"] == name
        assert answer["move"] in [str(move) for move in game.legal_moves()]
        assert len(answer["values"]) == game.players
        assert sum(answer["values"]) == pytest.approx(1, abs=0.01)
        assert 1 <= len(answer["variations"]) <= 3
        for line in answer["variations"]:
            assert set(line) == {"move", "values", "margin", "visits", "pv"}
            assert line["pv"][0] == line["move"]
    engine.process.stdin.close()
    assert engine.ended() == (0, [])


def test_the_same_seed_and_visits_give_the_same_answer(engine):
    request = FOREVER | {"ms": None, "visits": 200, "level": 10, "seed": 5, "multipv": 5}
    engine.send("a", **request)
    first = engine.answer()
    engine.send("b", **FOREVER)  # whatever else it does meanwhile
    engine.send("a", **request)
    assert engine.answer() == first


def test_without_a_budget_a_player_takes_its_own(engine):
    for name, level in enumerate([1, 4, 10]):
        engine.send(name, **(FOREVER | {"ms": None, "level": level}))
    told, _ = engine.process.communicate(timeout=PATIENCE)
    assert sorted(json.loads(line)["id"] for line in told.splitlines()) == [0, 1, 2]


def test_a_search_without_an_end_is_stopped(engine):
    for name in "abc":
        engine.send(name, **FOREVER)
    engine.send("a", stop=True)
    answer = engine.answer()
    assert (answer["id"], "move" in answer) == ("a", True)
    engine.send("b", stop=True)
    engine.send("c", stop=True)
    assert sorted(engine.answer()["id"] for _ in range(2)) == ["b", "c"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("busy", [True, False])
def test_a_signal_ends_it_quietly(engine, number, busy):
    if busy:
        engine.send("a", **FOREVER)
    engine.send("b", hello=True)
    assert engine.answer()["id"] == "b"
    engine.process.send_signal(number)
    assert engine.ended() == (0, [])


def test_a_closed_output_ends_it_quietly(engine):
    """Even while a search runs that would answer only in an hour, and more could be asked."""
    engine.send("a", **FOREVER)
    engine.send("b", hello=True)
    assert engine.answer()["id"] == "b"
    engine.process.stdout.close()
    assert engine.ended() == (0, [])


def test_the_last_line_needs_no_end():
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "engine"],
        input=b'{"id": "a", "hello": true}\n{"id": "b", "hello"',
        capture_output=True,
        timeout=PATIENCE,
    )
    first, second = map(json.loads, done.stdout.splitlines())
    assert (done.returncode, done.stderr) == (0, b"")
    assert (first["id"], second["id"]) == ("a", None)


def test_without_standard_output_it_says_so():
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "engine"],
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: os.close(1),
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1


def test_an_engine_is_a_program_that_can_play():
    command = shlex.join([sys.executable, "-m", "azulejos", "engine"])
    for package in (azul, azuleo):
        with closing(ExternalPlayer(command, package.Game.NAME)) as player:
            game = package.Game(seed=2)
            for _ in range(4):
                game.play(player.choose(game, visits=20))
