"""What the service measures, for Prometheus.

Several workers of a machine write into files of one folder, which `PROMETHEUS_MULTIPROC_DIR` names
and `workers` makes; whichever of them is asked tells the sum of all.
"""

import os

from prometheus_client import CONTENT_TYPE_LATEST as CONTENT_TYPE
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

#: The variable by which the library knows that several processes are measured together.
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
REGISTRY = CollectorRegistry()

_SHORT = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.04, 0.08, 0.15, 0.3, 0.6, 1.2, 2.5, 5.0, 10.0)
_LONG = (0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0)


def _counter(name: str, text: str, *labels: str) -> Counter:
    return Counter(f"azulejos_{name}", text, labels, registry=REGISTRY)


def _gauge(name: str, text: str, *labels: str, mode: str = "livesum") -> Gauge:
    return Gauge(f"azulejos_{name}", text, labels, registry=REGISTRY, multiprocess_mode=mode)  # type: ignore[arg-type]


def _histogram(
    name: str, text: str, *labels: str, buckets: tuple[float, ...] = _SHORT
) -> Histogram:
    return Histogram(f"azulejos_{name}", text, labels, registry=REGISTRY, buckets=buckets)


# ── Requests ─────────────────────────────────────────────────────────────────────────────────────

REQUESTS = _counter("requests", "Answers, by route and status.", "route", "status")
REQUEST_SECONDS = _histogram(
    "request_seconds",
    "From a request's headers to the end of its answer; moves are acknowledged by "
    "/api/tables/{id}/moves.",
    "route",
)
REFUSALS = _counter(
    "refusals", "What was refused before or by a limit (4xx, 5xx), by code.", "code"
)
CONNECTIONS = _gauge("connections", "Open connections.")
CONNECTIONS_CUT = _counter("connections_cut", "Connections that we ended, and why.", "why")

# ── Tables ───────────────────────────────────────────────────────────────────────────────────────

EVENTS = _counter("events", "Events at tables that were stored, by type.", "type")
TABLES_CREATED = _counter("tables_created", "Tables that were set up.", "game")
TABLES_IN_MEMORY = _gauge("tables_in_memory", "Tables in memory.")
TABLES_LIVE = _gauge("tables_live", "Games that are being played.", mode="livemax")
TABLES_SET_ASIDE = _gauge("tables_set_aside", "Tables that do not replay.", mode="livemax")
STREAMS = _gauge("streams", "Event streams.")
STREAMS_BEHIND = _counter("streams_behind", "Streams whose reader was too slow for the events.")

# ── Thinking ─────────────────────────────────────────────────────────────────────────────────────

WAITING = _gauge("waiting", "Work that waits for a thread.", "pool")
RUNNING = _gauge("running", "Work that runs in a thread.", "pool")
WAIT_SECONDS = _histogram(
    "wait_seconds", "How long work waited for a thread.", "pool", buckets=_LONG
)
WORK_SECONDS = _histogram("work_seconds", "How long work ran.", "pool", buckets=_LONG)
BOT_FAILURES = _counter("bot_failures", "Bots that failed, and made a simple move instead.")
REVIEWS = _gauge("reviews", "Reviews that are being made.")

PUSHES = _counter("pushes", "Notices by Web Push, by what became of them.", "outcome")

# ── Storage and workers ──────────────────────────────────────────────────────────────────────────

STORAGE_SECONDS = _histogram("storage_seconds", "Transactions.", "kind")
STORAGE_ERRORS = _counter("storage_errors", "Transactions that failed, by what went wrong.", "why")
LISTENER_UP = _gauge(
    "listener_up", "Workers that hear what others do (1 for each; with SQLite, too)."
)
LISTENER_DROPS = _counter("listener_drops", "Connections to the listener that were lost.")
WORKERS = _gauge("workers", "Workers of this machine that live.")
STARTS = _counter("worker_starts", "Workers that have begun, also in the place of others.")
LOOP_LAG = _histogram("loop_lag_seconds", "How late the event loop comes to what is due.")
READY = _gauge("ready", "Workers that are ready for requests.", "check")
INFO = _gauge("info", "The version that runs.", "version", mode="livemax")


def latest() -> bytes:
    """All of it in Prometheus' text format."""
    if SHARED_FOLDER not in os.environ:
        return generate_latest(REGISTRY)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def forget_process(number: int) -> None:
    """What a worker that has ended had open is open no longer."""
    if SHARED_FOLDER in os.environ:
        mark_process_dead(number)  # type: ignore[no-untyped-call]


if SHARED_FOLDER not in os.environ:
    ProcessCollector(registry=REGISTRY)
    PlatformCollector(registry=REGISTRY)

__all__ = ["CONTENT_TYPE", "REGISTRY", "SHARED_FOLDER", "forget_process", "latest"]
