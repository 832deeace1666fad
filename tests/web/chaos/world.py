"""A service with its storage, and all that can be done to it."""

import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx

from .. import postgres
from ..network import Line
from ..service import FREELY_BY_ENVIRONMENT, OPERATOR_TOKEN

#: Seconds until a server that was started must answer: it may have to compile.
STARTING = 300


class World:
    """What goes on. storage: "sqlite", or "postgresql" with so many workers."""

    def __init__(self, storage, seed=1, workers=3, patience=240):
        self.storage, self.seed, self.workers = storage, seed, workers
        self.patience = patience
        self.chance = random.Random(seed)
        self.folder = Path(tempfile.mkdtemp(prefix="azulejos-chaos-"))
        self.is_over = threading.Event()
        self.counts = Counter()
        self._counting = threading.Lock()
        self.database = self.line = None
        if storage == "postgresql":
            self.database = postgres.Postgres()
            self.database.new_database("chaos")
            self.line = Line(self.database)
            self.url = self.line.url("chaos")
        else:
            self.url = f"sqlite:///{self.folder / 'tables.sqlite3'}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = self.folder / "log"
        self.start()

    def count(self, what, number=1):
        with self._counting:
            self.counts[what] += number

    # ── The server ───────────────────────────────────────────────────────────────────────────────

    def start(self):
        arguments = ["--port", str(self.port)]
        if self.database is not None:
            arguments += ["--workers", str(self.workers)]
        with self.log.open("ab") as log:
            self.server = subprocess.Popen(
                [sys.executable, "-m", "azulejos", "serve", *arguments],
                stdout=log,
                stderr=log,
                env={
                    **os.environ,
                    **FREELY_BY_ENVIRONMENT,
                    "AZULEJOS_DATABASE_URL": self.url,
                    "AZULEJOS_OPERATOR_TOKEN": OPERATOR_TOKEN,
                    "AZULEJOS_STORAGE_TIMEOUT": "2",
                    "AZULEJOS_STREAMS": "1000",
                    "AZULEJOS_LOG_FORMAT": "json",
                },
                start_new_session=True,
            )

    def wait_until_ready(self):
        until = time.monotonic() + STARTING
        in_a_row = 0
        while in_a_row < (3 * self.workers if self.database else 1):
            assert time.monotonic() < until, self.log.read_text()
            with suppress(httpx.TransportError):
                is_ready = httpx.get(f"{self.address}/readyz", timeout=10).status_code == 200
                in_a_row = in_a_row + 1 if is_ready else 0
            time.sleep(0.05)

    def wait_until_it_answers(self):
        """What a server does that is still starting is no news; one that fails is started again."""
        until = time.monotonic() + STARTING
        while time.monotonic() < until:
            if self.server.poll() is not None:
                self.count("starts that failed")
                self.start()
            with suppress(httpx.TransportError):
                httpx.get(f"{self.address}/healthz", timeout=10)
                return
            time.sleep(0.05)
        raise AssertionError(f"no answer in {STARTING} s: {self.log.read_text()}")

    def wait_until_nobody_listens(self):
        """Processes that were killed hold the port until the system has cleared them away."""
        until = time.monotonic() + STARTING
        while True:
            try:
                socket.create_server(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert time.monotonic() < until, "somebody still listens at the port"
            time.sleep(0.05)

    def children(self):
        """The workers."""
        own = self.server.pid
        listed = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [int(child) for child in listed if b"spawn_main" in _command_of(child)]

    # ── What can go wrong ────────────────────────────────────────────────────────────────────────

    def monkeys(self):
        """All that can be done to this world, by name."""
        everywhere = {
            "the server is killed and started again": self.kill_server,
            "the server is ended and started again": self.restart_server,
            "silent connections": self.silent_connections,
        }
        if self.database is None:
            return everywhere | {"the disk is slow": self.slow_disk}
        return everywhere | {
            "a worker is killed": self.kill_worker,
            "a worker stands still": self.stop_worker,
            "connections to the database are dropped": self.drop_connections,
            "the network is cut": self.line.cut,
            "the network swallows everything": self.silence,
            "the database stands still": self.stop_database,
            "the database crashes and is started again": self.crash_database,
        }

    def kill_server(self):
        with suppress(ProcessLookupError):
            os.killpg(self.server.pid, signal.SIGKILL)
        self.server.wait()
        self.wait_until_nobody_listens()
        self.start()
        self.wait_until_it_answers()

    def restart_server(self):
        begun = time.monotonic()
        self.server.send_signal(signal.SIGTERM)
        try:
            code = self.server.wait(30)
        except subprocess.TimeoutExpired:
            self.count("ends that took too long")
            self.kill_server()
            return
        self.count("seconds to end (in thousandths)", int(1000 * (time.monotonic() - begun)))
        self.count("ends with another code than 0", int(code != 0))
        self.wait_until_nobody_listens()
        self.start()
        self.wait_until_it_answers()

    def kill_worker(self):
        workers = self.children()
        if workers:
            with suppress(ProcessLookupError):
                os.kill(self.chance.choice(workers), signal.SIGKILL)

    def stop_worker(self):
        workers = self.children()
        if workers:
            victim = self.chance.choice(workers)
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGSTOP)
                time.sleep(self.chance.uniform(0.5, 3))
                os.kill(victim, signal.SIGCONT)

    def drop_connections(self):
        import psycopg

        drop = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'chaos'"
        for _ in range(200):  # those of a server that was killed may take all places for a while
            with suppress(psycopg.OperationalError):
                with psycopg.connect(self.database.url("postgres"), autocommit=True) as connection:
                    connection.execute(drop)
                return
            time.sleep(0.1)
        raise AssertionError("PostgreSQL lets nobody in")

    def silence(self):
        self.line.silence()
        time.sleep(self.chance.uniform(0.5, 4))
        self.line.mend()

    def stop_database(self):
        self.database.pause()
        time.sleep(self.chance.uniform(0.5, 4))
        self.database.resume()

    def crash_database(self):
        self.database.crash()
        time.sleep(self.chance.uniform(0, 2))
        self.database.start()

    def slow_disk(self):
        other = sqlite3.connect(self.folder / "tables.sqlite3", isolation_level=None, timeout=10)
        with suppress(sqlite3.OperationalError):
            other.execute("BEGIN IMMEDIATE")
            time.sleep(self.chance.uniform(0.5, 3))
            other.execute("ROLLBACK")
        other.close()

    def silent_connections(self):
        lines = []
        with suppress(OSError):
            for _ in range(100):
                lines.append(socket.create_connection(("127.0.0.1", self.port), 5))
        time.sleep(self.chance.uniform(0.5, 2))
        for line in lines:
            line.close()

    def end(self):
        """End the server as an operator would, and all else; returns what its log says."""
        self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(30)
        except subprocess.TimeoutExpired:
            os.killpg(self.server.pid, signal.SIGKILL)
            self.count("ends that took too long")
        if self.line is not None:
            self.line.close()
            self.database.stop()
        said = re.sub(r"\0+", "", self.log.read_text(errors="replace"))
        shutil.rmtree(self.folder, ignore_errors=True)
        return said


def _command_of(process):
    """The command line of a process; nothing if it has just ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
