"""A network that training wrote is seated by its file's name, wherever players have names."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from azulejos import azul, azuleo, bots, games
from azulejos.arena import Contest, StoreError, run
from azulejos.cli import app
from azulejos.core.errors import WeightsError
from azulejos.nets import weights

from .fakes import PATIENCE
from .test_engine_process import Process

GAMES = {"azul": azul, "azuleo": azuleo}


def changed(network):
    """Another network of the same shape."""
    return network._replace(heads=-network.heads)


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def file(game, tmp_path) -> Path:
    """Where a run keeps its newest network, with the one that ships in it."""
    path = tmp_path / "runs" / "first" / "newest.npz"
    path.parent.mkdir(parents=True)
    shutil.copyfile(weights.shipped_file(game), path)
    return path


def opened(game):
    position = GAMES[game].Game(2, seed=3)
    for _ in range(6):
        position.play(position.legal_moves()[0])
    return position


def analysis(spec, game):
    return bots.make(spec, game, 5).analyse(opened(game), visits=40, multipv=3)


def test_a_level_judges_by_the_file(game, file):
    assert analysis(f"level:10@{file}", game) == analysis("level:10", game)
    assert bots.make(f"level:7@{file}", game, 5).visits == bots.make("level:7", game, 5).visits


def test_the_network_itself_plays(game, file, monkeypatch):
    monkeypatch.chdir(file.parents[2])
    player = bots.make("net:runs/first/newest.npz", game, 5)
    assert player.name == "net:runs/first/newest.npz"
    found = analysis("net:runs/first/newest.npz", game)
    assert found.move in opened(game).legal_moves()
    assert found.values != analysis("level:10@heuristic", game).values


def test_a_file_that_is_written_anew_is_read_anew(game, file):
    before = analysis(f"net:{file}", game)
    networks, about = weights.load(file, game)
    weights.save(file, game, networks._replace(value=changed(networks.value)), about)
    after = analysis(f"net:{file}", game)
    assert after.values != before.values


def test_a_network_that_tells_only_which_moves_to_look_at_plays(game, file):
    networks, about = weights.load(file, game)
    nothing = networks.value._replace(
        **{name: array[..., :0] for name, array in networks.value._asdict().items()}
    )
    empty = {name: np.zeros(0, getattr(networks.value, name).dtype) for name in ("first_bias",)}
    shapes = weights._shapes(
        games.spec(game).part("features"), nothing._replace(**empty), is_value=True
    )
    nothing = type(nothing)(
        *(np.zeros(shapes[name], array.dtype) for name, array in networks.value._asdict().items())
    )
    weights.save(file, game, networks._replace(value=nothing), about)
    assert analysis(f"net:{file}", game).move in opened(game).legal_moves()


@pytest.mark.parametrize("name", ["net:{}", "level:10@{}"])
def test_what_is_wrong_with_a_file_is_told_in_a_line(game, file, name):
    other = next(other for other in GAMES if other != game)
    for spoilt, told in (
        (lambda: file.write_bytes(file.read_bytes()[:-500]), "cannot be read as weights"),
        (lambda: shutil.copyfile(weights.shipped_file(other), file), f"plays '{other}', not"),
        (lambda: file.unlink(), "is not there: train it"),
        (lambda: file.mkdir(), "cannot be read"),
    ):
        spoilt()
        with pytest.raises(WeightsError, match=told) as error:
            bots.make(name.format(file), game, 1)
        assert str(file) in str(error.value)
        assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("runs/first/newest.npz", "is a file: the player it makes is net:runs/first/newest.npz"),
        ("level:3@newest.npz", "only level:7, level:8, level:9, level:10 have networks"),
        ("greedy@newest.npz", "only a level has an evaluator"),
        ("level:10@newest", "or a network's file"),
        ("net:", "is not there"),
    ],
)
def test_names_that_stand_for_no_network(spec, told):
    with pytest.raises(ValueError, match=told):
        bots.make(spec, "azul", 1)


def test_the_engine_seats_it(file, game):
    position = opened(game).to_dict()
    request = {"game": game, "position": position, "visits": 20, "seed": 1}
    with Process() as engine:
        engine.send("a", **request, player=f"net:{file}")
        assert engine.answer()["move"] in map(str, opened(game).legal_moves())
        engine.send("b", **request, player=f"level:10@{file}.npz")
        error = engine.answer()["error"]
        assert "is not there" in error
        assert "\n" not in error
        engine.send("c", **request, player="net")
        assert "player: expected one of" in engine.answer()["error"]
        engine.process.stdin.close()
        assert engine.process.wait(PATIENCE) == 0


def test_gymnasium_seats_it():
    single = pytest.importorskip("azulejos.envs.single")
    file = weights.shipped_file("azul")
    env = single.SeatEnv("azul", opponents=f"level:7@{file}")
    env.reset(seed=1)
    _, _, over, _, _ = env.step(int(np.flatnonzero(env.action_masks())[0]))
    assert not over
    with pytest.raises(WeightsError, match="plays 'azul'"):
        single.SeatEnv("azuleo", opponents=f"net:{file}")


def test_the_arena_seats_it(file, game, tmp_path):
    command = ["arena", game, f"net:{file}", "random", "--games", "2", "--visits", "4"]
    command += ["--workers", "1", "--json", "--out", str(tmp_path / "run")]
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["failures"] == []
    file.unlink()
    done = CliRunner().invoke(app, command)
    assert done.exit_code == 2
    assert "is not there" in done.stderr


def test_an_arena_goes_on_only_with_the_same_network(file, game, tmp_path):
    contest = Contest(game, (f"level:7@{file}", "random"), visits=2)
    run(contest, 2, tmp_path / "run")
    run(contest, 2, tmp_path / "run")
    networks, about = weights.load(file, game)
    weights.save(file, game, networks._replace(value=changed(networks.value)), about)
    with pytest.raises(StoreError, match="other networks under the same names"):
        run(contest, 4, tmp_path / "run")


def test_the_terminal_seats_it(file, game):
    command = ["play", "--terminal", "--game", game, "--seed", "1", "--against"]
    for against in (f"8@{file}", f"net:{file}"):
        done = CliRunner().invoke(app, [*command, against], input="q\n")
        assert done.exit_code == 0, done.output
    done = CliRunner().invoke(app, [*command, f"net:{file}x"])
    assert done.exit_code == 2
    assert "is not there" in done.stderr
