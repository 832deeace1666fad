"""Where games are played: in this process, in one for each core, or on a Ray cluster.

Each way takes tasks and yields outcomes as they come, in any order. Closing the generator stops the
games in progress.
"""

import logging
import os
import pickle
import sys
import threading
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from importlib import import_module
from itertools import islice
from typing import Any

from azulejos.arena.play import REASON_LENGTH, Interrupted, Make, Outcome, play
from azulejos.arena.schedule import Contest, Task
from azulejos.arena.store import fingerprint
from azulejos.core.worker_pool import WorkerPool, end_with_parent

Outcomes = Generator[Outcome, None, None]
Spread = Callable[[Contest, Iterable[Task], Make], Outcomes]

#: Seconds that games on a cluster have to end once they are cancelled.
FAREWELL = 10


class WorkersFailed(RuntimeError):
    """Games cannot be played there; the message says why."""


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def spread_over(workers: int | None = None, cluster: str | None = None) -> Spread:
    """The way to play: on a cluster if there is one, else in so many processes (None: all cores).

    cluster: the address of a Ray cluster, or "local" for one that is started here.
    """
    if cluster is not None:
        return lambda contest, tasks, make: _on_ray(cluster, workers, contest, tasks, make)
    number = workers or cores()
    if number == 1:
        return _here
    return lambda contest, tasks, make: _in_processes(number, contest, tasks, make)


def _here(contest: Contest, tasks: Iterable[Task], make: Make) -> Outcomes:
    for task in tasks:
        yield play(contest, task, make)


# ── Processes ────────────────────────────────────────────────────────────────────────────────────


class _Worker:
    """What a process of ours knows."""

    contest: Contest
    make: Make
    stop: Any  # a multiprocessing Event: games in progress are to be given up
    busy = threading.Lock()  # held while a game is played


def _start_worker(stop: Any, contest: Contest, make: Make) -> None:
    _Worker.contest, _Worker.make, _Worker.stop = contest, staticmethod(make), stop
    end_with_parent(_close_players)


def _close_players() -> None:
    """Give up the game in progress, and wait until its players are closed."""
    _Worker.stop.set()
    _Worker.busy.acquire()


def _play_in_worker(task: Task) -> Outcome | None:
    with _Worker.busy:
        try:
            return play(_Worker.contest, task, _Worker.make, _Worker.stop.is_set)
        except Interrupted:
            return None


def _in_processes(number: int, contest: Contest, tasks: Iterable[Task], make: Make) -> Outcomes:
    _check_sendable(make)
    pool = WorkerPool(number, _start_worker, contest, make)
    coming = iter(tasks)
    running: set[Future[Outcome | None]] = set()
    try:
        while True:
            for task in islice(coming, 2 * number - len(running)):
                running.add(pool.executor.submit(_play_in_worker, task))
            if not running:
                return
            finished, running = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                outcome = future.result()
                if outcome is not None:
                    yield outcome
    except BrokenProcessPool as error:
        raise WorkersFailed("a process that played games died; a rerun goes on") from error
    finally:
        pool.close()


def _check_sendable(make: Make) -> None:
    """WorkersFailed if other processes cannot be given what makes the players."""
    try:
        sent = pickle.dumps(make)
    except Exception as error:  # pickling fails in many ways
        why = _in_a_line(error)
    else:
        # Another process imports the main module anew, if that is a file.
        if b"__main__" not in sent or hasattr(sys.modules["__main__"], "__file__"):
            return
        why = "it was defined in a notebook or an interactive session"
    raise WorkersFailed(
        f"a player cannot be sent to other processes ({why}): define its function in a module, by "
        "def, or play in this process with spread_over(1)"
    )


# ── Ray ──────────────────────────────────────────────────────────────────────────────────────────


def _play_on_node(sources: str, contest: Contest, task: Task, make: Make) -> Outcome:
    if fingerprint(contest.game) != sources:
        raise WorkersFailed("a node of the cluster has another version of azulejos")
    return play(contest, task, make)


def _on_ray(
    address: str, workers: int | None, contest: Contest, tasks: Iterable[Task], make: Make
) -> Outcomes:
    ray = _connected(address, workers)
    try:
        sources = ray.put(fingerprint(contest.game))
        described = ray.put(contest)
        maker = ray.put(make)
        remote = ray.remote(_play_on_node).options(num_cpus=1)
        number = workers or int(ray.cluster_resources().get("CPU", 1))
        coming = iter(tasks)
        running: list[Any] = []
        try:
            while True:
                for task in islice(coming, 2 * number - len(running)):
                    running.append(remote.remote(sources, described, task, maker))
                if not running:
                    return
                finished, running = ray.wait(running)
                yield from ray.get(finished)
        except ray.exceptions.RayTaskError as error:
            raise WorkersFailed(str(error.cause or error)) from error
        except ray.exceptions.RayError as error:
            raise WorkersFailed(f"Ray: {error}") from error
        finally:
            for task in running:  # a task that is cancelled still closes its players
                ray.cancel(task)
            if running:
                ray.wait(running, num_returns=len(running), timeout=FAREWELL)
    finally:
        ray.shutdown()


def _connected(address: str, workers: int | None) -> Any:
    """The `ray` module, connected."""
    here: dict[str, Any] = {}
    if address == "local":
        here = {"num_cpus": workers or cores(), "include_dashboard": False}
        # What is started here stays within this machine, and is reported to nobody.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
    try:
        ray = import_module("ray")
    except ImportError as error:
        raise WorkersFailed(
            "--cluster needs Ray, which is not installed: pip install 'azulejos[cluster]' adds it"
        ) from error
    try:
        ray.init(address, logging_level=logging.ERROR, log_to_driver=False, **here)
    except Exception as error:  # what keeps Ray from starting comes as any of them
        what = "Ray cannot start here" if here else f"no Ray cluster at {address}"
        raise WorkersFailed(f"{what}: {_in_a_line(error)}") from error
    return ray


def _in_a_line(error: Exception) -> str:
    """What an exception says, without its line breaks and not at any length."""
    text = " ".join(str(error).split()) or type(error).__name__
    return text if len(text) <= REASON_LENGTH else text[:REASON_LENGTH] + "…"
