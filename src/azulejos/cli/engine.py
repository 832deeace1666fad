"""`azulejos engine`: the engine protocol on standard input and output."""

import os
import signal
from contextlib import suppress
from io import BufferedReader, FileIO
from typing import NoReturn

from azulejos.cli.errors import Failed

SIGNALS = (signal.SIGINT, signal.SIGTERM)


def serve(threads: int | None, evaluator: str | None) -> None:
    """Answer requests until the input ends, nobody reads the answers, or a signal says so."""
    for number in SIGNALS:
        signal.signal(number, _end)
    with suppress(KeyboardInterrupt):
        from azulejos.bots.engine import Engine

        try:
            # Files of our own: what a thread still waits for must not be closed at the exit.
            source = BufferedReader(FileIO(0, "rb", closefd=False))
            output = FileIO(1, "wb", closefd=False)
        except OSError as error:
            raise Failed("the engine needs standard input and output") from error
        engine = Engine(output, threads or os.cpu_count() or 1, evaluator=evaluator)
        if not engine.run(source):
            os._exit(0)  # a search is still running: nothing may be cleaned up under its feet


def _end(*_: object) -> NoReturn:
    """End once: the second signal finds us leaving already."""
    for number in SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt
