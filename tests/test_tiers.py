"""How the tests are run: in tiers, and in the background."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import conftest

TESTS = Path(__file__).parent
posix_only = pytest.mark.skipif(os.name != "posix", reason="Windows has no such signals")


def test_every_part_of_the_quick_tier_is_there():
    assert {name for name in conftest.QUICK if not (TESTS / name).exists()} == set()


def test_other_parts_are_not_even_looked_into():
    quick = SimpleNamespace(option=SimpleNamespace(quick=True))

    def looked_into(folder):
        paths = (path for path in folder.iterdir() if path.name != "__pycache__")
        return {path.name for path in paths if not conftest.pytest_ignore_collect(path, quick)}

    assert looked_into(TESTS) == {name.partition("/")[0] for name in conftest.QUICK}
    assert looked_into(TESTS / "web") == {"scripts"}
    assert looked_into(TESTS / "web" / "scripts") == {"test_scripts.py"}
    assert "test_perft.py" in looked_into(TESTS / "azul")


@posix_only
def test_what_tests_start_hears_ctrl_c_though_they_do_not():
    """As with `make test &`."""
    told = "import signal; print(signal.getsignal(signal.SIGINT))"
    start = f"import conftest, subprocess, sys; subprocess.run([sys.executable, '-c', {told!r}])"
    done = subprocess.run(
        [sys.executable, "-c", f"{start}; conftest.signal.raise_signal(2); print('still here')"],
        capture_output=True,
        text=True,
        cwd=TESTS,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )
    assert done.stdout.splitlines() == [repr(signal.default_int_handler), "still here"]
