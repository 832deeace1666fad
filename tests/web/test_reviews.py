"""Reviews of finished games: made piece by piece, kept, and the same for everybody."""

import asyncio
import threading
import time
from contextlib import contextmanager

import pytest

from azulejos.analysis import Budget, review
from azulejos.web import reviews
from azulejos.web.fair_pool import FairPool
from azulejos.web.settings import SettingError, from_environment

from .service import BOT, FREELY, Process, Service, nearly_over, settings_for

ME, HERE = {"kind": "me", "name": "Ana"}, {"kind": "here", "name": "Bo"}
#: So few visits that a whole review takes a moment.
VISITS = 16


def quick(url):
    limits = FREELY.__class__(**{**vars(FREELY), "review_visits": VISITS, "reviews": 1})
    return Service(settings_for(url, limits))


@pytest.fixture(scope="module")
def service(database_of_file):
    running = quick(database_of_file)
    yield running
    running.stop()


def finished(client, game="azul", seed=1, **options):
    record = nearly_over(game, 0, seed, **options)
    players = record["options"]["players"]
    return client.new_table([ME, *[HERE] * (players - 1)], game=game, record=record)["id"]


def start(client, table_id):
    return client.post(f"/api/tables/{table_id}/review/start", json={})


def until(client, table_id, *states):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        told = client.get(f"/api/tables/{table_id}/review").json()
        if told["state"] in states:
            return told
        time.sleep(0.01)
    raise AssertionError(f"it did not become {states}: {told}")


@contextmanager
def stopped_midway(monkeypatch):
    """Reviews go on until two pieces are done, and then wait; yields what lets them go on."""
    goes_on, pieces = threading.Event(), []

    def piece(reviewer):
        pieces.append(reviewer)
        if len(pieces) > 2:
            goes_on.wait(20)
        for _ in range(5):
            next(iter(reviewer), None)
        return reviewer.review()

    monkeypatch.setattr(reviews, "_piece", piece)
    try:
        yield goes_on
    finally:
        goes_on.set()


@pytest.mark.parametrize(
    ("game", "options"),
    [("azul", {}), ("azul", {"players": 3, "wall": "grey"}), ("azuleo", {"players": 2})],
)
def test_a_finished_game_is_reviewed_and_the_review_is_kept(client, service, game, options):
    table_id = finished(client, game, **options)
    assert client.get(f"/api/tables/{table_id}/review").json() == {
        "state": "none",
        "done": 0,
        "total": 0,
        "review": None,
    }
    assert start(client, table_id).json()["state"] in ("waiting", "running")
    told = until(client, table_id, "done")
    record = client.get(f"/api/tables/{table_id}/record").json()
    plain = {k: record[k] for k in record if k not in ("date", "seats")}
    expected = review(plain, Budget(VISITS)).to_dict()
    del expected["record"], expected["seed"]
    assert told["review"] == expected
    assert told["done"] == told["total"] == expected["total"]
    # Who knows it all is not told again.
    known = client.get(f"/api/tables/{table_id}/review", params={"known": told["done"]}).json()
    assert (known["state"], known["review"]) == ("done", None)
    # It is stored: another process that looks finds it.
    service.table_service.reviews._finished.clear()
    with service.client() as watcher:
        assert until(watcher, table_id, "done") == told
        assert start(watcher, table_id).json()["state"] == "done"


def test_what_is_found_grows(client, monkeypatch):
    table_id = finished(client, seed=2)
    with stopped_midway(monkeypatch) as goes_on:
        start(client, table_id)
        told = until(client, table_id, "running")
        while told["done"] < 10:
            told = until(client, table_id, "running")
        assert 0 < told["done"] < told["total"]
        assert len(told["review"]["steps"]) > 20
        assert start(client, table_id).json()["state"] == "running"
        goes_on.set()
        until(client, table_id, "done")


def test_never_while_the_game_is_played(client, service):
    made = client.new_table([ME, {"kind": "link"}], record=nearly_over("azul", 1))
    table_id = made["id"]
    with service.client() as watcher:
        for who in (client, watcher):
            for answer in (start(who, table_id), who.get(f"/api/tables/{table_id}/review")):
                assert (answer.status_code, answer.json()["error"]["code"]) == (
                    409,
                    "not_reviewed_yet",
                )


def test_a_game_that_was_taken_back_is_reviewed_as_it_ended_then(client):
    table_id = client.new_table([ME, HERE], record=nearly_over("azul", 3))["id"]
    client.play_some(table_id, 10)
    start(client, table_id)
    before = until(client, table_id, "done")["review"]
    client.post(f"/api/tables/{table_id}/undo", json={"id": "back"})
    assert client.get(f"/api/tables/{table_id}/review").status_code == 409
    table = client.table(table_id)
    client.move(table_id, table["legal"][-1])
    client.play_some(table_id, 10)
    record = client.get(f"/api/tables/{table_id}/record").json()
    if until(client, table_id, "none", "done")["state"] == "none":
        start(client, table_id)
        told = until(client, table_id, "done")["review"]
        assert len(told["steps"]) <= len(record["moves"])
    else:  # the same moves once more: the same game
        assert until(client, table_id, "done")["review"] == before


def test_a_client_has_so_many_at_once_and_they_are_made_in_turn(client, monkeypatch):
    tables = [finished(client, seed=seed) for seed in range(10, 11 + reviews.MOST_OF_A_CLIENT)]
    with stopped_midway(monkeypatch) as goes_on:
        for table_id in tables[:-1]:
            assert start(client, table_id).status_code == 200
        states = [until(client, table_id, "running", "waiting")["state"] for table_id in tables[:3]]
        assert states.count("running") <= 1  # as many as are made at once here
        refused = start(client, tables[-1])
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many_reviews")
        assert refused.headers["retry-after"]
        goes_on.set()
        for table_id in tables[:-1]:
            until(client, table_id, "done")
    start(client, tables[-1])
    until(client, tables[-1], "done")


