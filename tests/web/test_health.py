"""Whether a worker lives, and whether it can serve."""

import asyncio
import time

import pytest
from sqlalchemy.exc import OperationalError

from azulejos.web import health
from azulejos.web.pubsub import Listener

from .service import Service, settings_for


@pytest.fixture
def own(database_url):
    running = Service(settings_for(database_url))
    yield running
    running.stop()


def asked(service):
    with service.client() as client:
        return client.get("/readyz")


def checks(service):
    service.table_service.health._looked_at = -10  # what was found before is old
    answer = asked(service)
    return answer.status_code, answer.json()["checks"]


def test_a_worker_that_can_serve(own):
    answer = asked(own)
    assert answer.status_code == 200
    assert answer.json()["status"] == "ready"
    assert set(answer.json()["checks"]) == {"rules", "storage", "listener", "disk"}
    with own.client() as client:
        assert client.head("/readyz").status_code == 200
        assert client.get("/healthz").json()["status"] == "ok"


def test_a_write_that_fails(own, monkeypatch):
    async def full():
        raise OperationalError("UPDATE secret", {}, Exception("database or disk is full"))

    monkeypatch.setattr(own.table_service.store, "beat", full)
    status, found = checks(own)
    assert (status, found["storage"]) == (503, "database or disk is full")
    with own.client() as client:  # it lives for all that
        assert client.get("/healthz").status_code == 200
    monkeypatch.undo()
    assert checks(own)[0] == 200


def test_a_write_without_an_end(own, monkeypatch):
    async def endless():
        await asyncio.sleep(60)

    monkeypatch.setattr(health, "PATIENCE", 0.2)
    monkeypatch.setattr(own.table_service.store, "beat", endless)
    begun = time.monotonic()
    status, found = checks(own)
    assert (status, found["storage"]) == (503, "no answer in time")
    assert time.monotonic() - begun < 10


def test_a_disk_with_little_room(own, monkeypatch):
    if own.settings.has_many_workers:
        pytest.skip("PostgreSQL looks after its own disk")

    class Little:
        free = 3_500_000

    monkeypatch.setattr(health.shutil, "disk_usage", lambda _: Little)
    assert checks(own) == (503, {**OK, "disk": "3 MB are left"})


def test_a_listener_that_hears_nothing(own, monkeypatch):
    if not own.settings.has_many_workers:
        pytest.skip("there are no other workers")
    monkeypatch.setattr(Listener, "is_up", property(lambda _: False))
    status, found = checks(own)
    assert status == 503
    assert "do not arrive" in found["listener"]


def test_many_questions_are_one_write(own, monkeypatch):
    writes = []
    beat = own.table_service.store.beat

    async def counted():
        writes.append(1)
        await beat()

    monkeypatch.setattr(own.table_service.store, "beat", counted)
    monkeypatch.setattr(health, "KEPT", 60.0)  # however slow this machine is
    own.table_service.health._looked_at = -60
    for _ in range(20):
        asked(own)
    assert len(writes) == 1


def test_what_is_not_ready_is_said_once(own, monkeypatch, caplog):
    async def broken():
        raise OperationalError("x", {}, Exception("out of order"))

    monkeypatch.setattr(own.table_service.store, "beat", broken)
    for _ in range(3):
        checks(own)
    monkeypatch.undo()
    checks(own)
    said = [r.getMessage() for r in caplog.records if "eady" in r.getMessage()]
    assert said == ["Not ready: storage: out of order", "Ready again: storage"]


OK = dict.fromkeys(("rules", "storage", "listener", "disk"), "ok")
