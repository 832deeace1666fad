"""Every test here runs with Fileira installed."""

import sys

import pytest

from .installed import SOURCES, installed

# So that tests can import it; a game it becomes by its entry point, while they run.
sys.path.append(str(SOURCES))


@pytest.fixture(scope="package", autouse=True)
def _fileira_is_installed(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("fileira")):
        yield
