"""What the documents show is true: their examples run, their links lead somewhere."""

import doctest
import json
import re
from pathlib import Path

import pytest

from azulejos import azul, azuleo, kernel

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_the_readme_runs():
    results = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert results.attempted > 10
    assert results.failed == 0


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document):
    text = document.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!http)([^)#]+)", text) + re.findall(r'src="([^"]+)"', text):
        assert (document.parent / link).exists(), link


def code_blocks(document, language):
    text = (ROOT / "docs" / document).read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def test_the_kernel_page_shows_a_function_for_both_games():
    (code,) = code_blocks("kernel.md", "python")
    code = code.replace("@compiled", "")  # what stands in no file cannot be cached
    names = {}
    exec(code, names)
    for game in (azul.Game(seed=1), azuleo.Game(seed=1)):
        assert names["widest"](game.copy().state, 50) > 10


def test_the_kernel_page_has_the_right_sizes():
    text = (ROOT / "docs" / "kernel.md").read_text(encoding="utf-8")
    sizes = {
        "STATE.itemsize": lambda k: k.STATE.itemsize,
        "ACTIONS": lambda k: k.ACTIONS,
        "OUTCOMES": lambda k: k.OUTCOMES,
        "OBSERVATION": lambda k: k.OBSERVATION,
        "MAX_PLAYERS": lambda k: k.MAX_PLAYERS,
    }
    for name, size in sizes.items():
        row = f"{size(azul.Game.KERNEL)} | {size(azuleo.Game.KERNEL)} |"
        assert re.search(rf"`{name}`.*\| {re.escape(row)}", text), (name, row)
    functions = set(re.findall(r"^\| `(\w+)\(state", text, re.MULTILINE))
    assert functions == set(re.findall(r"^``(\w+)\(state", kernel.__doc__, re.MULTILINE))
    assert all(hasattr(kernel, name) for name in functions)


def test_the_notation_page_shows_a_record_that_replays():
    (text,) = code_blocks("notation.md", "json")
    record = json.loads(text)
    assert azul.replay(record).record() == record
