import shlex

import pytest
from typer.testing import CliRunner, Result

from azulejos import azul, azuleo
from azulejos.cli import app


@pytest.fixture(autouse=True, scope="session")
def _compiled():
    """Compiling announces itself on stderr, once; let that be before any test looks there."""
    azul.Game().legal_moves()
    azuleo.Game().legal_moves()


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch):
    """The same output wherever the tests run."""
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE", "LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def azulejos():
    """Run a command line in this process: azulejos("play --seed 1", typed="…")."""

    def run(command: str, typed: str | bytes = "") -> Result:
        result = CliRunner().invoke(app, shlex.split(command), input=typed)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return run
