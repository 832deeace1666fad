"""The command line, `azulejos` or `python -m azulejos`. Thin: every command is a few lines."""

from azulejos.cli.commands import app, main

__all__ = ["app", "main"]
