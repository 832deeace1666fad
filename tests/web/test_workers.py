"""Several processes with one PostgreSQL: one table for all of them."""

import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from .service import BOT, Process

ME = {"kind": "me", "name": "Ana"}
HERE = {"kind": "here", "name": "Bo"}
BOTS = {"kind": "bot", "level": 8}


@pytest.fixture
def workers(postgresql):
    """Two servers with the same database."""
    url = postgresql.new_database("two_workers")
    both = [Process(url), Process(url)]
    yield both
    for process in both:
        if process.process.poll() is None:
            process.kill()


def test_what_happens_at_one_is_told_at_the_other(workers):
    one, other = workers
    with one.client() as ana, other.client() as friend:
        made = ana.new_table([ME, {"kind": "link"}], first=0)
        table_id = made["id"]
        sit = f"/api/tables/{table_id}/seats/1"
        while friend.post(sit, json={"name": "Eve"}).status_code == 503:
            time.sleep(0.1)  # the other server is not ready yet
        with ana.events(table_id, after=0) as to_ana, friend.events(table_id, after=0) as to_friend:
            for n in range(1, 7):
                mover = (ana, friend)[(n - 1) % 2]
                mover.move(table_id, mover.table(table_id)["legal"][0])
                for events in (to_ana, to_friend):
                    event = next(e for e in events if e.get("type") == "move")
                    assert (event["n"], event["version"]) == (n, n + 1)
        assert ana.table(table_id)["moves"] == friend.table(table_id)["moves"]


def test_moves_at_both_at_once_are_played_once_each(workers):
    """The same two seats played through both servers as fast as they can."""
    with workers[0].client() as client:
        made = client.new_table([ME, HERE])

    def play(worker):
        done = 0
        with worker.client(token=made["token"]) as client:
            for number in range(25):
                table = client.table(made["id"])
                if table["turn"] is None:
                    break
                answer = client.try_move(
                    made["id"], table["legal"][0], id=f"move {number}", version=table["version"]
                )
                assert answer.status_code in (200, 409), answer.text
                done += answer.status_code == 200 and not answer.json()["replayed"]
        return done

    with ThreadPoolExecutor(2) as pool:
        moves = sum(pool.map(play, workers))
    with workers[1].client(token=made["token"]) as client:
        table = client.table(made["id"])
        assert table["entries"] == table["version"] == moves
        record = client.get(f"/api/tables/{made['id']}/record").json()
        client.new_table([ME, HERE], record=record)


def test_the_other_takes_over_the_bots_of_one_that_died(workers):
    one, other = workers
    with one.client() as client:
        tables = [client.new_table([BOTS, BOTS])["id"] for _ in range(2)]
        client.wait(tables[0], lambda t: t["entries"] > 2)
    one.kill()
    with other.client() as client:
        for table_id in tables:
            before = client.table(table_id)["entries"]
            table = client.wait(table_id, lambda t, before=before: t["entries"] > before + 3)
            assert table["entries"] == table["version"]


def test_serving_with_several_workers(postgresql):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Process(postgresql.new_database("many"), "--workers", "2", port=port)
    try:
        running.wait_until_it_answers()
        with running.client() as client:
            made = client.new_table([ME, BOT])
            client.play_some(made["id"], 5)
    finally:
        running.kill()


def test_told_to_end_all_workers_end_their_streams_politely(postgresql):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    running = Process(postgresql.new_database("ended"), "--workers", "3", port=port)
    lines = []
    try:
        running.wait_until_it_answers()
        with running.client() as client:
            table_id = client.new_table([ME, HERE])["id"]
        ask = f"GET /api/tables/{table_id}/events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n"
        for _ in range(30):
            line = socket.create_connection(("127.0.0.1", port), 30)
            line.sendall(ask.encode())
            assert line.recv(65536).startswith(b"HTTP/1.1 200")
            lines.append(line)
        running.process.terminate()
        for line in lines:
            told = b""
            while part := line.recv(65536):
                told += part
            assert told.endswith(b"0\r\n\r\n")  # the last chunk: it is complete
            line.close()
        assert running.process.wait(30) == 0
        assert "Traceback" not in running.process.stdout.read()
    finally:
        for line in lines:
            line.close()
        if running.process.poll() is None:
            running.kill()
        running.process.stdout.close()


def test_several_workers_need_postgresql(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", "serve", "--workers", "2"],
        env={"AZULEJOS_DATA": str(tmp_path), "PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 2
    assert "PostgreSQL" in done.stderr
