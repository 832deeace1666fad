"""Azulejos: the open home of two tile games.

``from azulejos import …`` gives the rules of a game by its name. Importing ``azulejos`` itself
stays quick: the packages (and the compiler beneath them) are loaded when they are first used.
"""

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos import (  # noqa: F401
        analysis,
        arena,
        batch,
        bots,
        core,
        draw,
        envs,
        games,
        nets,
        puzzles,
        search,
        training,
        wasm,
    )
    from azulejos.core import errors, kernel  # noqa: F401
    from azulejos.games.ours import *  # noqa: F403

__version__ = "0.1.0"

#: What ``from azulejos import …`` finds beside the games.
_LAYERS = (
    "analysis",
    "arena",
    "batch",
    "bots",
    "core",
    "draw",
    "envs",
    "games",
    "nets",
    "puzzles",
    "search",
    "training",
    "wasm",
)
_PUBLIC = {name: f"azulejos.{name}" for name in _LAYERS}
_PUBLIC |= {name: f"azulejos.core.{name}" for name in ("errors", "kernel")}

__all__ = ["__version__", *_PUBLIC]


def __getattr__(name: str) -> ModuleType:
    if name in _PUBLIC:
        return import_module(_PUBLIC[name])
    if not name.startswith("_") and find_spec(f"azulejos.games.{name}"):
        return import_module(f"azulejos.games.{name}")
    raise AttributeError(f"module 'azulejos' has no attribute {name!r}")


def __dir__() -> list[str]:
    from azulejos.games import names

    return sorted({*globals(), *_PUBLIC, *names()})
