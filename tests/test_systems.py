"""What only some systems have is asked for where it may be missing, and nowhere else.

Nothing here replaces a run on Windows, which is part of the workflow in .github. But what would
fail there at an import, or for want of a name, fails here, too.
"""

import ast
import errno
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

import azulejos
from azulejos import azul
from azulejos.cli import commands

PACKAGE = Path(azulejos.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
by_source = pytest.mark.parametrize(
    "path", SOURCES, ids=lambda path: path.relative_to(PACKAGE).as_posix()
)
#: Modules of the standard library that Windows lacks.
POSIX_MODULES = {
    *("_posixsubprocess", "crypt", "curses", "fcntl", "grp", "nis", "posix", "pty", "pwd"),
    *("readline", "resource", "spwd", "syslog", "termios", "tty"),
}
#: Names of modules that it has, as their documentation says.
POSIX_NAMES = {
    "os": {
        *("chown", "chroot", "ctermid", "fchmod", "fchown", "fork", "forkpty", "getegid"),
        *("geteuid", "getgid", "getgroups", "getloadavg", "getpgid", "getpgrp", "getpriority"),
        *("getresuid", "getsid", "getuid", "initgroups", "kill", "killpg", "lchown", "mkfifo"),
        *("mknod", "nice", "openpty", "pipe2", "posix_spawn", "pread", "preadv", "pwrite"),
        *("register_at_fork", "sched_getaffinity", "sched_setaffinity", "sched_yield", "sendfile"),
        *("set_blocking", "setgid", "setpgid", "setpriority", "setsid", "setuid", "statvfs"),
        *("sync", "tcgetpgrp", "tcsetpgrp", "ttyname", "uname", "wait", "wait3", "wait4"),
        *("EX_OK", "O_CLOEXEC", "O_DIRECTORY", "O_NONBLOCK", "WNOHANG", "WIFEXITED"),
    },
    "signal": {
        *("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP"),
        *("SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pause", "pthread_kill"),
        *("pthread_sigmask", "setitimer", "siginterrupt", "sigpending", "sigwait"),
    },
    "select": {"epoll", "kqueue", "poll"},
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair"},
    "asyncio": {"start_unix_server", "open_unix_connection"},
    "time": {"pthread_getcpuclockid", "tzset"},
}
#: Where they are used all the same, each behind a look whether it is there.
GUARDED = {
    ("arena/workers.py", "os.sched_getaffinity"),
    ("batch/cores.py", "os.register_at_fork"),
    ("batch/cores.py", "os.sched_getaffinity"),
    ("bots/engine.py", "select.poll"),
    ("bots/process_trees.py", "os.killpg"),
    ("bots/process_trees.py", "signal.SIGKILL"),
    ("cli/commands.py", "readline"),
    ("core/file_lock.py", "fcntl"),
    ("web/connections.py", "resource"),
    ("web/threads.py", "os.nice"),
    ("web/warm_up.py", "os.nice"),
}


def posix_only(tree):
    """The names in a source that Windows lacks."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                yield from (alias.name for alias in names if alias.name in POSIX_MODULES)
            case ast.ImportFrom(module=str(module), names=names):
                if module in POSIX_MODULES:
                    yield module
                known = POSIX_NAMES.get(module, ())
                yield from (f"{module}.{alias.name}" for alias in names if alias.name in known)
            case ast.Attribute(ast.Name(module), name) if name in POSIX_NAMES.get(module, ()):
                yield f"{module}.{name}"
            case ast.Call(func=ast.Name("import_module"), args=[ast.Constant(value=str(module))]):
                if module in POSIX_MODULES:
                    yield module
            case ast.Call(args=_, keywords=keywords):
                yield from (key.arg for key in keywords if key.arg in ("preexec_fn", "pass_fds"))


def test_what_only_posix_has_is_guarded():
    found = {
        (path.relative_to(PACKAGE).as_posix(), name)
        for path in SOURCES
        for name in posix_only(ast.parse(path.read_text(encoding="utf-8")))
    }
    assert found == GUARDED


@pytest.mark.parametrize(
    "code",
    [
        "import fcntl",
        "from pwd import getpwnam",
        "from os import fork",
        "os.killpg(1, 2)",
        "signal.signal(signal.SIGHUP, f)",
        "import_module('resource')",
        "subprocess.run(a, preexec_fn=f)",
    ],
)
def test_each_way_to_use_it_is_seen(code):
    assert list(posix_only(ast.parse(code)))


@pytest.mark.skipif(sys.platform != "linux", reason="compares with what Linux has")
def test_the_names_are_not_misspelt():
    missing = {
        f"{module}.{name}"
        for module, names in POSIX_NAMES.items()
        for name in names
        if not hasattr(import_module(module), name)
    }
    assert missing <= {"select.kqueue"}  # of macOS


@by_source
def test_texts_name_their_encoding(path):
    """Otherwise Windows takes that of the country it is set to."""
    for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(call, ast.Call):
            continue
        match call.func:
            case ast.Name("open"):
                name, positions = "open", 3
            case ast.Attribute(_, "open" | "read_text" | "write_text" as name):
                positions = {"open": 2, "read_text": 0, "write_text": 1}[name]
            case _:
                continue
        texts = [one.value for one in call.args if isinstance(one, ast.Constant)]
        is_ours = isinstance(call.func, ast.Attribute) and "files" in ast.unparse(call.func.value)
        is_binary = name == "open" and any("b" in str(text) for text in texts)
        no_file = name == "open" and not texts  # a service, a browser, an image is opened
        named = any(key.arg == "encoding" for key in call.keywords)
        by_place = len(call.args) > positions
        where = f"{path.relative_to(PACKAGE)}, line {call.lineno}"
        assert is_ours or is_binary or no_file or named or by_place, where


HIDING = """
import builtins, importlib, sys
from pathlib import Path

missing = set(sys.argv[2].split(","))
seen = builtins.__import__
found = importlib.import_module

def refused(name, importer):
    if name.partition(".")[0] in missing and str(importer).startswith("azulejos"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

def import_(name, globals=None, *rest, **named):
    refused(name, (globals or {}).get("__name__"))
    return seen(name, globals, *rest, **named)

builtins.__import__ = import_
package = Path(sys.argv[1])
for path in sorted(package.rglob("*.py")):
    name = ".".join(["azulejos", *path.relative_to(package).with_suffix("").parts])
    if name.endswith("__main__") or "migrations" in name:
        continue
    found(name.removesuffix(".__init__"))
    print(name)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="hides what is not there")
def test_every_module_is_imported_without_what_posix_has():
    done = subprocess.run(
        [sys.executable, "-c", HIDING, PACKAGE, ",".join(POSIX_MODULES)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) > 100


# ── Windows, played ──────────────────────────────────────────────────────────────────────────────


def test_tables_in_postgresql_are_refused_in_a_sentence(monkeypatch):
    from azulejos.web.storage import StorageFailed, check_storage, migrate

    monkeypatch.setattr(migrate, "_on_windows", True)
    with pytest.raises(StorageFailed, match="need Linux or macOS"):
        check_storage("postgresql+psycopg://nobody@localhost/nothing")
    check_storage("sqlite+pysqlite:///:memory:")


IN_A_PIPE = """
import sys
from azulejos.cli import commands
commands._on_windows = True
sys.stdout.reconfigure(encoding="cp1252")
commands.app(sys.argv[1:], prog_name="azulejos")
"""


def test_what_goes_into_a_pipe_is_utf_8():
    position = azul.Game(seed=1).to_text()
    done = subprocess.run([sys.executable, "-c", IN_A_PIPE, "rules", "azul"], capture_output=True)
    assert done.returncode == 0, done.stderr
    assert "×" in done.stdout.decode("utf-8")
    done = subprocess.run([sys.executable, "-c", IN_A_PIPE, "draw", position], capture_output=True)
    assert ElementTree.fromstring(done.stdout.decode("utf-8")).tag.endswith("svg")


def test_a_reader_that_has_seen_enough_is_no_error(monkeypatch):
    ended = OSError(errno.EINVAL, "Invalid argument")
    assert not commands._nobody_reads(ended)
    monkeypatch.setattr(commands, "_on_windows", True)
    assert commands._nobody_reads(ended)
    assert not commands._nobody_reads(OSError(errno.ENOSPC, "No space left on device"))
