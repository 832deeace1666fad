"""Nobody gets in by another site's door, by size or by speed."""

import asyncio
import json
import re
from dataclasses import replace

import pytest
import sqlalchemy as sa

from azulejos.web import guard
from azulejos.web.guard import COMPILING_POLICY, CONTENT_SECURITY_POLICY, _secured
from azulejos.web.rate_limit import TokenBucket
from azulejos.web.settings import Limits, SettingError, from_environment
from azulejos.web.storage.schema import METADATA

from .service import BOT, FREELY, Service, settings_for

ME = {"kind": "me"}


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


@pytest.fixture
def strict(tmp_path):
    """A server with small limits."""
    limits = replace(FREELY, new_tables=(0.1, 3), moves=(0.5, 4), live_tables=5, streams=2)
    running = Service(settings_for(f"sqlite:///{tmp_path}/t.sqlite3", limits))
    yield running
    running.stop()


def test_every_answer_has_strict_headers(client):
    made = client.new_table([ME, BOT])
    for path in ("/", "/api/bots", f"/t/{made['id']}", "/nowhere", "/api/nowhere", "/healthz"):
        headers = client.get(path).headers
        assert headers["content-security-policy"] == CONTENT_SECURITY_POLICY
        assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in CONTENT_SECURITY_POLICY
    assert client.get(f"/api/tables/{made['id']}").headers["cache-control"] == "no-store"


def test_compiled_code_runs_only_where_it_is_needed(client):
    made = client.new_table([ME, BOT])
    for path in ("/here/t/azul/0", "/here/explore", "/here/review/azul/0"):
        assert client.get(path).headers["content-security-policy"] == COMPILING_POLICY
    page = client.get("/here/t/azul/0").text
    (key,) = set(re.findall(r"/static/(\w+)/wasm/kernel.js", page))
    worker = client.get(f"/static/{key}/wasm/engine_worker.js")
    assert worker.headers["content-security-policy"] == COMPILING_POLICY
    for path in ("/", "/new", "/games", "/rules/azul", f"/t/{made['id']}"):
        assert "wasm" not in client.get(path).headers["content-security-policy"]


def test_the_seat_cookie_is_for_the_server_alone(client):
    answer = client.post("/api/tables", json={})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert len(answer.json()["token"]) == 32


def test_tokens_are_stored_hashed_only(service, client):
    made = client.new_table([ME, {"kind": "link"}])

    def everything(connection):
        return "".join(
            str(connection.execute(sa.select(table)).all()) for table in METADATA.tables.values()
        )

    stored = asyncio.run_coroutine_threadsafe(
        service.table_service.store.database.do(everything), service.loop
    ).result(20)
    assert made["id"] in stored
    assert made["token"] not in stored
    assert made["seat_links"]["1"].removeprefix("/seat/") not in stored


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://elsewhere.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
    ],
    ids=str,
)
def test_requests_from_other_sites_are_refused(client, headers):
    made = client.new_table([ME, BOT], first=0)
    for answer in (
        client.post("/api/tables", json={}, headers=headers),
        client.post("/new", data={"quick": "azul"}, headers=headers),
        client.post(
            f"/api/tables/{made['id']}/moves",
            json={"id": "a", "move": made["table"]["legal"][0]},
            headers=headers,
        ),
        client.get(f"/api/tables/{made['id']}", headers=headers),
    ):
        assert code(answer) == (403, "cross_site")
    assert client.table(made["id"])["entries"] == 0


def test_own_pages_and_links_from_elsewhere_are_welcome(client):
    made = client.new_table([ME, BOT])
    own = {"Origin": str(client.base_url).rstrip("/"), "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/tables", json={}, headers=own).status_code == 201
    visit = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert client.get(f"/t/{made['id']}", headers=visit).status_code == 200


def test_a_local_server_goes_by_no_other_name(client):
    answer = client.get("/", headers={"Host": "elsewhere.example"})
    assert code(answer) == (421, "wrong_host")
    assert code(client.get("/", headers={"Host": "["})) == (421, "wrong_host")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("2001:db8::1", "2001:db8::2", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("a socket", "a socket", True),
    ],
)
def test_a_household_is_one_client(one, other, same):
    clients = [guard.client_of({"client": (address, 1)}) for address in (one, other)]
    assert (clients[0] == clients[1]) == same


def test_a_failure_tells_nothing_and_has_strict_headers(service, client, monkeypatch):
    def fail(*_):
        raise RuntimeError("what nobody is to read")

    monkeypatch.setattr(service.table_service.cache, "get", fail)
    answer = client.get("/api/tables/abc")
    assert code(answer) == (500, "failed")
    assert "nobody" not in answer.text
    assert "Content-Security-Policy" in answer.headers


def test_odd_forms_do_no_harm(client):
    many = {"game": "azul", "options": {"players": 10**9}}
    answer = client.post("/open", data={"record": json.dumps(many)})
    assert answer.status_code == 422
    assert client.get("/new?azul-level0=" + "9" * 5000).status_code == 200


def test_who_wanted_a_page_is_refused_in_words(client):
    headers = {"Host": "elsewhere.example", "Accept": "text/html", "Accept-Language": "sv"}
    answer = client.get("/", headers=headers)
    assert answer.status_code == 421
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert "server" in answer.text.lower()
    assert "goes by another name" not in answer.text


