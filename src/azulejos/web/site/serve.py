"""Showing the site on this machine, as a static host would: files, compressed."""

from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles


def host(folder: Path) -> Starlette:
    """An application that answers with the files of a folder."""
    files = StaticFiles(directory=folder, html=True)
    return Starlette(routes=[Mount("/", files)], middleware=[Middleware(GZipMiddleware)])


def serve(folder: Path, port: int) -> None:
    """Serve a folder at this machine until it is told to end."""
    uvicorn.run(host(folder), host="127.0.0.1", port=port, log_level="warning")
