"""Runs are kept, go on after any interruption, and are never mixed."""

import json

import pytest

from azulejos import azul
from azulejos.arena import StoreError, run, spread_over, store, usual_folder
from azulejos.arena.schedule import Contest

from .players import make

CONTEST = Contest("azul", ("keen", "random"))


def play(folder, games=6, contest=CONTEST, made=None):
    """Run; `made` collects the games that were really played."""

    def counting(spec, game, *, seed):
        if made is not None:
            made.append(spec)
        return make(spec, game, seed=seed)

    return run(contest, games, folder, make=counting, spread=spread_over(1))


def without_time(games):
    return {key: game | {"seconds": None} for key, game in games.items()}


def test_every_game_is_a_line_that_replays(tmp_path):
    found = play(tmp_path)
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == list(found.values())
    for line in lines:
        assert azul.replay(json.loads(line)["record"]).is_over


def test_what_is_done_is_not_played_again(tmp_path):
    whole = play(tmp_path / "whole")
    made = []
    play(tmp_path / "parts", 3, made=made)
    assert len(made) == 2 * 4
    again = play(tmp_path / "parts", 6, made=made)
    assert len(made) == 2 * 6
    assert without_time(again) == without_time(whole)
    assert play(tmp_path / "parts", 6, made=made) == again
    assert len(made) == 2 * 6
    assert len(play(tmp_path / "parts", 4)) == 4  # fewer can be asked for


@pytest.mark.parametrize("cut", [1, 30, -1])
def test_a_torn_last_line_is_played_again(tmp_path, cut):
    whole = play(tmp_path)
    file = tmp_path / "games.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:-1]) + lines[-1][:cut])
    made = []
    assert without_time(play(tmp_path, made=made)) == without_time(whole)
    assert len(made) == 2
    assert len(file.read_bytes().splitlines()) == 6


def test_a_line_that_is_no_game_is_told(tmp_path):
    play(tmp_path)
    file = tmp_path / "games.jsonl"
    lines = file.read_text().splitlines()
    game = json.loads(lines[1])
    bad = [
        "{}",
        "nonsense",
        "[1]",
        "\x00",
        json.dumps(game | {"meeting": 1}),
        json.dumps(game | {"deal": -1}),
        json.dumps(game | {"sides": [0, 0]}),
        json.dumps(game | {"scores": [1]}),
        json.dumps(game | {"scores": [1, "x"]}),
        json.dumps(game | {"seating": 7}),
    ]
    for line in bad:
        file.write_text("\n".join([lines[0], line, *lines[2:], ""]))
        with pytest.raises(StoreError, match=r"games\.jsonl, line 2 is no game"):
            play(tmp_path)


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (Contest("azul", ("keen", "random"), seed=2), "seed 1, not 2"),
        (Contest("azul", ("keen", "keen")), "entrants keen, random, not keen, keen"),
        (Contest("azul", ("keen", "random"), {"wall": "grey"}), "options"),
        (Contest("azul", ("keen", "random"), ms=5), "ms None, not 5"),
        (Contest("azul", ("keen", "random"), visits=5), "visits None, not 5"),
        (Contest("azuleo", ("keen", "random")), "game 'azul', not 'azuleo'"),
    ],
)
def test_another_run_is_refused(tmp_path, other, named):
    play(tmp_path)
    before = (tmp_path / "games.jsonl").read_bytes()
    with pytest.raises(StoreError, match="holds another run: its " + named):
        play(tmp_path, contest=other)
    assert (tmp_path / "games.jsonl").read_bytes() == before


def test_games_of_other_code_are_not_mixed_in(tmp_path, monkeypatch):
    play(tmp_path)
    monkeypatch.setattr(store, "fingerprint", lambda game: "another")
    with pytest.raises(StoreError, match="another version of azulejos"):
        play(tmp_path)


@pytest.mark.parametrize("text", ["nonsense", "[]"])
def test_a_folder_that_holds_something_else_is_refused(tmp_path, text):
    (tmp_path / "run.json").write_text(text)
    with pytest.raises(StoreError, match=r"run\.json"):
        play(tmp_path)


def test_games_without_their_run_are_refused(tmp_path):
    (tmp_path / "games.jsonl").write_text("")
    with pytest.raises(StoreError, match=r"no run\.json"):
        play(tmp_path)


def test_a_folder_that_cannot_be_used(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot use"):
        play(tmp_path / "file")


def test_two_runs_do_not_write_to_one_folder(tmp_path):
    with (
        store.Store(tmp_path, CONTEST),
        pytest.raises(StoreError, match="another run is writing there"),
    ):
        store.Store(tmp_path, CONTEST)
    store.Store(tmp_path, CONTEST).__exit__(None, None, None)


def test_without_a_folder_the_unfinished_run_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(store.platformdirs, "user_data_dir", lambda name: str(tmp_path / name))
    first = usual_folder(CONTEST, 6)
    play(first, 4)
    assert usual_folder(CONTEST, 6) == first
    play(first, 6)
    assert usual_folder(CONTEST, 6) != first
    assert usual_folder(Contest("azul", ("random", "keen")), 6) not in (first, None)
