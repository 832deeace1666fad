"""The service as tests use it: a real server in a thread or a process, and clients of it."""

import json
import os
import random
import re
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from uuid import uuid4

import httpx

from azulejos import azul, azuleo
from azulejos.web import server
from azulejos.web.settings import Limits, from_environment

#: No test is too fast for its server, unless it is about that.
FREELY = Limits(
    *(100_000, 365, (1e6, 10**6), (1e6, 10**6), (1e6, 10**6), (1e6, 10**6)), client_tables=10**6
)
FREELY_BY_ENVIRONMENT = {
    f"AZULEJOS_{name}_RATE": "1000000/1000000" for name in ("REQUEST", "TABLE", "MOVE", "THINKING")
}
FREELY_BY_ENVIRONMENT["AZULEJOS_CLIENT_TABLES"] = "1000000"
#: Of servers in processes of their own.
OPERATOR_TOKEN = "the secret of whoever runs the server"
BOT = {"kind": "bot", "level": 1}


def nearly_over(game, left=3, seed=1, **options):
    """The record of a game with a few entries left to play."""
    package = {"azul": azul, "azuleo": azuleo}[game]
    played = package.Game(seed=seed, **options)
    chance = random.Random(seed)
    while not played.is_over:
        played.play(chance.choice(played.legal_moves()))
    return played.after(played.entries - left).record()


def decided_by_rows():
    """A position of Azul: after `CBF` both have 17 points, and seat 1 a complete row."""
    empty = [{"colour": None, "count": 0} for _ in range(5)]
    bare = [[None] * 5 for _ in range(5)]
    return {
        "players": 2,
        "wall": "coloured",
        "round": 4,
        "turn": 0,
        "phase": "offer",
        "first": 1,
        "marker_in_centre": False,
        "factories": [[0] * 5 for _ in range(5)],
        "centre": [1, 0, 0, 0, 0],
        "bag": [18, 19, 19, 19, 19],
        "lid": [0] * 5,
        "boards": [
            {"score": 18, "lines": empty, "wall": bare, "floor": []},
            {
                "score": 11,
                "lines": [{"colour": "W", "count": 1}, *empty[1:]],
                "wall": [["B", "Y", "R", "K", None], *bare[1:]],
                "floor": ["M"],
            },
        ],
        "idle": 0,
        "idle_limit": 5,
    }


def settings_for(url, limits=FREELY, **others):
    """The settings of a server whose operator sits at this machine, unless `others` say no."""
    usual = from_environment({"AZULEJOS_DATABASE_URL": url})
    return replace(usual, limits=limits, **{"is_local": True, **others})


class Service:
    """A server in a thread of this process."""

    def __init__(self, settings):
        self.settings = settings
        self.listener = server.listening("127.0.0.1", 0)
        self.address = server.address_of(self.listener)
        self._server, self.app = server.prepared(self.listener, settings)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        for _ in range(3000):
            if self._server.started:
                break
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        while any(state["stage"] for state in self.table_service.readiness.to_dict().values()):
            time.sleep(0.01)  # what prepares the games shall not meddle with what a test changes

    def _run(self):
        self._server.run(sockets=[self.listener])

    @property
    def loop(self):
        """The server's event loop, for tests that look behind it."""
        return self.table_service.loop

    @property
    def table_service(self):
        return self.app.state.service

    def stop(self):
        self._server.end()
        self._thread.join(20)
        assert not self._thread.is_alive()
        self.listener.close()

    def client(self, **options):
        return Client(self.address, **options)


