"""`azulejos arena` from outside."""

import json
import shlex
import subprocess
import sys
from xml.etree.ElementTree import fromstring

import pytest
from typer.testing import CliRunner

from azulejos import azul, bots
from azulejos.arena import store
from azulejos.cli import app

from .players import make


@pytest.fixture
def arena(monkeypatch, tmp_path):
    """Run `azulejos arena` in this process, with the tests' players."""
    monkeypatch.setattr(bots, "make", make, raising=False)
    monkeypatch.setattr(store.platformdirs, "user_data_dir", lambda name: str(tmp_path / name))
    monkeypatch.setenv("COLUMNS", "80")

    def run(command):
        result = CliRunner().invoke(app, ["arena", *shlex.split(command)])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run


def test_a_round_robin_as_a_table(arena):
    result = arena("azul keen random failing:crash --games 6 --workers 1")
    assert result.exit_code == 0
    assert "Azul, 2 players: 18 games on 9 deals (seed 1)" in result.stdout
    assert "keen – random" in result.stdout
    assert "failing:crash lost 12 games: crash: RuntimeError" in result.stdout
    assert "the games are kept in" in result.stderr


def test_json_plot_and_games(arena, tmp_path):
    out, plot = tmp_path / "run", tmp_path / "plot.svg"
    command = f"azul keen random --games 6 --workers 1 --json --out {out} --plot {plot}"
    result = arena(command + " --anchor keen=1000 --sprt 0,50")
    found = json.loads(result.stdout)
    assert found["games"] == 6
    assert next(e["elo"] for e in found["entrants"] if e["name"] == "keen") == 1000
    assert found["sprt"]["accepted"] is None
    assert fromstring(plot.read_text()).get("data-drawing") == "arena"
    lines = (out / "games.jsonl").read_text().splitlines()
    assert all(azul.replay(json.loads(line)["record"]).is_over for line in lines)
    before = (out / "games.jsonl").read_bytes()
    assert json.loads(arena(command).stdout)["games"] == 6
    assert (out / "games.jsonl").read_bytes() == before


def test_an_evaluator_is_part_of_the_name(arena, monkeypatch):
    """Of those who have the choice and did not say; so results tell, and are kept apart."""
    asked = set()

    def note(spec, game, *, seed):
        asked.add(spec)
        return make("random", game, seed=seed)

    monkeypatch.setattr(bots, "make", note)
    command = "azul level:10 level:7@learned level:3 --games 2 --workers 1 --json"
    names = [
        e["name"] for e in json.loads(arena(f"{command} --evaluator heuristic").stdout)["entrants"]
    ]
    assert set(names) == asked == {"level:10@heuristic", "level:7@learned", "level:3"}


def test_a_record_of_the_arena_is_shown_by_replay(arena, tmp_path):
    arena(f"azuleo keen random --games 2 --workers 1 --out {tmp_path}/run")
    line = (tmp_path / "run" / "games.jsonl").read_text().splitlines()[0]
    file = tmp_path / "record.json"
    file.write_text(json.dumps(json.loads(line)["record"]))
    assert CliRunner().invoke(app, ["replay", str(file)]).exit_code == 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ("azul keen random --players 4 --wall grey", "4 players, wall grey"),
        ("azuleo keen random --players 4 --exchange", "4 players, exchange on"),
        ("azuleo keen --players 1 --mode score", "1 player, mode score"),
        ("azuleo keen random --blockades unlimited", "blockades None"),
        ("azuleo keen random --board ..../.oo./.oo./....", "board ..../.oo./.oo./...."),
        ("azul keen random --visits 3 --seed 9", "3 visits a move"),
    ],
)
def test_options_reach_the_games(arena, options, told):
    result = arena(f"{options} --games 2 --workers 1")
    assert result.exit_code == 0
    assert told in result.stdout


@pytest.mark.parametrize(
    "command",
    [
        "chess a b",
        "azul",
        "azul keen",
        "azul keen nobody",
        "azul keen random --games 0",
        "azul keen random --ms 5 --visits 5",
        "azul keen random --mode fill",
        "azul keen random --players 7",
        "azuleo keen random --wall grey",
        "azuleo keen random --blockades some",
        "azul keen random --sprt 5",
        "azul keen random --sprt 5,1",
        "azul keen random keen --sprt 0,5",
        "azul keen random --anchor greedy=0",
        "azul keen random --anchor keen",
        "azul keen random --workers 0",
        "azul keen random --evaluator network",
    ],
)
def test_wrong_usage_is_told_in_two_lines(arena, command):
    result = arena(command)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert 1 <= len(result.stderr.splitlines()) <= 2


def test_another_run_in_the_folder_is_told(arena, tmp_path):
    arena(f"azul keen random --games 2 --workers 1 --out {tmp_path}/run")
    result = arena(f"azul keen random --games 2 --workers 1 --seed 2 --out {tmp_path}/run")
    assert result.exit_code == 2
    assert "holds another run: its seed 1, not 2" in result.stderr


def test_without_ray_it_fails_in_one_line(arena, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    result = arena("azul keen random --games 2 --cluster local")
    assert result.exit_code == 1
    assert "azulejos[cluster]" in result.stderr


def test_ctrl_c_says_how_to_go_on(arena, monkeypatch, tmp_path):
    class Impatient(type(make("random", "azul", seed=1))):
        def choose(self, game, **budget):
            raise KeyboardInterrupt

    monkeypatch.setattr(bots, "make", lambda spec, game, *, seed: Impatient(seed))
    result = arena(f"azul a b --games 2 --workers 1 --out {tmp_path}/run")
    assert result.exit_code == 130
    assert f"interrupted; the same command with --out {tmp_path}/run goes on" in result.stderr


def test_our_own_players_as_a_process(tmp_path):
    """The whole way, with several processes and players that everybody has."""
    command = f"arena azul greedy random --games 8 --workers 2 --json --out {tmp_path}/run"
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", *command.split()],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["games"], found["failures"]) == (8, [])
    assert found["entrants"][0]["name"] == "greedy"
