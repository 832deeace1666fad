"""Work in threads for which nobody waits when the process ends.

A pool of the standard library is joined at the end of the process: Ctrl+C would wait for a compiler
or a search.
"""

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Result = TypeVar("Result")
#: By this such threads are known.
PREFIX = "azulejos "


async def in_thread(work: Callable[[], Result], name: str, niceness: int = 0) -> Result:
    """The result of a function that runs in a thread of its own.

    niceness: by how much the system is to prefer the event loop's thread, as in `nice` (Linux).
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Result] = loop.create_future()

    def settle(result: Result | None, error: BaseException | None) -> None:
        if future.done():  # whoever asked has gone
            return
        if error is None:
            future.set_result(result)  # type: ignore[arg-type]
        else:
            future.set_exception(error)

    def run() -> None:
        result, failure = None, None
        if niceness and sys.platform == "linux":  # elsewhere it would be the whole process
            os.nice(niceness)
        try:
            result = work()
        except Exception as error:
            failure = error
        with suppress(RuntimeError):  # the loop has been closed meanwhile
            loop.call_soon_threadsafe(settle, result, failure)

    threading.Thread(target=run, name=PREFIX + name, daemon=True).start()
    return await future


def leave() -> None:
    """End the process now. To take an interpreter down with all that is compiled takes a while.

    Nor can work in threads be stopped: machine code that runs on must not meet an interpreter that
    is being taken down.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)
