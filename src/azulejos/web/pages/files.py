"""The static files of the pages, of all games, the drawings' style sheet, and compiled rules."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles

from azulejos import draw
from azulejos.games import all_games, spec
from azulejos.wasm.files import SCRIPTS, files, shipped_module
from azulejos.web.guard import COMPILES
from azulejos.web.pages.rendering import DEFAULT_GAME, STATIC

router = APIRouter(include_in_schema=False)


@router.get("/static/{key}/css/drawing.css")
async def drawing_sheet(key: str) -> Response:  # noqa: ARG001  (only tells versions apart)
    """The drawings' style sheet."""
    return Response(draw.style_sheet(), media_type="text/css", headers=_KEPT)


@router.get("/static/{key}/wasm/{name}")
def compiled(request: Request, key: str, name: str) -> Response:  # noqa: ARG001  (as above)
    """The rules and networks for browsers, and the scripts that run them.

    Where a game has no module, its analyses are the service's.
    """
    content = _compiled_file(name)
    if content is None:
        return Response(status_code=404)
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}  # the key does not tell of them
    headers |= COMPILES  # of workers
    if request.headers.get("If-None-Match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=_TYPES[Path(name).suffix], headers=headers)


_TYPES = {
    ".js": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
    ".weights": "application/octet-stream",
}


def _compiled_file(name: str) -> bytes | None:
    """A script, or a file of a game that ships with a module; anybody may ask for any name."""
    if name in _scripts():
        return _scripts()[name]
    game = name.partition(".")[0]
    return _files_of(game).get(name) if game in all_games() else None


@cache
def _scripts() -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in SCRIPTS.glob("*.js")}


@cache
def _files_of(game: str) -> dict[str, bytes]:
    return files(game) if shipped_module(game).exists() else {}


@router.get("/push-worker.js")
async def push_worker() -> Response:
    """The worker of notices, at an address that stays: browsers look there for a newer one."""
    text = (STATIC / "js" / "push_worker.js").read_text(encoding="utf-8")
    return Response(text, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


_KEPT = {"Cache-Control": "public, max-age=31536000, immutable"}


class _Files(StaticFiles):
    """The static files, under a key that changes with them, so that they can be kept for ever.

    Those of a game, ``games/<game>/…``, lie in the game's own folder.
    """

    def __init__(self) -> None:
        super().__init__(directory=STATIC)
        self._games = {
            name: StaticFiles(directory=scripts_of(name), check_dir=False) for name in all_games()
        }

    def lookup_path(self, path: str) -> tuple[str, Any]:
        shared = path.partition("/")[2]
        place, _, rest = shared.partition("/")
        game, _, own = rest.partition("/")
        if place == "games" and game in self._games and own.endswith((".js", ".css")):
            return self._games[game].lookup_path(own)
        return super().lookup_path(shared)

    def file_response(self, *arguments: Any, **options: Any) -> Response:
        response = super().file_response(*arguments, **options)
        response.headers.update(_KEPT)
        return response


def scripts_of(game: str) -> Path:
    """The folder of a game's part of the pages."""
    own = spec(game).folder / "web"
    return own if own.is_dir() else DEFAULT_GAME


def mount(app: FastAPI) -> None:
    """Add the files to the service."""
    app.include_router(router)
    app.mount("/static", _Files(), name="static")
