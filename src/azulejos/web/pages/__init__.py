"""The HTML pages. What happens at a table goes through the JSON API; see `azulejos.web.api`."""

from fastapi import FastAPI

from azulejos.web.pages import (
    explore,
    files,
    games,
    guides,
    in_browser,
    open_tables,
    puzzles,
    retry,
    review,
    table,
    to_table,
)
from azulejos.web.pages.errors import sorry, wants_page

__all__ = ["mount", "sorry", "wants_page"]


def mount(app: FastAPI) -> None:
    """Add the pages and their files to the service."""
    for part in (guides, games, open_tables, to_table, table, review, retry, explore, puzzles):
        app.include_router(part.router)
    app.include_router(in_browser.router, prefix=in_browser.HERE)
    files.mount(app)
