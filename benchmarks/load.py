"""How quickly moves are acknowledged while many tables are played and followed.

Starts a server of its own (SQLite in a new folder, or what --database-url says) and plays at so
many tables at once through the page's own API: at each table one person against a bot, who follows
the table's events, thinks a while when it is their turn, and posts a move. Watchers follow too.
Prints the time from sending a move until it is acknowledged, as a table. If asked for, the same is
measured once more, while others have finished games reviewed one after the other, and positions
analysed.

    python benchmarks/load.py --tables 200 --seconds 60
    python benchmarks/load.py --reviews 3 --explorers 3
"""

import argparse
import asyncio
import gc
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from urllib.parse import urlsplit
from uuid import uuid4

from azulejos import azul

#: Seconds between two looks at a review, as the page takes them.
LOOK_EVERY = 0.7
#: Seconds that somebody who explores looks at a position.
SECONDS_A_POSITION = 5
FREELY = {
    f"AZULEJOS_{name}_RATE": "1000000/1000000" for name in ("REQUEST", "TABLE", "MOVE", "THINKING")
} | {
    "AZULEJOS_STREAMS": "100000",
    "AZULEJOS_LIVE_TABLES": "100000",
    "AZULEJOS_CLIENT_TABLES": "100000",
}


@dataclass
class Figures:
    """What was measured, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)  # from sending a move to its event
    server_seconds: float = 0.0  # of processor time
    reviewed: list[float] = field(default_factory=list)  # from asking for a review to all of it
    analysed: int = 0  # parts of analyses that came


class Measuring:
    """What is being measured now: other figures in each part."""

    def __init__(self):
        self.figures = Figures()


class Connection:
    """One HTTP/1.1 connection that is kept open: little work for the machine that is measured."""

    def __init__(self, host, port, token=None):
        self.host, self.port, self.token = host, port, token

    async def _open(self):
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)

    def _head(self, method, path, length=0):
        bearer = f"Authorization: Bearer {self.token}\r\n" if self.token else ""
        return (
            f"{method} {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n{bearer}"
            f"Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        ).encode()

    async def request(self, method, path, body=None):
        """Status and data of the answer."""
        if not hasattr(self, "writer"):
            await self._open()
        data = b"" if body is None else json.dumps(body).encode()
        self.writer.write(self._head(method, path, len(data)) + data)
        head = await self.reader.readuntil(b"\r\n\r\n")
        length = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE).group(1))
        return int(head[9:12]), json.loads(await self.reader.readexactly(length))

    async def events(self, table_id, after):
        """The events of a table, for ever."""
        path = f"/api/tables/{table_id}/events?after={after}"
        async for line in self._streamed(self._head("GET", path)):
            if line.startswith(b"data: "):
                yield json.loads(line[6:])

    async def lines(self, path, body):
        """The lines of JSON of an answer."""
        data = json.dumps(body).encode()
        async for line in self._streamed(self._head("POST", path, len(data)) + data):
            if line:
                yield json.loads(line)

    async def _streamed(self, request):
        """The lines of a body that comes in chunks."""
        await self._open()
        self.writer.write(request)
        await self.reader.readuntil(b"\r\n\r\n")
        text = b""
        while True:
            size = int(await self.reader.readline(), 16)
            if not size:
                return
            text += (await self.reader.readexactly(size + 2))[:-2]
            *lines, text = text.split(b"\n")
            for line in lines:
                yield line

    def close(self):
        if hasattr(self, "writer"):
            self.writer.close()


class Person:
    """Plays one game after the other against a bot."""

    def __init__(self, address, given, measuring, number):
        self.host, self.port = address.hostname, address.port
        self.given = given
        self.measuring = measuring
        self.chance = random.Random(number)
        self.sent = {}  # when a move was sent, by entry

    async def play(self):
        await asyncio.sleep(self.chance.random() * self.given.think)
        while True:
            await self.one_game()

    async def one_game(self):
        game = self.chance.choice(["azul", "azul", "azuleo"])
        seats = [{"kind": "me"}, {"kind": "bot", "level": self.given.level}]
        line = Connection(self.host, self.port)
        status, made = await line.request("POST", "/api/tables", {"game": game, "seats": seats})
        assert status == 201, made
        line.token = made["token"]
        watchers = [asyncio.create_task(self.watch(made["id"])) for _ in range(self.given.watchers)]
        follow = Connection(self.host, self.port, line.token)
        table = made["table"]
        try:
            if table["legal"]:
                await self.move(line, made["id"], table)
            async for event in follow.events(made["id"], 0):
                if event.get("table") is None:
                    continue
                self.note(event)
                table = event["table"]
                if table["result"]:
                    return
                if table["legal"] and event["type"] == "move":
                    await self.move(line, made["id"], table)
        finally:
            line.close()
            follow.close()
            for watcher in watchers:
                watcher.cancel()

    async def watch(self, table_id):
        eyes = Connection(self.host, self.port)
        try:
            async for _ in eyes.events(table_id, 0):
                pass
        finally:
            eyes.close()

    async def move(self, line, table_id, table):
        await asyncio.sleep(self.chance.expovariate(1 / self.given.think))
        move = {"id": uuid4().hex, "move": self.chance.choice(table["legal"])}
        start = time.perf_counter()
        self.sent[table["entries"] + 1] = start
        status, answer = await line.request("POST", f"/api/tables/{table_id}/moves", move)
        assert status == 200, answer
        self.measuring.figures.acknowledged.append(time.perf_counter() - start)

    def note(self, event):
        start = self.sent.pop(event.get("n"), None)
        if start is not None and event["turn"] == 0:
            self.measuring.figures.heard.append(time.perf_counter() - start)


class Reader:
    """Has one finished game after the other reviewed, and looks how far that is."""

    def __init__(self, address, measuring, number):
        self.line = Connection(address.hostname, address.port)
        self.measuring = measuring
        self.chance = random.Random(number)

    async def read(self):
        while True:
            played = azul.Game(seed=self.chance.getrandbits(30))
            while not played.is_over:
                played.play(self.chance.choice(played.legal_moves()))
            body = {"game": "azul", "record": played.record()}
            status, made = await self.line.request("POST", "/api/tables", body)
            if status == 503:  # the rules are still being loaded
                await asyncio.sleep(LOOK_EVERY)
                continue
            assert status == 201, made
            path = f"/api/tables/{made['id']}/review"
            start, state, known = time.perf_counter(), "none", -1
            while state != "done":
                if state == "none":
                    await self.line.request("POST", f"{path}/start", {})
                await asyncio.sleep(LOOK_EVERY)
                status, told = await self.line.request("GET", f"{path}?known={known}")
                assert status == 200, told
                state, known = told["state"], told["done"]
            self.measuring.figures.reviewed.append(time.perf_counter() - start)


class Explorer:
    """Has positions of a game analysed, one after the other, each for some seconds."""

    def __init__(self, address, measuring, number):
        self.address = address
        self.measuring = measuring
        self.chance = random.Random(number)

    async def explore(self):
        while True:
            game = azul.Game(seed=self.chance.getrandbits(30))
            while not game.is_over:
                body = {"game": "azul", "position": game.to_text(), "moves": [], "multipv": 3}
                await self.look(body)
                game.play(self.chance.choice(game.legal_moves()))

    async def look(self, body):
        line = Connection(self.address.hostname, self.address.port)
        end = time.perf_counter() + SECONDS_A_POSITION
        try:
            async for _ in line.lines("/api/explore/analysis", body):
                self.measuring.figures.analysed += 1
                if time.perf_counter() > end:
                    return
        finally:
            line.close()


def processor_seconds(pid):
    """The processor time a process has used, where the system tells (Linux)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def measure(address, given, pid):
    """Figures without reviews and analyses, and (if there are to be any) with them."""
    measuring = Measuring()
    tasks = [
        asyncio.create_task(Person(address, given, measuring, number).play())
        for number in range(given.tables)
    ]
    found = [await part(measuring, tasks, given, pid)]
    if given.reviews or given.explorers:
        tasks += [
            asyncio.create_task(Reader(address, measuring, number).read())
            for number in range(given.reviews)
        ]
        tasks += [
            asyncio.create_task(Explorer(address, measuring, number).explore())
            for number in range(given.explorers)
        ]
        found.append(await part(measuring, tasks, given, pid))
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
    return found