def test_large_bodies_are_refused(client):
    made = client.new_table([ME, BOT])
    move = {"id": "a", "move": "x" * 30_000}
    assert code(client.post(f"/api/tables/{made['id']}/moves", json=move)) == (413, "too_large")
    assert code(client.post("/api/tables", json={"record": {"x": "y" * 400_000}})) == (
        413,
        "too_large",
    )

    def in_pieces():
        for _ in range(40):
            yield b"x" * 10_000

    assert code(client.post("/api/tables", content=in_pieces())) == (413, "too_large")


def test_too_many_tables_too_quickly(strict):
    with strict.client() as client:
        for _ in range(3):
            client.new_table([ME, BOT])
        answer = client.post("/api/tables", json={})
        assert code(answer) == (429, "too_fast")
        assert 1 <= int(answer.headers["retry-after"]) <= 10
        assert answer.json()["error"]["retry_after"] == int(answer.headers["retry-after"])
        page = client.post("/new", data={"quick": "azul"}, headers={"Accept": "text/html"})
        assert page.status_code == 429
        assert page.headers["retry-after"]
        assert "<html" in page.text


def test_too_many_moves_too_quickly(strict):
    with strict.client() as client:
        made = client.new_table([ME, {"kind": "here"}])
        answers = [client.try_move(made["id"], "nonsense") for _ in range(6)]
        assert [a.status_code for a in answers] == [422] * 4 + [429] * 2


def test_too_many_streams(strict):
    with strict.client() as client:
        made = client.new_table([ME, BOT])
        with client.events(made["id"]) as one, client.events(made["id"]) as two:
            next(one), next(two)
            answer = client.get(f"/api/tables/{made['id']}/events")
            assert code(answer) == (429, "too_many_streams")
        client.wait(made["id"], lambda _: not strict.app.state.rate_limiter._streams)
        with client.events(made["id"]) as again:
            next(again)


def test_the_number_of_tables_is_limited(tmp_path):
    limits = replace(FREELY, live_tables=2)
    running = Service(settings_for(f"sqlite:///{tmp_path}/t.sqlite3", limits))
    try:
        with running.client() as client:
            first = client.new_table([ME, BOT])
            client.new_table([ME, BOT])
            answer = client.post("/api/tables", json={})
            assert code(answer) == (429, "too_many_tables")
            assert answer.headers["retry-after"]
            branch = client.post(f"/api/tables/{first['id']}/branch", json={"at": 0})
            assert code(branch) == (429, "too_many_tables")
    finally:
        running.stop()


def test_buckets_fill_steadily():
    now = [0.0]
    buckets = TokenBucket(2.0, 3, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    now[0] = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") == 0.5
    now[0] = 100
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_cookie_given_over_https_stays_there():
    assert _secured(b"set-cookie", b"a=b") == (b"set-cookie", b"a=b; Secure")
    assert _secured(b"content-type", b"x") == (b"content-type", b"x")


def test_head_is_get_without_a_body(client):
    table = client.new_table()["url"]
    for path in ("/", "/healthz", "/api/bots", table, f"/api{table.replace('/t/', '/tables/')}"):
        got, asked = client.get(path), client.head(path)
        assert (asked.status_code, asked.content) == (200, b""), path
        assert asked.headers["content-type"] == got.headers["content-type"]
    assert client.head("/nothing").status_code == 404
    assert client.head(f"/api/tables{table[2:]}/events").status_code == 405


# ── Settings ─────────────────────────────────────────────────────────────────────────────────────


def test_settings_of_the_environment():
    settings = from_environment(
        {
            "AZULEJOS_DATABASE_URL": "postgres://me@host/db",
            "AZULEJOS_BASE_URL": "https://azul.example/",
            "AZULEJOS_MOVE_RATE": "2.5/7",
            "AZULEJOS_LIVE_TABLES": "12",
            "AZULEJOS_HOSTS": "a.example, b.example",
            "AZULEJOS_EVALUATOR": "heuristic",
        }
    )
    assert settings.database_url == "postgresql+psycopg://me@host/db"
    assert settings.has_many_workers
    assert settings.base_url == "https://azul.example"
    assert settings.hosts == {"a.example", "b.example"}
    assert settings.limits.moves == (2.5, 7)
    assert settings.limits.live_tables == 12
    assert settings.evaluator == "heuristic"
    usual = from_environment({"AZULEJOS_DATA": "/somewhere"})
    assert usual.database_url == "sqlite+pysqlite:////somewhere/tables.sqlite3"
    assert usual.limits == Limits()
    assert usual.evaluator is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("AZULEJOS_DATABASE_URL", "mysql://secret@host"),
        ("AZULEJOS_BASE_URL", "azul.example"),
        ("AZULEJOS_BASE_URL", "http://[bad"),
        ("AZULEJOS_DATABASE_URL", "postgresql://host:abc/name"),
        ("AZULEJOS_BOT_THREADS", "9" * 5000),
        ("AZULEJOS_MOVE_RATE", "10"),
        ("AZULEJOS_MOVE_RATE", "0/10"),
        ("AZULEJOS_LIVE_TABLES", "0"),
        ("AZULEJOS_LIVE_TABLES", "many"),
        ("AZULEJOS_EVALUATOR", "network"),
        ("AZULEJOS_LIVE_TABELS", "12"),
    ],
)
def test_settings_that_cannot_be_used_are_named(name, value):
    with pytest.raises(SettingError, match=name) as refused:
        from_environment({name: value})
    assert "secret" not in str(refused.value)
