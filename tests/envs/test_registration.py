"""How Gymnasium comes to know the environments, in processes that have imported nothing yet."""

import os
import subprocess
import sys
from importlib.metadata import entry_points

import gymnasium
import pytest

from azulejos.envs.registration import ids, register


def run(code):
    return subprocess.run(
        [sys.executable, "-c", code], env=os.environ, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium; gymnasium.make('azulejos.envs:azulejos/Azul-v0', opponents=['level:3'])",
        "import azulejos.envs, gymnasium; gymnasium.make('azulejos/Azuleo-v0', players=3)",
        "import gymnasium, azulejos.envs; gymnasium.make('azulejos/Azuleo-v0', players=3)",
        "import gymnasium, importlib.metadata as installed\n"
        "for plugin in installed.entry_points(group='gymnasium.envs'): plugin.load()()\n"
        "gymnasium.make('azulejos/Azul-v0')",
    ],
)
def test_a_new_process_makes_them(code):
    done = run(code)
    assert done.returncode == 0, done.stderr


def test_importing_the_package_takes_nothing_else_along():
    done = run(
        "import azulejos.envs, sys\n"
        "print({'pettingzoo', 'pyspiel', 'numba', 'PIL'} & set(sys.modules))"
    )
    assert done.stdout == "set()\n", done.stderr


def test_modules_are_there_by_name():
    done = run("import azulejos.envs; print(azulejos.envs.azul_v0.env()); azulejos.envs.chess_v0")
    assert done.stdout == "azul_v0\n"
    assert "module 'azulejos.envs' has no attribute 'chess_v0'" in done.stderr


def test_without_the_extra():
    done = run(
        "import sys\n"
        "sys.modules['gymnasium'] = None\n"
        "sys.modules['pettingzoo'] = None\n"
        "import azulejos.envs\n"
        "print('imported')\n"
        "azulejos.envs.azul_v0"
    )
    assert done.stdout == "imported\n"
    assert "MissingExtra: gymnasium is not installed: pip install 'azulejos[envs]'" in done.stderr


def test_registering_twice_does_no_harm():
    register()
    register()
    for game, identifier in ids().items():
        spec = gymnasium.spec(identifier)
        assert spec.vector_entry_point == "azulejos.envs.vector:TableVectorEnv"
        assert spec.kwargs == {"game": game}


def test_the_entry_point_is_installed():
    (plugin,) = (each for each in entry_points(group="gymnasium.envs") if each.name == "azulejos")
    assert plugin.load() is register


@pytest.mark.parametrize(
    ("missing", "imports"),
    [
        ("gymnasium", "from azulejos.envs.single import SeatEnv"),
        ("gymnasium", "from azulejos.envs import vector"),
        ("gymnasium", "from azulejos.envs import spaces"),
        ("pettingzoo", "from azulejos.envs import azul_v0"),
        ("pettingzoo", "from azulejos.envs import azuleo_v0"),
        ("pyspiel", "import azulejos.envs.spiel"),
    ],
)
def test_a_missing_extra_is_named(missing, imports):
    code = f"import sys; sys.modules['{missing}'] = None; import azulejos.envs; {imports}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    told = f"{missing} is not installed: pip install 'azulejos[envs]' adds it"
    assert done.stderr.splitlines()[-1] == f"azulejos.core.errors.MissingExtra: {told}"
