"""Limits of each client, and turns between clients."""

import asyncio
import os
import sys
import threading
import time
from dataclasses import replace
from functools import partial

import pytest

from azulejos.web.fair_pool import BACKGROUND, SEARCHING, FairPool
from azulejos.web.rate_limit import RateLimiter, TokenBucket, digest
from azulejos.web.settings import Limits

from .service import BOT, FREELY, Service, nearly_over, settings_for

ME = {"kind": "me"}


def code(answer):
    return answer.status_code, answer.json()["error"]["code"]


def of(client):
    """The headers of a request that our proxy passes on for a client."""
    return {"X-Forwarded-For": client}


@pytest.fixture
def limited(database_url):
    limits = replace(FREELY, client_tables=2, streams=2)
    running = Service(settings_for(database_url, limits, is_local=False))
    yield running
    running.stop()


def test_a_client_has_so_many_games(limited):
    with limited.client() as client:
        made = [client.post("/api/tables", json={}, headers=of("192.0.2.1")) for _ in range(3)]
        assert [answer.status_code for answer in made] == [201, 201, 429]
        assert code(made[2]) == (429, "too_many_of_yours")
        assert made[2].json()["error"]["parts"] == {"n": 2}
        assert client.post("/api/tables", json={}, headers=of("192.0.2.2")).status_code == 201
        page = {"Accept": "text/html", **of("192.0.2.1")}
        refused = client.post("/new", data={"quick": "azul"}, headers=page)
        assert refused.status_code == 429
        assert "2 games" in refused.text


def test_games_that_are_over_do_not_count(limited):
    with limited.client() as client:
        record = nearly_over("azul", left=1)
        for _ in range(4):
            made = client.post(
                "/api/tables", json={"record": record}, headers=of("192.0.2.1")
            ).json()
            table = client.table(made["id"])
            token = {"Authorization": f"Bearer {made['token']}"}
            path = f"/api/tables/{made['id']}"
            table = client.get(path, headers=token).json()
            move = {"id": "last", "move": table["legal"][0]}
            assert client.post(f"{path}/moves", json=move, headers=token).status_code == 200


def test_a_rematch_counts_towards_who_set_up_the_first(limited):
    with limited.client() as client:
        record = nearly_over("azul", left=0)
        made = client.post("/api/tables", json={"record": record}, headers=of("192.0.2.1")).json()
        token = {"Authorization": f"Bearer {made['token']}"}
        for _ in range(2):
            assert client.post("/api/tables", json={}, headers=of("192.0.2.1")).status_code == 201
        answer = client.post(f"/api/tables/{made['id']}/rematch", headers=token)
        assert code(answer) == (429, "too_many_of_yours")


def test_what_is_kept_of_a_client_is_forgotten(limited):
    store = limited.table_service.store

    def do(work):
        return asyncio.run_coroutine_threadsafe(work, limited.loop).result(20)

    def kept():
        text = "SELECT made_by FROM tables WHERE made_by IS NOT NULL"
        return do(store.database.look(lambda c: list(c.exec_driver_sql(text).scalars())))

    with limited.client() as client:
        client.post("/api/tables", json={}, headers=of("192.0.2.1"))
    assert kept() == [digest("192.0.2.1")]
    assert "192.0.2" not in kept()[0]
    do(store.forget_old(365))
    assert kept() == [digest("192.0.2.1")]
    age = "UPDATE tables SET touched = touched - 90000000"
    do(store.database.do(lambda c: c.exec_driver_sql(age).rowcount))
    do(store.forget_old(365))
    assert kept() == []


def test_nobody_else_is_believed_who_asks(tmp_path):
    """Without proxies, what a client says of itself is not believed."""
    limits = replace(FREELY, client_tables=1)
    url = f"sqlite:///{tmp_path}/t.sqlite3"
    service = Service(settings_for(url, limits, is_local=False, proxies=()))
    try:
        with service.client() as client:
            answers = [
                client.post("/api/tables", json={}, headers=of(f"192.0.2.{n}")).status_code
                for n in range(2)
            ]
        assert answers == [201, 429]
    finally:
        service.stop()


def test_of_several_addresses_the_last_that_is_no_proxy_counts(tmp_path):
    limits = replace(FREELY, client_tables=1)
    service = Service(settings_for(f"sqlite:///{tmp_path}/t.sqlite3", limits, is_local=False))
    try:
        with service.client() as client:
            for said, status in (
                ("10.9.9.1, 192.0.2.1", 201),
                ("10.9.9.2, 192.0.2.1", 429),  # the client's own invention comes first
                ("192.0.2.1, 127.0.0.1", 429),
                ("192.0.2.2", 201),
            ):
                answer = client.post("/api/tables", json={}, headers=of(said))
                assert answer.status_code == status, said
    finally:
        service.stop()


# ── Turns ────────────────────────────────────────────────────────────────────────────────────────


def order_of(jobs):
    """In which order a pool of one thread serves jobs: pairs of client and table."""
    served = []

    async def main():
        pool = FairPool(1)
        gate = threading.Event()
        first = asyncio.ensure_future(pool.run("gate", gate.wait))
        await asyncio.sleep(0)
        rest = [
            asyncio.ensure_future(
                pool.run(table, lambda job=(client, table): served.append(job), client=client)
            )
            for client, table in jobs
        ]
        await asyncio.sleep(0)
        assert pool.waiting == len(jobs)
        gate.set()
        await asyncio.gather(first, *rest)

    asyncio.run(main())
    return served


