"""Programs in any language as players: one process each, spoken to in the engine's JSON lines.

A program reads a request from its standard input,

    {"id": "1", "game": "…", "position": {…}, "legal_moves": ["1B1", …], "ms": 200}

and answers `{"id": "1", "move": "1B1"}`. Whatever else it does (ends, hangs, talks nonsense), that
is a `PlayerFailed`; no process outlives its player.
"""

import json
import os
import selectors
import shlex
import shutil
import signal
import subprocess
import threading
import time
import weakref
from contextlib import suppress
from typing import IO, Any

from azulejos.bots.players import Analysis, Variation
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
#: Largest number accepted in an answer; anything else is replaced by a default.
MAX_NUMBER = 1e15


class PlayerFailed(RuntimeError):
    """A player gave no move. `kind` is "crash", "time-out", "malformed" or "error"."""

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(kind, detail)
        self.kind = kind
        self.detail = detail

    def __str__(self) -> str:
        return f"{self.kind}: {self.detail}"


class ExternalPlayer:
    """A program as a player. It is started when it is first asked, and anew after a failure.

    command: as one would type it, without a shell's expansions. ms: the time for a move where the
    caller names none. grace: seconds an answer may be late. start: seconds a fresh process has
    on top of that. patience: seconds for an answer where only visits are asked for.
    """

    def __init__(
        self,
        command: str,
        game: str,
        *,
        ms: int = 1_000,
        grace: float = 1.0,
        start: float = 30.0,
        patience: float = 60.0,
    ) -> None:
        try:
            self.arguments = shlex.split(command)
        except ValueError as error:
            raise ValueError(f"{shorten(command)} is no command: {error}") from error
        if not self.arguments:
            raise ValueError("the command is empty")
        if shutil.which(self.arguments[0]) is None:
            raise ValueError(f"there is no program {shorten(self.arguments[0])}")
        self.name = f"cmd:{command}"
        self.game = game
        self.ms = ms
        self.grace = grace
        self.start = start
        self.patience = patience
        self._conversation: _Conversation | None = None

    def choose(self, game: Any, *, ms: int | None = None, visits: int | None = None) -> Any:
        """The program's move, which may be illegal; PlayerFailed if there is none."""
        return self._move(game, self._answer(game, ms, visits))

    def analyse(
        self,
        game: Any,
        *,
        ms: int | None = None,
        visits: int | None = None,
        multipv: int = 1,  # noqa: ARG002
        stop: threading.Event | None = None,  # noqa: ARG002
    ) -> Analysis:
        """The program's move and what it says about it; missing values are an even share.

        There is one variation, and `stop` has no effect.
        """
        answer = self._answer(game, ms, visits)
        move = self._move(game, answer)
        shares = answer.get("values")
        if not isinstance(shares, list) or len(shares) != game.players:
            shares = [None] * game.players
        values = [_number(share, 1 / game.players) for share in shares]
        seen = int(_number(answer.get("visits"), 0))
        margin = _number(answer.get("margin"), 0)
        return Analysis(move, values, margin, seen, [Variation(move, values, seen, [move])])

    def close(self) -> None:
        """End the program."""
        if self._conversation is not None:
            self._conversation.end()
            self._conversation = None

    def _answer(self, game: Any, ms: int | None, visits: int | None) -> dict[str, Any]:
        request = {
            "game": self.game,
            "position": game.view(game.turn),
            "legal_moves": [str(move) for move in game.shown_moves()],
        }
        if ms is None and visits is None:
            ms = self.ms
        seconds = self.grace + (self.patience if ms is None else ms / 1000)
        budget = {"ms": ms, "visits": visits}
        request |= {key: value for key, value in budget.items() if value is not None}
        try:
            if self._conversation is None:
                self._conversation = _Conversation(self.arguments)
                seconds += self.start
            return self._conversation.ask(request, seconds)
        except PlayerFailed:
            self.close()
            raise

    def _move(self, game: Any, answer: dict[str, Any]) -> Any:
        try:
            return game.MOVE.parse(answer.get("move"))
        except ValueError as error:
            self.close()
            raise PlayerFailed("malformed", str(error)) from error


