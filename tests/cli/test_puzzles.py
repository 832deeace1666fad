"""Finding and collecting puzzles on the command line."""

import json
import signal
import subprocess
import sys

import pytest

from azulejos.puzzles import Collection, read_finds, shipped

FEW = "--visits 64 --play-visits 16 -j 1"


def test_puzzles_are_found_and_collected(azulejos, tmp_path):
    finds, puzzles = tmp_path / "finds.jsonl", tmp_path / "puzzles.jsonl"
    made = azulejos(f"puzzles make azul --wall grey --games 6 {FEW} -o {finds}")
    assert made.exit_code == 0
    setting, by_game = read_finds(finds)
    assert setting.options == {"players": 2, "wall": "grey"}
    count = sum(map(len, by_game.values()))
    assert f"6 games, {count} puzzles" in made.stdout
    again = azulejos(f"puzzles make azul --wall grey --games 6 {FEW} -o {finds}")
    assert f"6 games, {count} puzzles" in again.stdout
    collected = azulejos(f"puzzles collect {finds} -o {puzzles} --most 2")
    assert collected.exit_code == 0
    assert len(Collection.from_text(puzzles.read_text()).puzzles) == min(count, 2) > 0


def test_those_that_ship_are_counted(azulejos):
    shown = azulejos("puzzles show azul").stdout
    assert shown.splitlines()[1].split()[:2] == ["all", str(len(shipped("azul").puzzles))]
    assert "Grey wall" in shown
    assert "10: " in shown


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ("make azul -o {file}", "--games or --minutes"),
        ("make azul --claims automatic --games 1 -o {file}", "no option of Azul"),
        ("make azul --players 9 --games 1 -o {file} -j 1", "players"),
        ("make azul --games 1 -o {damaged} -j 1", "no file of finds"),
        ("make azul --games 1 -o {folder}/none/x -j 1", "cannot keep"),
        ("show azul --file {damaged}", "no file of puzzles"),
        ("collect {folder}/none -o {file}", "cannot read"),
        ("collect {damaged} -o {file}", "no file of finds"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(azulejos, tmp_path, arguments, told):
    damaged = tmp_path / "damaged"
    damaged.write_text("nothing\n")
    names = {"file": tmp_path / "file", "damaged": damaged, "folder": tmp_path}
    result = azulejos(f"puzzles {arguments.format(**names)}")
    assert result.exit_code in (1, 2)
    assert told in result.stderr
    assert "Traceback" not in result.stderr
    assert damaged.read_text() == "nothing\n"


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is no signal there")
def test_a_search_that_is_interrupted_keeps_what_it_has(tmp_path):
    file = tmp_path / "finds.jsonl"
    command = (
        f"-m azulejos puzzles make azul --minutes 10 --visits 64 --play-visits 16 -j 2 -o {file}"
    )
    running = subprocess.Popen(
        [sys.executable, *command.split()], stderr=subprocess.PIPE, text=True
    )
    while not file.exists() or file.read_text().count("\n") < 3:
        assert running.poll() is None
    running.send_signal(signal.SIGINT)
    try:  # a worker that compiles something first ends when it has
        told = running.communicate(timeout=300)[1]
    finally:
        running.kill()
    assert running.returncode == 130
    assert "goes on" in told
    assert "Traceback" not in told
    assert all(json.loads(line) for line in file.read_text().splitlines())
    assert len(read_finds(file)[1]) >= 2
