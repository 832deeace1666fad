"""What is released, the sources and a wheel of the package: nothing lacks, nothing is left over."""

import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path, PurePosixPath

import pytest

from azulejos import __version__

ROOT = Path(__file__).parents[1]
NAME = f"azulejos-{__version__}"
#: In the repository only: of the place where it is kept, not of the sources.
OF_THE_REPOSITORY = {".ci", ".github", ".gitignore", ".pre-commit-config.yaml"}
#: A link to a folder, in whose place the source distribution has the files.
LINK, LINKED = "docs/examples/notebooks", "examples"
WRITTEN_BY_SETUPTOOLS = {"PKG-INFO", "setup.cfg"}


@pytest.fixture(scope="module")
def tracked():
    """The paths that git knows, as text, but for those just being deleted."""
    if not (ROOT / ".git").exists():
        pytest.skip("git tells what belongs to the sources")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    paths = set(listed.stdout.decode().split("\0")) - {""}
    return {path for path in paths if (ROOT / path).exists()}


@pytest.fixture(scope="module")
def distributions(tracked, tmp_path_factory):
    """The files of both, built from a copy of what git knows; the wheel from the other."""
    copy, built = tmp_path_factory.mktemp("copy"), tmp_path_factory.mktemp("built")
    for path in tracked:
        (copy / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / path, copy / path, follow_symlinks=False)
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", built, copy]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return built / f"{NAME}.tar.gz", built / f"{NAME}-py3-none-any.whl"


def test_the_source_distribution_has_what_the_repository_has(distributions, tracked):
    with tarfile.open(distributions[0]) as archive:
        names = {PurePosixPath(member.name) for member in archive if member.isfile()}
    paths = {path.relative_to(NAME) for path in names}
    own = {str(path) for path in paths if not any(".egg-info" in part for part in path.parts)}
    wanted = {path for path in tracked if path.partition("/")[0] not in OF_THE_REPOSITORY}
    linked = {f"{LINK}/{Path(path).name}" for path in tracked if path.startswith(f"{LINKED}/")}
    assert own == wanted - {LINK} | linked | WRITTEN_BY_SETUPTOOLS


def test_the_wheel_has_the_package_and_nothing_else(distributions, tracked):
    with zipfile.ZipFile(distributions[1]) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    metadata = {name for name in names if name.startswith(f"{NAME}.dist-info/")}
    package = {path.removeprefix("src/") for path in tracked if path.startswith("src/")}
    assert names - metadata == package
    assert f"{NAME}.dist-info/licenses/LICENSE" in metadata


@pytest.mark.parametrize(
    "part",
    [
        "azulejos/py.typed",
        "azulejos/games/*/weights.npz",
        "azulejos/games/*/rulebook/de.md",
        "azulejos/games/*/locale/sv/LC_MESSAGES/*.po",
        "azulejos/games/*/web/*.js",
        "azulejos/web/templates/*.html",
        "azulejos/web/static/js/*.js",
        "azulejos/web/static/css/*.css",
        "azulejos/web/storage/migrations/versions/*.py",
    ],
)
def test_the_wheel_has_what_is_no_module(distributions, part):
    with zipfile.ZipFile(distributions[1]) as archive:
        assert [name for name in archive.namelist() if PurePosixPath(name).match(part)]


def test_one_version_is_told_everywhere():
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"\nversion: {__version__}\n" in citation
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changes, re.MULTILINE)
    assert newest is not None, "no version"
    assert newest[1].rstrip(",") == __version__
