"""Programs as players: what can go wrong between two processes, and that none is left behind."""

import gc
import os
import pickle
import shlex
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from azulejos import azul, azuleo
from azulejos.bots import conversation
from azulejos.bots.external import ExternalPlayer, PlayerFailed

GAME = azul.Game(seed=1)
FIRST = str(GAME.legal_moves()[0])
#: Seconds. Nothing here takes that long unless it hangs.
PATIENCE = 60

#: A program that answers each request by its first legal move; {} says what it does before.
LISTENER = """
import json, os, signal, subprocess, sys, time
for line in sys.stdin:
    request = json.loads(line)
    answer = {{"id": request["id"], "move": request["legal_moves"][0]}}
    {}
    print(json.dumps(answer), flush=True)
"""


@pytest.fixture
def player(tmp_path):
    """Make players of programs: of a whole one in Python, or of what a good one does besides."""
    made = []

    def make(besides="pass", *, program=None, **options):
        file = tmp_path / "bot.py"
        file.write_text(textwrap.dedent(program or LISTENER.format(besides)))
        command = shlex.join([sys.executable, "-S", "-E", str(file)])
        made.append(ExternalPlayer(command, "azul", **options))
        return made[-1]

    yield make
    for one in made:
        one.close()


def failure(player, game=GAME, **budget):
    with pytest.raises(PlayerFailed) as caught:
        player.choose(game, **budget)
    assert player._conversation is None
    return caught.value


def is_running(pid):
    """Whether a process is there, be it as a zombie."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def gone(pid):
    """Whether a process of somebody else disappears, or is only left for them to bury."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


# ── Answers ──────────────────────────────────────────────────────────────────────────────────────


def test_a_program_plays_whole_games(player):
    bot = player()
    for package in (azul, azuleo):
        bot.game = package.Game.NAME
        game = package.Game(seed=2)
        while not game.is_over:
            game.play(bot.choose(game, ms=100))


def test_what_a_program_is_told(player, tmp_path):
    bot = player(f"open({str(tmp_path / 'told')!r}, 'a').write(line)")
    bot.choose(GAME, ms=250)
    bot.choose(GAME, visits=800)
    bot.choose(GAME)
    hidden = azuleo.Game(seed=1)
    hidden.play(hidden.legal_moves()[0])
    bot.game = "azuleo"
    bot.choose(hidden, ms=5, visits=6)
    told = [
        eval(line, {"null": None, "true": True, "false": False})
        for line in (tmp_path / "told").read_text().splitlines()
    ]
    legal = [str(move) for move in GAME.legal_moves()]
    common = {"game": "azul", "position": GAME.to_dict(), "legal_moves": legal}
    assert told[0] == {"id": "1", **common, "ms": 250}
    assert told[1] == {"id": "2", **common, "visits": 800}
    assert told[2] == {"id": "3", **common, "ms": 1000}
    assert told[3]["position"] == hidden.view(hidden.turn)
    assert (told[3]["ms"], told[3]["visits"]) == (5, 6)


def test_a_program_in_the_shell(tmp_path):
    file = tmp_path / "bot.sh"
    file.write_text(
        """#!/bin/sh
        while read -r line; do
            id=${line#*'"id": "'}; id=${id%%'"'*}
            move=${line#*'"legal_moves": ["'}; move=${move%%'"'*}
            echo "{\\"id\\": \\"$id\\", \\"move\\": \\"$move\\"}"
        done
        """
    )
    file.chmod(0o755)
    bot = ExternalPlayer(shlex.quote(str(file)), "azul")
    assert [str(bot.choose(GAME, ms=10)) for _ in range(3)] == [FIRST] * 3
    bot.close()


def test_an_illegal_move_is_not_ours_to_judge(player):
    assert str(player("answer['move'] = 'CKF'").choose(GAME)) == "CKF"


def test_fields_besides_are_welcome(player):
    bot = player("answer.update(values=[1, 0], comment='ö', lines=[])")
    assert str(bot.choose(GAME)) == FIRST


def test_what_a_program_thinks(player):
    bot = player("answer.update(values=[0.75, 0.25], margin=3, visits=99)")
    analysis = bot.analyse(GAME, ms=10, multipv=5)
    assert (str(analysis.move), analysis.values, analysis.margin) == (FIRST, [0.75, 0.25], 3)
    assert [(line.move, line.visits) for line in analysis.variations] == [(analysis.move, 99)]


