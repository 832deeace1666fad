"""One process at a time in a run's folder."""

import errno
import subprocess
import sys

import pytest

from azulejos.core import file_lock
from azulejos.training.lock import FolderTaken, alone_in

HOLDER = """
import sys
from pathlib import Path
from azulejos.training.lock import alone_in
with alone_in(Path(sys.argv[1])):
    print("here", flush=True)
    sys.stdin.read()
"""


def test_a_second_process_is_refused_until_the_first_is_gone(tmp_path):
    folder = tmp_path / "runs" / "first"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout.readline() == "here\n"
        refused = pytest.raises(FolderTaken, match=f"another process trains in {folder}")
        with refused, alone_in(folder):
            pass
        other.kill()  # it has no chance to tidy up
        other.wait()
        with alone_in(folder):
            pass
    with alone_in(folder):
        pass


def test_who_writes_nothing_leaves_nothing(tmp_path):
    with alone_in(tmp_path / "runs" / "first"):
        pass
    assert not (tmp_path / "runs").exists()
    (tmp_path / "there").mkdir()
    with alone_in(tmp_path / "there"):
        pass
    assert not [*(tmp_path / "there").iterdir()]
    with alone_in(tmp_path / "kept"):
        (tmp_path / "kept" / "config.json").write_text("")
    assert (tmp_path / "kept" / "lock").exists()


def test_without_locks_it_goes_on(tmp_path, monkeypatch):
    def refused(*_):
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(file_lock, "_lock_posix", refused)
    monkeypatch.setattr(file_lock, "_lock_windows", refused)
    with alone_in(tmp_path), alone_in(tmp_path):
        pass
