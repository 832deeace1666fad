"""The API against its own description: whatever is sent, the answers are as they are described."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from pydantic import TypeAdapter
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from azulejos.web.api.models.events import EventShown, OnlineShown
from azulejos.web.app import create_app
from azulejos.web.settings import Limits

from .service import Service, settings_for

ENDLESS = "/api/tables/{id}/events"


@pytest.fixture(scope="module")
def tame(tmp_path_factory):
    """A server for this file alone, with a table that is always there."""
    limits = Limits(
        *(100_000, 365, (1e6, 10**6), (1e6, 10**6), (1e6, 10**6), (1e6, 10**6)), streams=3
    )
    url = f"sqlite:///{tmp_path_factory.mktemp('data') / 'tables.sqlite3'}"
    running = Service(settings_for(url, limits))
    with running.client() as client:
        made = client.new_table([{"kind": "me"}, {"kind": "here"}])
        running.table_id, running.token = made["id"], made["token"]
        client.play_some(made["id"], 5)
    yield running
    running.stop()


schema = schemathesis.openapi.from_dict(
    create_app(settings_for("sqlite:///of no service")).openapi()
).exclude(path=ENDLESS)


@schema.parametrize()
@settings(
    max_examples=15,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_answers_are_as_described(case, tame):
    """Half of the requests are about a table that is there, by someone who sits at it.

    The rules of the games refuse more than a schema can say; and a wrong id is made right here.
    """
    excluded = [positive_data_acceptance]
    if case.path_parameters and "id" in case.path_parameters and len(case.as_curl_command()) % 2:
        case.path_parameters["id"] = tame.table_id
        excluded.append(negative_data_rejection)
    headers = {"Authorization": f"Bearer {tame.token}"}
    response = case.call(base_url=tame.address, headers=headers)
    if response.status_code == 503 and "Retry-After" in response.headers:
        return  # a busy machine: who asks is told to come again
    case.validate_response(response, excluded_checks=excluded)
    assert response.status_code < 500
    if response.status_code >= 400:
        assert set(json.loads(response.content)["error"]) >= {"code", "message"}


def test_the_description_says_everything(tame):
    described = tame.app.openapi()
    paths = described["paths"]
    for path in (
        *("/api/tables", "/api/tables/{id}", "/api/tables/{id}/moves", ENDLESS),
        *("/api/tables/{id}/record", "/healthz"),
    ):
        assert path in paths
    assert "/t/{table_id}" not in paths
    for path, methods in paths.items():
        for operation in methods.values():
            assert operation.get("description"), path
            assert "HTTPValidationError" not in json.dumps(operation)
    with tame.client() as client:
        assert client.get("/api/openapi.json").json() == described
        assert client.get("/docs").status_code == 404


def test_events_are_as_described(tame):
    """The stream is without an end, so that the calls above leave it out."""
    described = TypeAdapter(EventShown | OnlineShown)
    with tame.client() as me, tame.client() as friend:
        table = me.new_table([{"kind": "me"}, {"kind": "link"}], first=0)["id"]
        with me.events(table) as whole, me.events(table, after=0) as since:
            friend.post(f"/api/tables/{table}/seats/1", json={"name": "Eve"})
            with friend.events(table):
                me.play_some(table, 1)
                me.post(f"/api/tables/{table}/undo", json={"id": "1"})
                friend.post(f"/api/tables/{table}/undo/answer", json={"agree": True})
            seen = []
            for events, last in ((whole, "undo"), (since, "undo")):
                for event in events:
                    event.pop("id", None)
                    told = described.validate_python(event, strict=True)
                    assert described.dump_python(told, exclude_unset=True) == event
                    seen.append(event["type"])
                    if event["type"] == last:
                        break
    assert {"table", "online", "seat", "move", "undo_asked", "undo"} <= set(seen)
