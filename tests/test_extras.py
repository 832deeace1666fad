"""The core works without any extra, and what needs one says which.

Packages are hidden in a process of its own, where they are looked for on the disk.
"""

import json
import os
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
HIDING = """
import sys
from importlib.machinery import PathFinder

def find_others(name, path=None, target=None, find=PathFinder.find_spec):
    return None if name.partition(".")[0] in {hidden} else find(name, path, target)

PathFinder.find_spec = find_others
"""
#: Every command of the core, as it is typed; the games are played by what is on standard input.
CORE = """
import io, json
from contextlib import redirect_stdout
from azulejos import arena, azul, azuleo, batch, bots, cli, draw, games, training

def azulejos(*arguments, typed=""):
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
    told = io.StringIO()
    with redirect_stdout(told):
        cli.app(arguments, standalone_mode=False)
    return told.getvalue()

for game in (azul.Game(seed=1), azuleo.Game(seed=1)):
    move = bots.make("level:3", game.NAME, seed=1).choose(game)
    game.play(move)
    assert draw.svg(game.to_dict()).startswith("<svg")
    (place := Path(sys.argv[1]) / f"{game.NAME}.json").write_text(json.dumps(game.record()))
    assert str(move) in azulejos("replay", str(place), "--moves")
    assert "<svg" in azulejos("draw", str(place))
    for language in ("en", "de", "sv"):
        assert len(azulejos("rules", game.NAME, "--lang", language)) > 1000
    here = ("--game", game.NAME, "--against", "1", "--seed", "1")
    assert "level 1" in azulejos("play", "--terminal", *here, typed="moves\\n")
    states = batch.new(game.NAME, 2, seed=1)
    assert (batch.play_out(states) > 0).all()
out = str(Path(sys.argv[1]) / "games")
match = ("arena", "azul", "greedy", "random", "--games", "2", "--workers", "1", "--out", out)
assert json.loads(azulejos(*match, "--json"))["games"] == 2
loaded = {name.partition(".")[0] for name in sys.modules}
print(json.dumps(sorted(loaded)))
"""


DISTRIBUTIONS = {
    canonicalize_name(name): package
    for package, names in packages_distributions().items()
    for name in names
}


def packages_of(extra):
    """What an extra, but none of the core's dependencies, lets one import, as far as it is here."""
    wanted = {
        canonicalize_name(Requirement(text).name)
        for text in PROJECT["optional-dependencies"][extra]
        if not text.startswith("azulejos")
    }
    assert wanted <= DISTRIBUTIONS.keys()
    # Rich has the one for its own Markdown; numba-cuda is numba.cuda.
    return {DISTRIBUTIONS[name] for name in wanted} - {"markdown_it", "numba_cuda"}


EXTRAS = {extra: packages_of(extra) for extra in PROJECT["optional-dependencies"] if extra != "all"}
EVERYTHING = set().union(*EXTRAS.values())


def run(code, hidden, *arguments, **environment):
    code = HIDING.format(hidden=hidden) + "from pathlib import Path\n" + code
    return subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def test_all_is_every_extra():
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert Requirement(everything).extras == EXTRAS.keys()


def test_the_core_needs_no_extra(tmp_path):
    done = run(CORE, EVERYTHING, tmp_path)
    assert done.returncode == 0, done.stderr
    assert not EVERYTHING & set(json.loads(done.stdout.splitlines()[-1]))


CLI = "from azulejos import cli; sys.argv[0] = 'azulejos'; cli.main()"


@pytest.mark.parametrize("hidden", sorted(EXTRAS["web"]))
def test_a_table_in_the_browser_names_its_extra(hidden, tmp_path):
    """Also an empty data folder, where the migrations are run."""
    done = run(CLI, {hidden}, AZULEJOS_DATA=str(tmp_path), BROWSER="true")
    assert done.returncode == 1
    assert done.stderr == (
        f"azulejos: {hidden} is not installed: pip install 'azulejos[web]' adds it; "
        "azulejos play --terminal plays without it\n"
    )


@pytest.mark.parametrize(
    ("hidden", "arguments", "told"),
    [
        ({"uvicorn"}, ["serve"], "uvicorn is not installed: pip install 'azulejos[web]' adds it"),
        (
            {"sqlalchemy"},
            ["serve", "--network", "azul=here"],
            "sqlalchemy is not installed: pip install 'azulejos[web]' adds it",
        ),
        (
            {"torch"},
            ["train", "azul", "--out", "run"],
            "torch is not installed: pip install 'azulejos[train]' adds it",
        ),
        (
            {"matplotlib"},
            ["train", "azul", "--out", "run"],
            "matplotlib is not installed: pip install 'azulejos[train]' adds it",
        ),
        (
            {"ray"},
            ["arena", "azul", "greedy", "random", "--out", "games", "--cluster", "local"],
            "--cluster needs Ray, which is not installed: pip install 'azulejos[cluster]' adds it",
        ),
    ],
)
def test_a_command_names_the_extra_it_needs(hidden, arguments, told, tmp_path):
    done = run(f"import os; os.chdir({str(tmp_path)!r})\n{CLI}", hidden, *arguments)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"azulejos: {told}"
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize("hidden", ["psycopg", "greenlet"])
def test_postgresql_names_its_extra(hidden):
    done = run(
        CLI, {hidden}, "serve", "--port", 0, AZULEJOS_DATABASE_URL="postgresql://x@localhost/x"
    )
    assert done.returncode == 1
    assert done.stderr == (
        f"azulejos: {hidden} is not installed: pip install 'azulejos[postgres]' adds it\n"
    )


@pytest.mark.parametrize(
    ("hidden", "statement", "extra"),
    [
        ("fastapi", "from azulejos.web.app import create_app", "web"),
        ("sqlalchemy", "from azulejos.web.settings import Settings", "web"),
        ("torch", "import azulejos.training.learner", "train"),
        ("torch", "import azulejos.training.run", "train"),
        ("matplotlib", "import azulejos.training.plots", "train"),
        ("PIL", "from azulejos.envs import single", "envs"),
        ("resvg_py", "from azulejos.envs import azul_v0", "envs"),
        ("pyspiel", "import azulejos.envs.spiel", "envs"),
        ("gymnasium", "import azulejos.envs.registration", "envs"),
    ],
)
def test_an_import_names_the_extra_it_needs(hidden, statement, extra):
    done = run(statement, {hidden})
    told = f"{hidden} is not installed: pip install 'azulejos[{extra}]' adds it"
    assert done.stderr.splitlines()[-1] == f"azulejos.core.errors.MissingExtra: {told}"


def test_the_solver_names_its_extra():
    code = "sys.argv = ['filling.py']; import runpy; runpy.run_path(sys.argv[0])"
    benchmarks = Path(__file__).parents[1] / "benchmarks"
    done = run(f"import os; os.chdir({str(benchmarks)!r})\n{code}", {"ortools"})
    told = "ortools is not installed: pip install 'azulejos[solver]' adds it"
    assert done.stderr.splitlines()[-1] == f"azulejos.core.errors.MissingExtra: {told}"