def _number(given: object, otherwise: float) -> float:
    """A number in a program's answer, or a default."""
    if isinstance(given, bool) or not isinstance(given, int | float):
        return otherwise
    return float(given) if abs(given) < MAX_NUMBER else otherwise


class _Conversation:
    """A running program and what is said to and fro. Every failure is a PlayerFailed."""

    def __init__(self, arguments: list[str]) -> None:
        try:
            process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # a process group of its own, to be ended as a whole
            )
        except OSError as error:
            raise PlayerFailed("crash", f"it cannot be started: {error.strerror}") from error
        self._process = process
        self._stdin, self._stdout, self._stderr = pipes = _pipes(process)
        for pipe in pipes:
            os.set_blocking(pipe.fileno(), False)
        self._heard = b""  # of its output, not yet taken as a line
        self._last_words = b""  # of its stderr
        self._requests = 0
        #: Ends the process, once: when it is called, or when this object is garbage-collected.
        self.end = weakref.finalize(self, _end, process, os.getpid())

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

    def _exchange(self, to_send: bytes, seconds: float) -> bytes:
        """Send a line and wait for one; stderr is read too, lest the program wait for us."""
        deadline = time.monotonic() + seconds
        allowed = ANSWER_LIMIT
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin, selectors.EVENT_WRITE)
            selector.register(self._stdout, selectors.EVENT_READ)
            selector.register(self._stderr, selectors.EVENT_READ)
            while to_send or b"\n" not in self._heard:
                left = deadline - time.monotonic()
                if left <= 0:
                    raise self._failure("time-out", f"no answer within {seconds:.1f} s")
                for key, _ in selector.select(left):
                    if key.fileobj is self._stdin:
                        to_send = self._send(to_send)
                        if not to_send:
                            selector.unregister(self._stdin)
                    elif key.fileobj is self._stdout:
                        allowed -= self._listen()
                        if allowed < 0:
                            raise self._failure("malformed", f"over {ANSWER_LIMIT} bytes of output")
                    elif not self._overhear():
                        selector.unregister(self._stderr)
        line, _, self._heard = self._heard.partition(b"\n")
        return line

    def _send(self, data: bytes) -> bytes:
        """Send what the pipe takes; what is left."""
        try:
            return data[self._stdin.write(data) or 0 :]
        except OSError as error:
            raise self._crash() from error

    def _listen(self) -> int:
        """Read from its output; how many bytes."""
        heard = self._stdout.read(CHUNK)
        if not heard:
            raise self._crash()
        self._heard += heard
        return len(heard)

    def _overhear(self) -> bool:
        """Read from its stderr; whether there was something."""
        heard = self._stderr.read(CHUNK)
        self._last_words = (self._last_words + (heard or b""))[-KEPT_STDERR:]
        return bool(heard)

    def _crash(self) -> PlayerFailed:
        """Its pipes are closed: most likely it has ended, or will in a moment."""
        try:
            code = self._process.wait(FAREWELL)
        except subprocess.TimeoutExpired:
            return self._failure("crash", "it closed its input or output")
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return self._failure("crash", f"it ended with {how}")

    def _failure(self, kind: str, detail: str) -> PlayerFailed:
        """A failure, with the end of what the program wrote to stderr."""
        self._overhear()
        words = " ".join(self._last_words.decode(errors="replace").split())[-TOLD_STDERR:]
        return PlayerFailed(kind, f"{detail} (stderr: {words})" if words else detail)


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    """Its input, output and stderr."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    return process.stdin, process.stdout, process.stderr


def _end(process: subprocess.Popen[bytes], owner: int) -> None:
    """End a program and all it has started, gently at first; nothing is left of it."""
    if os.getpid() != owner:  # a fork of us has a copy of the player, but not the program
        return
    for pipe in _pipes(process):
        pipe.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(FAREWELL)
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
