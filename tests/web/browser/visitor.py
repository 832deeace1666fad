"""Somebody who sits at a browser: looks, clicks, types, and notices when something is wrong."""

from typing import Any

from playwright.sync_api import ConsoleMessage, Locator, Page, Response, expect


class Visitor:
    """A page, and what one does with it."""

    #: Whether the browser itself keeps the tables.
    is_of_site = False

    def __init__(self, page: Page) -> None:
        self.page = page
        self.troubles: list[str] = []
        #: Answers that a test provokes on purpose, by status.
        self.allowed: set[int] = set()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self._failed(str(error)))
        page.on("response", self._answered)

    def _heard(self, message: ConsoleMessage) -> None:
        # A refused request is told twice: here, and as an answer.
        if message.type in ("error", "warning") and "Failed to load resource" not in message.text:
            self.troubles.append(message.text)

    def _failed(self, error: str) -> None:
        # Chromium breaks off a passage between two pages if one of them is left again at once.
        if "Transition was" not in error:
            self.troubles.append(error)

    def _answered(self, response: Response) -> None:
        # A game that is not loaded yet asks to come again, and its page does so by itself.
        if response.status == 503 and "retry-after" in response.headers:
            return
        if response.status >= 400 and response.status not in self.allowed:
            self.troubles.append(f"{response.status} {response.url}")

    # ── Looking ──────────────────────────────────────────────────────────────────────────────────

    def goto(self, path: str) -> None:
        self.page.goto(path)

    def one(self, selector: str) -> Locator:
        return self.page.locator(selector).first

    def all(self, selector: str) -> Locator:
        return self.page.locator(selector)

    def expect_ready(self) -> None:
        """The table's script is running; a game that is not compiled comes to it by itself."""
        expect(self.one("html[data-ready]")).to_be_attached(timeout=60_000)

    @property
    def version(self) -> int:
        return int(self.page.evaluate("() => document.documentElement.dataset.version"))

    def wait_beyond(self, version: int) -> None:
        self.page.wait_for_function(
            "version => Number(document.documentElement.dataset.version) > version", arg=version
        )

    def wait_for_turn_or_end(self) -> bool:
        """Whether there is a turn to take."""
        self.page.wait_for_selector(".azulejos.ready, .ready, .space.open, #result[open]")
        return not self.is_over

    @property
    def is_over(self) -> bool:
        return self.page.locator("#result[open]").count() > 0

    def scrolls_sideways(self) -> bool:
        return bool(
            self.page.evaluate(
                "() => document.documentElement.scrollWidth > document.documentElement.clientWidth"
            )
        )

    def table(self) -> Any:
        """What the service tells this visitor about the table."""
        return self.page.evaluate(
            "async () => (await fetch('/api/tables/' + location.pathname.split('/')[2])).json()"
        )

    def drawn_page(self) -> str:
        """The page of this table as it is drawn for this visitor now; no script has touched it."""
        return self.page.request.get(self.page.url).text()

    def moves(self) -> Any:
        """The whole list of moves, from all its parts."""
        return self.page.evaluate(_MOVES)

    def drawing(self) -> str:
        """The drawings as they are, with everything that a script has added."""
        return str(self.page.evaluate(_WRITTEN))


_MOVES = """async () => {
  const found = [];
  for (;;) {
    const id = location.pathname.split("/")[2];
    const answer = await fetch(`/api/tables/${id}/entries?after=${found.length}`);
    const { moves } = await answer.json();
    if (!moves.length) return found;
    found.push(...moves);
  }
}"""
#: Every element with its attributes in order of their names, since a script sets them in its own.
_WRITTEN = """() => {
  const write = (element, depth) => {
    const attributes = [...element.attributes].map(({ name, value }) => `${name}=${value}`).sort();
    const text = element.children.length ? "" : element.textContent;
    const line = " ".repeat(depth) + [element.tagName, ...attributes, text].join(" ");
    return [line, ...[...element.children].map((child) => write(child, depth + 1))].join("\\n");
  };
  return [...document.querySelectorAll(".felt .azulejos")].map((svg) => write(svg, 0)).join("\\n");
}"""
