"""A program that is spoken to in lines of JSON.

Each of its pipes has a thread that waits for it: Windows has no other way to wait for a pipe, and
so no system needs one of its own. The threads know the pipes and what has been said, but not the
conversation, so that a forgotten one is garbage-collected and its program ended.
"""

import json
import os
import threading
import weakref
from contextlib import suppress
from queue import SimpleQueue
from subprocess import TimeoutExpired
from typing import IO, Any

from azulejos.bots.process_trees import ProcessTree
from azulejos.core.plain_data import shorten

#: Bytes a program may write for one answer.
ANSWER_LIMIT = 1_000_000
#: Bytes of its stderr that are kept; characters of that and of its output told in a failure.
KEPT_STDERR = 4_000
TOLD_STDERR = 300
TOLD_OUTPUT = 80
#: Seconds a program has to end by itself once it is no longer needed.
FAREWELL = 0.5
CHUNK = 65_536


class PlayerFailed(RuntimeError):
    """A player gave no move. `kind` is "crash", "time-out", "malformed" or "error"."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


class Conversation:
    """A running program and what is said to and fro. Every failure is a PlayerFailed."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            tree = ProcessTree(arguments)
        except OSError as error:
            raise PlayerFailed("crash", f"it cannot be started: {error.strerror}") from error
        self._process = process = tree.process
        self._said = _Said()
        works = (_send, process.stdin), (_listen, process.stdout), (_overhear, process.stderr)
        threads = [
            threading.Thread(target=work, args=(pipe, self._said), daemon=True)
            for work, pipe in works
        ]
        for thread in threads:
            thread.start()
        self._overhearing = threads[-1]
        self._requests = 0
        #: Ends the process, once: when it is called, or when this object is garbage-collected.
        self.end = weakref.finalize(self, _end, tree, self._said, threads, os.getpid())

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """The program's answer to a request, to which an id is added."""
        self._requests += 1
        name = str(self._requests)
        line = self._exchange(json.dumps({"id": name} | request).encode() + b"\n", seconds)
        said = shorten(line.decode(errors="replace"), TOLD_OUTPUT)
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise self._failure("malformed", f"not JSON: {said}") from error
        if not isinstance(answer, dict) or answer.get("id") != name:
            raise self._failure("malformed", f"no answer to the request with id {name!r}: {said}")
        if "error" in answer:
            raise self._failure("error", shorten(answer["error"], TOLD_OUTPUT))
        return answer

    def _exchange(self, line: bytes, seconds: float) -> bytes:
        """Send a line and wait for one."""
        said = self._said
        said.to_send.put(line)
        with said.changed:
            said.changed.wait_for(said.is_decided, seconds)
            answer, end, rest = said.output.partition(b"\n")
            if end:
                said.output = rest
                return answer
            is_over, is_closed = len(answer) > ANSWER_LIMIT, said.is_closed
        if is_over:
            raise self._failure("malformed", f"over {ANSWER_LIMIT} bytes of output")
        if is_closed:
            raise self._crash()
        raise self._failure("time-out", f"no answer within {seconds:.1f} s")

    def _crash(self) -> PlayerFailed:
        """Its pipes are closed: most likely it has ended, or will in a moment."""
        try:
            code = self._process.wait(FAREWELL)
        except TimeoutExpired:
            return self._failure("crash", "it closed its input or output")
        self._overhearing.join(FAREWELL)  # the last words
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return self._failure("crash", f"it ended with {how}")

    def _failure(self, kind: str, detail: str) -> PlayerFailed:
        """A failure, with the end of what the program wrote to stderr."""
        words = " ".join(self._said.last_words.decode(errors="replace").split())[-TOLD_STDERR:]
        return PlayerFailed(kind, f"{detail} (stderr: {words})" if words else detail)


class _Said:
    """What goes to a program and has come from it. `changed` is held for a look at its output."""

    def __init__(self) -> None:
        self.to_send: SimpleQueue[bytes | None] = SimpleQueue()  # None: its input is to be closed
        self.changed = threading.Condition()
        self.output = b""  # not yet taken as lines
        self.last_words = b""  # of its stderr
        self.is_closed = False  # its input or its output

    def is_decided(self) -> bool:
        """Whether there is an answer, or there will be none."""
        return self.is_closed or b"\n" in self.output or len(self.output) > ANSWER_LIMIT

    def close(self) -> None:
        with self.changed:
            self.is_closed = True
            self.changed.notify_all()


def _send(pipe: IO[bytes], said: _Said) -> None:
    """Send what is to be sent; close the pipe."""
    with suppress(OSError), pipe:
        while (line := said.to_send.get()) is not None:
            while line:
                line = line[pipe.write(line) or 0 :]
        return
    said.close()


def _listen(pipe: IO[bytes], said: _Said) -> None:
    """Take its output, until it ends or there is too much of it."""
    with suppress(OSError), pipe:
        while len(said.output) <= ANSWER_LIMIT and (chunk := pipe.read(CHUNK)):
            with said.changed:
                said.output += chunk
                said.changed.notify_all()
    said.close()


def _overhear(pipe: IO[bytes], said: _Said) -> None:
    """Take its stderr, lest it wait for us; the end of it is kept."""
    with suppress(OSError), pipe:
        while chunk := pipe.read(CHUNK):
            said.last_words = (said.last_words + chunk)[-KEPT_STDERR:]


def _end(tree: ProcessTree, said: _Said, threads: list[threading.Thread], owner: int) -> None:
    """End a program and all it has started, gently at first; nothing is left of it."""
    if os.getpid() != owner:  # a fork of us has a copy of the player, but not the program
        return
    said.to_send.put(None)
    with suppress(TimeoutExpired):
        tree.process.wait(FAREWELL)
    tree.kill()
    for thread in threads:
        if thread is not threading.current_thread():  # garbage is collected in any thread
            thread.join(FAREWELL)  # a process that has left the group may hold a pipe
