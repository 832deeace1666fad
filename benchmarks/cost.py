"""What a move and a stream cost the service: processor time and memory of the server alone.

Starts a server of its own (SQLite in a new folder, or a PostgreSQL of its own from the system's
programs) and plays at so many tables at once, two people at each screen, each table followed by so
many streams. The client's own work is not counted, so the figures hold on a machine that is busy
with it, too. Prints the processor time for each event that was stored, the memory for each stream,
how long moves took to be acknowledged, and how long the server took to end.

    python benchmarks/cost.py
    python benchmarks/cost.py --postgresql --workers 2
"""

import argparse
import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

from load import FREELY, Connection, row

SCREEN = [{"kind": "me"}, {"kind": "here"}]
#: Streams that are opened before memory is measured: what is made for the first is no stream's.
FIRST = 50


@dataclass
class Figures:
    """What was measured: seconds, but for the numbers of events and bytes."""

    acknowledged: list[float] = field(default_factory=list)
    server: float = 0.0  # of processor time, with all its workers
    database: float = 0.0  # of PostgreSQL
    stored: float = 0.0  # events
    stream: float = 0.0  # bytes of the server's memory


class Follower(Connection):
    """Follows a table and looks at nothing of it."""

    async def follow(self, table_id):
        await self._open()
        self.writer.write(self._head("GET", f"/api/tables/{table_id}/events?after=0"))
        await self.reader.readuntil(b"\r\n\r\n")
        self.reading = asyncio.create_task(self._drop())

    async def _drop(self):
        while await self.reader.read(65536):
            pass


async def play(address, given, number, figures):
    """Play game after game at one screen, a move every so often."""
    line, chance = Connection(address.hostname, address.port), random.Random(number)
    while True:
        line.token = None
        body = {"game": chance.choice(["azul", "azul", "azuleo"]), "seats": SCREEN}
        status, made = await line.request("POST", "/api/tables", body)
        assert status == 201, made
        line.token, path = made["token"], f"/api/tables/{made['id']}"
        own = Connection(address.hostname, address.port, line.token)
        events = own.events(made["id"], 0)
        eyes = [Follower(address.hostname, address.port) for _ in range(given.streams - 1)]
        for eye in eyes:
            await eye.follow(made["id"])
        table = made["table"]
        while table["legal"]:
            if given.think:
                await asyncio.sleep(chance.expovariate(1 / given.think))
            start = time.perf_counter()
            move = {"id": uuid4().hex, "move": chance.choice(table["legal"])}
            status, told = await line.request("POST", f"{path}/moves", move)
            if figures[-1] is not None and status == 200:
                figures[-1].acknowledged.append(time.perf_counter() - start)
            assert status == 200, told
            event = await anext(events)
            while event["type"] != "move":
                event = await anext(events)
            table = event["table"]
        for eye in (own, *eyes):
            eye.close()


def family(pid):
    """A process and all that it has started (Linux)."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    except OSError:
        return [pid]
    return [pid, *(number for child in children for number in family(int(child)))]


def processor_seconds(pid):
    """The processor time that they have used."""
    used = 0.0
    for number in family(pid) if pid else ():
        try:
            stat = Path(f"/proc/{number}/stat").read_text(encoding="ascii")
        except OSError:
            continue
        user, system = stat.rpartition(")")[2].split()[11:13]
        used += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
    return used


def memory(pid):
    """The bytes that they have for themselves."""
    used = 0
    for number in family(pid):
        try:
            told = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
        except OSError:
            continue
        used += sum(1024 * int(n) for n in re.findall(r"Private_\w+: +(\d+) kB", told))
    return used


async def stored(address):
    """How many events the server has stored since it began, as it measures itself."""
    line = Connection(address.hostname, address.port)
    await line._open()
    line.writer.write(line._head("GET", "/metrics"))
    head = await line.reader.readuntil(b"\r\n\r\n")
    length = int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE).group(1))
    told = (await line.reader.readexactly(length)).decode()
    line.close()
    return sum(float(n) for n in re.findall(r"^azulejos_events_total\{.*\} (\S+)$", told, re.M))


async def of_a_stream(address, given, pid):
    """The bytes of the server's memory for each stream that follows and hears nothing."""
    line = Connection(address.hostname, address.port)
    status, made = await line.request("POST", "/api/tables", {"seats": SCREEN})
    assert status == 201, made
    eyes = [Follower(address.hostname, address.port) for _ in range(FIRST + given.idle)]
    for number, eye in enumerate(eyes):
        if number == FIRST:
            before = memory(pid)
        await eye.follow(made["id"])
    await asyncio.sleep(2)
    used = (memory(pid) - before) / given.idle
    for eye in (*eyes, line):
        eye.close()
    return used


