"""Azulejos: the open home of two tile games, Azul and Azuleo.

``from azulejos import azul, azuleo`` gives the rules of both. Importing ``azulejos`` itself
stays quick: the packages (and the compiler beneath them) are loaded when they are first used.
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from azulejos import azul, azuleo, batch, draw, envs, kernel

__version__ = "0.1.0"

_LAZY = ("azul", "azuleo", "batch", "draw", "envs", "kernel")

__all__ = ["__version__", "azul", "azuleo", "batch", "draw", "envs", "kernel"]


def __getattr__(name: str) -> ModuleType:
    if name in _LAZY:
        return import_module(f"azulejos.{name}")
    raise AttributeError(f"module 'azulejos' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
