"""Who is at a table: all workers tell the same, whatever happens to one of them."""

import time
from contextlib import ExitStack

import psycopg
import pytest

from azulejos.web import presence

from .service import Process, Service, settings_for

ME = {"kind": "me", "name": "Ana"}
LINK = {"kind": "link"}


@pytest.fixture
def pair(postgresql):
    """Two workers with one database, and its address."""
    url = postgresql.new_database("presence")
    both = [Service(settings_for(url)), Service(settings_for(url))]
    yield both, url
    for service in both:
        service.stop()


def seen(worker, table_id):
    """Who is there, as a worker tells it: the seats, and how many watch."""
    with worker.client() as client:
        table = client.table(table_id)
    return [seat["online"] for seat in table["seats"]], table["watching"]


def until_seen(workers, table_id, wanted):
    end = time.monotonic() + 60
    while True:
        found = [seen(worker, table_id) for worker in workers]
        if all(told == wanted for told in found):
            return
        assert time.monotonic() < end, found
        time.sleep(0.05)


def follow(stack, worker, table_id, token=None):
    """Follow a table until the stack is left."""
    client = stack.enter_context(worker.client(token=token))
    events = stack.enter_context(client.events(table_id))
    next(events)
    stack.callback(events.close)  # which keeps it until then


def test_all_workers_tell_the_same(pair):
    (one, other), _ = pair
    with one.client() as ana, other.client() as friend, ExitStack() as there:
        made = ana.new_table([ME, LINK])
        table_id = made["id"]
        friend.post(f"/api/tables/{table_id}/seats/1", json={"name": "Eve"}).raise_for_status()
        own = there.enter_context(ana.events(table_id))
        next(own)
        until_seen((one, other), table_id, ([True, False], 0))
        with ExitStack() as elsewhere:
            events = elsewhere.enter_context(friend.events(table_id))
            next(events)
            told = next(event for event in own if event["type"] == "online")
            assert told["seats"] == [0, 1]
            for worker in (one, other, other):
                follow(elsewhere, worker, table_id)
            until_seen((one, other), table_id, ([True, True], 3))
            told = next(e for e in own if e["type"] == "online" and e["watching"] == 3)
            assert told["seats"] == [0, 1]
        until_seen((one, other), table_id, ([True, False], 0))


def test_dropped_connections_are_made_up_for(pair):
    (one, other), url = pair
    with one.client() as ana, ExitStack() as there:
        table_id = ana.new_table([ME, LINK])["id"]
        until_seen((one, other), table_id, ([False, False], 0))
        for number in range(1, 4):
            with psycopg.connect(url, autocommit=True) as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                    "WHERE datname = current_database() AND pid <> pg_backend_pid()"
                )
            follow(there, (one, other)[number % 2], table_id)
            until_seen((one, other), table_id, ([False, False], number))


def test_who_has_gone_while_nobody_listened_is_there_no_longer(pair, monkeypatch):
    monkeypatch.setattr(presence, "ANSWER", 0.5)
    (one, _), _ = pair
    with one.client() as ana, one.client() as friend:
        table_id = ana.new_table([ME, LINK])["id"]
        friend.post(f"/api/tables/{table_id}/seats/1", json={"name": "Eve"}).raise_for_status()
        with ana.events(table_id) as events:
            next(events)
            here = one.table_service.presence

            def miss():
                here._take("gone", table_id, presence.Here(frozenset({1}), 0))
                here.begin_again()

            one.loop.call_soon_threadsafe(miss)
            told = (event["seats"] for event in events if event["type"] == "online")
            assert [next(told), next(told)] == [[0, 1], [0]]


@pytest.mark.parametrize("how", ["ended", "killed"])
def test_at_a_worker_that_has_gone_is_nobody(pair, how, monkeypatch):
    monkeypatch.setattr(presence, "ROUND", 3.0)  # thrice is longer than until a sign of life
    (one, other), url = pair
    third = Process(url)
    third.wait_until_it_answers()
    with one.client() as ana, ExitStack() as there:
        table_id = ana.new_table([ME, LINK])["id"]
        follow(there, third, table_id)
        until_seen((one, other), table_id, ([False, False], 1))
        if how == "killed":
            third.kill()
        else:
            third.process.terminate()
            third.process.wait()
            third.process.stdout.close()
        until_seen((one, other), table_id, ([False, False], 0))
