"""The log: a line an event, with the request's id, and nothing every second."""

import json
import logging
import subprocess
import sys

import pytest

from azulejos.web import logs

SAY = """
import logging
from dataclasses import replace
from azulejos.web import logs
from azulejos.web.settings import from_environment
logs.set_up(from_environment({environment!r}))
log = logging.getLogger("azulejos.web")
log.debug("a small thing")
logs.REQUEST_ID.set("abc")
for n in range(7):
    log.warning("table %s", n)
try:
    1 / 0
except ZeroDivisionError:
    log.exception("it failed")
logging.getLogger("uvicorn.error").warning("of the server")
logging.getLogger("alembic").info("not ours")
"""


def said(**environment):
    code = SAY.format(environment=environment)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == ""
    return done.stderr.splitlines()


def test_as_text():
    lines = said()
    assert sum("table" in line for line in lines) == logs.MOST_LINES
    assert " WARNING azulejos.web [abc] table 0" in lines[0]
    assert any("ZeroDivisionError" in line for line in lines)
    assert not any("small thing" in line or "not ours" in line for line in lines)
    assert any("of the server" in line for line in lines)


def test_as_json():
    lines = [json.loads(line) for line in said(AZULEJOS_LOG_FORMAT="json")]
    first = lines[0]
    assert (first["level"], first["logger"], first["request"]) == ("WARNING", "azulejos.web", "abc")
    assert first["message"] == "table 0"
    assert first["time"]
    assert isinstance(first["pid"], int)
    assert "ZeroDivisionError" in next(x for x in lines if x["message"] == "it failed")["traceback"]


def test_levels():
    assert any("small thing" in line for line in said(AZULEJOS_LOG_LEVEL="debug"))
    assert not any("table" in line for line in said(AZULEJOS_LOG_LEVEL="error"))


def test_what_was_left_out_is_counted():
    now = [0.0]
    sparing = logs.Sparing(clock=lambda: now[0])

    def record(line=1):
        return logging.LogRecord("x", logging.WARNING, "file", line, "said %s", (1,), None)

    passed = [sparing.filter(record()) for _ in range(100)]
    assert passed == [True] * logs.MOST_LINES + [False] * (100 - logs.MOST_LINES)
    assert sparing.filter(record(line=2))
    now[0] = logs.WINDOW
    late = record()
    assert sparing.filter(late)
    assert late.getMessage() == f"said 1 (and {100 - logs.MOST_LINES} more like it before)"


def test_a_request_has_an_id(client, caplog):
    with caplog.at_level(logging.DEBUG, "azulejos.web.requests"):
        made = client.new_table([{"kind": "me"}, {"kind": "bot", "level": 1}])
        answers = [client.get("/"), client.get(f"/seat/{made['token']}"), client.get("/nowhere")]
    ids = [answer.headers["x-request-id"] for answer in answers]
    assert len(set(ids)) == 3
    lines = [r.getMessage() for r in caplog.records if r.name == "azulejos.web.requests"]
    assert any(line.startswith("GET /seat/{token} 303 in") for line in lines)
    assert not any(made["token"] in line or made["id"] in line for line in lines)


@pytest.mark.parametrize("path", ["/api/tables/abc", "/seat/secret-token"])
def test_a_failure_names_the_route_alone(service, client, monkeypatch, caplog, path):
    def fail(*_):
        raise RuntimeError("broken")

    monkeypatch.setattr(service.table_service.cache, "get", fail)
    monkeypatch.setattr(service.table_service.store, "table_of", fail)
    assert client.get(path).status_code == 500
    noted = [r for r in caplog.records if r.exc_info and "broken" in str(r.exc_info[1])]
    assert noted
    assert all(path not in record.getMessage() for record in noted)
