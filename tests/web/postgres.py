"""A PostgreSQL of our own for the tests: made from the system's binaries, gone afterwards."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path

#: Where Debian and others keep the programs, newest version first.
FOLDERS = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
USER = "azulejos"


def programs():
    """The folder with initdb and postgres, or None."""
    for folder in FOLDERS:
        if (folder / "initdb").exists():
            return folder
    found = shutil.which("initdb")
    return Path(found).parent if found else None


class Postgres:
    """A server that listens at a socket in a folder of its own, for whoever runs the tests."""

    def __init__(self):
        # A socket's path must be short, so this is not below the tests' own folder.
        self.folder = Path(tempfile.mkdtemp(prefix="azulejos-pg-"))
        self.bin = programs()
        self.run_as = {}
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            user = next(
                n for n in ("postgres", "nobody") if n in {p.pw_name for p in pwd.getpwall()}
            )
            account = pwd.getpwnam(user)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self.run_as = {"user": user, "group": account.pw_gid, "extra_groups": []}
        self.environment = os.environ | {"LC_ALL": "C", "HOME": str(self.folder)}
        data = self.folder / "data"
        self._run("initdb", "-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-sync")
        self.log = (self.folder / "log").open("wb")
        self.start()

    def start(self):
        """Start it, also again."""
        data = self.folder / "data"
        settings = ("listen_addresses=", "full_page_writes=off", "max_connections=60")
        self.process = subprocess.Popen(
            [
                *(self.bin / "postgres", "-D", data, "-k", self.folder, "-F"),
                *(part for setting in settings for part in ("-c", setting)),
            ],
            stdout=self.log,
            stderr=self.log,
            env=self.environment,
            cwd=self.folder,
            **self.run_as,
        )
        self._wait()

    def _run(self, program, *arguments):
        done = subprocess.run(
            [self.bin / program, *map(str, arguments)],
            capture_output=True,
            env=self.environment,
            cwd=self.folder,
            **self.run_as,
        )
        assert done.returncode == 0, done.stderr.decode()

    def _wait(self):
        for _ in range(600):
            ready = subprocess.run(
                [self.bin / "pg_isready", "-q", "-h", self.folder, "-U", USER], env=self.environment
            )
            if ready.returncode == 0:
                return
            assert self.process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        raise AssertionError("PostgreSQL does not start")

    def url(self, database="postgres"):
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new_database(self, name):
        """An empty database; one of this name that was there is gone."""
        import psycopg

        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def _all(self):
        """Its processes: the first, and those that serve connections."""
        own = self.process.pid
        children = Path(f"/proc/{own}/task/{own}/children").read_text().split()
        return [own, *map(int, children)]

    def pause(self):
        """Let it do nothing, and not even refuse."""
        for number in self._all():
            with suppress(ProcessLookupError):  # one whose client has just gone
                os.kill(number, signal.SIGSTOP)

    def resume(self):
        for number in reversed(self._all()):
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGCONT)

    def crash(self):
        """End it without a word to anybody."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()

    def stop(self):
        self.process.terminate()
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
