"""A program together with all that it starts, to be ended as a whole.

POSIX has process groups for that, Windows has jobs. A job ends with the process that holds it: on
Windows no program outlives us, however we go.
"""

import ctypes
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

#: Ctrl+C at the console is for us, as it is with a session of its own on POSIX.
CREATE_NEW_PROCESS_GROUP = 0x200
#: What is known to Windows as JobObjectExtendedLimitInformation, and the limit that we set.
EXTENDED_LIMITS = 9
KILL_ON_JOB_CLOSE = 0x2000
#: The exit code of what is ended.
ENDED = 1

_on_windows = sys.platform == "win32"


class ProcessTree:
    """A program that runs, with pipes to it; `process` is the program itself."""

    def __init__(self, arguments: list[str]) -> None:
        """Start it. OSError if it cannot be started."""
        own: dict[str, Any] = (
            {"creationflags": CREATE_NEW_PROCESS_GROUP}
            if _on_windows
            else {"start_new_session": True}
        )
        pipe = subprocess.PIPE
        self.process: subprocess.Popen[bytes] = subprocess.Popen(
            arguments, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, **own
        )
        # What it starts within these microseconds is not in the job: Popen cannot start a program
        # that waits for us.
        self._job = Job(int(getattr(self.process, "_handle"))) if _on_windows else None  # noqa: B009

    def kill(self) -> None:
        """End all of it at once, and wait until the program itself is gone."""
        if self._job is not None:
            self._job.end()
            self.process.kill()  # in case it could not be put into the job; otherwise nothing
        else:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("process_time", ctypes.c_int64),
        ("job_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("least_working_set", ctypes.c_size_t),
        ("most_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class ExtendedLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("transfers", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("most_process_memory", ctypes.c_size_t),
        ("most_job_memory", ctypes.c_size_t),
    )


class Job:
    """A Windows job with one process in it, and all that this one starts.

    A process that has ended already, or that may not be put into a job, is left as it is.
    """

    def __init__(self, process: int) -> None:
        """process: its handle."""
        self._kernel32 = kernel32()
        self._handle = self._kernel32.CreateJobObjectW(None, None)
        limits = ExtendedLimits()
        limits.basic.flags = KILL_ON_JOB_CLOSE
        self._kernel32.SetInformationJobObject(
            self._handle, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        self._kernel32.AssignProcessToJobObject(self._handle, process)

    def end(self) -> None:
        """End every process in it, once."""
        if self._handle:
            self._kernel32.TerminateJobObject(self._handle, ENDED)
            self._kernel32.CloseHandle(self._handle)
            self._handle = None


def kernel32() -> Any:
    """The functions of Windows that a job needs, with what they take and give."""
    library: Any = getattr(ctypes, "WinDLL")("kernel32")  # noqa: B009  (there is none elsewhere)
    handle, number, flag = ctypes.c_void_p, ctypes.c_uint32, ctypes.c_int
    for name, gives, takes in (
        ("CreateJobObjectW", handle, (ctypes.c_void_p, ctypes.c_wchar_p)),
        ("SetInformationJobObject", flag, (handle, ctypes.c_int, ctypes.c_void_p, number)),
        ("AssignProcessToJobObject", flag, (handle, handle)),
        ("TerminateJobObject", flag, (handle, number)),
        ("CloseHandle", flag, (handle,)),
    ):
        function = getattr(library, name)
        function.restype, function.argtypes = gives, takes
    return library