async def measure(address, given, pid, database):
    line = Connection(address.hostname, address.port)
    while any(game["stage"] for game in (await line.request("GET", "/api/ready"))[1].values()):
        await asyncio.sleep(0.5)
    line.close()
    result, figures = Figures(), [None]
    result.stream = await of_a_stream(address, given, pid)
    people = [
        asyncio.create_task(play(address, given, number, figures)) for number in range(given.tables)
    ]
    await asyncio.sleep(given.warm_up)
    result.stored = -await stored(address)
    result.server, result.database = -processor_seconds(pid), -processor_seconds(database)
    figures.append(result)
    await asyncio.wait(people, timeout=given.seconds, return_when=asyncio.FIRST_EXCEPTION)
    figures.append(None)
    result.server += processor_seconds(pid)
    result.database += processor_seconds(database)
    result.stored += await stored(address)
    for person in people:
        person.cancel()
    for ended in await asyncio.gather(*people, return_exceptions=True):
        if isinstance(ended, Exception):
            raise ended
    return result


async def ended(address, given, process):
    """Seconds from telling a server to end, while clients follow a table, until it has ended."""
    line = Connection(address.hostname, address.port)
    status, made = await line.request("POST", "/api/tables", {"seats": SCREEN})
    assert status == 201, made
    eyes = [Follower(address.hostname, address.port) for _ in range(given.idle)]
    for eye in eyes:
        await eye.follow(made["id"])
    start = time.perf_counter()
    process.terminate()
    await asyncio.gather(*(eye.reading for eye in eyes))
    code = await asyncio.to_thread(process.wait)
    assert code == 0, code
    return time.perf_counter() - start


def served(given, folder, url):
    """A server of our own: its process and its address."""
    most = ("CLIENT_TABLES", "CLIENT_CONNECTIONS")
    environment = os.environ | FREELY | {f"AZULEJOS_{name}": "100000" for name in most}
    environment["AZULEJOS_DATA"] = folder
    if url:
        environment["AZULEJOS_DATABASE_URL"] = url
    workers = ["--workers", str(given.workers)] if given.workers > 1 else []
    process = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "serve", "--port", "0", *workers],
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    )
    return process, urlsplit(re.search(r"http://\S+", process.stdout.readline()).group())


def postgresql():
    """A PostgreSQL server of our own, as the tests have it."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from web.postgres import Postgres

    return Postgres()


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--tables", type=int, default=100)
    options.add_argument("--streams", type=int, default=5, help="at each table")
    options.add_argument(
        "--think", type=float, default=1, help="seconds between two moves; 0: as many as go"
    )
    options.add_argument("--seconds", type=float, default=15)
    options.add_argument("--warm-up", type=float, default=5)
    options.add_argument("--idle", type=int, default=600, help="streams to measure memory by")
    options.add_argument("--postgresql", action="store_true", help="instead of SQLite")
    options.add_argument("--workers", type=int, default=1, help="with PostgreSQL")
    given = options.parse_args()
    with ExitStack() as ending:
        folder = ending.enter_context(tempfile.TemporaryDirectory())
        url = database = None
        if given.postgresql:
            started = postgresql()
            ending.callback(started.stop)
            url, database = started.new_database("cost"), started.process.pid
        process, address = served(given, folder, url)
        ending.callback(process.wait)
        ending.callback(process.terminate)
        found = asyncio.run(measure(address, given, process.pid, database))
        end = asyncio.run(ended(address, given, process))
    each = 1000 / max(found.stored, 1)
    print(
        f"{'PostgreSQL' if url else 'SQLite'}, {given.workers} process(es), {given.tables} tables, "
        f"{given.tables * given.streams} streams: {found.stored / given.seconds:.0f} moves a "
        f"second; the machine's load was {os.getloadavg()[0]:.1f}."
    )
    print(f"A move, told to all: {each * found.server:.2f} ms of the server's processor")
    if database:
        print(f"time, and {each * found.database:.2f} of PostgreSQL's.")
    print(f"A stream: {found.stream / 1000:.1f} kB.")
    print(f"Told to end with {given.idle} streams open, it had ended after {end:.2f} s.")
    print("\n| milliseconds | median | 99 % | most |\n| --- | --- | --- | --- |")
    print(row("a move is acknowledged", found.acknowledged))


if __name__ == "__main__":
    main()
