"""The engine protocol: requests in, answers out, both as lines of JSON, many at once.

One thread reads. Every running search has its own thread, up to a limit; the others are queued.
Each request is answered by one line, in any order. An error in a request is answered, too, and does
not end the engine. docs/engine.md describes the protocol.
"""

import json
import math
import select
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any, Protocol

import azulejos
from azulejos import bots, games
from azulejos.bots import reasons
from azulejos.bots.requests import (
    LINE_LIMIT,
    MAX_MS,
    MAX_MULTIPV,
    MAX_VISITS,
    BadRequest,
    Hello,
    Id,
    Search,
    Stop,
    id_of,
    parse,
    request_of,
)
from azulejos.core.errors import InputError, WeightsError

#: Searches queued for a thread. A client that sends more does not read the answers.
MAX_WAITING = 1_000
#: Seconds until a full pipe is tried again.
FULL_PIPE = 0.01
#: Seconds between two checks whether the output is still read.
LOOK_EVERY = 1.0
#: Seconds that searches have to answer when the engine ends.
GRACE = 1.0


class Input(Protocol):
    """Where lines come from: a binary file."""

    def readline(self, limit: int, /) -> bytes: ...


class Output(Protocol):
    """Where answers go: a binary file without a buffer. It may take part of what is written."""

    def write(self, data: bytes, /) -> int | None: ...
    def fileno(self) -> int: ...


class Engine:
    """Reads requests and answers them; `threads` searches run at a time.

    `make` makes the players: see `bots.make`. `evaluator` is the default for requests without one:
    see `bots.with_evaluator`.
    """

    def __init__(
        self,
        output: Output,
        threads: int,
        make: Callable[..., Any] | None = None,
        evaluator: str | None = None,
    ) -> None:
        self._output = output
        self._threads = threads
        self._make = make or bots.make
        self._evaluator = evaluator
        self._writing = threading.Lock()
        #: Held for every look at what follows, and told of every change that ends something.
        self._changed = threading.Condition()
        self._searches: dict[Id, Search] = {}  # running and waiting
        self._waiting: deque[Search] = deque()
        self._running = 0  # threads
        self._input_ended = False
        self._closed = False  # no answers any more

    # ── From outside ─────────────────────────────────────────────────────────────────────────────

    def run(self, source: Input) -> bool:
        """Answer every line, until the input ends and everything is answered.

        Also ends when the output is closed, and on KeyboardInterrupt: then searches
        are stopped. Returns False where one of them went on for all that.
        """
        # Reading blocks: in the main thread it could not be given up when the output is closed.
        threading.Thread(target=self.read, args=(source,), daemon=True).start()
        with suppress(KeyboardInterrupt):
            self.wait()
        return self.close()

    def read(self, source: Input) -> None:
        """Take every line of the input."""
        with suppress(OSError):  # a terminal that is gone: nothing more will come
            for line in _lines(source):
                if self._closed:
                    break
                if line.strip():
                    self.take(line.removesuffix(b"\n"))
        with self._changed:
            self._input_ended = True
            self._changed.notify_all()

    def take(self, line: bytes) -> None:
        """Take one request: answer it, or have it answered later."""
        name: Id | None = None
        try:
            if len(line) > LINE_LIMIT:
                raise BadRequest(reasons.LINE_TOO_LONG(n=LINE_LIMIT))
            data = parse(line)
            name = id_of(data)
            match request_of(data):
                case Hello():
                    self._answer(name, _introduction())
                case Stop():
                    self._stop(name)
                case Search() as search:
                    self._accept(search)
        except InputError as error:
            self._answer(name, _refusal(error))
        except Exception as error:
            self._answer(name, _defect(error))

    def wait(self) -> None:
        """Wait until the input has ended and everything is answered, or the output is closed."""
        with self._changed:
            while not self._changed.wait_for(self._is_done, LOOK_EVERY):
                if self._output_is_closed():
                    self._give_up()

    def close(self) -> bool:
        """Stop every search; whether all have ended soon after."""
        with self._changed:
            self._give_up()
            return self._changed.wait_for(lambda: not self._running, GRACE)

    # ── Searches ─────────────────────────────────────────────────────────────────────────────────

    def _accept(self, search: Search) -> None:
        """Start a search, or let it wait for a thread; ValueError where neither can be."""
        with self._changed:
            if self._closed:
                return
            if search.id in self._searches:
                raise BadRequest(reasons.ID_IN_USE())
            if len(self._waiting) >= MAX_WAITING:
                raise BadRequest(reasons.TOO_MANY_WAITING(n=MAX_WAITING))
            if self._running < self._threads:
                threading.Thread(target=self._work, args=(search,), daemon=True).start()
                self._running += 1
            else:
                self._waiting.append(search)
            self._searches[search.id] = search

    def _stop(self, name: Id) -> None:
        with self._changed:
            search = self._searches.get(name)
            if search is None:
                raise BadRequest(reasons.NOTHING_TO_STOP())
            search.stop.set()
            if search not in self._waiting:
                return
            self._waiting.remove(search)
            del self._searches[name]
        raise BadRequest(reasons.STOPPED_EARLY())

    def _work(self, search: Search | None) -> None:
        """The loop of a thread: one search after the other while there are any."""
        while search is not None:
            answer = self._result(search)
            with self._changed:
                del self._searches[search.id]  # before the answer: its reader may use the id again
            self._answer(search.id, answer)
            with self._changed:
                search = self._waiting.popleft() if self._waiting else None
                if search is None:
                    self._running -= 1
                    self._changed.notify_all()

    def _result(self, search: Search) -> dict[str, Any]:
        """The answer to a search."""
        try:
            game = search.to_decide()
            spec = bots.with_evaluator(search.player, search.game, self._evaluator)
            player = self._make(spec, search.game, seed=search.seed)
        except InputError as error:
            return _refusal(error)
        except WeightsError as error:
            return _refusal(BadRequest(reasons.BAD_NETWORK(problem=str(error))))
        except Exception as error:
            return _defect(error)
        try:
            with closing(player):
                analysis = player.analyse(
                    game,
                    ms=search.ms,
                    visits=search.visits,
                    multipv=search.multipv,
                    stop=search.stop,
                )
                return _as_data(analysis)
        except Exception as error:
            return _defect(error)

    # ── Answers ──────────────────────────────────────────────────────────────────────────────────

    def _answer(self, name: Id | None, answer: dict[str, Any]) -> None:
        """Write one line, whole."""
        line = json.dumps({"id": name} | answer).encode() + b"\n"
        try:
            with self._writing:
                while line and not self._closed:
                    written = self._output.write(line)
                    if not written:  # a pipe that does not block, and is full
                        time.sleep(FULL_PIPE)
                    line = line[written or 0 :]
        except OSError:  # the output is closed
            with self._changed:
                self._give_up()

    # ── The end (with the lock held) ─────────────────────────────────────────────────────────────

    def _is_done(self) -> bool:
        return self._closed or (self._input_ended and not self._running)

    def _give_up(self) -> None:
        """Stop all searches; queued ones are dropped, and nothing more is accepted."""
        for search in self._waiting:
            del self._searches[search.id]
        self._waiting.clear()
        for search in self._searches.values():
            search.stop.set()
        self._closed = True
        self._changed.notify_all()

    def _output_is_closed(self) -> bool:
        """Whether the other end of the pipe or terminal is closed, if the system can tell."""
        try:
            look = select.poll()
            look.register(self._output.fileno(), 0)
        except (AttributeError, OSError):  # no such call on this system, or no real file
            return False
        return bool(look.poll(0))


