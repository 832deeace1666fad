"""The package as a whole: its layers, its cache, its first import."""

import ast
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import azulejos
from azulejos.core import compiled

PACKAGE = Path(azulejos.__file__).parent
#: From the bottom up; a module may import from its own layer and from those before it.
LAYERS = (
    ("core",),
    ("games",),
    ("draw", "rulebook"),
    ("nets",),
    ("search",),
    ("batch",),
    ("bots",),
    ("analysis",),
    ("puzzles",),
    ("arena",),
    ("training",),
    ("envs",),
    ("bench",),
    ("wasm",),
    ("web",),
    ("cli", "__main__"),
)
#: A notebook asks a game for its picture: the one step up, taken inside a function.
EXCEPTIONS = {("core", "draw")}
#: `from azulejos import …` finds these too.
PUBLIC = {"azul": "games", "azuleo": "games", "kernel": "core"}


def game_of(path):
    """The game a module belongs to; None for a module of a layer."""
    place, *rest = path.relative_to(PACKAGE).parts
    return rest[0] if place == "games" and len(rest) > 1 else None


def layer_of(name):
    name = PUBLIC.get(name, name)
    for number, names in enumerate(LAYERS):
        if name in names:
            return number
    raise AssertionError(f"azulejos.{name} is in no layer")


def modules():
    return sorted(
        path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE or path.stem != "__init__"
    )


