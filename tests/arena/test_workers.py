"""However games are spread, the same are played; and nothing is left behind."""

import json
import os
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from azulejos.arena import Sprt, WorkersFailed, findings, run, spread_over, workers
from azulejos.arena.schedule import Contest

from .players import make

TESTS = Path(__file__).parent.parent
CONTESTS = [
    Contest("azul", ("keen", "random", "failing:illegal")),
    Contest("azul", ("keen", "random"), {"players": 4, "wall": "grey"}, seed=3),
    Contest("azuleo", ("keen", "random", "random"), {"players": 3}),
    Contest("azuleo", ("keen", "random"), {"players": 1, "mode": "score"}),
]


def without_time(games):
    """Games as far as they are to be the same, in the order of the schedule."""
    return [(key, game | {"seconds": None}) for key, game in games.items()]


def without_thought(found):
    for entrant in found["entrants"]:
        entrant.pop("ms_per_move")
    return found


@pytest.mark.parametrize("contest", CONTESTS, ids=lambda contest: contest.game)
def test_one_process_or_two_play_the_same(tmp_path, contest):
    one, two = (
        run(contest, 8, tmp_path / str(number), make=make, spread=spread_over(number))
        for number in (1, 2)
    )
    assert without_time(one) == without_time(two)
    assert without_thought(findings(contest, one)) == without_thought(findings(contest, two))


