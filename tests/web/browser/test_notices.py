"""Notices in a browser: it really subscribes to Web Push, and its worker shows what is pushed.

Chromium asks a service of its maker for an address; here that service is at loopback. It subscribes
in a profile that is kept only, not in the windows that other tests use.
"""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, expect, sync_playwright

from azulejos.web import push_sending

from ..service import Service, settings_for
from .conftest import chromium
from .visitor import Visitor

ME, LINK = {"kind": "me", "name": "Ana"}, {"kind": "link"}
#: What a browser is told about itself: all is well, and two numbers by which it is known.
KNOWN = b"\x08\x01\x39" + bytes(range(1, 9)) + b"\x41" + bytes(range(1, 9))
NOTICES = """async () => {
  const registration = await navigator.serviceWorker.getRegistration("/push/");
  const all = await registration.getNotifications();
  return all.map(({ title, body, data }) => [title, body, data.url]);
}"""


@pytest.fixture
def makers_service() -> Iterator[str]:
    """Where a browser gets an address for pushes."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            told = KNOWN if self.path == "/checkin" else b"token=a-token"
            self.send_response(200)
            self.send_header("Content-Length", str(len(told)))
            self.end_headers()
            self.wfile.write(told)

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def service(database_url: str, tmp_path: Path) -> Iterator[Service]:
    running = Service(settings_for(database_url, push="on", push_key_file=tmp_path / "key.pem"))
    yield running
    running.stop()


@pytest.fixture
def profile(service: Service, makers_service: str, tmp_path: Path) -> Iterator[BrowserContext]:
    """A browser whose profile is kept, and whose reader lets pages show notices."""
    addresses = {"checkin": "checkin-url", "register": "registration-url"}
    flags = [f"--gcm-{flag}={makers_service}/{path}" for path, flag in addresses.items()]
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            tmp_path / "profile",
            executable_path=chromium(),
            args=["--no-sandbox", "--disable-gpu", f"--gcm-mcs-endpoint={makers_service}", *flags],
            ignore_default_args=["--disable-background-networking"],
            base_url=service.address,
            permissions=["notifications"],
            locale="de-DE",
        )
        context.set_default_timeout(60_000)
        yield context
        context.close()


def test_a_browser_subscribes_and_shows_what_is_pushed(
    service: Service, profile: BrowserContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    pushed: Queue[tuple[push_sending.Subscription, bytes]] = Queue()

    def send(subscription: push_sending.Subscription, text: bytes, *_: Any, **__: Any) -> int:
        pushed.put((subscription, text))  # nothing leaves this machine
        return 201

    monkeypatch.setattr(push_sending, "send", send)
    with service.client() as ana:
        made = ana.new_table([ME, LINK], first=0)
        bo = Visitor(profile.new_page())
        bo.goto(f"/t/{made['id']}")
        bo.page.get_by_label("Dein Name").fill("Bo")
        bo.page.get_by_role("button", name="Hinsetzen").click()
        expect(bo.one(".seat-card.mine")).to_be_attached()
        bo.expect_ready()
        bo.page.get_by_role("button", name="An diesem Tisch").click()
        bo.page.locator("#notices").check()
        expect(bo.one("#notices-state")).to_have_text(
            "Du erfährst es, auch wenn diese Seite geschlossen ist."
        )
        bo.goto("/rules/azul")  # no table is looked at any more
        ana.wait(made["id"], lambda table: not table["seats"][1]["online"])
        ana.move(made["id"], ana.table(made["id"])["legal"][0])
        subscription, text = pushed.get(timeout=30)
        assert subscription.endpoint.endswith("/fcm/send/a-token")
        assert (len(subscription.p256dh), len(subscription.auth)) == (87, 22)

        protocol = profile.new_cdp_session(bo.page)
        found: list[dict[str, Any]] = []
        protocol.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: found.extend(told["registrations"]),
        )
        protocol.send("ServiceWorker.enable")
        while not found:
            bo.page.wait_for_timeout(50)
        arrived = {"origin": service.address, "registrationId": found[0]["registrationId"]}
        # While the table's page is still going, the worker shows nothing: it may be looked at.
        for _ in range(20):
            protocol.send("ServiceWorker.deliverPushMessage", arrived | {"data": text.decode()})
            bo.page.wait_for_timeout(500)
            shown = bo.page.evaluate(NOTICES)
            if shown:
                break
        assert shown == [["Azul", "Du bist am Zug, mit Ana.", f"/t/{made['id']}"]]
        assert json.loads(text)["url"] == f"/t/{made['id']}"

        # Switched off, nothing is sent any more.
        bo.goto(f"/t/{made['id']}")
        bo.expect_ready()
        bo.page.get_by_role("button", name="An diesem Tisch").click()
        with bo.page.expect_response("**/api/push/stop"):
            bo.page.locator("#notices").uncheck()
        assert (
            bo.page.evaluate(
                "async () => (await (await navigator.serviceWorker.getRegistration('/push/'))"
                ".pushManager.getSubscription())"
            )
            is None
        )
        assert bo.troubles == []
