"""What whoever runs the service can set, by environment variables, and what is usual."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

import platformdirs
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from azulejos import bots, games
from azulejos.bots import EVALUATORS
from azulejos.core.plain_data import shorten
from azulejos.nets import weights

#: Names by which only this machine is reached.
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})


#: The variables below, and one that the notebooks read.
PREFIX = "AZULEJOS_"
NAMES = frozenset(
    PREFIX + name
    for name in (
        "BASE_URL",
        "BOT_THREADS",
        "DATA",
        "DATABASE_URL",
        "EVALUATOR",
        "HOSTS",
        "KEEP_DAYS",
        "LIVE_TABLES",
        "MOVE_RATE",
        "QUICK",
        "REQUEST_RATE",
        "STREAMS",
        "TABLE_RATE",
        "THINKING_RATE",
    )
)


class SettingError(ValueError):
    """A setting that cannot be used; the message names the variable."""


@dataclass(frozen=True)
class Limits:
    """How much one client, and all of them, may have of everything.

    Rates are requests a second that a client may go on with, and how many at once before that.
    """

    #: Games that are being played: not over, and touched within a day.
    live_tables: int = 2_000
    #: Days after which a table nobody has touched is forgotten.
    keep_days: int = 365
    requests: tuple[float, int] = (30.0, 120)
    new_tables: tuple[float, int] = (0.2, 20)
    moves: tuple[float, int] = (10.0, 60)
    thinking: tuple[float, int] = (1.0, 10)
    #: Event streams one client may hold open.
    streams: int = 50
    #: Bytes of a request's body: with a record in it, and without.
    record_bytes: int = 300_000
    body_bytes: int = 20_000
    #: Entries of a game: more than any sensible game has.
    entries: int = 5_000


@dataclass(frozen=True)
class Settings:
    """All settings of one service."""

    database_url: str
    #: Where the service is reached from outside, if it is not by the address it listens at.
    base_url: str | None = None
    #: Names in a request's Host that are ours, in small letters; none given: any.
    hosts: frozenset[str] = frozenset()
    #: Threads in which bots think.
    bot_threads: int = 2
    #: What the highest levels judge by; None: as is usual, see `bots.with_evaluator`.
    evaluator: str | None = None
    #: The file of the network that they judge by instead, for each game that has one.
    networks: Mapping[str, str] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)

    @property
    def has_many_workers(self) -> bool:
        """Whether other processes may work on the same tables and tell us so."""
        return self.database_url.startswith("postgresql")

    def evaluator_for(self, game: str) -> str | None:
        """What the highest levels of a game judge by, see `bots.with_evaluator`."""
        return self.networks.get(game, self.evaluator)

    def listening_at(self, host: str) -> "Settings":
        """The same for a server that listens at this address.

        One that only this machine reaches goes by its loopback names, and by those of the proxy
        before it: a page of another name that leads here by DNS has no business with it.
        """
        if host not in LOOPBACK and not self.hosts:
            return self
        own = {urlsplit(self.base_url).hostname or ""} if self.base_url else set()
        loopback = LOOPBACK if host in LOOPBACK else frozenset()
        return replace(self, hosts=self.hosts | loopback | own)


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment asks for."""
    _check_names(environment)
    read = _Variables(environment)
    base_url = environment.get("AZULEJOS_BASE_URL") or None
    if base_url is not None and not _is_web_address(base_url):
        raise SettingError(f"AZULEJOS_BASE_URL: {shorten(base_url)} is no web address")
    usual = Limits()
    return Settings(
        database_url=_database_url(environment),
        base_url=base_url.rstrip("/") if base_url else None,
        hosts=frozenset(environment.get("AZULEJOS_HOSTS", "").lower().replace(",", " ").split()),
        bot_threads=read.number("AZULEJOS_BOT_THREADS", max(1, (os.cpu_count() or 2) - 1), 1),
        evaluator=read.word("AZULEJOS_EVALUATOR", EVALUATORS),
        networks={
            game: _network(name, environment[name], game)
            for game in games.names()
            if environment.get(name := network_variable(game))
        },
        limits=Limits(
            live_tables=read.number("AZULEJOS_LIVE_TABLES", usual.live_tables, 1),
            keep_days=read.number("AZULEJOS_KEEP_DAYS", usual.keep_days, 1),
            requests=read.rate("AZULEJOS_REQUEST_RATE", usual.requests),
            new_tables=read.rate("AZULEJOS_TABLE_RATE", usual.new_tables),
            moves=read.rate("AZULEJOS_MOVE_RATE", usual.moves),
            thinking=read.rate("AZULEJOS_THINKING_RATE", usual.thinking),
            streams=read.number("AZULEJOS_STREAMS", usual.streams, 1),
        ),
    )