def test_clients_are_served_in_turn_and_so_are_their_tables():
    greedy = [("greedy", f"t{n}") for n in range(20)]
    served = order_of([*greedy, ("ana", "a"), ("ana", "a"), ("bo", "b"), ("bo", "c"), ("bo", "b")])
    assert served[:3] == [("greedy", "t0"), ("ana", "a"), ("bo", "b")]
    assert served[3:6] == [("greedy", "t1"), ("ana", "a"), ("bo", "c")]
    assert served[6:8] == [("greedy", "t2"), ("bo", "b")]
    assert len(served) == 25


def test_who_is_not_known_is_served_by_table():
    assert order_of([(None, "a"), (None, "a"), (None, "b")]) == [
        *((None, "a"), (None, "b"), (None, "a"))
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere threads have none")
def test_the_event_loop_has_a_core_before_searches():
    """Bots leave it a core, what is made in the background leaves one to bots."""

    async def niceness():
        pool, look = FairPool(1, "bots", SEARCHING), partial(os.getpriority, os.PRIO_PROCESS, 0)
        searching = await pool.run("a", look)
        background = await pool.run("a", look, background=True)
        usual = await FairPool(1).run("a", look)
        return look(), usual, searching, background

    here, usual, searching, background = asyncio.run(niceness())
    assert here == usual
    assert searching == min(here + SEARCHING, 19)
    assert background == min(here + BACKGROUND, 19)


def test_twenty_hard_tables_of_one_client_do_not_hold_up_another(tmp_path):
    """The other's bot waits for the move that is being thought over, not for twenty."""
    service = Service(
        settings_for(f"sqlite:///{tmp_path}/t.sqlite3", is_local=False, bot_threads=1)
    )
    hard = {"kind": "bot", "level": 10}
    try:
        with service.client() as client:
            for _ in range(20):
                body = {"seats": [hard, hard, hard, ME], "first": 0}
                client.post("/api/tables", json=body, headers=of("192.0.2.1"))
            pool = service.table_service.bot_pool
            before = pool.waiting
            assert before > 5
            body = {"seats": [hard, ME], "first": 0}
            made = client.post("/api/tables", json=body, headers=of("192.0.2.2")).json()
            client.wait(made["id"], lambda t: t["entries"] == 1)
            assert pool.waiting >= before - 4  # most of the others wait still
            glance = {"seats": [BOT, ME], "first": 0}
            made = client.post("/api/tables", json=glance, headers=of("192.0.2.1")).json()
            client.wait(made["id"], lambda t: t["entries"] == 1)
            assert pool.waiting >= before - 8
    finally:
        service.stop()


# ── Together with other workers ──────────────────────────────────────────────────────────────────


def test_buckets_tell_what_busy_clients_have_taken():
    now = [0.0]
    here, there = (TokenBucket(1.0, 10, clock=lambda: now[0]) for _ in range(2))
    for _ in range(4):
        here.take("calm")
    for _ in range(8):
        here.take("busy")
    told = here.taken()
    assert told == {"busy": 8}
    assert here.taken() == {}
    for _ in range(2):  # what was taken earlier is told, too, when it comes to that
        here.take("calm")
    assert here.taken() == {"calm": 6}
    there.drain("busy", 8)
    assert [there.take("busy") for _ in range(3)] == [0, 0, 1]
    there.drain("busy", 10**9)
    assert there.take("busy") == 11  # never longer than two whole buckets


def until(condition, seconds=30):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


@pytest.fixture
def pair(postgresql):
    """Two workers with one database and small limits."""
    limits = replace(FREELY, moves=(0.01, 20), streams=4, client_tables=3)
    url = postgresql.new_database("shared_limits")
    both = [Service(settings_for(url, limits, is_local=False)) for _ in range(2)]
    yield both
    for service in both:
        service.stop()


def test_limits_hold_for_all_workers_together(pair):
    one, other = pair
    with one.client() as here, other.client() as there:
        made = here.new_table([ME, {"kind": "here"}])
        answers = [here.try_move(made["id"], "nonsense").status_code for _ in range(15)]
        assert answers == [422] * 15
        bucket = other.app.state.rate_limiter._buckets["moves"]
        until(lambda: bucket._level("127.0.0.1") < 10)
        answers = [there.try_move(made["id"], "nonsense").status_code for _ in range(15)]
        assert answers == [403] * 5 + [429] * 10
        for _ in range(2):
            here.new_table([ME, BOT])
        assert code(there.post("/api/tables", json={})) == (429, "too_many_of_yours")


def test_streams_count_at_all_workers(pair):
    one, other = pair
    with one.client() as here, other.client() as there:
        made = here.new_table([ME, {"kind": "here"}])
        with here.events(made["id"]) as a, here.events(made["id"]) as b, here.events(made["id"]):
            next(a), next(b)
            limiter = other.app.state.rate_limiter
            until(lambda: limiter._streams_elsewhere("127.0.0.1") == 3)
            with there.events(made["id"]) as last:
                next(last)
                answer = there.get(f"/api/tables/{made['id']}/events")
                assert code(answer) == (429, "too_many_streams")
        until(lambda: limiter._streams_elsewhere("127.0.0.1") == 0)


def test_what_others_tell_is_bounded():
    limiter = RateLimiter(Limits())
    many = {f"2001:db8:{n:x}:ffff::/64": 10**6 for n in range(5_000)}
    for client in many:
        for _ in range(115):
            limiter._buckets["requests"].take(client)
    told = []

    class Listener:
        async def tell(self, kind, data):
            told.append(data)

    async def main():
        limiter._listener = Listener()
        telling = asyncio.create_task(limiter.tell_others())
        await asyncio.sleep(1.5)
        telling.cancel()

    asyncio.run(main())
    assert len(told) > 5
    assert max(map(len, told)) < 7_500
