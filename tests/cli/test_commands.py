"""The commands from outside: help, version, rules, usage, and how processes end."""

import inspect
import os
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest

import azulejos as package
from azulejos import rulebook
from azulejos.cli import commands, game_options, games, table_setup

POSITIONS = Path(__file__).parents[1] / "draw" / "positions"


def process(*arguments, **options):
    command = [sys.executable, "-m", "azulejos", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, **options)


def test_help_names_every_command(azulejos):
    result = azulejos("--help")
    assert result.exit_code == 0
    for command in ("play", "serve", "replay", "draw", "engine", "bench", "rules"):
        assert command in result.stdout


def test_version(azulejos):
    assert azulejos("--version").stdout == f"azulejos {package.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["rules", "azul"],
        ["rules", "azuleo"],
        *(["draw", str(file)] for file in sorted(POSITIONS.glob("*.json"))),
    ],
    ids=lambda arguments: " ".join(arguments).replace(f"{POSITIONS}/", ""),
)
def test_help_rules_and_drawing_do_not_wait_for_the_compiler(arguments):
    code = (
        "import sys; from azulejos.cli import app\n"
        f"try: app({arguments!r})\n"
        "except SystemExit: assert 'numba' not in sys.modules, 'numba is loaded'"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_module_and_console_script_are_the_same():
    done = process("--version")
    assert (done.returncode, done.stdout) == (0, f"azulejos {package.__version__}\n")


@pytest.mark.parametrize("game", games.NAMES)
@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_rules_are_one_page(azulejos, game, language):
    result = azulejos(f"rules {game} --lang {language}")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert 50 <= len(lines) <= 96
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize("language", rulebook.LANGUAGES)
def test_rules_of_azuleo_say_what_is_inferred(language):
    told = {"en": "inferred", "de": "erschlossen", "sv": "slutit oss till"}
    text = rulebook.summary("azuleo", language)
    assert told[language] in text
    assert text.count("†") == rulebook.summary("azuleo", "en").count("†")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "sv_SE"}, "sv"),
        ({"LANG": "de_DE", "LC_MESSAGES": "sv_FI.UTF-8"}, "sv"),
        ({"LANG": "sv_SE", "LC_MESSAGES": "de_DE", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "sv_SE", "LC_ALL": ""}, "sv"),
        ({"LANG": "pt_PT.UTF-8"}, "en"),
        ({"LANG": "en_US", "LANGUAGE": "sv"}, "sv"),
        ({"LANG": "de_DE", "LC_ALL": "de_DE", "LANGUAGE": "pt_BR:sv_SE:en"}, "sv"),
        ({"LANG": "de_DE", "LANGUAGE": "en_GB:sv"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": "pt:fr"}, "en"),
        ({"LANG": "de_DE", "LANGUAGE": ""}, "de"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "sv"}, "en"),
        ({"LC_ALL": "POSIX", "LANG": "de_DE", "LANGUAGE": "sv"}, "en"),
        ({"LANGUAGE": "sv"}, "en"),
    ],
)
def test_language_of_the_reader(environment, language):
    assert rulebook.reader_language(environment) == language


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "In the first round"), ("de", "erste Runde"), ("sv", "Första rundan")],
)
def test_rules_of_azul_say_who_begins(language, told):
    assert told in rulebook.summary("azul", language)


def test_rules_follow_the_locale(azulejos, monkeypatch):
    monkeypatch.setenv("LANG", "de_DE.UTF-8")
    assert "Bodenreihe" in azulejos("rules azul").stdout


@pytest.mark.parametrize(
    "command",
    [
        "--nonsense",
        "nonsense",
        "rules",
        "rules chess",
        "rules azul --lang pt",
        "play --terminal --game chess",
        "play --terminal --players many",
        "play --terminal --players 9",
        "play --terminal --wall blue",
        "play --terminal --mode fill",
        "play --terminal --game azuleo --wall grey",
        "play --terminal --game azuleo --blockades some",
        "play --terminal --game azuleo --board abc",
        "play --terminal --first 0",
        "play --terminal --first 3",
        "play --terminal --first 5 --players 4",
        "play --terminal --players 0",
        "play --terminal --save -",
        "play --terminal --seed -1",
        "play --terminal --against magnus",
        "play --terminal --against 0",
        "play --terminal --against 11",
        "play --terminal --against level:",
        "play --terminal --against cmd:",
        "play --terminal --against cmd:/no/such/program",
        "play --terminal --against 8 --evaluator network",
        "play --terminal --against 8@network",
        "play --terminal --against 5@learned",
        "play --terminal --against greedy@heuristic",
        "play --terminal --people 1",
        "play --terminal --people 3 --against random",
        "play --terminal --resume -",
        "play --terminal --resume nowhere",
        "replay",
        "draw",
        "draw ''",
        "engine --threads 0",
        "engine --evaluator network",
        "serve --evaluator network",
        "bench --seconds 0",
    ],
)
def test_wrong_usage_is_told_in_two_lines(azulejos, command):
    result = azulejos(command)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 1 <= len(result.stderr.splitlines()) <= 2
    assert result.stderr.startswith("azulejos")


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("play --terminal --first 5", "--first: expected 1 to 2, not 5"),
        ("play --terminal --game azuleo --players 3 --first 4", "--first: expected 1 to 3, not 4"),
        ("play --terminal --save -", "--save needs a file"),
        ("draw ''", "'' is neither a file nor a position"),
        ("replay ''", "cannot read ''"),
    ],
)
def test_what_is_wrong_is_named(azulejos, command, told):
    assert told in azulejos(command).stderr


def test_every_game_and_option_can_be_had():
    """The options of `play` are those of the games' constructors."""
    assert get_args(game_options.GameName) == games.NAMES
    offered = set(inspect.signature(commands.play).parameters)
    for table in map(games.table, games.NAMES):
        taken = set(inspect.signature(table.package.Game).parameters) - {"players", "first", "seed"}
        assert taken == table.options
        usual = inspect.signature(table.package.Game).parameters["players"].default
        assert usual == table_setup.USUAL_PLAYERS
        assert taken <= offered


def test_output_to_a_closed_pipe_ends_quietly():
    reader, writer = os.pipe()
    os.close(reader)
    command = [sys.executable, "-m", "azulejos", "rules", "azul"]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, timeout=60)
    os.close(writer)
    assert done.stderr == b""


def test_an_encoding_without_our_characters_is_no_problem():
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = process("play", "--terminal", "--seed", "1", input="quit\n", env=environment)
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert "Azul, round 1" in done.stdout
