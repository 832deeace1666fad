"""Servers for the tests: with each storage, one for all tests of a process."""

import pytest

from . import postgres
from .service import Service, settings_for


@pytest.fixture(scope="session")
def postgresql():
    """A running PostgreSQL."""
    if postgres.programs() is None:
        pytest.skip("PostgreSQL is not installed")
    running = postgres.Postgres()
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request, tmp_path):
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    return request.getfixturevalue("postgresql").new_database("one_test")


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def database_of_file(request, tmp_path_factory):
    """An empty database of each kind, for all tests of a file."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.sqlite3'}"
    return request.getfixturevalue("postgresql").new_database("one_file")


@pytest.fixture(scope="session", params=["sqlite", "postgresql"])
def service(request, tmp_path_factory):
    """A server with each kind of storage, for tests that look at their own tables only."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.sqlite3'}"
    else:
        url = request.getfixturevalue("postgresql").new_database("all_tests")
    running = Service(settings_for(url))
    yield running
    running.stop()


@pytest.fixture
def client(service):
    with service.client() as somebody:
        yield somebody
