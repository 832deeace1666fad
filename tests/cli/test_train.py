"""`azulejos train` as it is used."""

import json
import re
import sys

import pytest

from azulejos.cli.train import summary
from azulejos.nets import weights
from azulejos.training.lock import alone_in

TINY = " ".join(
    f"--set {setting}"
    for setting in (
        *("tasks=1", "task_samples=640", "visits=4", "fast_visits=2", "batch_size=32"),
        *("value_width=8", "policy_width=8", "value_depth=8", "policy_depth=8"),
        *("value_steps=1", "policy_steps=1"),
        *("eval_interval=3", "eval_deals=2", "eval_visits=2"),
    )
)


def test_a_run_begins_and_goes_on(azulejos, tmp_path):
    folder = tmp_path / "runs" / "first"
    result = azulejos(f"train azul --minutes 0.0001 --out {folder} {TINY}")
    assert result.exit_code == 0
    assert "starts" in result.stderr
    assert "iteration 1 · " in result.stderr
    result = azulejos(f"train azul --minutes 0.0001 --out {folder}")
    assert "resumes after iteration 1" in result.stderr
    assert "positions/s" in result.stderr
    assert len((folder / "log.jsonl").read_text().splitlines()) == 2
    assert (folder / "progress.svg").exists()
    assert json.loads((folder / "config.json").read_text())["visits"] == 4
    result = azulejos(f"train azul --minutes 0.0001 --out {folder}")
    assert "against heuristic" in result.stderr
    assert "no champion yet" in result.stderr, "two deals prove nothing"
    assert (folder / "networks" / "000003.npz").exists()


def test_a_first_iteration_that_takes_longer_is_told_and_gone_on_with(azulejos, tmp_path):
    command = f"train azul --minutes 0.0001 --threads 1 --out {tmp_path} {TINY}"
    command = command.replace("tasks=1", "tasks=60")
    first = azulejos(command)
    assert first.exit_code == 0
    assert "iteration 1: 0 of 60 tasks are played" in first.stderr
    assert re.search(
        r"time is up in iteration 1: [1-9]\d? of its 60 tasks are played and kept", first.stderr
    )
    assert "iteration 1 · " not in first.stderr
    second = azulejos(command.replace("0.0001", "0.05"))
    assert "iteration 1 · " in second.stderr
    assert "time is up" not in second.stderr


def test_a_run_learns_the_games_of_another_first(azulejos, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    azulejos(f"train azul --minutes 0.0001 --out {first} {TINY}")
    command = f"train azul --minutes 0 --out {second} {TINY} --set epochs=0.1 --pretrain-on"
    result = azulejos(f"{command} {tmp_path}")
    assert result.exit_code == 2
    assert f"pretrain_on: there are no games in {tmp_path}" in result.stderr.replace("\n", "")
    assert not second.exists()
    assert azulejos(f"{command} {first}").exit_code == 0
    trained = (second / "state.pt").read_bytes()
    assert azulejos(f"{command} {first}").exit_code == 0
    assert (second / "state.pt").read_bytes() == trained
    result = azulejos(
        f"train azul --minutes 0 --out {tmp_path / 'no'} --pretrain-on {first} --init-from {first}"
    )
    assert result.exit_code == 2
    assert "--init-from and --pretrain-on" in result.stderr
    assert not (tmp_path / "no").exists()


def test_a_run_begins_with_the_networks_that_ship(azulejos, tmp_path):
    folder = tmp_path / "run"
    result = azulejos(f"train azul --minutes 0 --out {folder} {TINY} --init-from shipped")
    assert result.exit_code == 2
    assert "--set value_width=256 --set value_depth=32" in result.stderr.replace("\n", " ")
    for _ in range(2):
        assert azulejos(f"train azul --minutes 0 --out {folder} --init-from shipped").exit_code == 0
    networks = weights.load(folder / "champion.npz", "azul")[0]
    for network, again in zip(networks, weights.shipped("azul"), strict=True):
        for array, other in zip(network, again, strict=True):
            assert array.tobytes() == other.tobytes()
    result = azulejos(
        f"train azul --minutes 0 --out {folder} --init-from {folder / 'champion.npz'}"
    )
    assert result.exit_code == 2
    assert "was not initialised from" in result.stderr


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ("--set visits=0", "visits: expected more than 0, not 0"),
        ("--set visits", "expected name=value"),
        ("--minutes -1", "--minutes"),
        ("--init-from nowhere.npz", "nowhere.npz is not there"),
        ("--init-from nowhere", "there is no run in nowhere"),
    ],
)
def test_bad_options(azulejos, tmp_path, options, complaint):
    result = azulejos(f"train azul --out {tmp_path / 'run'} {options}")
    assert result.exit_code == 2
    assert complaint in result.stderr
    assert not (tmp_path / "run").exists()


def test_another_config_needs_another_folder(azulejos, tmp_path):
    azulejos(f"train azul --minutes 0 --out {tmp_path}")
    result = azulejos(f"train azul --minutes 0 --out {tmp_path} --set seed=2")
    assert result.exit_code == 2
    assert "take another folder" in result.stderr


def test_two_do_not_train_in_one_folder(azulejos, tmp_path):
    command = f"train azul --minutes 0 --out {tmp_path} {TINY}"
    with alone_in(tmp_path):
        result = azulejos(command)
    assert result.exit_code == 1
    assert f"another process trains in {tmp_path}" in result.stderr.replace("\n", "")
    assert not (tmp_path / "config.json").exists()
    assert azulejos(command).exit_code == 0


@pytest.mark.parametrize(
    ("champion", "told"), [(4, "new champion"), (None, "no champion yet"), (2, "")]
)
def test_a_line_says_whether_there_is_a_new_champion(champion, told):
    found = {"value": 0.6, "low": 0.55, "high": 0.65}
    line = {
        "iteration": 4,
        "minutes": 2.0,
        "decisions": 3000,
        "cores busy": 1.9,
        "seconds": {"iteration": 20.0, "games": 10.0, "learning": 5.0},
        "losses": {"win": 0.5},
        "against heuristic": {"2 players": found},
        "against champion": found,
        "champion": champion,
    }
    share = "60.0% (55.0% to 65.0%)"
    assert summary(line).split(" · ") == [
        *(
            "iteration 4",
            "2.0 min",
            "300 positions/s",
            "1.9 cores busy",
            "training 25% of the time",
        ),
        *("win 0.5000", f"2 players: against heuristic {share}", f"against champion {share}"),
        *([told] if told else []),
    ]


def test_a_folder_that_cannot_be_written(azulejos, tmp_path):
    (tmp_path / "file").write_text("")
    result = azulejos(f"train azul --out {tmp_path / 'file'}")
    assert result.exit_code == 1
    told = result.stderr.replace("\n", "")
    assert f"cannot keep the run: {tmp_path / 'file'}: file exists" in told


def test_without_pytorch_it_says_what_to_install(azulejos, tmp_path, monkeypatch):
    for name in [name for name in sys.modules if name.startswith("azulejos.training")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    result = azulejos(f"train azul --out {tmp_path / 'run'}")
    assert result.exit_code == 1
    assert "pip install 'azulejos[train]'" in result.stderr
    assert not (tmp_path / "run").exists()
