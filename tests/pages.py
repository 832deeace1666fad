"""The pages of the documentation as programs: their blocks of code, and how they are run.

What a block is, its language says:

======== ===========================================================================================
python   Run, all blocks of a page in order, in one namespace and one temporary folder. A block with
         ``>>>`` is a doctest. One whose first line is a comment with a file's name, ``# mybot.py``,
         is kept under that name instead, for the blocks that follow.
console  Lines that begin with ``$`` are run in the same folder, and must succeed. What stands below
         one is compared with what it prints; ``...`` stands for anything, spaces may differ.
sh       Commands that start something, take long or need a place of their own. They are not run:
         they must exist, with these options.
json     Parsed.
text     Nothing. (``session``, the engine's, has a test of its own.)
======== ===========================================================================================

A block after the comment ``<!-- not run: why -->`` is left alone.
"""

import doctest
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import typer
from markdown_it import MarkdownIt

from azulejos.cli.commands import app

ROOT = Path(__file__).parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
#: Seconds for a command of a page.
PATIENCE = 120
_LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
_NOT_RUN = re.compile(r"<!-- not run: (\S.*?) -->")
_FILE = re.compile(r"# ([\w.]+\.py)\n")


@dataclass(frozen=True)
class Block:
    """A fenced block: where it stands (line of its first line, from 0), its language and text."""

    page: Path
    line: int
    language: str
    text: str
    not_run: str | None

    def __str__(self):
        return f"{self.page.relative_to(ROOT)}, line {self.line + 1}"


def blocks(page):
    """The blocks of a page in order; Sphinx's directives aside. Indented code is language ""."""
    found = []
    reason = None
    for token in MarkdownIt("commonmark").parse(page.read_text(encoding="utf-8")):
        if token.type == "html_block":
            comment = _NOT_RUN.search(token.content)
            reason = comment and comment[1]
        elif token.type in ("fence", "code_block"):
            language = token.info.strip()
            if not language.startswith("{"):
                line = token.map[0] + (token.type == "fence")
                found.append(Block(page, line, language, token.content, reason))
            reason = None
    return found


class Run:
    """The blocks of a page, run one after the other in a folder. An error says where it stands."""

    def __init__(self, folder):
        self.folder = folder
        self.names = {"__name__": "__main__"}

    def run(self, block):
        if block.not_run is None:
            getattr(self, f"_{block.language}")(block)

    def _python(self, block):
        file = _FILE.match(block.text)
        if file:
            (self.folder / file[1]).write_text(block.text, encoding="utf-8")
            sys.modules.pop(Path(file[1]).stem, None)  # another page's of this name
        elif ">>> " in block.text:
            self._doctest(block)
        else:
            # With the page's name and line numbers, for whoever reads a traceback.
            code = compile("\n" * block.line + block.text, str(block.page), "exec")
            exec(code, self.names)

    def _doctest(self, block):
        said = []
        test = doctest.DocTestParser().get_doctest(
            block.text, self.names, str(block), str(block.page), block.line
        )
        doctest.DocTestRunner(verbose=False).run(test, out=said.append, clear_globs=False)
        assert not said, "".join(said)
        self.names |= test.globs

    def _console(self, block):
        commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE)
        assert commands, f"{block}: nothing to run"
        for command, expected in commands:
            done = subprocess.run(
                ["bash", "-c", command],
                cwd=self.folder,
                env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
                stdin=subprocess.DEVNULL,
                capture_output=True,
                encoding="utf-8",
                timeout=PATIENCE,
            )
            assert done.returncode == 0, f"{block}: {command}\n{done.stderr}"
            if expected.strip():
                same = doctest.OutputChecker().check_output(expected, done.stdout, _LENIENT)
                assert same, f"{block}: {command}\n{done.stdout}"

    def _sh(self, block):
        for line in block.text.splitlines():
            words = shlex.split(line, comments=True)
            while words and re.match(r"[A-Z_]+=", words[0]):
                words.pop(0)
            if words:
                check_command(words, f"{block}: {line}")

    def _json(self, block):
        json.loads(block.text)

    def _text(self, block):
        pass

    def _nginx(self, block):
        pass

    def _html(self, block):
        pass

    def _js(self, block):
        pass

    def _session(self, block):
        pass


LANGUAGES = ("python", "console", "sh", "json", "text", "session", "nginx", "html", "js")


def check_command(words, where):
    """A command of a shell, split into words: it exists, and so do its options."""
    name, *rest = words
    match Path(name).name:  # a program of an environment, too
        case "azulejos":
            commands = typer.main.get_command(app).commands
            if rest and rest[0] in commands:
                commands[rest[0]].make_context(rest[0], rest[1:])
            else:
                assert rest in ([], ["--version"], ["--help"]), where
        case "make":
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
            assert {word for word in rest if "=" not in word and word[0] not in "-/"} <= set(
                targets
            ), where
        case "pip":
            extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
            named = re.findall(r"azulejos\[(\w+)\]", " ".join(rest))
            assert named, where
            assert set(named) <= set(extras["optional-dependencies"]), where
        case "python" | "python3" if rest[0] == "-m":
            assert find_spec(rest[1]), where
        case "python" | "python3":
            assert (ROOT / rest[0]).exists(), where
        case "source":
            assert rest == [".venv/bin/activate"], where
        case "tar" | "du":
            pass
        case _:
            raise AssertionError(f"{where}: what is {name}?")
