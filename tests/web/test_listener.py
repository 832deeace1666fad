"""Workers hear of each other for as long as they live, however often their connections drop."""

import threading
import time

import psycopg
import pytest

from azulejos.web import pubsub
from azulejos.web.storage.store import LOCK_CLASS

from .service import Service, settings_for

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}
DROPS = 6


@pytest.fixture
def pair(postgresql):
    """Two workers with one database, and its address."""
    url = postgresql.new_database("listeners")
    both = [Service(settings_for(url)), Service(settings_for(url))]
    yield url, both
    for service in both:
        service.stop()
    for follower in threading.enumerate():
        if follower.name == "follower":
            follower.join(20)


def drop_all(url):
    """End every connection to a database but the one that does it."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )


def until(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def holds_its_lock(url, service):
    with psycopg.connect(url, autocommit=True) as connection:
        found = connection.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted "
            "AND classid = %s AND objid = %s",
            (LOCK_CLASS, service.table_service.worker),
        ).fetchone()
    return found[0] > 0


def persist(ask):
    """An answer: while the storage comes back, some are 503, as they say."""
    for _ in range(100):
        answer = ask()
        if answer.status_code != 503:
            return answer
        time.sleep(0.1)
    raise AssertionError(answer.text)


class Follower:
    """Follows a table in a thread and keeps the newest version it heard of."""

    def __init__(self, service, table_id):
        self.version = -1
        self.connections = 0
        self._thread = threading.Thread(
            target=self._follow, args=(service, table_id), name="follower"
        )
        self._thread.start()

    def _follow(self, service, table_id):
        with service.client() as client, client.events(table_id) as events:
            self.connections += 1
            for event in events:  # until the server is ended
                self.version = event.get("version", self.version)


def test_streams_hear_of_moves_at_another_worker_after_every_drop(pair):
    url, (one, other) = pair
    with one.client() as client:
        made = client.new_table([ME, HERE])
    follower = Follower(other, made["id"])
    until(lambda: follower.version == 0)
    with one.client(token=made["token"]) as client:
        for n in range(1, DROPS + 1):
            drop_all(url)
            path = f"/api/tables/{made['id']}"
            move = persist(lambda path=path: client.get(path)).json()["legal"][0]
            command = {"id": f"move {n}", "move": move}
            persist(lambda command=command, path=path: client.post(f"{path}/moves", json=command))
            until(lambda n=n: follower.version == n)
    assert follower.connections == 1  # it was told by the stream it had from the beginning
    for service in (one, other):
        until(lambda service=service: holds_its_lock(url, service))


def test_a_worker_listens_again_whatever_went_wrong(pair, monkeypatch):
    """An error of any kind while a message is passed on does not make a worker deaf."""
    url, (one, other) = pair
    monkeypatch.setattr(pubsub, "SOON", 0.01)
    with one.client() as client:
        made = client.new_table([ME, HERE])
        follower = Follower(other, made["id"])
        until(lambda: follower.version == 0)
        heard = other.table_service.refresh
        failures = [RuntimeError("odd"), OSError("gone"), psycopg.OperationalError("lost")]

        async def fails_first(table_id):
            if failures:
                raise failures.pop()
            await heard(table_id)

        monkeypatch.setattr(other.table_service, "refresh", fails_first)
        client.move(made["id"], made["table"]["legal"][0])
        until(lambda: follower.version == 1)
        assert not failures
        until(lambda: holds_its_lock(url, other))
