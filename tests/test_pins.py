"""What requirements*.txt pin is what pyproject.toml asks for. `make pins` writes them."""

import importlib
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def pins():
    """The tool."""
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        yield importlib.import_module("make_pins")
    finally:
        sys.path.remove(str(ROOT / "tools"))


def pinned(pins, name):
    """Versions by the names of all that a file and those it includes pin."""
    found = {}
    for line in pins.file_of(name).read_text().splitlines():
        if line.startswith("-r "):
            (other,) = (one for one in pins.FILES if pins.file_of(one).name == line[3:])
            found |= pinned(pins, other)
        elif not line.startswith("#"):
            package, _, version = line.partition("==")
            found[pins.canonicalize_name(package)] = version
    return found


def test_there_are_no_other_files(pins):
    files = {pins.file_of(name) for name in pins.FILES}
    assert set(ROOT.glob("requirements*.txt")) == files


def test_a_line_is_a_version_or_another_file(pins):
    known = re.compile(r"# .*|-r requirements[a-z-]*\.txt|[\w.-]+==[\w.]+")
    for name in pins.FILES:
        lines = pins.file_of(name).read_text().splitlines()
        assert not [line for line in lines if not known.fullmatch(line)]


def test_what_is_asked_for_is_pinned(pins):
    project = pins.project_data()
    for name in pins.FILES:
        versions = pinned(pins, name)
        for need in pins.roots(project, name):
            version = versions[pins.canonicalize_name(need.name)]
            assert need.specifier.contains(version), f"{need} in {pins.file_of(name).name}"


def test_every_extra_and_group_has_a_file(pins):
    project = pins.project_data()
    extras = set(project["project"]["optional-dependencies"]) - {"all"}
    assert {"core", *extras, *project["dependency-groups"]} == set(pins.FILES)


def test_files_never_contradict_each_other(pins):
    versions = {}
    for name in pins.FILES:
        for package, version in pinned(pins, name).items():
            assert versions.setdefault(package, version) == version


def test_a_file_has_what_its_needs_lead_to(pins):
    """With packages of our own: shared needs stand where they are needed first."""
    needs = {"typer": ["rich>=1", "shell; sys_platform == 'never'"], "web": ["Rich", "y[fast]"]}
    needs |= {"rich": [], "y": ["speed; extra == 'fast'", "slow; extra == 'slow'"], "speed": []}
    packages = {
        name: pins.Package(name, "1.0", tuple(map(pins.Requirement, wanted)))
        for name, wanted in needs.items()
    }
    project = {
        "build-system": {"requires": []},
        "project": {
            "name": "azulejos",
            "dependencies": ["typer"],
            "optional-dependencies": {"web": ["azulejos[core]", "web>=1"]},
        },
        "dependency-groups": {},
    }
    assert pins.text_of("core", project, packages).splitlines()[1:] == ["rich==1.0", "typer==1.0"]
    assert pins.text_of("web", project, packages).splitlines()[1:] == [
        "-r requirements.txt",
        "speed==1.0",
        "web==1.0",
        "y==1.0",
    ]