class Process:
    """A server in a process of its own, which can be killed."""

    def __init__(self, url, *arguments, port=0, **environment):
        environment = {
            **os.environ,
            **FREELY_BY_ENVIRONMENT,
            **environment,
            "AZULEJOS_DATABASE_URL": url,
            "AZULEJOS_OPERATOR_TOKEN": OPERATOR_TOKEN,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", "serve", "--port", str(port), *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
            start_new_session=True,
        )
        line = self.process.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line + self.process.stdout.read()
        self.address = found.group()

    def client(self, **options):
        return Client(self.address, **options)

    def kill(self):
        """At once and without mercy, with all that it has started."""
        os.killpg(self.process.pid, 9)
        self.process.wait()
        self.process.stdout.close()

    def wait_until_it_answers(self):
        for _ in range(600):
            try:
                if httpx.get(f"{self.address}/healthz").status_code == 200:
                    return
            except httpx.TransportError:
                pass
            time.sleep(0.05)
        raise AssertionError("the server does not answer")


class Client(httpx.Client):
    """Somebody with a browser, or a program."""

    def __init__(self, address, token=None):
        headers = {} if token is None else {"Authorization": f"Bearer {token}"}
        super().__init__(base_url=address, headers=headers, timeout=60)

    def new_table(self, seats=None, **body):
        """Set up a table; returns the whole answer."""
        command = body | ({} if seats is None else {"seats": seats})
        are_bots = seats is not None and all(seat["kind"] == "bot" for seat in seats)
        headers = {"Authorization": f"Bearer {OPERATOR_TOKEN}"} if are_bots else {}
        answer = self.post("/api/tables", json=command, headers=headers)
        while answer.status_code == 503 and answer.json()["error"]["code"] == "getting_ready":
            time.sleep(0.1)
            answer = self.post("/api/tables", json=command, headers=headers)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def table(self, table_id):
        answer = self.get(f"/api/tables/{table_id}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    def moves(self, table_id):
        """The whole list of moves, from all its parts."""
        found = []
        while True:
            answer = self.get(f"/api/tables/{table_id}/entries", params={"after": len(found)})
            assert answer.status_code == 200, answer.text
            part = answer.json()
            found += part["moves"]
            if not part["moves"]:
                assert len(found) == part["entries"]
                return found

    def try_move(self, table_id, move, **more):
        body = {"id": uuid4().hex, "move": move} | more
        return self.post(f"/api/tables/{table_id}/moves", json=body)

    def move(self, table_id, move, **more):
        answer = self.try_move(table_id, move, **more)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def play_some(self, table_id, moves, chance=None):
        """Make random moves for all seats of this client, until so many or the end."""
        chance = chance or random.Random(1)
        made = 0
        while made < moves:
            table = self.wait_for_turn(table_id)
            if table["turn"] is None:
                break
            self.move(table_id, chance.choice(table["legal"]))
            made += 1
        return self.table(table_id)

    def wait_for_turn(self, table_id):
        """The table once it is our turn, or the game over."""
        return self.wait(table_id, lambda t: t["turn"] is None or t["turn"] in t["mine"])

    def wait_for_anyone(self, table_id, *others):
        """Let whoever of us is to act make a move; whether the game goes on."""
        everyone = (self, *others)
        seats = {seat: c for c in everyone for seat in c.table(table_id)["mine"]}
        table = self.wait(table_id, lambda t: t["turn"] is None or t["turn"] in seats)
        if table["turn"] is None:
            return False
        mover = seats[table["turn"]]
        mover.move(table_id, random.Random(table["version"]).choice(mover.table(table_id)["legal"]))
        return True

    def wait(self, table_id, condition, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            table = self.table(table_id)
            if condition(table):
                return table
            time.sleep(0.01)
        raise AssertionError("it did not happen")

    @contextmanager
    def events(self, table_id, after=None, headers=None):
        """The events of a table, as an iterator of plain data (with `id` where there is one)."""
        query = {} if after is None else {"after": after}
        with self.stream(
            "GET", f"/api/tables/{table_id}/events", params=query, headers=headers or {}
        ) as answer:
            assert answer.status_code == 200, answer.read()
            yield _events(answer)


def _events(answer):
    event = {}
    for line in answer.iter_lines():
        if line.startswith("data: "):
            event |= json.loads(line.removeprefix("data: "))
        elif line.startswith("id: "):
            event["id"] = int(line.removeprefix("id: "))
        elif not line and event:
            yield event
            event = {}
