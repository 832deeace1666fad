"""Bots at tables: fairly one after the other, and nobody waits for one that fails."""

import asyncio
import shutil
import threading
import time

import pytest

from azulejos import azul, bots
from azulejos.nets.weights import shipped_file
from azulejos.web.bot_runner import QUESTIONS_AT_ONCE, BotRunner
from azulejos.web.fair_pool import FairPool
from azulejos.web.readiness import STAGES, Readiness
from azulejos.web.refusals import Refusal
from azulejos.web.settings import SettingError, from_environment
from azulejos.web.table_service import TableService

from .service import BOT

ME = {"kind": "me"}


def all_ready():
    """Nothing has to be prepared any more."""
    readiness = Readiness(["azul", "azuleo"])
    for game in ("azul", "azuleo"):
        for stage in STAGES:
            readiness.is_done(game, stage)
    return readiness


def test_tables_are_served_in_turn():
    """One table asks for much: the others come after its first request, not after its last."""
    order = []

    async def main():
        pool = FairPool(1)
        gate = threading.Event()
        jobs = [asyncio.create_task(pool.run("gate", lambda: gate.wait(10)))]
        for key, n in [("a", 5), ("b", 2), ("c", 1)]:
            for i in range(n):
                jobs.append(
                    asyncio.create_task(pool.run(key, lambda key=key, i=i: order.append((key, i))))
                )
        await asyncio.sleep(0.05)
        assert pool.waiting == 8
        gate.set()
        await asyncio.gather(*jobs)
        pool.close()

    asyncio.run(main())
    expected = [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1), ("a", 2), ("a", 3), ("a", 4)]
    assert order == expected


def test_a_bot_thinks_again_when_its_position_has_gone(client, monkeypatch):
    """A move for the position before an undo is not played in the one after it."""
    thoughts = []
    gate = threading.Event()

    def choose(self, game, **_):
        thoughts.append(game.record()["moves"][-1])
        if len(thoughts) == 1:
            gate.wait(10)
        return game.legal_moves()[0]

    monkeypatch.setattr(type(bots.make(f"level:{BOT['level']}", "azul")), "choose", choose)
    made = client.new_table([ME, BOT], first=0)
    first, second = made["table"]["legal"][:2]
    client.move(made["id"], first)
    patience = time.monotonic() + 30
    while not thoughts:
        assert time.monotonic() < patience, "the bot was never asked"
        time.sleep(0.01)
    client.post(f"/api/tables/{made['id']}/undo", json={"id": "back"})
    client.move(made["id"], second)
    gate.set()
    client.wait_for_turn(made["id"])
    assert thoughts == [first, second]


def test_questions_do_not_keep_bots_waiting():
    """Advice has a thread of its own, and a client only so many questions."""

    async def main():
        runner = BotRunner(FairPool(1), all_ready())
        gate = threading.Event()
        game = azul.Game(seed=1)
        jobs = [
            asyncio.create_task(runner.advice_pool.run("x", lambda: gate.wait(10)))
            for _ in range(QUESTIONS_AT_ONCE + 1)
        ]
        await asyncio.sleep(0.05)
        with pytest.raises(Refusal) as refusal:
            await runner.advice("x", game, 10)
        assert refusal.value.status == 429
        assert await runner.move("table", 0, 1, game)
        gate.set()
        await asyncio.gather(*jobs)
        runner.pool.close()
        runner.advice_pool.close()

    asyncio.run(main())


def test_the_operator_names_a_network(monkeypatch, tmp_path):
    """By a setting: bots and advice of its game judge by it, those of the other as before."""
    file = tmp_path / "newest.npz"
    shutil.copyfile(shipped_file("azul"), file)
    settings = from_environment(
        {"AZULEJOS_DATA": str(tmp_path), "AZULEJOS_NETWORK_AZUL": str(file)}
    )
    made = []
    monkeypatch.setattr(bots, "make", lambda spec, game: made.append(spec))
    service = TableService(settings)
    for game in ("azul", "azuleo"):
        for level in (3, 10):
            service.bots._bot(level, game)
    assert made == ["level:3", f"level:10@{file}", "level:3", "level:10"]
    with pytest.raises(SettingError, match=r"AZULEJOS_NETWORK_AZULEO: .*plays 'azul'"):
        from_environment({"AZULEJOS_NETWORK_AZULEO": str(file)})
    with pytest.raises(SettingError, match=r"AZULEJOS_NETWORK_AZUL: .*is not there"):
        from_environment({"AZULEJOS_NETWORK_AZUL": str(tmp_path / "none.npz")})


@pytest.mark.parametrize(
    ("evaluator", "specs"),
    [(None, ["level:7", "level:10"]), ("heuristic", ["level:7@heuristic", "level:10@heuristic"])],
)
def test_bots_and_advice_judge_by_what_is_set(monkeypatch, tmp_path, evaluator, specs):
    made = []
    named = bots.with_evaluator

    def note(*arguments):
        made.append(named(*arguments))
        return made[-1]

    monkeypatch.setattr(bots, "with_evaluator", note)
    environment = {"AZULEJOS_DATA": str(tmp_path), "AZULEJOS_EVALUATOR": evaluator or ""}

    async def main():
        service = TableService(from_environment(environment))
        runner = service.bots
        runner.readiness = all_ready()
        game = azul.Game(seed=1)
        await runner.move("table", 0, 7, game)
        thought = await runner.advice("x", game, 10)
        assert thought.move in game.legal_moves()
        await service.close()

    asyncio.run(main())
    assert made == specs


def test_no_more_than_so_many_at_once():
    running, most = 0, 0
    lock = threading.Lock()

    def think():
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.01)
        with lock:
            running -= 1

    async def main():
        pool = FairPool(3)
        await asyncio.gather(*(pool.run(str(n), think) for n in range(20)))
        pool.close()

    asyncio.run(main())
    assert most == 3


def test_a_failure_is_its_own_askers_only():
    async def main():
        pool = FairPool(1)
        with pytest.raises(ZeroDivisionError):
            await pool.run("a", lambda: 1 // 0)
        assert await pool.run("a", lambda: 7) == 7
        pool.close()

    asyncio.run(main())


def test_a_bot_that_fails_does_not_hang_the_table(client, monkeypatch, caplog):
    made = bots.make

    def broken(spec, game, seed=None):
        if spec.startswith("level:"):
            raise RuntimeError("out of order")
        return made(spec, game, seed)

    monkeypatch.setattr(bots, "make", broken)
    table = client.new_table([ME, BOT], first=1)
    client.wait(table["id"], lambda t: t["entries"] == 1)
    assert "out of order" in caplog.text


def test_a_thinking_bot_delays_no_page(service, client):
    """As many strong bots as there are threads, and more; still everything else is answered."""
    strong = {"kind": "bot", "level": 10}
    for _ in range(2 * service.settings.bot_threads):
        client.new_table([strong, strong])
    slowest = 0
    for _ in range(20):
        start = time.perf_counter()
        client.get("/api/bots")
        slowest = max(slowest, time.perf_counter() - start)
    assert slowest < 2  # a machine under test may be busy; a search takes as long as a game


def test_an_undo_while_a_bot_thinks(client):
    made = client.new_table([ME, {"kind": "bot", "level": 10}], first=0)
    for number in range(5):
        client.move(made["id"], made["table"]["legal"][0])
        client.post(f"/api/tables/{made['id']}/undo", json={"id": str(number)})
        table = client.table(made["id"])
        assert (table["entries"], table["thinking"]) == (0, False)
    client.move(made["id"], made["table"]["legal"][0])
    client.wait(made["id"], lambda t: t["entries"] == 2)
