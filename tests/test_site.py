"""The documentation as a site: it builds without a warning, is whole, and needs nothing else."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
#: What a page loads by itself. Links that a reader may follow are another matter.
LOADED = re.compile(
    r"""<(?:script|img|source|iframe|video|audio|embed)\b[^>]*?\ssrc(?:set)?=["']([^"']+)"""
    r"""|<link\b[^>]*?\shref=["']([^"']+)"""
    r"""|url\(\s*["']?([^"')]+)"""
    r"""|@import\s+["']([^"']+)""",
    re.IGNORECASE,
)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """The built site's folder."""
    folder = tmp_path_factory.mktemp("site")
    sphinx = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going"]
    done = subprocess.run(
        [*sphinx, "-d", folder / "doctrees", ROOT / "docs", folder / "html"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder / "html"


def test_every_page_is_in_the_table_of_contents(site):
    front = (site / "index.html").read_text(encoding="utf-8")
    (tree,) = re.findall(r'<div class="sidebar-tree">(.*?)</div>\s*</div>', front, re.DOTALL)
    listed = set(re.findall(r'href="([^"#]+)"', tree))
    docs = ROOT / "docs"
    written = {
        path.relative_to(docs).with_suffix(".html").as_posix()
        for ending in ("md", "ipynb")
        for path in [*docs.rglob(f"*.{ending}"), *docs.glob(f"examples/notebooks/*.{ending}")]
    }
    assert written - {"index.html"} == listed - {"index.html", "#"}


def test_nothing_is_loaded_from_elsewhere(site):
    for path in [*site.rglob("*.html"), *site.rglob("*.css"), *site.rglob("*.svg")]:
        for match in LOADED.finditer(path.read_text(encoding="utf-8")):
            address = next(filter(None, match.groups()))
            assert not re.match(r"(\w+:)?//", address), f"{path.name}: {address}"


def test_nothing_tells_where_it_was_built(site):
    for path in site.rglob("*.html"):
        assert str(ROOT) not in path.read_text(encoding="utf-8"), path


def test_links_and_pictures_are_there(site):
    for path in site.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        for address in re.findall(r'(?:href|src)="([^"#?:]+)[#?"]', text):
            assert (path.parent / address).exists(), f"{path.relative_to(site)}: {address}"
