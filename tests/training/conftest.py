"""Runs that the tests of this folder share, made once."""

import pytest
import torch

from azulejos.games.azul import features as encoder
from azulejos.nets import weights
from azulejos.nets.network import (
    Networks,
)
from azulejos.training.learner import PolicyNetwork, ValueNetwork
from azulejos.training.run import Run

from .tiny import TINY, games_in


@pytest.fixture(scope="package", name="easily_champion")
def _easily_champion():
    """Two deals prove nothing: every candidate that plays a champion becomes one."""
    real = Run._estimate

    def estimate(run, one, other, starts, number):
        found = real(run, one, other, starts, number)
        return found | {"low": 0.6} if number == 1 else found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Run, "_estimate", estimate)
        yield


@pytest.fixture(scope="package")
def origin(tmp_path_factory):
    """A file of untrained networks without metadata."""
    torch.manual_seed(1)
    networks = Networks(
        ValueNetwork(encoder, 16, 8, 0.5).network(), PolicyNetwork(encoder, 16, 8).network()
    )
    path = tmp_path_factory.mktemp("origin") / "networks.npz"
    weights.save(path, "azul", networks, {})
    return path


@pytest.fixture(scope="package")
def finished(origin, easily_champion, tmp_path_factory):
    """A run of four iterations that was initialised from networks, with two champions since."""
    folder = tmp_path_factory.mktemp("run")
    run = Run(folder, TINY, threads=2, init_from=origin)
    for _ in range(4):
        run.run_iteration()
    return run


@pytest.fixture(scope="package")
def samples(finished):
    return games_in(finished.folder)[-1]