def imported_by(path):
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "azulejos":
            names = [f"azulejos.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        for name in names:
            if name.startswith("azulejos.") and not name.endswith("__version__"):
                yield name.split(".")[1]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_one_way(path):
    own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    if game_of(path) is None:
        for name in imported_by(path):
            if (own, name) not in EXCEPTIONS:
                assert layer_of(name) <= layer_of(own), f"{own} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_the_games_know_nothing_of_each_other(path):
    if game_of(path) is not None:
        text = path.read_text()
        others = {game.name for game in (PACKAGE / "games").iterdir()} - {game_of(path)}
        assert not [game for game in others if f"azulejos.games.{game}." in text]


#: Attributes of named tuples, and a way to leave a process: public in spite of their underscore.
PUBLIC_IN_PYTHON = {"_asdict", "_fields", "_replace", "_exit"}


def private_names(path):
    """What a module defines or sets with a leading underscore, in itself or in its classes."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr


def reached_into(path):
    """Private attributes that a module uses of anything but itself: (line, name)."""
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Attribute) or not node.attr.startswith("_"):
            continue
        is_special = node.attr.startswith("__") or node.attr in PUBLIC_IN_PYTHON
        if not is_special and ast.unparse(node.value) not in ("self", "cls", "super()"):
            yield node.lineno, node.attr


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_nobody_reaches_into_what_belongs_to_another(path):
    """Modules of a game may use what `TableGame` and the other modules of the game keep inside.

    `TableGame` is written in three modules, one upon the other.
    """
    table_game = [PACKAGE / "core" / f"{part}.py" for part in ("position", "history", "game")]
    owners = [path, *(table_game if path in table_game else [])]
    if game_of(path) is not None:
        owners += [*table_game, *path.parent.glob("*.py")]
    if path.name in ("call_trees.py", "addresses.py"):  # add to Numba where it offers nothing
        return
    own = {name for owner in owners for name in private_names(owner)}
    assert not [found for found in reached_into(path) if found[1] not in own]


#: A game's name, where it is not part of the name of all this.
GAME_NAMED = re.compile(r"(?<![a-z])(azul|azuleo)(?![a-z])", re.IGNORECASE)


def test_no_layer_names_a_game():
    """Catalogues aside: they have the words of all games."""
    of_games = {".py", ".js", ".css", ".html"}
    shared = (path for path in PACKAGE.rglob("*") if path.suffix in of_games)
    naming = {
        path.relative_to(PACKAGE).as_posix()
        for path in shared
        if path.relative_to(PACKAGE).parts[0] != "games" and GAME_NAMED.search(path.read_text())
    }
    assert not naming


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_everything_compiled_is_part_of_the_cache_key(path):
    """A kernel outside of it could change without its callers being compiled again."""
    if "@compiled" in path.read_text():
        assert path in compiled.kernel_sources()


def test_what_makes_no_machine_code_is_no_part_of_the_cache_key():
    """Whoever changes a refusal's words or an option need not wait for a compiler."""
    core = {path.stem for path in compiled.kernel_sources() if path.parent.name == "core"}
    assert core >= {"bits", "chance", "compiled", "dispatch", "facts", "kernel", "state_copies"}
    assert not core & {"errors", "game", "history", "options", "plain_data", "position"}


def test_what_a_game_shows_is_no_part_of_the_cache_key():
    shown = {"drawing.py", "terminal.py", "board_text.py", "spec.py"}
    assert not [path for path in compiled.kernel_sources() if path.name in shown]


def run_python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_importing_the_package_loads_no_compiler():
    done = run_python("import azulejos, sys; assert 'numba' not in sys.modules, 'numba'")
    assert done.returncode == 0, done.stderr


def test_the_package_offers_its_parts_by_name():
    parts = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    parts -= {"bench", "cli", "rulebook", "web"}  # what is behind the command line
    assert parts | {"kernel", "errors"} == set(azulejos.__all__) - {"__version__"}
    assert parts <= set(dir(azulejos))
    code = f"import azulejos; [getattr(azulejos, part) for part in {sorted(parts)}]"
    done = run_python(code)
    assert done.returncode == 0, done.stderr
    with pytest.raises(AttributeError, match="no attribute 'chess'"):
        _ = azulejos.chess


PLAY_A_BIT = """
from azulejos import azul
game = azul.Game(seed=3)
for _ in range({moves}):
    game.play(game.legal_moves()[-1])
print(game.to_text())
"""


def test_the_first_compile_is_announced_once_and_then_cached(tmp_path):
    code = PLAY_A_BIT.format(moves=1)
    first = run_python(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert first.stderr.count("compiling for this machine") == 1
    second = run_python(code, NUMBA_CACHE_DIR=str(tmp_path))
    assert second.stderr == ""
    assert first.stdout == second.stdout != ""
    (folder,) = (tmp_path / "azulejos-kernels").iterdir()
    assert folder.name == compiled.source_hash()


def test_functions_that_are_bound_in_two_threads_at_once_find_the_cache(monkeypatch):
    """As a server does that imports one game in each: Numba's settings belong to all threads."""
    bind, begun, found = (
        compiled.KeptEntry.enable_caching,
        [threading.Event(), threading.Event()],
        [],
    )

    def bind_slowly(entry):
        number = int(entry.py_func.__name__[-1])
        begun[number].set()
        begun[1 - number].wait(0.5)  # the other begins, if it may
        time.sleep(0.2 * number)  # and one ends before the other
        bind(entry)
        found.append(entry._cache.cache_path)

    monkeypatch.setattr(compiled.KeptEntry, "enable_caching", bind_slowly)

    def function_0():
        return 0

    def function_1():
        return 1

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(compiled.compiled, (function_0, function_1)))
    assert len(found) == 2
    assert all(path.startswith(compiled.CACHE_FOLDER) for path in found)


TELL_WHAT_IS_COMPILED = """
from numba.core import event
from azulejos import azul
from azulejos.core.call_trees import Entry

class Telling(event.Listener):
    def on_start(self, event):
        dispatcher = event.data["dispatcher"]
        if isinstance(dispatcher, Entry):
            print(dispatcher.py_func.__qualname__, *event.data["args"])
    def on_end(self, event): pass

event.register("numba:compile", Telling())
azul.Game(seed=3).legal_moves()
"""


def test_of_several_processes_one_compiles_what_all_of_them_lack(tmp_path):
    with ThreadPoolExecutor() as pool:
        runs = [
            pool.submit(run_python, TELL_WHAT_IS_COMPILED, NUMBA_CACHE_DIR=str(tmp_path))
            for _ in range(3)
        ]
        done = [run.result() for run in runs]
    assert {run.returncode for run in done} == {0}
    by_anybody = [line for run in done for line in run.stdout.splitlines()]
    assert by_anybody
    assert len(by_anybody) == len(set(by_anybody)), "something was compiled twice"


def test_without_a_place_for_the_cache_it_still_plays(tmp_path):
    nowhere = tmp_path / "a file, not a folder"
    nowhere.write_text("")
    done = run_python(PLAY_A_BIT.format(moves=1), NUMBA_CACHE_DIR=str(nowhere))
    assert done.returncode == 0, done.stderr


def test_the_cache_key_follows_every_kernel_source(tmp_path, monkeypatch):
    before = compiled.source_hash()
    twin = tmp_path / "azulejos"
    for path in PACKAGE.rglob("*.py"):
        target = twin / path.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(path.read_bytes())
    monkeypatch.setattr(compiled, "PACKAGE", twin)
    assert compiled.source_hash() == before
    with (twin / "games" / "azul" / "rules.py").open("a") as rules:
        rules.write("# changed\n")
    assert compiled.source_hash() != before


@pytest.mark.parametrize("name", ["azul", "azuleo"])
def test_interpreted_and_compiled_play_the_same_game(name):
    """One source: the same moves, draws and points with and without the compiler."""
    code = f"""
from azulejos import {name}
for options in {{"azul": [dict(), dict(players=3, wall="grey")],
                 "azuleo": [dict(), dict(players=3, exchange=True, claims="automatic")]}}["{name}"]:
    game = {name}.Game(seed=11, **options)
    for n in range(60):
        if not game.is_over:
            moves = game.legal_moves()
            game.play(moves[n * 7 % len(moves)])
    print(game.record(), game.to_text(), [game.facts(n) for n in range(game.entries)])
"""
    interpreted = run_python(code, NUMBA_DISABLE_JIT="1")
    assert interpreted.stderr == ""
    assert interpreted.stdout == run_python(code).stdout


def test_a_second_copy_of_the_sources_finds_what_the_first_compiled(tmp_path):
    copies = [tmp_path / name / "azulejos" for name in ("one", "other")]
    for copy in copies:
        shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "web"))
    first, second = (
        run_python(
            PLAY_A_BIT.format(moves=1),
            NUMBA_CACHE_DIR=str(tmp_path / "cache"),
            PYTHONPATH=str(copy.parent),
        )
        for copy in copies
    )
    assert "compiling" in first.stderr
    assert "compiling" not in second.stderr
