"""The scripts of the pages, tested in their own language by the files `*_test.js` here."""

from pathlib import Path

import pytest

from .run_deno import run_deno

FILES = sorted(path.name for path in Path(__file__).parent.glob("*_test.js"))


@pytest.mark.parametrize("name", FILES)
def test_scripts(name):
    # Types are the business of `make check`.
    done = run_deno("test", "--no-check", Path(__file__).with_name(name))
    assert done.returncode == 0, done.stdout + done.stderr
    assert " 0 failed" in done.stdout
