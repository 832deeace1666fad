"""What docs/engine.md shows is true: its session is held with an engine, its bot plays."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from azulejos import azul, azuleo
from azulejos.bots.external import ExternalPlayer

from .fakes import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "engine.md").read_text(encoding="utf-8")


def block(language):
    (found,) = re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    return found


def session():
    lines = block("session").splitlines()
    sent = [line[2:] for line in lines if line.startswith("> ")]
    told = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    assert len(sent) + len(told) == len(lines)
    return sent, {answer["id"]: answer for answer in told}


def shape(value):
    """What can be compared where figures may differ: keys and types."""
    match value:
        case dict():
            return {key: shape(inner) for key, inner in value.items() if key != "players"}
        case list():
            return [shape(value[0])] if value else []
        case int() | float():
            return "a number"
    return type(value).__name__


def test_the_session():
    sent, told = session()
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "engine", "--threads", "2"],
        input="\n".join(sent).encode(),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0
    answers = {answer["id"]: answer for answer in map(json.loads, done.stdout.splitlines())}
    assert set(answers) == set(told)
    assert answers[1]["levels"] == told[1]["levels"]
    for name, answer in answers.items():
        assert shape(answer) == shape(told[name])
        assert answer.get("error") == told[name].get("error")
    for request in map(json.loads, sent[:-1]):
        if "move" in told[request["id"]] and "position" in request:
            package = {"azul": azul, "azuleo": azuleo}[request["game"]]
            game = package.Game.from_text(request["position"])
            told_moves = [line["move"] for line in told[request["id"]]["variations"]]
            assert told_moves[0] == told[request["id"]]["move"]
            assert {*told_moves} <= {str(move) for move in game.legal_moves()}


@pytest.mark.parametrize("wall", ["coloured", "grey"])
def test_the_bot(tmp_path, wall):
    file = tmp_path / "mybot.py"
    code = block("python")
    assert len(code.splitlines()) <= 21
    file.write_text(code)
    bot = ExternalPlayer(shlex.join([sys.executable, str(file)]), "azul")
    game = azul.Game(seed=1, wall=wall)
    while not game.is_over:
        game.play(bot.choose(game, ms=1000))
    bot.close()
    assert max(game.scores) > 20