@pytest.mark.parametrize(
    "said",
    [
        "values=None, margin='much', visits=[]",
        "values=[1], margin=1e999, visits=True",
        "values=[float('nan'), '1'], margin=-float('inf'), visits=10**400",
    ],
)
def test_what_a_program_says_besides_is_not_believed_blindly(player, said):
    analysis = player(f"answer.update({said})").analyse(GAME)
    assert str(analysis.move) == FIRST
    assert (analysis.values, analysis.margin, analysis.visits) == ([0.5, 0.5], 0, 0)


def test_talk_on_stderr_is_read_and_forgotten(player):
    bot = player("sys.stderr.write('x' * 1_000_000)")
    assert [str(bot.choose(GAME)) for _ in range(3)] == [FIRST] * 3


def test_a_program_may_close_its_stderr(player):
    bot = player("sys.stderr.close(); os.close(2)")
    bot.choose(GAME)


def test_a_position_larger_than_a_pipe(player):
    class Large(azul.Game):
        def view(self, player):
            return super().view(player) | {"padding": "x" * 300_000}

    large = Large(seed=1)
    assert str(player().choose(large)) == FIRST
    refusing = player(program="import time; time.sleep(1000)", start=0.2, grace=0.1)
    assert failure(refusing, large, ms=1).kind == "time-out"


# ── Failures ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("besides", "kind", "detail"),
    [
        ("sys.exit(3)", "crash", "it ended with exit code 3"),
        ("sys.exit()", "crash", "it ended with exit code 0"),
        ("os.kill(os.getpid(), signal.SIGKILL)", "crash", "it ended with signal 9"),
        ("raise ValueError('oh no')", "crash", "ValueError: oh no"),
        ("os.close(1); time.sleep(1000)", "crash", "it closed its input or output"),
        ("sys.exit('out of ideas')", "crash", "exit code 1 (stderr: out of ideas)"),
        ("time.sleep(1000)", "time-out", "no answer within"),
        ("print('hm', file=sys.stderr, flush=True); time.sleep(1000)", "time-out", "(stderr: hm)"),
        ("\n    while True: sys.stderr.write('x' * 10_000)", "time-out", "xxx"),
        (
            "sys.stdout.write('{'); sys.stdout.flush(); time.sleep(1000)",
            "time-out",
            "no answer within",
        ),
        ("print('thinking')", "malformed", "not JSON: 'thinking'"),
        ("print()", "malformed", "not JSON: ''"),
        ("os.write(1, b'\\xff\\x00\\n')", "malformed", "not JSON"),
        ("print('[' * 100_000)", "malformed", "not JSON: '[[["),
        ("print('9' * 10_000)", "malformed", "not JSON: '999"),
        ("answer = 7", "malformed", "no answer to the request with id '1': '7'"),
        ("answer = [answer]", "malformed", "no answer to the request with id '1'"),
        ("answer['id'] = 1", "malformed", "no answer to the request with id '1'"),
        ("del answer['id']", "malformed", "no answer to the request with id '1'"),
        ("del answer['move']", "malformed", "None is no move"),
        ("answer['move'] = None", "malformed", "None is no move"),
        ("answer['move'] = ['1B1']", "malformed", "a list of 1 is no move"),
        ("answer['move'] = 'pass'", "malformed", "'pass' is no move"),
        ("answer['move'] = '=BBYR'", "malformed", "is no move"),
        ("answer['error'] = 'too hard'", "error", "'too hard'"),
        ("print('x' * 2_000_000)", "malformed", "over 1000000 bytes"),
        ("\n    while True: os.write(1, b'x' * 10_000)", "malformed", "over 1000000 bytes"),
    ],
)
def test_whatever_goes_wrong_is_told(player, besides, kind, detail):
    # Long enough for a program to say what it says; where it says nothing, no longer than needed.
    bot = player(besides, start=0.2 if detail == "no answer within" else 3, grace=0.1)
    failed = failure(bot, ms=100)
    assert failed.kind == kind
    assert detail in failed.detail
    assert len(str(failed)) < 600
    assert str(pickle.loads(pickle.dumps(failed))) == str(failed) == f"{kind}: {failed.detail}"


