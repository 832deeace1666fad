"""Makes Fileira look installed, without installing it: its sources and its entry point."""

import importlib
import os
import sys
import tomllib
from contextlib import contextmanager
from pathlib import Path

from azulejos import games
from azulejos.envs.registration import register

HOME = Path(__file__).parent
SOURCES = HOME / "src"


def write_metadata(folder):
    """What pip would write of the package beside its sources, as far as it is looked at."""
    project = tomllib.loads((HOME / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n", "utf-8"
    )
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")


@contextmanager
def installed(folder):
    """Fileira is a game here and in processes that are started meanwhile. folder: an empty one."""
    write_metadata(folder)
    places = [str(SOURCES), str(folder)]
    before_path, before_env = sys.path[:], os.environ.get("PYTHONPATH")
    sys.path[:0] = places
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [*places, before_env]))
    _look_again()
    try:
        yield
    finally:
        sys.path[:] = before_path
        if before_env is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before_env
        _look_again()


def _look_again():
    importlib.invalidate_caches()
    games.all_games.cache_clear()
    register()  # as `import azulejos.envs` would
