"""The files of all games, as they ship, in a folder; and in a browser."""

import functools
import http.server
import threading
from pathlib import Path

import pytest

import azulejos

from .agreement import write_files

SCRIPTS = Path(azulejos.__file__).parent / "wasm" / "js"


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Every game's files."""
    made = tmp_path_factory.mktemp("wasm")
    write_files(made)
    return made


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *told):
        pass


@pytest.fixture(scope="session")
def site(folder):
    """The files and the scripts on a server: its address."""
    (folder / "js").symlink_to(SCRIPTS)
    (folder / "index.html").write_text("<!doctype html><title>Engine</title>")
    handler = functools.partial(_Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()
