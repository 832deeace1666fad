"""Web Push: to a push service of our own, at loopback; nothing is sent that nobody asked for."""

import base64
import os
import stat
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from json import loads

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from azulejos.web import push_keys, push_sending
from azulejos.web.clocks import Clock, ClockTerms
from azulejos.web.push_sending import BadSubscription, Subscription, check, is_public
from azulejos.web.settings import SettingError, from_environment
from azulejos.web.storage import Store
from azulejos.web.storage.push_store import MOST_OF_SEAT, PushStore

from .service import Service, settings_for
from .test_storage import in_database, new_table

ME, LINK = {"kind": "me", "name": "Ana"}, {"kind": "link"}


def encoded(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class PushService:
    """A push service for one browser. status: what it answers."""

    def __init__(self):
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.heard, self.status = [], 201
        ours = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                ours.heard.append((self.path, dict(self.headers), body))
                self.send_response(ours.status)
                self.send_header("Location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def subscription(self, number=1):
        public = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )
        endpoint = f"http://127.0.0.1:{self.server.server_port}/push/{number}"
        return {
            "endpoint": endpoint,
            "keys": {"p256dh": encoded(public), "auth": encoded(self.secret)},
        }

    def read(self, body):
        return loads(http_ece.decrypt(body, private_key=self.private, auth_secret=self.secret))

    def wait(self, count):
        end = time.monotonic() + 20
        while len(self.heard) < count:
            assert time.monotonic() < end, "nothing was sent"
            time.sleep(0.02)
        return self.heard[-1]


@pytest.fixture
def push_service():
    running = PushService()
    yield running
    running.stop()


@contextmanager
def serving(url, tmp_path, **others):
    key = tmp_path / "push-key.pem"
    running = Service(settings_for(url, push="open", push_key_file=key, **others))
    try:
        with running.client() as ana, running.client() as bo:
            yield ana, bo
    finally:
        running.stop()


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_somebody_who_is_not_there_is_told(database_url, tmp_path, push_service):
    with serving(database_url, tmp_path) as (ana, bo):
        made = ana.new_table([ME, LINK], first=0)
        path = f"/api/tables/{made['id']}"
        bo.post(f"{path}/seats/1", json={"name": "Bo"})
        key = bo.get("/api/push").json()["key"]
        answer = bo.post(
            f"{path}/push", json=push_service.subscription(), headers={"Accept-Language": "de"}
        )
        assert answer.status_code == 204
        ana.move(made["id"], ana.table(made["id"])["legal"][0])
        where, headers, body = push_service.wait(1)
        assert where == "/push/1"
        assert push_service.read(body) == {
            "title": "Azul",
            "body": "Du bist am Zug, mit Ana.",
            "url": f"/t/{made['id']}",
        }
        assert (headers["Topic"], headers["Content-Encoding"]) == (made["id"], "aes128gcm")
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Authorization"].endswith(f"k={key}")
        # Nothing is sent to who follows the table, nor to whom nobody has asked for it.
        with bo.events(made["id"], 0) as events:
            next(events)
            bo.move(made["id"], bo.table(made["id"])["legal"][0])
            ana.move(made["id"], ana.table(made["id"])["legal"][0])
        assert len(push_service.heard) == 1
        # A browser that is gone is forgotten.
        push_service.status = 410
        bo.move(made["id"], bo.table(made["id"])["legal"][0])
        ana.move(made["id"], ana.table(made["id"])["legal"][0])
        push_service.wait(2)
        bo.move(made["id"], bo.table(made["id"])["legal"][0])
        ana.move(made["id"], ana.table(made["id"])["legal"][0])
        time.sleep(0.5)
        assert len(push_service.heard) == 2


def test_it_is_switched_off(database_url, tmp_path, push_service):
    with serving(database_url, tmp_path) as (ana, bo):
        made = ana.new_table([ME, LINK], first=0)
        path, subscription = f"/api/tables/{made['id']}", push_service.subscription()
        assert code(bo.post(f"{path}/push", json=subscription)) == (403, "not_seated")
        bo.post(f"{path}/seats/1", json={"name": "Bo"})
        for _ in range(2):  # twice is once
            assert bo.post(f"{path}/push", json=subscription).status_code == 204
        ended = {"endpoint": subscription["endpoint"]}
        assert bo.post("/api/push/stop", json=ended).status_code == 204
        ana.move(made["id"], ana.table(made["id"])["legal"][0])
        time.sleep(0.5)
        assert push_service.heard == []


def test_a_server_without_a_key(service, client, push_service):
    """With PostgreSQL and no folder there is no place for one."""
    made = client.new_table([ME, {"kind": "bot", "level": 1}])
    if client.get("/api/push").json()["key"] is None:
        answer = client.post(f"/api/tables/{made['id']}/push", json=push_service.subscription())
        assert code(answer) == (409, "no_push")
    else:  # to a service that is not public nothing is sent
        answer = client.post(f"/api/tables/{made['id']}/push", json=push_service.subscription())
        assert code(answer) == (422, "bad_subscription")


# ── Where something is sent ──────────────────────────────────────────────────────────────────────

PUBLIC = encoded(
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
)
AUTH = encoded(bytes(16))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.org/1",
        "https://127.0.0.1/1",
        "https://[::1]/1",
        "https://10.1.2.3/1",
        "https://8.8.8.8/1",
        "https://localhost/1",
        "https://intranet/1",
        "https://push.example.org:22/1",
        "https://me:you@push.example.org/1",
        "https://push.example.org/1#2",
        "https://push.example.org/ 1",
        "https://push.example.org/\r\nHost: x",
        "https://push.example.org:x/",
        "file:///etc/passwd",
        "https:///1",
        "",
    ],
)
def test_what_is_no_push_service(endpoint):
    with pytest.raises(BadSubscription):
        check(Subscription(endpoint, PUBLIC, AUTH), is_open=False)