def _is_web_address(text: str) -> bool:
    try:
        return urlsplit(text).scheme in ("http", "https") and bool(urlsplit(text).hostname)
    except ValueError:
        return False


def _check_names(environment: Mapping[str, str]) -> None:
    """What is misspelt would go unnoticed: tables would be kept elsewhere, or a limit not hold."""
    known = NAMES | {network_variable(game) for game in games.names()}
    for name in sorted(environment):
        if name.startswith(PREFIX) and name not in known:
            alike = get_close_matches(name, known, 1)
            hint = f"; {alike[0]} is" if alike else ""
            raise SettingError(f"{name[:60]} is no setting{hint}")


def network_variable(game: str) -> str:
    """The variable that names the file of a game's network."""
    return f"AZULEJOS_NETWORK_{game.upper()}"


def _network(name: str, file: str, game: str) -> str:
    """The file of a network that can be played."""
    try:
        weights.load(Path(file).expanduser(), game)
        bots.with_evaluator("level:8", game, file)
    except ValueError as error:
        raise SettingError(f"{name}: {error}") from error
    return file


def _database_url(environment: Mapping[str, str]) -> str:
    given = environment.get("AZULEJOS_DATABASE_URL")
    if not given:
        folder = Path(environment.get("AZULEJOS_DATA") or platformdirs.user_data_dir("azulejos"))
        return f"sqlite+pysqlite:///{folder / 'tables.sqlite3'}"
    for prefix in ("postgresql+psycopg://", "postgresql://", "postgres://"):
        if given.startswith(prefix):
            url = "postgresql+psycopg://" + given.removeprefix(prefix)
            try:
                make_url(url)
            except (ArgumentError, ValueError):
                break
            return url
    if given.startswith("sqlite:///"):
        return "sqlite+pysqlite:///" + given.removeprefix("sqlite:///")
    # Not quoted: there may be a password in it.
    raise SettingError("AZULEJOS_DATABASE_URL: expected postgresql://… or sqlite:///path")


class _Variables:
    """Reads variables that may be missing."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        self.environment = environment

    def number(self, name: str, usual: int, least: int) -> int:
        text = self.environment.get(name)
        if not text:
            return usual
        if not text.isdecimal() or len(text) > 9 or int(text) < least:
            raise SettingError(f"{name}: expected a whole number from {least}, not {shorten(text)}")
        return int(text)

    def word(self, name: str, choices: Sequence[str]) -> str | None:
        text = self.environment.get(name)
        if text and text not in choices:
            raise SettingError(f"{name}: expected {' or '.join(choices)}, not {shorten(text)}")
        return text or None

    def rate(self, name: str, usual: tuple[float, int]) -> tuple[float, int]:
        """Written as ``10/60``: ten a second, and sixty at once."""
        text = self.environment.get(name)
        if not text:
            return usual
        steady, _, at_once = text.partition("/")
        try:
            rate = float(steady), int(at_once)
        except ValueError:
            rate = 0.0, 0
        if not (0 < rate[0] < 1e9 and rate[1] > 0):
            raise SettingError(
                f"{name}: expected a rate such as 10/60 (ten a second, sixty at once), "
                f"not {shorten(text)}"
            )
        return rate
