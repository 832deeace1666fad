"""One run: people play, things go wrong, strangers attack; then everything is looked at."""

import random
import threading
import time
from collections import Counter
from contextlib import suppress

import httpx

from azulejos import azul, azuleo

from .mutations import Mutator, attack
from .people import Player
from .world import World

GAMES = {"azul": azul, "azuleo": azuleo}


def record_of(game, seed=1, moves=20):
    played, chance = GAMES[game].Game(seed=seed), random.Random(seed)
    for _ in range(moves):
        played.play(chance.choice(played.legal_moves()))
    return played.record()


def run(storage, seconds, seed=1, players=6, pause=(0.5, 3.0), names=None, say=lambda _: None):
    """What was counted, and what was wrong, after so many seconds. names: of what goes wrong."""
    world = World(storage, seed)
    try:
        world.wait_until_ready()
        people = [Player(world, n, ("azul", "azuleo")[n % 2]) for n in range(players)]
        for person in people:
            person.start()
        while not all(person.tables for person in people):
            assert all(person.is_alive() for person in people), [p.wrong for p in people]
            time.sleep(0.05)
        attacked, broken = Counter(), []
        attacker = threading.Thread(target=_attack, args=(world, people, attacked, broken))
        attacker.start()
        _let_go_wrong(world, time.monotonic() + seconds, pause, names, say)
        world.wait_until_ready()
        wrong = _let_all_play_on(world, people)
        world.is_over.set()
        for thread in (*people, attacker):
            thread.join(world.patience)
        wrong += [trouble for person in people for trouble in person.wrong]
        wrong += [f"{status} for {request!r}" for status, request in broken]
        wrong += _look(world, people)
    finally:
        log = world.end()
    wrong += [line for line in log.splitlines() if "Traceback" in line]
    world.counts.update({f"attacks answered by {k}": n for k, n in attacked.items()})
    return world.counts, wrong


def _let_go_wrong(world, until, pause, names, say):
    monkeys = world.monkeys()
    due = []
    while time.monotonic() < until:
        if not due:  # each once before any again
            due = [name for name in monkeys if names is None or name in names]
            world.chance.shuffle(due)
        name = due.pop()
        say(name)
        world.count(f"times {name}")
        monkeys[name]()
        time.sleep(world.chance.uniform(*pause))


def _let_all_play_on(world, people, moves=3):
    """What is wrong if not everybody can play when nothing fails any more."""
    due = {person: person.moves + moves for person in people}
    until = time.monotonic() + world.patience
    while any(person.moves < due[person] and person.is_alive() for person in people):
        if time.monotonic() > until:
            return ["not everybody could play on"]
        time.sleep(0.05)
    return []


def _attack(world, people, attacked, broken):
    number = 0
    while not world.is_over.is_set():
        tables = [table for person in people for table in list(person.tables)]
        number += 1
        # At tables of their own: who has a seat's token may play there.
        mutator = Mutator(f"{world.seed} {number}", [(t, "x" * 32) for t, _ in tables], RECORD)
        seen, found = attack(world.address, mutator, 50, world.is_over.is_set)
        attacked.update(seen)
        broken += found
        time.sleep(0.05)


RECORD = record_of("azul")


def _look(world, people):
    """What is wrong with what is stored, and with what was told."""
    wrong = []
    with httpx.Client(timeout=30) as client:
        for person in people:
            for table_id, token in person.tables:
                wrong += _look_at(client, person, table_id, token)
            for follower in person.followers:
                wrong += _look_at_stream(client, follower)
    return wrong


def _look_at(client, person, table_id, token):
    wrong, path = [], f"/api/tables/{table_id}"
    headers = {"Authorization": f"Bearer {token}"}
    # A worker may find only now that its connections to the database are gone.
    table = person.persist(client, "GET", path, headers=headers).json()
    moves = []
    while len(moves) < table["entries"]:
        after = {"after": len(moves)}
        part = person.persist(client, "GET", f"{path}/entries", params=after, headers=headers)
        moves += part.json()["moves"]
    for request_id, (move, version) in person.acknowledged[table_id].items():
        sent = {"id": request_id, "move": move}
        again = person.persist(client, "POST", f"{path}/moves", json=sent, headers=headers)
        told = again.json()
        if again.status_code != 200 or not told["replayed"] or told["version"] != version:
            wrong.append(f"{table_id}: {move} (version {version}) is not there once: {again.text}")
        elif version > len(moves) or moves[version - 1]["text"] != move:
            wrong.append(f"{table_id}: {move} is not entry {version}")
    if len({version for _, version in person.acknowledged[table_id].values()}) != len(
        person.acknowledged[table_id]
    ):
        wrong.append(f"{table_id}: two moves have the same version")
    return wrong


def _look_at_stream(client, follower):
    """Whether a stream has seen all, once and in order; it gets some seconds for the last."""
    path = f"/api/tables/{follower.table_id}"
    final = follower.persist(client, "GET", path).json()["version"]
    until = time.monotonic() + 30
    while final and time.monotonic() < until:
        with suppress(IndexError):
            if follower.versions[-1] >= final:
                break
        time.sleep(0.05)
        final = follower.persist(client, "GET", path).json()["version"]
    follower.is_done = True
    wrong = list(follower.wrong)
    if final and (not follower.versions or follower.versions[-1] < final):
        wrong.append(f"{follower.table_id}: a stream has seen {follower.versions[-3:]} of {final}")
    if not follower.whole_at and follower.versions != list(range(1, len(follower.versions) + 1)):
        wrong.append(f"{follower.table_id}: a stream has seen {follower.versions}")
    return wrong