def test_a_review_goes_on_after_a_restart(database_url, monkeypatch):
    monkeypatch.setattr(reviews, "STORE_EVERY", 0.0)
    service = quick(database_url)
    with service.client() as client, stopped_midway(monkeypatch):
        table_id = finished(client)
        record = client.get(f"/api/tables/{table_id}/record").json()
        start(client, table_id)
        while until(client, table_id, "running")["done"] < 10:
            pass
        service.stop()
    monkeypatch.undo()
    service = quick(database_url)
    try:
        with service.client() as client:
            told = until(client, table_id, "stopped")
            assert told["done"] >= 10
            seen = []
            made = reviews.Reviewer

            def reviewer(*arguments, **options):
                seen.append(options["kept"].done)
                return made(*arguments, **options)

            monkeypatch.setattr(reviews, "Reviewer", reviewer)
            start(client, table_id)
            told = until(client, table_id, "done")["review"]
            assert seen == [10] or seen[0] > 10
            plain = {k: record[k] for k in record if k not in ("date", "seats")}
            expected = review(plain, Budget(VISITS)).to_dict()
            assert told["steps"] == expected["steps"]
    finally:
        service.stop()


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_mistake_is_tried_again(client, service, game):
    table_id = finished(client, game, seed=3)
    path = f"/api/tables/{table_id}/review/tries"
    early = client.post(path, json={"step": 1, "move": "CBF"})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_reviewed")
    start(client, table_id)
    steps = until(client, table_id, "done")["review"]["steps"]
    number, mistake = max(
        ((n, step) for n, step in enumerate(steps) if step["what"] == "decision"),
        key=lambda pair: pair[1]["loss"],
    )
    with service.client() as watcher:  # whoever has the link
        seen = watcher.get(f"/t/{table_id}/retry/{number}").json()
        assert seen["turn"] == mistake["player"]
        # A blockade is a move that players are to find themselves.
        possible = {*seen["legal"], *seen["to_find"]}
        assert {mistake["played"]["move"], mistake["best"]["move"]} <= possible
        for move in (mistake["best"]["move"], mistake["played"]["move"], seen["legal"][0]):
            told = watcher.post(path, json={"step": number, "move": move})
            assert told.status_code == 200, told.text
            told = told.json()
            assert told["move"] == move
            assert set(told["positions"]) == {move, told["best"]}
            if move == mistake["played"]["move"]:
                assert (told["loss"], told["solved"]) == (mistake["loss"], False)
                assert f"{mistake['loss']:.2f}" in told["text"]
        for wrong, status in [
            ({"step": number, "move": "no move"}, 422),
            ({"step": len(steps), "move": "CBF"}, 409),
            ({"step": number}, 422),
        ]:
            assert watcher.post(path, json=wrong).status_code == status


def test_what_cannot_be_reviewed_is_said_once(client, monkeypatch, caplog):
    table_id = finished(client, seed=5)

    def fails(*_, **__):
        raise RuntimeError("no review today")

    monkeypatch.setattr(reviews, "Reviewer", fails)
    start(client, table_id)
    until(client, table_id, "failed")
    assert start(client, table_id).json()["state"] == "failed"
    assert caplog.text.count("no review today") <= 2  # the message and its traceback


def test_of_several_workers_one_makes_it_and_the_others_tell(postgresql, monkeypatch):
    monkeypatch.setenv("AZULEJOS_REVIEW_VISITS", "400")
    url = postgresql.new_database("reviews")
    both = [Process(url), Process(url)]
    try:
        with both[0].client() as ana, both[1].client() as bo:
            table_id = finished(ana)
            while start(ana, table_id).status_code == 503:
                time.sleep(0.1)
            while (answer := start(bo, table_id)).status_code == 503:
                time.sleep(0.1)
            assert answer.json()["state"] in ("running", "done")
            there = until(bo, table_id, "done")
            assert there == until(ana, table_id, "done")
    finally:
        for process in both:
            process.kill()


def test_what_is_in_the_background_waits_for_all_else():
    order = []

    async def main():
        pool = FairPool(1)
        gate = threading.Event()
        jobs = [asyncio.create_task(pool.run("gate", lambda: gate.wait(10)))]
        for name, background in [("r1", True), ("r2", True), ("bot", False), ("bot", False)]:
            work = pool.run(name, lambda name=name: order.append(name), background=background)
            jobs.append(asyncio.create_task(work))
        await asyncio.sleep(0.05)
        assert pool.waiting == 2
        gate.set()
        await asyncio.gather(*jobs)
        pool.close()

    asyncio.run(main())
    assert order == ["bot", "bot", "r1", "r2"]


def test_the_settings_of_reviews():
    limits = from_environment({"AZULEJOS_REVIEWS": "2", "AZULEJOS_REVIEW_VISITS": "500"}).limits
    assert (limits.reviews, limits.review_visits) == (2, 500)
    for variable, value in [("AZULEJOS_REVIEWS", "0"), ("AZULEJOS_REVIEW_VISITS", "99999999")]:
        with pytest.raises(SettingError, match=variable):
            from_environment({variable: value})


def test_bots_play_while_a_game_is_reviewed(client, monkeypatch):
    table_id = finished(client, seed=7)
    with stopped_midway(monkeypatch):
        start(client, table_id)
        made = client.new_table([ME, BOT], record=nearly_over("azul", 4))
        if service_threads() > 1:
            client.play_some(made["id"], 10)


def service_threads():
    return settings_for("sqlite:///x").bot_threads
