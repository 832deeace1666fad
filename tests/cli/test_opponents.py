"""Opponents in the other seats: levels, references, and programs of one's own."""

import json
import shlex
import sys

import pytest

from azulejos import azul, azuleo, bots
from azulejos.bots import LEVELS

BOT = """
import json, sys
for number, line in enumerate(sys.stdin):
    request = json.loads(line)
    move = request["legal_moves"][0]
    {}
    print(json.dumps({{"id": request["id"], "move": move}}), flush=True)
"""


@pytest.fixture
def program(tmp_path):
    """The value of --against for a program that does this before it answers."""

    def write(besides="pass"):
        file = tmp_path / "bot.py"
        file.write_text(BOT.format(besides))
        return shlex.quote("cmd:" + shlex.join([sys.executable, str(file)]))

    return write


@pytest.mark.parametrize("game", ["azul", "azuleo"])
@pytest.mark.parametrize(
    ("against", "name"),
    [("random", "Random"), ("greedy", "Greedy"), ("1", "Apprentice"), ("level:4", "Layer")],
)
def test_an_opponent_moves_and_its_move_is_told(azulejos, game, against, name):
    result = azulejos(
        f"play --terminal --game {game} --terminal --against {against} --seed 1 --first 2"
    )
    assert result.exit_code == 0
    assert f"{name}: " in result.stdout
    assert result.stderr == ""


def test_the_same_seed_gives_the_same_opponent(azulejos):
    command = "play --terminal --against greedy --seed 4 --first 2"
    assert azulejos(command).stdout == azulejos(command).stdout


def test_a_level_is_introduced(azulejos):
    level = LEVELS["azul"][0]
    result = azulejos("play --terminal --against 1", typed="board\n")
    assert result.stdout.count(f"{level.name}, level 1: {level.manner}.") == 1


@pytest.mark.parametrize(
    ("asked", "spec"),
    [
        ("--against 10", "level:10"),
        ("--against 10 --evaluator heuristic", "level:10@heuristic"),
        ("--against 7@heuristic", "level:7@heuristic"),
        ("--against level:7@learned --evaluator heuristic", "level:7@learned"),
        ("--against 3 --evaluator heuristic", "level:3"),
    ],
)
def test_what_the_highest_levels_judge_by_can_be_chosen(
    azulejos, monkeypatch, tmp_path, asked, spec
):
    made = []

    def note(spec, game, seed):
        made.append(spec)
        return bots.RandomPlayer(spec.partition("@")[0], azul.Game.KERNEL, 1)

    monkeypatch.setattr(bots, "make", note)
    file = tmp_path / "game.json"
    result = azulejos(f"play --terminal {asked} --save {file}")
    assert made == [spec]
    again = result.stdout.splitlines()[-1].partition("Go on later: azulejos ")[2]
    assert azulejos(again).exit_code == 0
    assert made == [spec, spec]


def test_several_opponents_have_names(azulejos):
    screen = azulejos("play --terminal --players 4 --people 2 --against 1 --seed 1").stdout
    for name in ("Player 1", "Player 2", "Apprentice 3", "Apprentice 4"):
        assert name in screen


def test_a_program_plays_along(azulejos, program):
    result = azulejos(f"play --terminal --against {program()} --seed 1 --first 2")
    first = azul.Game(seed=1, first=1).legal_moves()[0]
    assert f"Program: {first}" in result.stdout


@pytest.mark.parametrize(
    ("besides", "complaint"),
    [
        ("sys.exit('no more')", "crash: it ended with exit code 1 (stderr: no more)"),
        ("print('hm')", "malformed: not JSON: 'hm'"),
        ("move = '9B1'", "9B1: "),
    ],
)
def test_a_program_that_fails_ends_the_game_which_is_kept(
    azulejos, program, tmp_path, besides, complaint
):
    file = tmp_path / "game.json"
    against = program(besides)
    result = azulejos(f"play --terminal --against {against} --seed 1 --first 2 --save {file}")
    assert result.exit_code == 0
    assert f"Program cannot go on: {complaint}" in " ".join(result.stdout.split())
    assert f"--against {against}" in result.stdout
    assert azul.replay(json.loads(file.read_text())).turn == 1


def test_a_resumed_game_goes_on_against_others(azulejos, tmp_path):
    file = tmp_path / "game.json"
    game = azuleo.Game(seed=1, first=1)
    file.write_text(json.dumps(game.record()))
    result = azulejos(f"play --terminal --resume {file} --against 1")
    assert "Apprentice: " in result.stdout
    assert f"azulejos play --terminal --resume {file} --against 1\n" in result.stdout
