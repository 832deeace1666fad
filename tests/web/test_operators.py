"""What is for whoever runs the server alone: metrics, tables of bots alone."""

from ipaddress import ip_network

import pytest

from azulejos.web.metrics import CONTENT_TYPE

from .service import BOT, OPERATOR_TOKEN, Service, settings_for

TOKEN = {"Authorization": f"Bearer {OPERATOR_TOKEN}"}
THROUGH_A_PROXY = [
    {"X-Forwarded-For": "127.0.0.1"},
    {"Forwarded": "for=127.0.0.1"},
    {"Via": "1.1 proxy"},
    {"X-Real-IP": "127.0.0.1"},
]


@pytest.fixture(scope="module")
def public(tmp_path_factory):
    """A server for others."""
    url = f"sqlite:///{tmp_path_factory.mktemp('data')}/t.sqlite3"
    running = Service(settings_for(url, is_local=False, operator_token=OPERATOR_TOKEN))
    yield running
    running.stop()


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def test_metrics_are_for_this_machine_and_for_operators(public):
    with public.client() as client:
        assert client.get("/metrics").headers["content-type"] == CONTENT_TYPE
        for headers in THROUGH_A_PROXY:
            assert code(client.get("/metrics", headers=headers)) == (403, "for_operators"), headers
            assert client.get("/metrics", headers=headers | TOKEN).status_code == 200
        wrong = {"Authorization": "Bearer guessed", "X-Forwarded-For": "192.0.2.1"}
        assert code(client.get("/metrics", headers=wrong)) == (403, "for_operators")


def test_metrics_are_for_networks_that_are_set(tmp_path):
    url = f"sqlite:///{tmp_path}/t.sqlite3"
    elsewhere = (ip_network("10.0.0.0/8"),)
    service = Service(settings_for(url, is_local=False, metrics=elsewhere))
    try:
        with service.client() as client:
            assert code(client.get("/metrics")) == (403, "for_operators")
    finally:
        service.stop()


def test_tables_of_bots_alone_are_for_operators(public):
    with public.client() as client:
        asked = {"seats": [BOT, BOT]}
        assert code(client.post("/api/tables", json=asked)) == (403, "bots_alone")
        assert client.post("/api/tables", json=asked, headers=TOKEN).status_code == 201
        made = client.new_table([{"kind": "me"}, BOT])
        branch = f"/api/tables/{made['id']}/branch"
        assert code(client.post(branch, json={"at": 0} | asked)) == (403, "bots_alone")
        assert client.post(branch, json={"at": 0}).status_code == 201


def test_who_plays_at_their_own_machine_runs_the_server(tmp_path):
    service = Service(settings_for(f"sqlite:///{tmp_path}/t.sqlite3", is_local=True))
    try:
        with service.client() as client:
            asked = {"seats": [BOT, BOT]}
            assert client.post("/api/tables", json=asked).status_code == 201
            for headers in THROUGH_A_PROXY:
                answer = client.post("/api/tables", json=asked, headers=headers)
                assert code(answer) == (403, "bots_alone")
    finally:
        service.stop()
