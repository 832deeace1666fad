"""Pin what every environment installs: `make pins` writes all requirements*.txt anew.

pyproject.toml says what is needed: its dependencies, its extras, and the groups for development.
pip resolves all of it at once, as for an empty environment, so the files never contradict each
other; each then gets what its own needs lead to, less what the files it includes have. A pinned
version stays; --upgrade takes the newest of everything.

    python tools/make_pins.py [--upgrade]

The pins are made on Linux with the oldest Python that is supported, so that they suit the later
ones too. What a package needs on another system only (colorama on Windows) is not pinned.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


class PinFile(NamedTuple):
    """A file of pins. what: its heading. includes: the files that it stands on."""

    what: str
    includes: tuple[str, ...] = ("core",)


#: Every file by what it pins; "core" is requirements.txt, the others are requirements-NAME.txt.
FILES = {
    "core": PinFile("The package itself, without extras; setuptools builds it.", ()),
    "web": PinFile("The extra web: tables in the browser."),
    "postgres": PinFile("The extra postgres: tables in PostgreSQL, several workers.", ("web",)),
    "solver": PinFile("The extra solver: what our own filling search is compared with."),
    "envs": PinFile("The extra envs: the standard environments, and pictures as arrays."),
    "train": PinFile("The extra train: PyTorch, and plots."),
    "cluster": PinFile("The extra cluster: the arena on a Ray cluster."),
    "cuda": PinFile("The extra cuda: the rules on an NVIDIA GPU."),
    "wasm": PinFile("The extra wasm: the linker of `azulejos wasm`."),
    "test": PinFile("What the quick tests need.", ("solver",)),
    "docs": PinFile("The documentation site, and the notebooks.", ("envs",)),
    "dev": PinFile(
        "Development: tests, linters, type checkers.",
        ("postgres", "test", "envs", "train", "cluster", "wasm", "docs"),
    ),
}


class Package(NamedTuple):
    """A version of a package, and what it needs in turn."""

    name: str
    version: str
    needs: tuple[Requirement, ...]


Packages = Mapping[str, Package]


def file_of(name: str) -> Path:
    """Where these pins stand."""
    return ROOT / ("requirements.txt" if name == "core" else f"requirements-{name}.txt")


def roots(project: Mapping[str, Any], name: str) -> list[Requirement]:
    """What pyproject.toml asks for in one of the files.

    Our own extras are left out, and groups that a group includes: they have files of their own.
    """
    if name == "core":
        wanted = [*project["project"]["dependencies"], *project["build-system"]["requires"]]
    elif name in project["dependency-groups"]:
        group = project["dependency-groups"][name]
        wanted = [need for need in group if isinstance(need, str)]
    else:
        wanted = project["project"]["optional-dependencies"][name]
    found = map(Requirement, wanted)
    return [need for need in found if need.name != project["project"]["name"]]


def closure(needed: Iterable[Requirement], packages: Packages) -> set[str]:
    """The names of all packages that these lead to, here."""
    due = [(need, "") for need in needed]
    seen: set[tuple[str, str]] = set()
    while due:
        need, extra = due.pop()
        if need.marker is not None and not need.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(need.name)
        for wanted in ("", *need.extras):
            if (name, wanted) not in seen:
                seen.add((name, wanted))
                due += [(further, wanted) for further in packages[name].needs]
    return {name for name, _ in seen}


def names_in(name: str, project: Mapping[str, Any], packages: Packages) -> set[str]:
    """The packages that a file and those it includes pin."""
    found = closure(roots(project, name), packages)
    return found.union(*(names_in(other, project, packages) for other in FILES[name].includes))


def text_of(name: str, project: Mapping[str, Any], packages: Packages) -> str:
    """A file of pins as it is written."""
    what, includes = FILES[name]
    included = [names_in(other, project, packages) for other in includes]
    own = closure(roots(project, name), packages).difference(*included)
    lines = [f"# {what} Written by `make pins`."]
    lines += [f"-r {file_of(other).name}" for other in includes]
    lines += [f"{packages[key].name}=={packages[key].version}" for key in sorted(own)]
    return "\n".join(lines) + "\n"


def resolve(project: Mapping[str, Any], upgrade: bool) -> dict[str, Package]:
    """What pip would install into an empty environment for all the files together."""
    pinned = [line for name in FILES for line in _pins_in(file_of(name))]
    with tempfile.TemporaryDirectory() as folder:
        wanted, kept, report = (Path(folder) / name for name in ("wanted", "kept", "report"))
        wanted.write_text("\n".join(str(need) for name in FILES for need in roots(project, name)))
        kept.write_text("" if upgrade else "\n".join(pinned))
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
        command += ["--ignore-installed", "--report", str(report), "-r", str(wanted)]
        subprocess.run([*command, "-c", str(kept)], check=True)
        found = json.loads(report.read_text())["install"]
    return {
        canonicalize_name(entry["metadata"]["name"]): Package(
            entry["metadata"]["name"],
            entry["metadata"]["version"].partition("+")[0],  # a build's own mark is no version
            tuple(map(Requirement, entry["metadata"].get("requires_dist", ()))),
        )
        for entry in found
    }


def _pins_in(path: Path) -> list[str]:
    if not path.exists():
        return []
    return [line for line in path.read_text().splitlines() if "==" in line and line[0] != "#"]


def project_data() -> dict[str, Any]:
    """pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text())


def main() -> None:
    """Write every file."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--upgrade", action="store_true", help="the newest versions of all")
    given = options.parse_args()
    project = project_data()
    oldest = project["project"]["requires-python"].removeprefix(">=")
    if sys.platform != "linux" or f"{sys.version_info[0]}.{sys.version_info[1]}" != oldest:
        raise SystemExit(f"Pins are made on Linux with Python {oldest}, the oldest supported.")
    packages = resolve(project, given.upgrade)
    for name in FILES:
        file_of(name).write_text(text_of(name, project, packages))
        print(f"{file_of(name).name}: written")


if __name__ == "__main__":
    main()
