"""A server of our own, and the system's Chromium to look at it."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from azulejos.web.site.build import build

from .hosting import hosting
from .site_visitor import SiteVisitor
from .visitor import Visitor

#: One client plays whole games here, quicker than people do.
QUICK = {"AZULEJOS_REVIEW_VISITS": "64"} | {
    f"AZULEJOS_{what}_RATE": "10000/10000" for what in ("REQUEST", "TABLE", "MOVE", "THINKING")
}


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the server of this test process is."""
    with serving(tmp_path_factory.mktemp("tables") / "tables.sqlite") as here:
        yield here


@pytest.fixture(scope="session")
def site_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once for this test process."""
    folder: Path = tmp_path_factory.mktemp("site") / "site"
    with ThreadPoolExecutor(1) as pool:  # Playwright's loop runs in this thread
        pool.submit(build, folder).result()
    return folder


@pytest.fixture(scope="session")
def site_address(site_folder: Path) -> Iterator[str]:
    """Where a static host has the site."""
    with hosting(site_folder) as here:
        yield here


@contextmanager
def serving(database: Path, port: int = 0, **more: str) -> Iterator[str]:
    """A server in a process of its own, and where it is. more: of its environment."""
    server = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "serve", "--port", str(port)],
        stdout=subprocess.PIPE,
        text=True,
        env=os.environ | QUICK | {"AZULEJOS_DATABASE_URL": f"sqlite:///{database}"} | more,
    )
    assert server.stdout is not None
    try:
        told = re.search(r"http://\S+", server.stdout.readline())
        assert told, "the server did not start"
        yield told[0]
    finally:
        server.terminate()
        server.wait(20)
        server.stdout.close()


def chromium() -> str:
    """The system's Chromium; `make test` installs it where it is missing."""
    names = ("chromium", "chromium-browser", "google-chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    assert found, "there is no Chromium on this machine: run `make test`"
    return found


# A busy machine takes longer than five seconds for what is not wrong.
expect.set_options(timeout=30_000)

#: Every window would draw the suggestions of its address bar before anybody types there, in a
#: process of its own: a tenth of what many tests take. The last such flag counts, so those that
#: Playwright sets are repeated.
NOT_NEEDED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled", "PreconnectToSearch"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *(
        "HttpsFirstBalancedModeAutoEnable",
        "LensOverlay",
        "MediaRouter",
        "NetworkTimeServiceQuerying",
    ),
    *("OptimizationHints", "PaintHolding", "ThirdPartyStoragePartitioning"),
    "AvoidCorsURLLoaderRestartOnRedirect",
)
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    "--disable-features=" + ",".join(NOT_NEEDED),
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    # No longer than a module: Playwright's loop must not be there when others run theirs.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit_service(browser: Browser, address: str) -> Iterator[Callable[..., Visitor]]:
    """Somebody with a browser of their own; at the end, nothing may have gone wrong in any."""
    yield from visiting(browser, address, Visitor)


@pytest.fixture
def visit(visit_service: Callable[..., Visitor]) -> Callable[..., Visitor]:
    return visit_service


@pytest.fixture
def visit_site(browser: Browser, site_address: str) -> Iterator[Callable[..., Visitor]]:
    """The same on the site, whose tables the browser keeps itself."""
    yield from visiting(browser, site_address, SiteVisitor)


@pytest.fixture(params=["service", "site"])
def visit_host(request: pytest.FixtureRequest) -> Callable[..., Visitor]:
    """The same at either host of a table: what a player sees and does does not depend on it."""
    come: Callable[..., Visitor] = request.getfixturevalue(
        "visit_service" if request.param == "service" else "visit_site"
    )
    return come


def visiting(
    browser: Browser, address: str, kind: type[Visitor]
) -> Iterator[Callable[..., Visitor]]:
    visitors: list[Visitor] = []

    def come(width: int = 1280, height: int = 900, **settings: Any) -> Visitor:
        usual: dict[str, Any] = {
            "base_url": address,
            "locale": "en-GB",
            "reduced_motion": "reduce",
            "viewport": {"width": width, "height": height},
        }
        context: BrowserContext = browser.new_context(**usual | settings)
        context.set_default_timeout(60_000)
        page: Page = context.new_page()
        visitors.append(kind(page))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
    assert [trouble for visitor in visitors for trouble in visitor.troubles] == []


@pytest.fixture
def downloads(tmp_path: Path) -> Path:
    return tmp_path
