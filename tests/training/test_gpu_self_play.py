"""What the GPU's threads run, here one after the other: tables, their samples and their room."""

from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from azulejos.core.errors import OptionError
from azulejos.games.azul import features as encoder
from azulejos.games.azul import kernel
from azulejos.nets.network import NO_NETWORKS, Networks, untrained
from azulejos.training import gpu_self_play
from azulejos.training.config import defaults
from azulejos.training.gpu_self_play import GpuSelfPlay
from azulejos.training.run import Run

CONFIG = replace(
    defaults("azul"),
    visits=8,
    fast_visits=2,
    full_search_fraction=0.5,
    gpu_tables=3,
    gpu_visits=900,
)
NETWORKS = Networks(
    untrained(encoder.FEATURES, encoder.SIDE_FEATURES, 0, 16, 8, seed=1),
    untrained(encoder.FEATURES, encoder.SIDE_FEATURES, encoder.ACTION_FEATURES, 16, 8, seed=2),
)


class There(np.ndarray):
    """An array that stands for one on a GPU."""

    def copy_to_host(self):
        return np.array(self)


class Kernel:
    """Runs a kernel's threads one after the other."""

    def __init__(self, function):
        self.function = function

    def __getitem__(self, shape):
        blocks, threads = shape

        def launch(*arguments):
            for number in range(blocks * threads):
                STAND_IN.thread = number
                self.function(*map(here, arguments))

        return launch


def here(argument):
    if isinstance(argument, There):
        return argument.view(np.ndarray)
    if hasattr(argument, "_fields"):
        return type(argument)(*map(here, argument))
    return tuple(map(here, argument)) if isinstance(argument, tuple) else argument


def _garbage(shape, dtype):
    """What memory may hold that nobody has written to."""
    room = np.zeros(shape, dtype)
    room.view(np.uint8)[...] = 77
    return room


STAND_IN = SimpleNamespace(
    thread=0,
    grid=lambda _: STAND_IN.thread,
    jit=Kernel,
    to_device=lambda array: np.array(array).view(There),
    device_array=lambda shape, dtype: _garbage(shape, dtype).view(There),
    synchronize=lambda: None,
)


@pytest.fixture(name="gpu")
def _gpu(monkeypatch):
    monkeypatch.setattr(gpu_self_play, "cuda", STAND_IN)
    monkeypatch.setattr(gpu_self_play, "why_not", lambda: "")


@pytest.mark.usefixtures("gpu")
def test_tables_go_on_from_fetch_to_fetch():
    tables = GpuSelfPlay(CONFIG, [1, 2])
    games = 0
    for _ in range(4):
        tables.play(NETWORKS, NO_NETWORKS)
        waiting = tables.tables.copy_to_host()[:, 0]
        under_way = [
            np.array(tables.out.states[i, int(table["begun"]) : int(table["samples"])])
            for i, table in enumerate(waiting)
        ]
        samples, decisions = tables.fetch()
        assert decisions == waiting["decisions"].sum() > 0
        assert len(samples.states) == waiting["begun"].sum()
        assert samples.results.sum(1) == pytest.approx(np.ones(len(samples.states)), abs=1e-5)
        assert samples.values.sum(1) == pytest.approx(np.ones(len(samples.states)), abs=1e-3)
        games += len(np.unique(samples.points[:, 0]))
        moved = tables.tables.copy_to_host()[:, 0]
        assert (moved["begun"] == 0).all()
        for i, kept in enumerate(under_way):
            assert np.array(tables.out.states[i, : len(kept)]).tobytes() == kept.tobytes()
            assert moved["samples"][i] == len(kept)
    assert games > 4


@pytest.mark.usefixtures("gpu")
def test_a_table_without_room_waits_until_it_is_fetched_from():
    tables = GpuSelfPlay(CONFIG, [1, 2])
    for _ in range(40):
        tables.play(NETWORKS, NETWORKS)
    counts = tables.tables.copy_to_host()["samples"]
    assert (counts <= tables.out.states.shape[1]).all()
    before = tables.tables.copy_to_host().tobytes()
    tables.play(NETWORKS, NETWORKS)
    assert tables.tables.copy_to_host().tobytes() == before
    tables.fetch()
    tables.play(NETWORKS, NETWORKS)
    assert (tables.tables.copy_to_host()["decisions"] > 0).all()


@pytest.mark.usefixtures("gpu")
def test_states_are_whole_and_of_every_kind():
    tables = GpuSelfPlay(CONFIG, [3])
    kinds = set()
    for _ in range(8):
        tables.play(NETWORKS, NO_NETWORKS)
        states = tables.fetch()[0].states
        assert states.dtype == kernel.STATE
        kinds |= set(zip(states["players"].tolist(), states["wall_kind"].tolist(), strict=True))
    assert len(kinds) >= 4


def test_without_a_gpu_it_says_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setattr(gpu_self_play, "why_not", lambda: "there is none")
    with pytest.raises(OptionError, match="gpu_tables: there is none"):
        Run(tmp_path / "run", CONFIG)
    assert not (tmp_path / "run").exists()


def test_azuleo_has_no_tables_there():
    with pytest.raises(OptionError, match="only for azul, not azuleo"):
        replace(defaults("azuleo"), gpu_tables=8)


@pytest.mark.usefixtures("gpu")
def test_a_run_plays_there_too_once_there_are_networks(tmp_path):
    config = replace(
        CONFIG,
        **dict.fromkeys(("value_width", "policy_width"), 16),
        **dict.fromkeys(("value_depth", "policy_depth"), 8),
        **dict.fromkeys(("value_steps", "policy_steps"), 2),
        tasks=1,
        task_samples=760,
        batch_size=32,
        eval_interval=99,
    )
    run = Run(tmp_path, config, threads=1)
    lines = [run.run_iteration() for _ in range(5)]
    alone = lines[1]["samples"]
    assert all(line["samples"] > alone + 100 for line in lines[3:])
    assert np.isfinite(lines[4]["losses"]["win"])
