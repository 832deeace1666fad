"""What whoever runs the service can set, and what is usual.

Each setting is a variable of the environment (`AZULEJOS_…`), or a file of that name in the folder
that `AZULEJOS_SECRETS` names: see `Environment`, which reads and checks them.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from azulejos.core.errors import without_extra

try:
    from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError
    from pydantic_settings import BaseSettings, EnvSettingsSource, SettingsConfigDict
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError
except ModuleNotFoundError as error:
    raise without_extra(error, "web") from error

import platformdirs

from azulejos import bots, games
from azulejos.analysis.reviewer import MAX_VISITS, MIN_VISITS
from azulejos.core.plain_data import shorten
from azulejos.nets import weights

#: Names by which only this machine is reached, and its addresses.
LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
LOOPBACK_NETWORKS = (ip_network("127.0.0.0/8"), ip_network("::1/128"))

PREFIX = "AZULEJOS_"
#: The variable that the notebooks read.
NOT_OURS = frozenset({"AZULEJOS_QUICK"})

Network = IPv4Network | IPv6Network


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
    #: Reviews of finished games that are made at once; others wait. The visits of each move that
    #: one compares; None: as many as suit the game.
    reviews: int = 4
    review_visits: int | None = None
    #: Analyses beside a board that are made at once, each for somebody who is looking.
    analyses: int = 8
    #: Event streams one client may hold open.
    streams: int = 50
    #: Games that one client has set up and that are being played.
    client_tables: int = 100
    #: Connections that one address may hold open; proxies that are trusted have as many as they
    #: need.
    client_connections: int = 200
    #: Quick phrases.
    phrases: tuple[float, int] = (0.5, 6)
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
    #: Whose word is taken for who asks (X-Forwarded-For) and how (X-Forwarded-Proto).
    proxies: tuple[Network, ...] = LOOPBACK_NETWORKS
    #: Who may read the metrics, and the secret that lets anybody do what is for the operator alone.
    metrics: tuple[Network, ...] = LOOPBACK_NETWORKS
    operator_token: str | None = field(default=None, repr=False)
    #: Whether whoever is at this machine runs the server: see `azulejos.web.operators`.
    is_local: bool = False
    #: Threads in which bots think.
    bot_threads: int = 2
    #: How the highest levels evaluate positions; None: as is usual, see `bots.with_evaluator`.
    evaluator: str | None = None
    #: The file of networks that they evaluate with instead, for each game that has one.
    networks: Mapping[str, str] = field(default_factory=dict)
    #: Seconds after which the storage counts as not answering.
    storage_timeout: float = 5.0
    #: Connections in all; None: as many as the files that this process may open leave room for.
    connections: int | None = None
    #: Megabytes of the disk below which the service is not ready for more.
    free_disk: int = 100
    log_level: str = "warning"
    log_format: str = "text"
    #: Whether notices are sent by Web Push; open: to any address, for tests.
    push: Literal["on", "off", "open"] = "on"
    #: Its private key (PEM), or where that is kept; None: nowhere. And how whoever runs the server
    #: is reached by push services.
    push_key: str | None = field(default=None, repr=False)
    push_key_file: Path | None = None
    push_contact: str | None = None
    limits: Limits = field(default_factory=Limits)

    @property
    def has_many_workers(self) -> bool:
        """Whether other processes may work on the same tables and tell us so."""
        return self.database_url.startswith("postgresql")

    def evaluator_for(self, game: str) -> str | None:
        """How the highest levels of a game evaluate positions, see `bots.with_evaluator`."""
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


# ── Reading them ─────────────────────────────────────────────────────────────────────────────────


def _rate(text: str) -> tuple[float, int]:
    """Written as ``10/60``: ten a second, and sixty at once."""
    steady, _, at_once = text.partition("/")
    try:
        rate = float(steady), int(at_once)
    except ValueError:
        rate = 0.0, 0
    if not (0 < rate[0] < 1e9 and 0 < rate[1] < 1e9):
        raise ValueError("expected a rate such as 10/60 (ten a second, sixty at once)")
    return rate


def _base_url(text: str) -> str:
    try:
        is_one = urlsplit(text).scheme in ("http", "https") and bool(urlsplit(text).hostname)
    except ValueError:
        is_one = False
    if not is_one:
        raise ValueError("expected a web address")
    return text.rstrip("/")


def _contact(text: str) -> str:
    if not text.startswith(("mailto:", "https://")):
        raise ValueError("expected mailto:… or https://…")
    return text


def _words(text: str) -> list[str]:
    return text.lower().replace(",", " ").split()


def _networks(text: str) -> tuple[Network, ...]:
    """Addresses and networks with commas between them; "none": nobody."""
    try:
        return tuple(map(ip_network, () if text.lower() == "none" else _words(text)))
    except ValueError:
        raise ValueError(
            "expected addresses or networks such as 10.0.0.5 or 10.0.0.0/8, with commas, or none"
        ) from None


def _database_url(given: SecretStr) -> SecretStr:
    text = given.get_secret_value()
    for prefix in ("postgresql+psycopg://", "postgresql://", "postgres://"):
        if text.startswith(prefix):
            url = "postgresql+psycopg://" + text.removeprefix(prefix)
            try:
                make_url(url)
            except (ArgumentError, ValueError):
                break
            return SecretStr(url)
    if text.startswith("sqlite:///"):
        return SecretStr("sqlite+pysqlite:///" + text.removeprefix("sqlite:///"))
    raise ValueError("expected postgresql://… or sqlite:///path")


def _long_enough(token: SecretStr) -> SecretStr:
    if len(token.get_secret_value()) < 16:
        raise ValueError("expected 16 characters at least")
    return token


Whole = Annotated[int, Field(ge=1, lt=10**9)]
Rate = Annotated[tuple[float, int], BeforeValidator(_rate)]
Networks = Annotated[tuple[Network, ...], BeforeValidator(_networks)]
_LIMITS = Limits()


class Environment(BaseSettings):
    """The variables, each without its prefix and in small letters; see docs/operating.md."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, enable_decoding=False, validate_default=False, frozen=True
    )

    data: str | None = None
    database_url: Annotated[SecretStr, AfterValidator(_database_url)] | None = None
    secrets: str | None = None
    base_url: Annotated[str, AfterValidator(_base_url)] | None = None
    hosts: Annotated[frozenset[str], BeforeValidator(_words)] = frozenset()
    proxies: Networks = LOOPBACK_NETWORKS
    metrics: Networks = LOOPBACK_NETWORKS
    operator_token: Annotated[SecretStr, AfterValidator(_long_enough)] | None = None
    bot_threads: Whole = max(1, (os.cpu_count() or 2) - 1)
    evaluator: Literal["learned", "heuristic"] | None = None
    storage_timeout: Annotated[float, Field(ge=0.1, le=600)] = Settings.storage_timeout
    connections: Annotated[int, Field(ge=20, lt=10**9)] | None = None
    free_disk: Annotated[int, Field(ge=0, lt=10**9)] = Settings.free_disk
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
    log_format: Literal["text", "json"] = "text"
    push: Literal["on", "off", "open"] = "on"
    push_key: SecretStr | None = None
    push_contact: Annotated[str, AfterValidator(_contact)] | None = None
    live_tables: Whole = _LIMITS.live_tables
    keep_days: Whole = _LIMITS.keep_days
    reviews: Whole = _LIMITS.reviews
    review_visits: Annotated[int, Field(ge=MIN_VISITS, le=MAX_VISITS)] | None = None
    analyses: Whole = _LIMITS.analyses
    streams: Whole = _LIMITS.streams
    client_tables: Whole = _LIMITS.client_tables
    client_connections: Whole = _LIMITS.client_connections
    request_rate: Rate = _LIMITS.requests
    table_rate: Rate = _LIMITS.new_tables
    move_rate: Rate = _LIMITS.moves
    thinking_rate: Rate = _LIMITS.thinking

    @classmethod
    def read(cls, environment: Mapping[str, str]) -> "Environment":
        """What these variables say; SettingError names the first that cannot be used."""
        given = dict(environment)
        folder = given.get(f"{PREFIX}SECRETS")
        if folder:
            given = _secrets(folder) | given
        _check_names(given)
        try:
            return cls(_build_sources=((_Given(cls, given),), {}))  # type: ignore[call-arg]
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise SettingError(_told(first)) from None


