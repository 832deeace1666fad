"""A club's server at loopback behind a proxy: its public name is ours, all others are not."""

import os
import signal
from dataclasses import replace

import pytest

from azulejos.web.settings import LOOPBACK, from_environment

from .service import FREELY, Process, Service

ME = {"kind": "me"}
#: What a proxy for HTTPS passes on.
FORWARDED = {
    "Host": "azul.example",
    "X-Forwarded-For": "192.0.2.7",
    "X-Forwarded-Proto": "https",
}
FROM_OUR_PAGE = {"Origin": "https://azul.example", "Sec-Fetch-Site": "same-origin"}


def running(tmp_path, **environment):
    url = f"sqlite:///{tmp_path}/t.sqlite3"
    settings = from_environment({"AZULEJOS_DATABASE_URL": url, **environment})
    return Service(replace(settings, limits=FREELY))


@pytest.fixture(
    params=[{"AZULEJOS_HOSTS": "Azul.example"}, {"AZULEJOS_BASE_URL": "https://azul.example"}]
)
def club(request, tmp_path):
    service = running(tmp_path, **request.param)
    yield service
    service.stop()


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_the_club_is_reached_by_its_name(club):
    with club.client() as client:
        assert client.get("/", headers=FORWARDED).status_code == 200
        asked = client.post("/api/tables", json={}, headers=FORWARDED | FROM_OUR_PAGE)
        assert asked.status_code == 201
        assert "; Secure" in asked.headers["set-cookie"]
        table = f"/api/tables/{asked.json()['id']}"
        token = {"Authorization": f"Bearer {asked.json()['token']}"}
        assert client.get(table, headers=FORWARDED | token).json()["mine"] == [0]


def test_the_club_is_reached_at_its_own_machine(club):
    with club.client() as client:
        for name in ("127.0.0.1", "localhost:80", "[::1]"):
            assert client.get("/", headers={"Host": name}).status_code == 200


def test_other_names_are_not_ours(club):
    """A page of another name that leads here by DNS learns nothing."""
    with club.client() as client:
        for name in ("elsewhere.example", "azul.example.elsewhere.example", "", "["):
            assert code(client.get("/", headers={"Host": name})) == (421, "wrong_host")


def test_a_probe_may_ask_under_any_name(club):
    with club.client() as client:
        for name in ("10.0.0.7:8000", "pod-17.internal", "elsewhere.example"):
            assert client.get("/healthz", headers={"Host": name}).json()["status"] == "ok"


def test_a_plain_local_server_goes_by_no_other_name(tmp_path):
    service = running(tmp_path)
    try:
        with service.client() as client:
            assert client.get("/").status_code == 200
            assert code(client.get("/", headers=FORWARDED)) == (421, "wrong_host")
    finally:
        service.stop()


def test_a_server_for_others_answers_to_what_is_set():
    others = from_environment({"AZULEJOS_DATA": "x"})
    assert others.listening_at("0.0.0.0").hosts == frozenset()
    assert others.listening_at("127.0.0.1").hosts == LOOPBACK
    named = from_environment({"AZULEJOS_DATA": "x", "AZULEJOS_HOSTS": "azul.example"})
    assert named.listening_at("0.0.0.0").hosts == {"azul.example"}


def test_the_documented_command(tmp_path, monkeypatch):
    monkeypatch.setenv("AZULEJOS_HOSTS", "azul.example")
    process = Process(f"sqlite:///{tmp_path}/t.sqlite3", "--host", "127.0.0.1")
    try:
        with process.client() as client:
            assert client.get("/", headers=FORWARDED).status_code == 200
            assert client.get("/", headers={"Host": "elsewhere.example"}).status_code == 421
    finally:
        os.kill(process.process.pid, signal.SIGTERM)
        process.process.wait(20)
        process.process.stdout.close()