async def part(measuring, tasks, given, pid):
    """What is measured from now on, after warming up."""
    await asyncio.sleep(given.warm_up)
    measuring.figures = figures = Figures()
    figures.server_seconds = -processor_seconds(pid)
    await asyncio.wait(tasks, timeout=given.seconds, return_when=asyncio.FIRST_EXCEPTION)
    figures.server_seconds += processor_seconds(pid)
    measuring.figures = Figures()  # what comes now belongs to nothing
    return figures


def served(given, folder):
    """A server of our own: its process and its address."""
    environment = os.environ | FREELY | {"AZULEJOS_DATA": folder}
    if given.database_url:
        environment["AZULEJOS_DATABASE_URL"] = given.database_url
    process = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    return process, urlsplit(re.search(r"http://\S+", process.stdout.readline()).group())


def row(what, times):
    ms = sorted(1000 * t for t in times)
    p99 = ms[min(len(ms) - 1, int(0.99 * len(ms)))]
    return f"| {what} | {statistics.median(ms):.1f} | {p99:.1f} | {ms[-1]:.1f} |"


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--tables", type=int, default=200)
    options.add_argument("--watchers", type=int, default=1, help="at each table")
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--warm-up", type=float, default=15)
    options.add_argument("--think", type=float, default=4, help="seconds a person thinks")
    options.add_argument("--level", type=int, default=3, help="of the bots")
    options.add_argument("--reviews", type=int, default=0, help="readers of reviews, at most 3")
    options.add_argument("--explorers", type=int, default=0, help="who have positions analysed")
    options.add_argument("--database-url", help="PostgreSQL instead of SQLite")
    given = options.parse_args()
    gc.freeze()  # to look through what stays would delay what is measured
    with tempfile.TemporaryDirectory() as folder:
        process, address = served(given, folder)
        try:
            found = asyncio.run(measure(address, given, process.pid))
        finally:
            process.terminate()
            process.wait()
    streams = given.tables * (1 + given.watchers)
    print(f"{given.tables} tables, {streams} event streams, bots of level {given.level}")
    print(f"The machine's load was {os.getloadavg()[0]:.1f}.")
    for figures, title in zip(found, ("Alone", "With reviews and analyses"), strict=False):
        tell(figures, title, given.seconds)


def tell(figures, title, seconds):
    moves = len(figures.acknowledged)
    share = figures.server_seconds / seconds
    print(
        f"\n{title}: {moves} moves of people in {seconds:.0f} s ({moves / seconds:.0f} a second); "
        f"the server used {share:.0%} of a core"
    )
    if figures.reviewed:
        middle = statistics.median(figures.reviewed)
        print(f"{len(figures.reviewed)} games were reviewed, each in {middle:.0f} s.")
    if figures.analysed:
        print(f"{figures.analysed} parts of analyses came.")
    print("\n| milliseconds | median | 99 % | most |\n| --- | --- | --- | --- |")
    print(row("a move is acknowledged", figures.acknowledged))
    print(row("its event arrives", figures.heard))


if __name__ == "__main__":
    main()