class _Given(EnvSettingsSource):
    """These variables, which need not be those of the process."""

    def __init__(self, cls: type[BaseSettings], given: Mapping[str, str]) -> None:
        self._given = {name.lower(): value for name, value in given.items() if value}
        super().__init__(cls)

    def _load_env_vars(self) -> Mapping[str, str | None]:
        return self._given


def _secrets(folder: str) -> dict[str, str]:
    """The settings that lie in files, as container engines and systemd hand secrets over."""
    try:
        files = [file for file in Path(folder).iterdir() if file.name.startswith(PREFIX)]
        return {file.name: file.read_text(encoding="utf-8").strip() for file in files}
    except (OSError, UnicodeDecodeError) as error:
        why = getattr(error, "strerror", None) or "not text"
        raise SettingError(f"{PREFIX}SECRETS: {shorten(folder)} cannot be read: {why}") from None


def variables() -> frozenset[str]:
    """The names of all variables."""
    ours = {PREFIX + name.upper() for name in Environment.model_fields}
    return frozenset(ours | {network_variable(game) for game in games.names()})


def _check_names(given: Mapping[str, str]) -> None:
    """What is misspelt would go unnoticed: tables would be kept elsewhere, or a limit not hold."""
    known = variables()
    for name in sorted(given):
        if name.startswith(PREFIX) and name not in known | NOT_OURS:
            alike = get_close_matches(name, known, 1)
            hint = f"; {alike[0]} is" if alike else ""
            raise SettingError(f"{name[:60]} is no setting{hint}")