def _lines(source: Input) -> Iterator[bytes]:
    """Lines of a file; of one that is too long only so much that it can be seen."""
    while line := source.readline(LINE_LIMIT + 1):
        rest = line
        while len(line) > LINE_LIMIT and rest and not rest.endswith(b"\n"):
            rest = source.readline(LINE_LIMIT)
        yield line


def _introduction() -> dict[str, Any]:
    return {
        "name": "azulejos",
        "version": azulejos.__version__,
        "games": list(games.names()),
        "levels": {game: [level.name for level in bots.LEVELS[game]] for game in games.names()},
        "players": {
            game: [name for name in bots.names(game) if not name.startswith("level:")]
            for game in games.names()
        },
        "limits": {
            "line": LINE_LIMIT,
            "ms": MAX_MS,
            "visits": MAX_VISITS,
            "multipv": MAX_MULTIPV,
            "waiting": MAX_WAITING,
        },
    }


def _as_data(analysis: Any) -> dict[str, Any]:
    """A player's analysis as plain data, rounded."""
    return {
        "move": str(analysis.move),
        "values": _values(analysis.values),
        "margin": _rounded(analysis.margin, 2),
        "visits": int(analysis.visits),
        "variations": [
            {
                "move": str(variation.move),
                "values": _values(variation.values),
                "margin": _rounded(variation.margin, 2),
                "visits": int(variation.visits),
                "pv": [str(move) for move in variation.pv],
            }
            for variation in analysis.variations
        ],
    }


def _values(values: list[float]) -> list[float]:
    return [_rounded(value, 4) for value in values]


def _rounded(value: float, digits: int) -> float:
    if not math.isfinite(value):
        raise ArithmeticError(f"{value} is no result")
    return round(float(value), digits)


def _refusal(error: InputError) -> dict[str, Any]:
    """The answer to what cannot be done: why, in words and as data, and where."""
    return {"error": str(error), **error.reason.to_dict(), "place": list(error.place)}


def _defect(error: Exception) -> dict[str, Any]:
    """The answer to an internal error; details go to stderr."""
    traceback.print_exception(error, file=sys.stderr)
    kind = type(error).__name__
    return _refusal(InputError(reasons.INTERNAL_ERROR(kind=kind, problem=str(error))))
