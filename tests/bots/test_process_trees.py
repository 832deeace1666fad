"""Programs and their children on Windows, as far as that can be seen elsewhere.

Windows itself is played by an object that has the five functions of its kernel that we call.
"""

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress

import pytest

from azulejos import azul
from azulejos.bots import process_trees
from azulejos.bots.external import ExternalPlayer, words_of

LISTENER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    print(json.dumps({"id": request["id"], "move": request["legal_moves"][0]}), flush=True)
"""


class Kernel32:
    """Jobs whose handles are numbers; a process that is put into one is ended with it."""

    def __init__(self):
        self.called = []
        self.jobs = {}

    def CreateJobObjectW(self, security, name):  # noqa: N802
        self.called.append("create")
        self.jobs[77] = []
        return 77

    def SetInformationJobObject(self, job, kind, limits, size):  # noqa: N802
        self.called.append("limit")
        assert (job, kind, size) == (77, 9, ctypes.sizeof(process_trees.ExtendedLimits))
        assert limits._obj.basic.flags == 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
        return 1

    def AssignProcessToJobObject(self, job, process):  # noqa: N802
        self.called.append("assign")
        self.jobs[job].append(process)
        return 1

    def TerminateJobObject(self, job, code):  # noqa: N802
        self.called.append("terminate")
        for process in self.jobs[job]:
            with suppress(ProcessLookupError):  # it has left by itself
                os.kill(process, signal.SIGKILL)
        return 1

    def CloseHandle(self, handle):  # noqa: N802
        self.called.append("close")
        del self.jobs[handle]
        return 1


@pytest.fixture
def windows(monkeypatch):
    """Processes are started as on Windows, where a handle is what we know one by."""
    kernel = Kernel32()

    class Popen(subprocess.Popen):
        def __init__(self, arguments, *, creationflags, **options):
            assert creationflags == 0x200  # CREATE_NEW_PROCESS_GROUP
            super().__init__(arguments, **options)
            self._handle = self.pid

    monkeypatch.setattr(process_trees, "_on_windows", True)
    monkeypatch.setattr(process_trees, "kernel32", lambda: kernel)
    monkeypatch.setattr(process_trees.subprocess, "Popen", Popen)
    monkeypatch.delattr(process_trees.os, "killpg")
    return kernel


@pytest.mark.skipif(sys.maxsize < 2**32, reason="sizes of a system with 64 bits")
def test_windows_knows_the_limits_by_their_size():
    assert ctypes.sizeof(process_trees.ExtendedLimits) == 144
    assert process_trees.ExtendedLimits.basic.size == 64
    assert process_trees._BasicLimits.flags.offset == 16


@pytest.mark.skipif(sys.platform == "win32", reason="plays Windows")
def test_a_job_ends_with_the_player(windows, tmp_path):
    file = tmp_path / "bot.py"
    file.write_text(LISTENER)
    bot = ExternalPlayer(f"{sys.executable} {file}", "azul")
    game = azul.Game(seed=1)
    assert bot.choose(game) == game.legal_moves()[0]
    pid = bot._conversation._process.pid
    assert windows.jobs == {77: [pid]}
    bot.close()
    assert windows.called == ["create", "limit", "assign", "terminate", "close"]
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="plays Windows")
def test_what_does_not_leave_by_itself_ends_with_the_job(windows):
    bot = ExternalPlayer(f"{sys.executable} -c 'import time; time.sleep(1000)'", "azul")
    bot.start = bot.grace = 0.1
    with pytest.raises(RuntimeError, match="time-out"):
        bot.choose(azul.Game(seed=1), ms=1)
    assert windows.called[-2:] == ["terminate", "close"]


def test_the_functions_of_windows_are_declared(monkeypatch):
    """A handle has 64 bits; undeclared, ctypes would cut it to 32."""

    class Function:
        restype = argtypes = None

    class Library:
        def __init__(self, name):
            assert name == "kernel32"

        def __getattr__(self, name):
            return self.__dict__.setdefault(name, Function())

    monkeypatch.setattr(ctypes, "WinDLL", Library, raising=False)
    library = process_trees.kernel32()
    assert set(vars(library)) == {name for name in vars(Kernel32) if name[0].isupper()}
    assert library.CreateJobObjectW.restype is ctypes.c_void_p
    for name, function in vars(library).items():
        assert len(function.argtypes) == getattr(Kernel32, name).__code__.co_argcount - 1
        if name != "CreateJobObjectW":
            assert function.argtypes[0] is ctypes.c_void_p


@pytest.mark.parametrize(
    ("command", "on_windows", "words"),
    [
        ("python3 my\\ bot.py --deep", False, ["python3", "my bot.py", "--deep"]),
        ("python3 'my bot.py' \"a 'b' #c\"", False, ["python3", "my bot.py", "a 'b' #c"]),
        (r"C:\bots\best.exe --deep", True, [r"C:\bots\best.exe", "--deep"]),
        (r'"C:\my bots\best.exe" "a b"', True, [r"C:\my bots\best.exe", "a b"]),
        ("bot ''", True, ["bot", ""]),
        (" ", False, []),
    ],
)
def test_the_words_of_a_command(command, on_windows, words):
    assert words_of(command, on_windows) == words


def test_a_quotation_without_end_is_refused():
    for on_windows in (False, True):
        with pytest.raises(ValueError, match="No closing quotation"):
            words_of("bot 'deep", on_windows)
