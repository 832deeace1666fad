"""Fileira in the terminal: its board as text, its moves as they are written."""

import json
import os
import subprocess
import sys

from fileira import Game, replay


def azulejos(*arguments, typed=""):
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=os.environ | {"LANG": "C", "COLUMNS": "100"},
        check=False,
    )


def test_a_game_against_a_bot_and_its_replay(tmp_path):
    record = tmp_path / "game.json"
    places = [f"{row}{place}" for row in "AB" for place in range(1, 5)]
    moves = [f"{place}={number}" for place in places for number in range(1, 10)]
    command = ("play", "--terminal", "--game", "fileira", "--against", "1", "--seed", "1")
    done = azulejos(*command, "--save", str(record), typed="\n".join(["moves", *moves * 4]))
    assert "holds ? ? ?" in done.stdout
    assert "Apprentice" in done.stdout
    game = replay(json.loads(record.read_text("utf-8")))
    assert game.is_over
    shown = azulejos("replay", str(record))
    assert shown.returncode == 0, shown.stderr
    assert "Fileira, 2 players, finished" in shown.stdout


def test_its_option_can_be_chosen():
    done = azulejos(
        "play", "--terminal", "--game", "fileira", "--row-length", "3", typed="text all"
    )
    assert "A  · · ·    0 points" in done.stdout
    done = azulejos("play", "--terminal", "--game", "fileira", "--row-length", "6")
    assert "row_length: expected 3 to 5, not 6" in done.stderr


def test_what_it_lacks_is_said_in_a_sentence():
    done = azulejos("rules", "fileira")
    assert done.returncode != 0
    assert "Fileira has no page of rules" in done.stderr


def test_its_positions_are_drawn():
    done = azulejos("draw", Game(2, seed=1).to_text(), "-o", "-")
    assert done.returncode == 0, done.stderr
    assert "Fileira" in done.stdout
