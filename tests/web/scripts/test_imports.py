"""How the scripts of the pages hang together: what each imports and exports."""

import re
from posixpath import dirname, join, normpath

import pytest

from azulejos.web.pages.files import scripts_of
from azulejos.web.pages.table import modules

from .run_deno import ROOT

STATIC = ROOT / "src/azulejos/web/static"
IMPORT = re.compile(r'^import (?:[^;]*? from )?"([^"]+)";', re.MULTILINE | re.DOTALL)
EXPORT = re.compile(r"^export (?:async )?(?:function|class|const|let) (\w+)", re.MULTILINE)


def served():
    """Every script by the path at which it is served."""
    scripts = STATIC / "js"
    found = {f"js/{path.relative_to(scripts).as_posix()}": path for path in scripts.rglob("*.js")}
    for game in ("azul", "azuleo"):
        found |= {f"games/{game}/{path.name}": path for path in scripts_of(game).glob("*.js")}
    default = ROOT / "src/azulejos/web/default_game"
    return found | {f"games/default/{path.name}": path for path in default.glob("*.js")}


#: The tests in the browser look closer at a table of the site.
LOOKER = (ROOT / "tests/web/browser/site_visitor.py").read_text(encoding="utf-8")
SCRIPTS = {path: file.read_text(encoding="utf-8") for path, file in served().items()}


def imports(path):
    return {normpath(join(dirname(path), other)) for other in IMPORT.findall(SCRIPTS[path])}


@pytest.mark.parametrize("path", SCRIPTS)
def test_every_import_is_there(path):
    assert imports(path) <= set(SCRIPTS)


@pytest.mark.parametrize("script", ["js/start.js", "js/browser/start.js"])
@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_table_s_page_names_all_that_it_needs_at_once(game, script):
    in_browser = script.startswith("js/browser")
    named = set(modules(game, script, in_browser=in_browser))
    assert {"js/text.js", "js/history.js", f"games/{game}/drawing.js", script} <= named
    assert in_browser == ("wasm/records.js" in named)
    of_pages = {path for path in named if not path.startswith("wasm/")}
    assert named == set.union(named, *(imports(path) for path in of_pages))
    asked_for_later = {"js/follow.js", f"games/{game}/coach.js", "js/site.js", "js/ready.js"}
    assert not named & asked_for_later


@pytest.mark.parametrize("path", SCRIPTS)
def test_what_is_exported_is_imported_elsewhere(path):
    others = "".join(text for other, text in SCRIPTS.items() if other != path) + LOOKER
    unused = [
        name for name in EXPORT.findall(SCRIPTS[path]) if not re.search(rf"\b{name}\b", others)
    ]
    assert unused == []
