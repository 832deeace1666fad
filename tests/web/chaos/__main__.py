"""The long run: `python -m tests.web.chaos --minutes 10 --requests 200000`."""

import argparse
import random
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import hypothesis
import schemathesis

from azulejos.web.app import create_app

from ..service import Client, settings_for
from .mutations import Mutator, attack
from .run import record_of, run
from .world import World

SENDERS = 16


def main():
    parser = argparse.ArgumentParser(prog="python -m tests.web.chaos", description=__doc__)
    parser.add_argument("--storage", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--minutes", type=float, default=5, help="of failures, for each storage")
    parser.add_argument("--requests", type=int, default=200_000, help="in all, half for each")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    asked = parser.parse_args()
    storages = ["sqlite", "postgresql"] if asked.storage == "both" else [asked.storage]
    print(f"seed {asked.seed}", flush=True)
    wrong = []
    for storage in storages:
        if asked.requests:
            wrong += fuzz(storage, asked.requests // len(storages), asked.seed)
        if asked.minutes:
            print(f"── {storage}: failures for {asked.minutes:g} minutes", flush=True)
            counts, found = run(storage, 60 * asked.minutes, asked.seed, say=say)
            told(counts)
            wrong += found
    for trouble in wrong[:50]:
        print("WRONG:", trouble)
    print(f"{len(wrong)} things were wrong" if wrong else "nothing was wrong")
    sys.exit(bool(wrong))


def say(what):
    print(f"   {time.strftime('%H:%M:%S')} {what}", flush=True)


def told(counts):
    for what, number in sorted(counts.items(), key=lambda item: str(item[0])):
        print(f"   {number:>9,} {what}")


def fuzz(storage, number, seed):
    """Send changed requests, and some that Schemathesis makes; what was wrong."""
    print(f"── {storage}: {number:,} changed requests", flush=True)
    world = World(storage, seed)
    wrong, seen = [], Counter()
    try:
        world.wait_until_ready()
        with Client(world.address) as client:
            made = [client.new_table([{"kind": "me"}, {"kind": "here"}]) for _ in range(5)]
        tables = [(table["id"], table["token"]) for table in made]
        by_schema = number // 10
        begun = time.monotonic()
        with ThreadPoolExecutor(SENDERS) as pool:
            share = (number - by_schema) // SENDERS
            mutators = [
                Mutator(f"{seed} {n}", tables, record_of(("azul", "azuleo")[n % 2]))
                for n in range(SENDERS)
            ]
            for statuses, broken in pool.map(
                lambda mutator: attack(world.address, mutator, share), mutators
            ):
                seen.update(
                    {
                        f"answers {status}" if status else "without an answer": n
                        for status, n in statuses.items()
                    }
                )
                wrong += [f"{status} for {request!r}" for status, request in broken]
        wrong += of_schema(world.address, by_schema, seen)
        print(f"   {sum(seen.values()):,} in {time.monotonic() - begun:.0f} s", flush=True)
        with Client(world.address) as client:
            assert client.get("/readyz").status_code == 200
    finally:
        log = world.end()
    told(seen)
    wrong += [line for line in log.splitlines() if "Traceback" in line]
    print(f"   {len(log.splitlines())} lines in the log")
    return wrong


def of_schema(address, number, seen):
    """Requests that are as the API describes them, and nearly so."""
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        described = create_app(settings_for(f"sqlite:///{folder}/x.sqlite3")).openapi()
    schema = schemathesis.openapi.from_dict(described)
    operations = [found.ok() for found in schema.get_all_operations()]
    operations = [found for found in operations if not found.path.endswith("/events")]
    for operation in operations:

        @hypothesis.given(operation.as_strategy())
        @hypothesis.settings(
            max_examples=max(1, number // len(operations)),
            deadline=None,
            database=None,
            phases=[hypothesis.Phase.generate],
            suppress_health_check=list(hypothesis.HealthCheck),
        )
        def send(case):
            answer = case.call(base_url=address)
            seen[f"answers {answer.status_code}"] += 1
            if answer.status_code >= 500 and answer.status_code != 503:
                wrong.append(f"{answer.status_code} for {case.as_curl_command()}")

        send()
    return wrong


main()
