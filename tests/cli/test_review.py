"""Reviewing games on the command line."""

import json
import random

import pytest

from azulejos import azul, azuleo
from azulejos.analysis import Review

FEW = "--visits 16 --samples 2"


def random_record(package, seed=3, **options):
    chance = random.Random(seed)
    game = package.Game(seed=8, **options)
    while not game.is_over:
        game.play(chance.choice(game.legal_moves()))
    return game.record()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "game.json"
    seats = {"seats": [{"name": "Ann"}, {"name": "Bob"}]}
    path.write_text(json.dumps(random_record(azul) | seats))
    return path


def test_a_game_is_told_in_the_terminal(azulejos, file):
    result = azulejos(f"review {file} {FEW}")
    assert result.exit_code == 0
    scores = json.loads(file.read_text())["result"]["scores"]
    for told in ("Ann", "Bob", "error rate", "luck", *map(str, scores)):
        assert told in result.stdout
    assert max(map(len, result.stdout.splitlines())) <= 80


def test_every_move_is_listed_if_asked_for(azulejos, file):
    few, all_ = (azulejos(f"review {file} {FEW} {more}").stdout for more in ("", "--moves"))
    assert len(all_.splitlines()) > len(few.splitlines())
    for move in json.loads(file.read_text())["moves"]:
        assert move in all_ or move.startswith("=")


def test_json_is_a_review_and_the_same_again(azulejos, file):
    result = azulejos(f"review {file} {FEW} --json --seed 4")
    review = Review.from_dict(json.loads(result.stdout))
    assert (review.seed, review.visits, review.samples) == (4, 16, 2)
    assert review.done == review.total
    assert azulejos(f"review - {FEW} --json --seed 4", file.read_text()).stdout == result.stdout


def test_time_ends_a_review_early(azulejos, file):
    result = azulejos(f"review {file} --seconds 0.1 --visits 1000000 --json")
    review = Review.from_dict(json.loads(result.stdout))
    assert 0 < review.done < review.total


def test_a_review_is_kept_and_gone_on_with(azulejos, file, tmp_path):
    kept = tmp_path / "kept.json"
    command = f"review {file} --visits 200 --samples 2 --json"
    begun = azulejos(f"{command} --seconds 0.1 --keep {kept}")
    first = Review.from_dict(json.loads(begun.stdout))
    assert first.done < first.total
    assert Review.from_dict(json.loads(kept.read_text())) == first
    whole = Review.from_dict(json.loads(azulejos(f"{command} --keep {kept}").stdout))
    assert whole.done == whole.total
    assert whole == Review.from_dict(json.loads(azulejos(command).stdout))
    refused = azulejos(f"{command} --keep {kept} --seed 2")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "another record" in refused.stderr
    wrong = azulejos(f"{command} --keep {file}")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "keeps no review" in wrong.stderr


def test_tables_are_as_wide_as_a_terminal(azulejos, tmp_path):
    names = ("Ann", "Björn", "Céline", "Detlef von der Mühle")
    path = tmp_path / "teams.json"
    seats = {"seats": [{"name": name} for name in names]}
    path.write_text(json.dumps(random_record(azuleo, players=4) | seats))
    lines = azulejos(f"review {path} {FEW}").stdout.splitlines()
    assert max(map(len, lines)) <= 80
    for name in ("Ann", "Björn", "Céline", "Detlef von d…"):
        # In one line each: how well they played, and what the result is made of.
        assert sum(line.startswith(f"{name} ") for line in lines) == 2
    assert any("partner's" in line and "others'" in line for line in lines)
    assert any("quarter 4" in line for line in lines)


def test_a_folder_is_reviewed_game_by_game(azulejos, tmp_path, file):
    (tmp_path / "other.json").write_text(json.dumps(random_record(azuleo, players=3)))
    (tmp_path / "position.json").write_text(json.dumps(azul.Game(seed=1).to_dict()))
    line = json.dumps({"meeting": 0, "record": json.loads(file.read_text())})
    (tmp_path / "games.jsonl").write_text(f"{line}\n{line}\n")
    result = azulejos(f"review {tmp_path} {FEW} --json")
    reviews = [Review.from_dict(json.loads(line)) for line in result.stdout.splitlines()]
    assert [review.game for review in reviews] == ["azul", "azul", "azul", "azuleo"]
    told = azulejos(f"review {tmp_path} {FEW}").stdout
    assert told.count("games.jsonl") == 2
    assert "position.json" not in told


def test_what_is_wrong_in_a_folder_is_named_and_costs_no_other_game(azulejos, tmp_path, file):
    record = json.loads(file.read_text())
    (tmp_path / "wrong.json").write_text(json.dumps(record | {"moves": ["9K9"]}))
    (tmp_path / "cut.json").write_text("{")
    told = azulejos(f"review {tmp_path} {FEW}")
    assert told.exit_code == 0
    assert "game.json" in told.stdout
    assert "left out: " in told.stderr
    assert "cut.json" in told.stderr
    assert "wrong.json" in told.stderr
    alone = azulejos(f"review {tmp_path / 'wrong.json'} {tmp_path / 'wrong.json'}")
    assert (alone.exit_code, alone.stdout) == (2, "")


def test_a_page_is_written(azulejos, file, tmp_path):
    out = tmp_path / "out.html"
    done = azulejos(f"review {file} {FEW} --html {out} --lang sv")
    assert done.exit_code == 0
    assert '<html lang="sv"' in out.read_text()
    assert "Ann" in out.read_text()


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("review {folder}/nothing.json", "cannot read"),
        ("review {folder}", "holds no record"),
        ("review {file} --visits 3", "visits"),
        ("review {file} --samples 0", "samples"),
        ("review {file} --seed -1", "seed"),
        ("review {file} --game 2", "holds one game"),
        ("review {file} {file} --html out.html", "one game"),
    ],
)
def test_complaints(azulejos, tmp_path, file, command, complaint):
    empty = tmp_path / "empty"
    empty.mkdir()
    result = azulejos(command.format(folder=empty, file=file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert complaint in result.stderr
