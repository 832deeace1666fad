"""Somebody on the site, whose tables are kept by the browser itself."""

from typing import Any
from urllib.parse import urlsplit

from fastapi import FastAPI, Request

from azulejos.web.languages import COOKIE
from azulejos.web.pages import table
from azulejos.web.site.pages import application
from azulejos.web.site.settings import Site

from .visitor import Visitor

_APP: FastAPI = application(Site())
HOST = """async () =>
  (await import(document.querySelector("script[src*='browser/start.js']").src)).started"""


class SiteVisitor(Visitor):
    """A page of the site, and what one does with it."""

    is_of_site = True

    def goto(self, path: str) -> None:
        place, mark, query = path.partition("?")
        super().goto(f"{place.rstrip('/')}/{mark}{query}".lstrip("/"))

    def ask(self, what: str, *arguments: Any) -> Any:
        """Ask the host of the table something that pages ask it."""
        script = f"async asked => (await ({HOST})()).{what}(...asked)"
        return self.page.evaluate(script, list(arguments))

    def table(self) -> Any:
        return self.ask("look")

    def moves(self) -> Any:
        found: list[Any] = []
        while part := self.ask("entries", len(found))["moves"]:
            found += part
        return found

    def drawn_page(self) -> str:
        language = self.one("html").get_attribute("lang") or ""
        scope = {
            "type": "http",
            "method": "GET",
            "path": urlsplit(self.page.url).path,
            "query_string": b"",
            "headers": [(b"cookie", f"{COOKIE}={language}".encode())],
            "app": _APP,
        }
        return bytes(table.shown(Request(scope), self.table(), guide=False).body).decode()

    def wait_until_kept(self) -> None:
        """The site is in the browser, with all that is needed without a network."""
        self.page.wait_for_selector("html[data-kept]", state="attached")
