"""A server with nothing compiled: it answers at once, says what it is doing, and ends at once."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from azulejos import bots
from azulejos.core import compiled, file_lock
from azulejos.web import empty_tables, readiness, warm_up
from azulejos.web.pages import in_browser, new_game
from third_game import installed as third_game

from .service import FREELY_BY_ENVIRONMENT, Client

HTML = {"Accept": "text/html"}


@contextmanager
def cold_server(tmp_path, cache):
    """A server whose cache is this folder; its address and its process."""
    environment = os.environ | FREELY_BY_ENVIRONMENT | {"NUMBA_CACHE_DIR": str(cache)}
    environment["AZULEJOS_DATABASE_URL"] = f"sqlite:///{tmp_path}/t.sqlite3"
    process = subprocess.Popen(
        [sys.executable, "-m", "azulejos", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found, process.stderr.read()
        yield found.group(), process
    finally:
        process.kill()
        process.communicate()


def children_of(process):
    pid = process.pid
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += (task / "children").read_text().split()
    return found


def until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)
    return found


def is_gone(pid):
    """Whether a process has ended; who started it may not have noticed yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("ending", ["SIGTERM", "SIGINT", "SIGKILL"])
def test_while_it_compiles_it_answers_and_it_ends_with_its_compilers(tmp_path, ending):
    with cold_server(tmp_path, tmp_path / "cache") as (address, process), Client(address) as client:
        compilers = until(lambda: children_of(process))
        health = client.get("/healthz")
        assert (health.status_code, health.json()["ready"]) == (200, False)
        for path in ("/", "/new", "/rules/azuleo", "/first-game", "/open", "/api/bots"):
            assert client.get(path).status_code == 200
        state = client.get("/api/ready").json()["azuleo"]
        assert (state["rules"], state["stage"], any(state["levels"])) == (False, "rules", False)
        assert 0 <= state["share"] < 1
        assert state["needs"] == [*[2] * 5, *[3] * 5]
        refused = client.post("/api/tables", json={"game": "azuleo"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "getting_ready")
        assert refused.headers["retry-after"]
        form = {"quick": "azuleo", "odd": '"><script>'}
        page = client.post("/new", data=form, headers=HTML | {"Accept-Language": "de"})
        assert page.status_code == 503
        assert "Azuleo wird vorbereitet" in page.text
        assert 'role="status"' in page.text
        assert 'name="quick" value="azuleo"' in page.text
        assert "<script>" not in page.text
        # Who can plays meanwhile, by rules of the browser's own; that page needs none of ours.
        assert 'data-meanwhile="/here/t/azuleo/' in page.text
        for path in ("/here/t/azuleo/0", "/here/explore/azul/1", "/here/review/azul/0"):
            assert client.get(path).status_code == 200
        assert client.get("/here/t/azul/99").status_code == 404
        process.send_signal(getattr(signal, ending))
        # The limit is generous: compiling all would take minutes.
        assert process.wait(20) in (0, -getattr(signal, ending))
        assert "Traceback" not in process.stderr.read()
    until(lambda: all(map(is_gone, compilers)), 20)


def test_a_game_begins_when_its_rules_are_compiled(tmp_path):
    """From nothing: the page that waits can send its form again, and what was stored is there."""
    with cold_server(tmp_path, tmp_path / "cache") as (address, _), Client(address) as client:
        until(lambda: client.get("/api/ready").json()["azul"]["rules"], 600)
        made = client.new_table([{"kind": "me"}, {"kind": "here"}])
        client.play_some(made["id"], 3)
    with cold_server(tmp_path, tmp_path / "other") as (address, _), Client(address) as client:
        page = client.get(f"/t/{made['id']}", headers=HTML)
        assert page.status_code == 503
        assert "Azul is getting ready" in page.text
        assert client.get("/t/nowhere", headers=HTML).status_code == 404


@pytest.mark.skipif(os.name != "posix", reason="folders are closed by their permissions")
def test_where_no_cache_can_be_written_the_server_still_answers(tmp_path):
    cache = tmp_path / "file"
    cache.write_text("no folder can be made here")
    with cold_server(tmp_path, cache) as (address, process), Client(address) as client:
        for _ in range(5):
            assert client.get("/healthz").status_code == 200
            assert client.get("/").status_code == 200
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) in (0, -signal.SIGTERM)


#: Run by itself: what the rules' stage loads is all that requests need on the event loop.
ONLY_LOADED = """
import asyncio, json, sys
from azulejos.web import warm_up
from azulejos.web.settings import from_environment
from tests.web.on_the_loop import watch, visit

game, folder = sys.argv[1:]
warm_up.stages(game)[0].work()
on_loop = watch()
visit(game, folder)
print(json.dumps(sorted(on_loop)))
"""


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_requests_load_and_compile_nothing_on_the_event_loop(tmp_path, game):
    done = subprocess.run(
        [sys.executable, "-c", ONLY_LOADED, game, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "[]"


#: Run by itself: how many objects the garbage collector looks through, how many it leaves alone.
PREPARED = """
import asyncio, gc
from azulejos.web import readiness, warm_up
asyncio.run(warm_up.prepare(readiness.Readiness(["azul"]), "azul"))
print(len(gc.get_objects()), gc.get_freeze_count())
"""


def test_the_garbage_collector_leaves_alone_what_is_loaded():
    """It held up everybody for a quarter of a second each time that it looked through all of it."""
    done = subprocess.run([sys.executable, "-c", PREPARED], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    looked_through, left_alone = map(int, done.stdout.split())
    assert looked_through < left_alone / 10


def test_a_thread_that_only_loads_refuses_to_compile():
    import numba

    @numba.njit
    def new(x):
        return x + 1

    stage = warm_up.Stage("any", lambda: new(1))
    assert not warm_up.load(stage)
    assert new(1) == 2  # elsewhere it is compiled as ever
    assert warm_up.load(stage)


def test_a_thread_that_only_loads_waits_for_nobody_who_compiles():
    """It would hold the compiler's lock meanwhile, and nothing else could be loaded."""

    @compiled.compiled
    def never_called(x):
        return x + 1

    with never_called._cache._lock.open("a") as held:
        file_lock.lock(held)
        answers = []
        stage = warm_up.Stage("any", lambda: never_called(1))
        loader = threading.Thread(target=lambda: answers.append(warm_up.load(stage)), daemon=True)
        loader.start()
        loader.join(20)
    assert answers == [False]


def test_a_game_without_a_module_for_browsers_waits(tmp_path):
    with third_game.installed(tmp_path):
        assert not empty_tables.plays_in_browser("fileira")
        wanted = new_game.quick("fileira", "")
        assert in_browser.address_of(wanted) is None


def test_levels_wait_for_what_they_need():
    for game in ("azul", "azuleo"):
        needed = [readiness.stage_of_level(game, level) for level in range(1, 11)]
        usual = bots.USUAL_LEVELS[game]
        assert needed[:usual] == [readiness.QUICK] * usual  # a first game begins soon
        assert needed[-1] == readiness.STRONG
        assert needed == sorted(needed, key=readiness.STAGES.index)
