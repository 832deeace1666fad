"""What `make check` says of scripts: it finds what is wrong with one, as it does in Python."""

import re

import pytest

from .run_deno import ROOT, run_deno

GOOD = """/** @param {number} rank */
export function doubled(rank) {
  return 2 * rank;
}
"""
#: By what each command of the Makefile looks for.
BAD = {
    "a type": ("check", GOOD + '\nexport const word = doubled("two").length;\n', "TS2345"),
    "a name": ("lint", GOOD + "\nconst nobody = 1;\n", "no-unused-vars"),
    "a format": ("fmt", GOOD.replace("  return", "      return"), "Found 1 not formatted file"),
}


def told(command, script):
    arguments = ["--check"] if command == "fmt" else []
    return run_deno(command, *arguments, script)


def test_the_makefile_asks_all_of_it():
    check = (ROOT / "Makefile").read_text(encoding="utf-8").split("\ncheck:")[1].split("\n\n")[0]
    assert re.findall(r"\$\(DENO\) (\w+)", check) == ["fmt", "lint", "check"]


@pytest.mark.parametrize("what", BAD)
def test_what_is_wrong_is_found(tmp_path, what):
    command, text, words = BAD[what]
    script = tmp_path / "script.js"
    script.write_text(GOOD, encoding="utf-8")
    good = told(command, script)
    assert good.returncode == 0, good.stderr
    script.write_text(text, encoding="utf-8")
    bad = told(command, script)
    assert bad.returncode != 0
    assert words in bad.stdout + bad.stderr