def _told(error: Any) -> str:
    """What is wrong with a variable, in one line and without a secret."""
    name = PREFIX + str(error["loc"][0]).upper()
    what = error["msg"].removeprefix("Value error, ")
    what = what[0].lower() + what[1:]
    is_secret = name in (f"{PREFIX}DATABASE_URL", f"{PREFIX}OPERATOR_TOKEN", f"{PREFIX}PUSH_KEY")
    return f"{name}: {what}" + ("" if is_secret else f", not {shorten(str(error['input']))}")


def from_environment(environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings that the environment asks for."""
    read = Environment.read(environment)
    token, push_key, url = read.operator_token, read.push_key, _database(read)
    return Settings(
        database_url=url,
        base_url=read.base_url,
        hosts=read.hosts,
        proxies=read.proxies,
        metrics=read.metrics,
        operator_token=token.get_secret_value() if token else None,
        bot_threads=read.bot_threads,
        evaluator=read.evaluator,
        networks={
            game: _network(name, environment[name], game)
            for game in games.names()
            if environment.get(name := network_variable(game))
        },
        storage_timeout=read.storage_timeout,
        connections=read.connections,
        free_disk=read.free_disk,
        log_level=read.log_level,
        log_format=read.log_format,
        push=read.push,
        push_key=push_key.get_secret_value() if push_key else None,
        push_key_file=_push_key_file(read, url),
        push_contact=read.push_contact,
        limits=Limits(
            live_tables=read.live_tables,
            keep_days=read.keep_days,
            requests=read.request_rate,
            new_tables=read.table_rate,
            moves=read.move_rate,
            thinking=read.thinking_rate,
            reviews=read.reviews,
            review_visits=read.review_visits,
            analyses=read.analyses,
            streams=read.streams,
            client_tables=read.client_tables,
            client_connections=read.client_connections,
        ),
    )


def _database(read: Environment) -> str:
    if read.database_url is not None:
        return read.database_url.get_secret_value()
    folder = Path(read.data or platformdirs.user_data_dir("azulejos"))
    return f"sqlite+pysqlite:///{folder / 'tables.sqlite3'}"


def _push_key_file(read: Environment, url: str) -> Path | None:
    """Beside the file of SQLite; with PostgreSQL, in the folder that is named."""
    if url.startswith("sqlite"):
        return Path(make_url(url).database or "").with_name("push-key.pem")
    return None if read.data is None else Path(read.data) / "push-key.pem"


def network_variable(game: str) -> str:
    """The variable that names the file of a game's network."""
    return f"{PREFIX}NETWORK_{game.upper()}"


def _network(name: str, file: str, game: str) -> str:
    """The file of a network that can be played."""
    try:
        weights.load(Path(file).expanduser(), game)
        bots.with_evaluator("level:10", game, file)
    except ValueError as error:
        raise SettingError(f"{name}: {error}") from error
    return file