def test_keys_of_browsers():
    check(Subscription("https://push.example.org/1?x=2", PUBLIC, AUTH), is_open=False)
    bad = encoded(b"\x04" + bytes(64))  # not on the curve
    for p256dh, auth in [(bad, AUTH), (PUBLIC, encoded(bytes(15))), ("?", AUTH), (PUBLIC, "é")]:
        with pytest.raises(BadSubscription):
            check(Subscription("https://push.example.org/1", p256dh, auth), is_open=False)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("93.184.215.14", True),
        ("2606:2800:21f:cb07:6820:80da:af6b:8b2c", True),
        ("127.0.0.1", False),
        ("10.0.0.1", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("::1", False),
        ("fe80::1", False),
        ("fd00::1", False),
        ("::ffff:127.0.0.1", False),
        ("64:ff9b::7f00:1", False),
        ("64:ff9b::5db8:d70e", True),
        ("2002:7f00:1::", False),
    ],
)
def test_public_addresses(address, expected):
    assert is_public(ip_address(address)) is expected


def test_a_name_that_leads_inside(monkeypatch):
    """Also when it is only one of the addresses, and whatever it was when it was subscribed."""
    found = [(2, 1, 6, "", ("93.184.215.14", 443)), (2, 1, 6, "", ("127.0.0.1", 443))]
    monkeypatch.setattr(push_sending.socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(
        push_sending.socket, "create_connection", lambda *_: pytest.fail("it was asked")
    )
    subscription = Subscription("https://push.example.org/1", PUBLIC, AUTH)
    with pytest.raises(OSError, match="not a public address"):
        push_sending.send(subscription, b"{}", {}, is_open=False)


# ── Keys, settings, storage ──────────────────────────────────────────────────────────────────────


def test_a_key_is_made_once_and_for_its_owner_alone(tmp_path):
    url = f"sqlite:///{tmp_path / 'new' / 'tables.sqlite3'}"
    settings = from_environment({"AZULEJOS_DATABASE_URL": url})
    assert settings.push_key_file == tmp_path / "new" / "push-key.pem"
    first = push_keys.load(settings)
    assert push_keys.load(settings).public == first.public
    assert len(base64.urlsafe_b64decode(first.public + "=")) == 65
    assert [file.name for file in settings.push_key_file.parent.iterdir()] == ["push-key.pem"]
    if os.name == "posix":
        assert stat.S_IMODE(settings.push_key_file.stat().st_mode) == 0o600
    pem = settings.push_key_file.read_text()
    given = from_environment({"AZULEJOS_DATABASE_URL": url, "AZULEJOS_PUSH_KEY": pem})
    assert push_keys.load(given).public == first.public
    assert "PRIVATE" not in repr(given)
    off = from_environment({"AZULEJOS_DATABASE_URL": url, "AZULEJOS_PUSH": "off"})
    assert push_keys.load(off) is None


def test_a_key_that_cannot_be_used(tmp_path, caplog):
    (tmp_path / "push-key.pem").write_text("no key")
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    assert push_keys.load(from_environment({"AZULEJOS_DATABASE_URL": url})) is None
    assert "it is no key" in caplog.text
    with pytest.raises(SettingError, match="AZULEJOS_PUSH_CONTACT"):
        from_environment({"AZULEJOS_PUSH_CONTACT": "me"})


def test_a_seat_has_few_browsers(database_url):
    async def work(database):
        table = new_table()
        await Store(database, 1).create(table)
        store = PushStore(database)
        for number in range(MOST_OF_SEAT + 3):
            subscription = Subscription(f"https://push.example.org/{number}", PUBLIC, AUTH)
            await store.keep(table.id, "h", "sv", subscription)
        return await store.of(table.id, "h"), await store.of(table.id, "other")

    kept, others = in_database(database_url, work)
    assert (len(kept), others) == (MOST_OF_SEAT, [])
    assert {language for language, _ in kept} == {"sv"}


def test_when_one_is_reminded():
    day = Clock.set_to(ClockTerms("move", 86_400), 2, 0)
    assert day.remind(day.due(0)) == 86_400_000 - 17_280_000
    week = Clock.set_to(ClockTerms("move", 7 * 86_400), 2, 0)
    assert week.remind(week.due(0)) == 7 * 86_400_000 - 6 * 3_600_000
    assert Clock.set_to(ClockTerms("move", 60), 2, 0).remind(60_000) is None
    assert day.remind(None) is None


def test_a_reminder_is_sent_once(tmp_path, push_service, monkeypatch):
    monkeypatch.setattr(Clock, "remind", lambda _self, due: due and due - 86_398_000)
    url = f"sqlite:///{tmp_path / 'tables.sqlite3'}"
    with serving(url, tmp_path) as (ana, bo):
        made = ana.new_table([ME, LINK], first=0, clock={"kind": "move", "base": 86_400})
        bo.post(f"/api/tables/{made['id']}/seats/1", json={"name": "Bo"})
        ana.post(f"/api/tables/{made['id']}/push", json=push_service.subscription())
        _, headers, body = push_service.wait(1)
        assert push_service.read(body)["body"] == "Time left for your move: 23 hours"
        assert headers["Urgency"] == "high"
        time.sleep(2.5)
        assert len(push_service.heard) == 1


def test_the_worker_of_notices(client):
    answer = client.get("/push-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "showNotification" in answer.text
