"""Looking at recorded games."""

import json
import random
import shlex

import numpy as np
import pytest

from azulejos import azul, azuleo
from azulejos.core.bits import size
from azulejos.games.azul import rules
from azulejos.games.azul.terminal import bonuses
from azulejos.games.azul.tiles import printed_colour


def recorded(kind, moves=10_000, **options):
    """A random game, at its end or after so many moves."""
    chance = random.Random(3)
    game = kind.Game(seed=8, **options)
    while not game.is_over and moves:
        game.play(chance.choice(game.legal_moves()))
        moves -= 1
    return game


@pytest.fixture(params=[azul, azuleo], ids=["azul", "azuleo"])
def game(request):
    return recorded(request.param)


@pytest.fixture
def file(game, tmp_path):
    path = tmp_path / "game.json"
    path.write_text(json.dumps(game.record()))
    return path


def test_the_end_is_shown(azulejos, game, file):
    result = azulejos(f"replay {file}")
    assert result.exit_code == 0
    assert "finished" in result.stdout
    assert str(game.scores[0]) in result.stdout
    assert result.stdout.rstrip().endswith(".")
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_a_game_that_was_lost_on_time(azulejos, tmp_path):
    file = tmp_path / "late.json"
    late = {"on_time": {"lost": [1], "winners": [0]}}
    file.write_text(json.dumps(recorded(azul, 5).record() | late))
    told = azulejos(f"replay {file}").stdout
    assert "ended on time" in told
    assert "Out of time: Player 2. Won: Player 1." in told


def test_stdin(azulejos, game, file):
    assert azulejos("replay -", file.read_text()).stdout == azulejos(f"replay {file}").stdout


def test_positions_on_the_way(azulejos, file):
    """--at 1 differs from the end; --at with every entry is the end."""
    entries = len(json.loads(file.read_text())["moves"])
    end = azulejos(f"replay {file}").stdout
    assert azulejos(f"replay {file} --at {entries}").stdout == end
    assert azulejos(f"replay {file} --at 0").stdout != end
    for option in ("", "--moves", "--step"):
        for at in (entries + 1, -1):
            result = azulejos(f"replay {file} --at {at} {option}")
            assert (result.exit_code, result.stdout) == (2, "")
            assert f"has {entries} entries" in result.stderr


def test_position_after_some_entries(azulejos, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(recorded(azul).record()))
    early = tmp_path / "early.json"
    early.write_text(json.dumps(recorded(azul, moves=5).record()))
    board = azulejos(f"replay {early}").stdout.splitlines()[1:]
    assert azulejos(f"replay {file} --at 6").stdout.splitlines()[1:] == board


def test_moves_are_listed(azulejos, file):
    listed = azulejos(f"replay {file} --moves").stdout
    for number, move in enumerate(json.loads(file.read_text())["moves"], 1):
        assert any(
            line.startswith(f"{number:4} ") and line.endswith(f" {move}")
            for line in listed.splitlines()
        )


def test_stepping(azulejos, file):
    result = azulejos(f"replay {file} --step", "\n\nb\nq\n")
    assert result.exit_code == 0
    where = [line.split("/")[0] for line in result.stdout.splitlines() if "Enter forward" in line]
    assert where == ["0", "1", "2", "1"]


def test_stepping_ends_at_the_end(azulejos, file):
    result = azulejos(f"replay {file} --step", "\n" * 2000)
    assert result.exit_code == 0
    assert "Enter forward" in result.stdout.splitlines()[-1] or result.stdout.endswith("\n")


def test_game_followed_by_hand(azulejos, tmp_path):
    game = azul.Game(deals="manual", first=0)
    game.play("=BBYR KWWB BBBB YYYY RRRR")
    game.play("1B2")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(game.record()))
    told = "Azul, 2 players, not finished: 1 move and 1 deal, all legal."
    assert told in azulejos(f"replay {file}").stdout
    assert "bag 100" in azulejos(f"replay {file} --at 0").stdout
    assert "bag 80" in azulejos(f"replay {file} --at 1").stdout


def test_one_player(azulejos, tmp_path):
    file = tmp_path / "game.json"
    file.write_text(json.dumps(recorded(azuleo, players=1).record()))
    assert azulejos(f"replay {file}").stdout.startswith("Azuleo, 1 player, finished: ")


def test_a_game_that_is_over_is_not_resumed(azulejos, tmp_path):
    file = tmp_path / "over\x1b.json"
    file.write_text(json.dumps(recorded(azul).record()))
    result = azulejos(f"play --terminal --resume {shlex.quote(str(file))}")
    assert result.exit_code == 2
    assert "over?.json: this game is over" in result.stderr


def test_bonuses_of_azul_are_those_of_the_rules():
    """Coloured walls filled at random, some of them nearly full."""
    chance = random.Random(6)
    for _ in range(300):
        state = np.zeros(1, azul.STATE)[0]
        wall = [[None] * 5 for _ in range(5)]
        share = chance.random() ** 0.2
        for row in range(5):
            for column in range(5):
                if chance.random() < share:
                    wall[row][column] = printed_colour(row, column)
                    space = 1 << 5 * row + column
                    state["wall"][0] |= space
                    state["shows"][0, azul.COLOURS.index(wall[row][column])] |= space
        filled = state["wall"][0]
        full = rules.full_rows(filled), rules.full_columns(filled)
        found = (*full, rules.full_colours(np.rec.array(state), 0))
        assert bonuses(wall) == tuple(size(places) for places in found)


def test_the_games_of_an_arena(azulejos, tmp_path):
    """Its own file, game by game; the moves are those of the record in that line."""
    azulejos(f"arena azul random greedy --games 4 --workers 1 --out {tmp_path}")
    file = tmp_path / "games.jsonl"
    records = [json.loads(line)["record"] for line in file.read_text().splitlines()]
    assert len(records) == 4
    for number, record in enumerate(records, 1):
        result = azulejos(f"replay {file} --game {number} --moves")
        assert result.exit_code == 0, result.stderr
        assert f"Game {number} of 4" in result.stdout
        for at, move in enumerate(record["moves"], 1):
            assert any(
                line.startswith(f"{at:4} ") and line.endswith(f" {move}")
                for line in result.stdout.splitlines()
            )
    assert azulejos(f"replay {file}").stdout == azulejos(f"replay {file} --game 1").stdout
    beyond = azulejos(f"replay {file} --game 5")
    assert (beyond.exit_code, beyond.stdout) == (2, "")
    assert "games.jsonl holds 4 games" in beyond.stderr


def test_a_damaged_line_of_an_arena_is_told(azulejos, tmp_path):
    file = tmp_path / "games.jsonl"
    file.write_text('{"meeting": 0, "record": {"game": "azul", "moves": []}}\n{"meeting": 0, "rec')
    result = azulejos(f"replay {file} --game 2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "games.jsonl, line 2 is not JSON" in result.stderr


def test_one_record_has_no_other_games(azulejos, file):
    assert azulejos(f"replay {file} --game 1").exit_code == 0
    result = azulejos(f"replay {file} --game 2")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "holds one game" in result.stderr
