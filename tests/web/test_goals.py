"""Whether a goal can still be reached, asked through the API and of the answerer itself."""

import asyncio
import subprocess
import sys
import time

import pytest

from azulejos import azuleo
from azulejos.games.azuleo import goal
from azulejos.web import goals
from azulejos.web.goals import Goals
from azulejos.web.readiness import QUICK, Readiness


def test_asked_through_the_api(service, client):
    made = client.new_table([{"kind": "me"}], game="azuleo", options={"players": 1, "mode": "fill"})
    ask = f"/api/tables/{made['id']}/goal"
    assert client.get(ask).json() == {"state": "thinking"}
    client.wait(made["id"], lambda _: client.get(ask).json()["state"] != "thinking")
    assert client.get(ask).json() == {"state": "yes"}
    with service.client() as watcher:
        assert watcher.get(ask).status_code == 403
    other = client.new_table()
    refused = client.get(f"/api/tables/{other['id']}/goal")
    assert refused.json()["error"]["code"] == "no_goal"


@pytest.fixture
def readiness():
    return Readiness(["azuleo"])


def state():
    return azuleo.Game(players=1, mode="fill", seed=1).state


async def known(answers, text):
    while (answer := answers.ask("azuleo", text, state())) == "thinking":
        await asyncio.sleep(0.01)
    return answer


def test_a_question_waits_until_the_search_is_compiled(readiness):
    async def ask():
        answers = Goals(readiness)
        assert answers.ask("azuleo", "a", state()) == "thinking"
        await asyncio.sleep(0.05)
        assert answers.ask("azuleo", "a", state()) == "thinking"
        readiness.is_done("azuleo", QUICK)
        assert await asyncio.wait_for(known(answers, "a"), 60) == "yes"
        answers.close()

    asyncio.run(ask())


def test_the_position_asked_about_is_the_one_that_is_judged(readiness):
    """A table goes on while its question waits."""

    async def ask():
        answers = Goals(readiness)
        game = azuleo.Game(players=1, mode="fill", seed=1)
        answers.ask("azuleo", "a", game.state)
        game.state.supply[:] = 0
        readiness.is_done("azuleo", QUICK)
        assert await asyncio.wait_for(known(answers, "a"), 60) == "yes"
        answers.close()

    asyncio.run(ask())


def test_too_many_questions_and_a_search_that_fails(readiness, monkeypatch):
    def fails(*_, **__):
        raise RuntimeError("on purpose")

    async def ask():
        answers = Goals(readiness)
        for n in range(goals.MOST_WAITING):
            assert answers.ask("azuleo", str(n), state()) == "thinking"
        assert answers.ask("azuleo", "one too many", state()) == "unknown"
        monkeypatch.setattr(goal, "can_be_reached", fails)
        readiness.is_done("azuleo", QUICK)
        assert await asyncio.wait_for(known(answers, "0"), 60) == "unknown"
        answers.close()

    asyncio.run(ask())


def test_closing_ends_what_is_analysis_over(readiness, monkeypatch):
    ended = []

    def endless(_, *, end, stop):
        assert end > time.perf_counter()
        ended.append(stop.wait(60))

    async def ask():
        monkeypatch.setattr(goal, "can_be_reached", endless)
        readiness.is_done("azuleo", QUICK)
        answers = Goals(readiness)
        answers.ask("azuleo", "a", state())
        await asyncio.sleep(0.1)
        answers.close()

    asyncio.run(ask())
    until = time.monotonic() + 10
    while not ended and time.monotonic() < until:
        time.sleep(0.01)
    assert ended == [True]


#: Run by itself, where nothing else has called the search.
COMPILED_AHEAD = """
from azulejos.games.azuleo import filling
from azulejos.web import warm_up
warm_up.stages("azuleo")[1].work()
print(len(filling.begin.signatures), len(filling.go_on.signatures))
"""


def test_it_is_compiled_ahead():
    done = subprocess.run(
        [sys.executable, "-c", COMPILED_AHEAD], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["1", "1"]
