"""What the documents show is true: their examples run, their links lead somewhere."""

import io
import json
import re
import sys
from contextlib import nullcontext

import pytest

import pages
from azulejos import azul, azuleo
from azulejos.core import kernel
from pages import PAGES, ROOT
from third_game.installed import installed

of_every_page = pytest.mark.parametrize(
    "page", PAGES, ids=lambda page: str(page.relative_to(ROOT).with_suffix(""))
)


@of_every_page
def test_the_examples_run(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(sys, "path", sys.path.copy())
    run = pages.Run(tmp_path)
    with installed(tmp_path / "installed") if page.stem == "add-a-game" else nullcontext():
        for block in pages.blocks(page):
            run.run(block)


@of_every_page
def test_every_block_says_what_it_is(page):
    for block in pages.blocks(page):
        assert block.language in pages.LANGUAGES, f"{block}: {block.language or 'indented'}"


def test_hardly_anything_is_not_run():
    left_alone = [str(block) for page in PAGES for block in pages.blocks(page) if block.not_run]
    assert len(left_alone) <= 3, left_alone


def test_the_readme_shows_enough():
    examples = "".join(block.text for block in pages.blocks(ROOT / "README.md"))
    assert examples.count(">>> ") > 10


@of_every_page
def test_links_lead_somewhere(page):
    text = page.read_text(encoding="utf-8")
    for link in re.findall(r"\]\((?!http)([^)#]+)", text) + re.findall(r'src="([^"]+)"', text):
        assert (page.parent / link).exists(), link


def test_the_kernel_page_shows_a_function_for_both_games():
    (code,) = [b.text for b in pages.blocks(ROOT / "docs/kernel.md") if "def widest" in b.text]
    code = code.replace("@compiled", "")  # interpreted is enough here
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


def test_the_architecture_quotes_measurements_as_they_are():
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    quoted = re.findall(r"\| (\d\S*(?: million| thousand)?)[^|]* \| \[[^]]+\]\((.+)\) \|", text)
    assert len(quoted) > 5
    for figure, page in quoted:
        assert figure in (ROOT / "docs" / page).read_text(encoding="utf-8"), figure


@pytest.mark.parametrize("package", [azul, azuleo], ids=lambda package: package.Game.NAME)
def test_the_page_of_a_game_has_the_right_specs(package):
    game = package.Game.NAME
    text = (ROOT / "docs" / "games" / f"{game}.md").read_text(encoding="utf-8")
    specs = dict(re.findall(r"^\| ([\w ]+) \| (.+) \|$", text, re.MULTILINE))
    sizes = package.Game.KERNEL
    assert specs["action space"].startswith(f"{sizes.ACTIONS} discrete")
    assert specs["observation"] == f"{sizes.OBSERVATION} numbers, int16"
    assert specs["chance"].startswith(f"{sizes.OUTCOMES} outcomes")
    assert specs["state"] == f"{package.STATE.itemsize} bytes"
    speed = re.match(r"(\S+ million) random moves a second", specs["speed"])[1]
    measured = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    assert f"| {game.capitalize()}, 2 players | {speed} |" in measured


def test_the_notation_page_shows_a_record_that_replays():
    (text,) = [b.text for b in pages.blocks(ROOT / "docs/notation.md") if b.language == "json"]
    record = json.loads(text)
    head = {key: record.pop(key) for key in ("date", "seats")}
    assert azul.replay(head | record).record() == record
