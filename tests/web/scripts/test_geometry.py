"""No script of a game's table knows where anything lies: the drawing tells it."""

import re

import pytest

from .run_deno import ROOT

SOURCES = ROOT / "src/azulejos"
SCRIPTS = [
    *SOURCES.glob("games/*/web/*.js"),
    *(SOURCES / f"web/static/js/{name}.js" for name in ("motion", "stencils", "svg")),
]
ATTRIBUTE = "x|y|cx|cy|r|rx|d|width|height|points|viewBox|transform|font-size"
#: A coordinate or a size written down, and what one is worked out with.
WRITTEN = re.compile(
    rf"""["']?\b(?:{ATTRIBUTE})["']?: ["'`]?-?\d|["'`]0 0 \d|Math\.(?:sqrt|sin|cos|PI)\b"""
)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: str(path.relative_to(SOURCES)))
def test_no_script_writes_a_coordinate_down(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if WRITTEN.search(line)] == []


@pytest.mark.parametrize(
    "line",
    [
        "const side = { viewBox: '0 0 40 40' };",
        'node("circle", { cx: 40, cy: y });',
        '"font-size": 13,',
        "Math.sqrt(radius)",
    ],
)
def test_such_a_line_is_found(line):
    assert WRITTEN.search(line)