def test_answers_nobody_asked_for(player):
    bot = player("print(json.dumps(answer), flush=True)")
    assert str(bot.choose(GAME)) == FIRST
    time.sleep(0.2)
    assert "id '2'" in failure(bot).detail


def test_a_program_that_does_not_listen(player):
    bot = player(
        program="import os; os.close(0); import time; time.sleep(1000)", start=0.2, grace=0.1
    )
    assert failure(bot, ms=1).kind in ("crash", "time-out")


def test_after_a_failure_it_is_started_anew(player, tmp_path):
    mark = tmp_path / "mark"
    bot = player(f"""
    if not os.path.exists({str(mark)!r}):
        open({str(mark)!r}, "w")
        sys.exit(1)
    """)
    assert failure(bot).kind == "crash"
    assert str(bot.choose(GAME)) == FIRST


@pytest.mark.parametrize(
    ("command", "complaint"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("'", "no command: No closing quotation"),
        ("/no/such/program", "no program '/no/such/program'"),
        ("no-such-program --flag", "no program 'no-such-program'"),
        ("/", "no program"),
    ],
)
def test_a_command_that_is_none(command, complaint):
    with pytest.raises(ValueError, match=complaint):
        ExternalPlayer(command, "azul")


def test_a_file_that_is_no_program(tmp_path):
    file = tmp_path / "bot"
    file.write_bytes(b"\x7fELF nothing")
    file.chmod(0o755)
    bot = ExternalPlayer(str(file), "azul")
    assert failure(bot).detail.startswith("it cannot be started")


def test_no_shell_reads_the_command():
    echo = shlex.join([sys.executable, "-c", "import sys; input(); print(*sys.argv[1:])"])
    bot = ExternalPlayer(f"{echo} $HOME `id` '; true' *", "azul")
    assert failure(bot).detail == "not JSON: '$HOME `id` ; true *'"


# ── Nothing is left behind ───────────────────────────────────────────────────────────────────────


def pid_of(bot):
    return bot._conversation._process.pid


def end_of(bot):
    """What a program is ended with."""
    _, _, given, _ = bot._conversation.end.peek()
    return given


def test_closing_ends_the_program(player):
    bot = player()
    bot.choose(GAME)
    pid = pid_of(bot)
    bot.close()
    assert not is_running(pid)
    bot.close()


def test_a_stubborn_program_is_ended_too(player):
    bot = player(
        "for number in (signal.SIGTERM, signal.SIGHUP): signal.signal(number, signal.SIG_IGN)\n"
        "    print(json.dumps(answer), flush=True); time.sleep(1000)"
    )
    bot.choose(GAME)
    pid = pid_of(bot)
    bot.close()
    assert not is_running(pid)


def test_the_children_of_a_program_end_with_it(player, tmp_path):
    file = tmp_path / "pid"
    bot = player(
        "child = subprocess.Popen(['sleep', '1000'], stdin=subprocess.DEVNULL)\n"
        f"    open({str(file)!r}, 'w').write(str(child.pid))"
    )
    bot.choose(GAME)
    bot.close()
    assert gone(int(file.read_text()))


def test_a_forgotten_player_is_ended(player):
    bot = ExternalPlayer(player().name.removeprefix("cmd:"), "azul")
    bot.choose(GAME)
    pid = pid_of(bot)
    del bot
    gc.collect()
    assert not is_running(pid)


def test_when_python_ends_the_program_ends(player):
    command = player().name.removeprefix("cmd:")
    code = f"""
from azulejos import azul
from azulejos.bots.external import ExternalPlayer
bot = ExternalPlayer({command!r}, "azul")
bot.choose(azul.Game(seed=1))
print(bot._conversation._process.pid)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert not is_running(int(done.stdout))


def test_a_fork_does_not_end_the_program_of_its_parent(player):
    bot = player()
    bot.choose(GAME)
    conversation._end(*end_of(bot)[:-1], os.getpid() + 1)
    assert str(bot.choose(GAME)) == FIRST


def test_no_file_stays_open(player):
    for _ in range(3):
        bot = player()
        bot.choose(GAME)
        before = len(os.listdir("/proc/self/fd"))
        bot.close()
        assert len(os.listdir("/proc/self/fd")) == before - 3