def test_on_several_processes_compiling_is_told_once(tmp_path):
    command = ["arena", "azul", "random", "greedy", "--games", "4", "--workers", "2", "--out"]
    done = subprocess.run(
        [sys.executable, "-m", "azulejos", *command, str(tmp_path / "games")],
        env=os.environ | {"NUMBA_CACHE_DIR": str(tmp_path / "cache")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("compiling for this machine") == 1


def test_a_sequential_test_stops_at_the_same_deal(tmp_path):
    """Although two processes have then finished games beyond it."""
    contest = Contest("azul", ("keen", "random"))
    sprt = Sprt.between(contest, 0, 200)
    one, two = (
        run(contest, 400, tmp_path / str(number), make=make, sprt=sprt, spread=spread_over(number))
        for number in (1, 2)
    )
    assert without_time(one) == without_time(two)
    assert len(one) < 100
    assert findings(contest, one, sprt=sprt)["sprt"]["accepted"] == "H1"
    shorter = {key: game for key, game in one.items() if key[1] < len(one) // 2 - 1}
    assert findings(contest, shorter, sprt=sprt)["sprt"]["accepted"] is None
    again = run(contest, 400, tmp_path / "2", make=make, sprt=sprt, spread=spread_over(1))
    assert without_time(again) == without_time(one)


def test_a_process_that_dies_is_told(tmp_path):
    contest = Contest("azul", ("random", "failing:die"))
    with pytest.raises(WorkersFailed, match="died"):
        run(contest, 4, tmp_path, make=make, spread=spread_over(2))


def test_a_player_that_cannot_be_sent_is_told():
    contest = Contest("azul", ("mine", "random"))
    own = {"mine": lambda game, chance: game.legal_moves()[0]}
    with pytest.raises(WorkersFailed, match=r"cannot be sent to other processes .*lambda.*def"):
        run(contest, 2, python_players=own, spread=spread_over(2))
    assert len(run(contest, 2, python_players=own, spread=spread_over(1))) == 2


SESSION = """
from azulejos.arena import Contest, WorkersFailed, run, spread_over
def first(game, chance):
    return game.legal_moves()[0]
try:
    contest = Contest("azul", ("mine", "random"))
    run(contest, 2, python_players={"mine": first}, spread=spread_over(2))
except WorkersFailed as error:
    print(error)
"""


def test_a_function_of_an_interactive_session_cannot_be_sent_either():
    command = [sys.executable, "-c", SESSION]
    told = subprocess.run(command, capture_output=True, text=True, check=True, timeout=120)
    assert "notebook or an interactive session" in told.stdout
    assert "Traceback" not in told.stderr


class NoRay:
    """Ray on a machine where it cannot start: with a plain Exception of several lines."""

    @staticmethod
    def init(*given, **named):
        raise Exception("The current node timed out during startup.\n\n  Look into the logs.")


@pytest.mark.parametrize(
    ("address", "told"),
    [("local", "Ray cannot start here"), ("10.0.0.1:6379", "no Ray cluster at 10.0.0.1:6379")],
)
def test_a_cluster_that_cannot_be_had_is_told_in_a_line(monkeypatch, address, told):
    monkeypatch.setattr(workers, "import_module", lambda name: NoRay)
    contest = Contest("azul", ("keen", "random"))
    with pytest.raises(WorkersFailed) as failed:
        run(contest, 2, make=make, spread=spread_over(2, address))
    assert str(failed.value) == (
        f"{told}: The current node timed out during startup. Look into the logs."
    )


def test_all_cores_by_default():
    assert 1 <= workers.cores() <= (os.cpu_count() or 1)


# ── Interruptions ────────────────────────────────────────────────────────────────────────────────

RUN = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
from pathlib import Path
from arena.players import make
from azulejos.arena import Contest, run, spread_over

if __name__ == "__main__":
    number, folder, *entrants = sys.argv[1:]
    contest = Contest("azul", tuple(entrants))
    run(contest, 4, Path(folder), make=make, spread=spread_over(int(number)))
"""

PROGRAM = """
import json, sys, time
for line in sys.stdin:
    request = json.loads(line)
    time.sleep(0.01)
    print(json.dumps({"id": request["id"], "move": request["legal_moves"][0]}), flush=True)
"""


def descendants(process):
    """Every process below one, by its id."""
    found, todo = [], [process]
    while todo:
        parent = todo.pop()
        tasks = Path(f"/proc/{parent}/task")
        for task in tasks.iterdir() if tasks.exists() else []:
            children = [int(child) for child in (task / "children").read_text().split()]
            found += children
            todo += children
    return found


def alive(process):
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc to see processes")
@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL], ids=["ctrl-c", "kill"])
def test_an_interrupted_run_leaves_nothing_behind_and_goes_on(tmp_path, number, how):
    script, program = tmp_path / "run.py", tmp_path / "bot.py"
    script.write_text(RUN)
    program.write_text(PROGRAM)
    bot = f"cmd:{sys.executable} {program}"
    folder = tmp_path / "games"
    command = [sys.executable, str(script), str(number), str(folder), "slow", bot]
    file = folder / "games.jsonl"
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, start_new_session=True)
    until = time.monotonic() + 60
    below = []
    while not (file.exists() and file.read_bytes().count(b"\n") >= 1 and below):
        assert time.monotonic() < until
        assert process.poll() is None
        time.sleep(0.05)
        below = descendants(process.pid)
    if how is signal.SIGINT:  # a terminal sends it to all, the players' programs too
        os.killpg(process.pid, how)
    else:
        process.send_signal(how)
    assert process.wait(30) != 0
    until = time.monotonic() + 30
    while any(map(alive, below)):
        assert time.monotonic() < until, "a process was left behind"
        time.sleep(0.05)
    contest = Contest("azul", ("slow", bot))
    done = file.read_bytes().count(b"\n")
    assert 1 <= done < 4
    again = run(contest, 4, folder, make=make, spread=spread_over(2))
    assert [game["failure"] for game in again.values()] == [None] * 4


# ── Ray ──────────────────────────────────────────────────────────────────────────────────────────

ON_RAY = """
import json, sys
from pathlib import Path
from arena.players import make
from arena.test_workers import CONTESTS, without_time
from azulejos.arena import run, spread_over

address, folder = sys.argv[1:]
for number, contest in enumerate(CONTESTS[:2]):
    games = run(contest, 8, Path(folder) / str(number), make=make, spread=spread_over(2, address))
    print(json.dumps(without_time(games)))
"""

CLUSTER = """
import sys, ray
ray.init("local", num_cpus=2, include_dashboard=False, logging_level="ERROR", log_to_driver=False)
print(ray.get_runtime_context().gcs_address, flush=True)
sys.stdin.read()
"""


@pytest.fixture
def ray_environment(tmp_path):
    """Ray keeps to this machine, nothing is reported, and its key is the test's own."""
    pytest.importorskip(
        "ray",
        reason="Ray is not installed (requirements-cluster.txt): --cluster is NOT tested here",
    )
    return os.environ | {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
        "RAY_AUTH_MODE": "token",
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
        "PYTHONPATH": os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]),
    }


@pytest.fixture
def cluster_address(ray_environment):
    """The address of a Ray cluster that somebody else has started."""
    cluster = subprocess.Popen(
        [sys.executable, "-c", CLUSTER],
        env=ray_environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with cluster:
        yield cluster.stdout.readline().strip()
        cluster.stdin.close()


def test_a_ray_cluster_plays_the_same(tmp_path, ray_environment):
    check_on_ray("local", tmp_path, ray_environment)


def test_a_ray_cluster_at_an_address_plays_the_same(tmp_path, ray_environment, cluster_address):
    check_on_ray(cluster_address, tmp_path, ray_environment)


def check_on_ray(address, tmp_path, environment):
    done = subprocess.run(
        [sys.executable, "-c", ON_RAY, address, str(tmp_path / "ray")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    for number, line in enumerate(lines):
        contest, folder = CONTESTS[number], tmp_path / "here" / str(number)
        here = run(contest, 8, folder, make=make, spread=spread_over(1))
        assert json.loads(line) == json.loads(json.dumps(without_time(here)))


def test_without_ray_it_says_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(WorkersFailed, match=r"azulejos\[cluster\]"):
        run(CONTESTS[0], 2, tmp_path, make=make, spread=spread_over(cluster="local"))
