"""A static host at this machine, as any other: files, and nothing else."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: Any) -> None:
        pass

    def send_response(self, code: int, message: str | None = None) -> None:
        """The page for what is missing is missing itself, as with many hosts."""
        super().send_response(404 if self.path == "/404.html" else code, message)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):  # a page that is left asks for no more
            super().copyfile(source, outputfile)


@contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve a folder, and where it is."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=folder))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()
