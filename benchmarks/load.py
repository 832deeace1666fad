"""How quickly moves are acknowledged while many tables are played and followed.

Starts a server of its own (SQLite in a new folder, or what --database-url says) and plays at so
many tables at once through the page's own API: at each table one person against a bot, who follows
the table's events, thinks a while when it is their turn, and posts a move. Watchers follow too.
Prints the time from sending a move until it is acknowledged, as a table.

    python benchmarks/load.py --tables 200 --seconds 60
"""

import argparse
import asyncio
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

FREELY = {
    f"AZULEJOS_{name}_RATE": "1000000/1000000" for name in ("REQUEST", "TABLE", "MOVE", "THINKING")
} | {"AZULEJOS_STREAMS": "100000", "AZULEJOS_LIVE_TABLES": "100000"}


@dataclass
class Figures:
    """What was measured, in seconds."""

    acknowledged: list[float] = field(default_factory=list)
    heard: list[float] = field(default_factory=list)  # from sending a move to its event
    server_seconds: float = 0.0  # of processor time
    is_measuring: bool = False


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
        """The events of a table, for ever. The body comes in chunks."""
        await self._open()
        self.writer.write(self._head("GET", f"/api/tables/{table_id}/events?after={after}"))
        await self.reader.readuntil(b"\r\n\r\n")
        text = b""
        while True:
            size = int(await self.reader.readline(), 16)
            if not size:
                return
            text += (await self.reader.readexactly(size + 2))[:-2]
            *messages, text = text.split(b"\n\n")
            for message in messages:
                for line in message.split(b"\n"):
                    if line.startswith(b"data: "):
                        yield json.loads(line[6:])

    def close(self):
        if hasattr(self, "writer"):
            self.writer.close()


class Person:
    """Plays one game after the other against a bot."""

    def __init__(self, address, given, figures, number):
        self.host, self.port = address.hostname, address.port
        self.given = given
        self.figures = figures
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
        if self.figures.is_measuring:
            self.figures.acknowledged.append(time.perf_counter() - start)

    def note(self, event):
        start = self.sent.pop(event.get("n"), None)
        if start is not None and event["turn"] == 0 and self.figures.is_measuring:
            self.figures.heard.append(time.perf_counter() - start)


def processor_seconds(pid):
    """The processor time a process has used, where the system tells (Linux)."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
            user, system = stat.read().rpartition(")")[2].split()[11:13]
    except OSError:
        return 0.0
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def measure(address, given, pid):
    figures = Figures()
    people = [
        asyncio.create_task(Person(address, given, figures, number).play())
        for number in range(given.tables)
    ]
    await asyncio.sleep(given.warm_up)
    figures.is_measuring = True
    figures.server_seconds = -processor_seconds(pid)
    await asyncio.wait(people, timeout=given.seconds, return_when=asyncio.FIRST_EXCEPTION)
    figures.server_seconds += processor_seconds(pid)
    for person in people:
        person.cancel()
    results = await asyncio.gather(*people, return_exceptions=True)
    for result in results:
        if isinstance(result, Exception):
            raise result
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
    options.add_argument("--database-url", help="PostgreSQL instead of SQLite")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        process, address = served(given, folder)
        try:
            figures = asyncio.run(measure(address, given, process.pid))
        finally:
            process.terminate()
            process.wait()
    moves = len(figures.acknowledged)
    streams = given.tables * (1 + given.watchers)
    print(
        f"{given.tables} tables, {streams} event streams, bots of level {given.level}: "
        f"{moves} moves of people in {given.seconds:.0f} s ({moves / given.seconds:.0f} a second)"
    )
    share = figures.server_seconds / given.seconds
    load = os.getloadavg()[0]
    print(f"The server used {share:.0%} of a core; the machine's load was {load:.1f}.")
    print("\n| milliseconds | median | 99 % | most |\n| --- | --- | --- | --- |")
    print(row("a move is acknowledged", figures.acknowledged))
    print(row("its event arrives", figures.heard))


if __name__ == "__main__":
    main()
