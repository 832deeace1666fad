"""The modules that ship are what the sources give, to the last byte."""

import hashlib
import json
import subprocess

import pytest

from azulejos.wasm.build import build
from azulejos.wasm.files import files, shipped_module
from azulejos.web import empty_tables

from .agreement import DENO

RENEW = "run `make wasm`: what ships is not what the sources give"


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_what_ships_is_what_the_sources_give(folder, game):
    built = hashlib.sha256(build(game)).hexdigest()
    assert hashlib.sha256(shipped_module(game).read_bytes()).hexdigest() == built, RENEW


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_empty_tables_are_drawn_from_positions_of_the_rules(game):
    assert empty_tables.shipped_positions(game).read_bytes() == empty_tables.written(game), RENEW


@pytest.mark.parametrize("game", ["azul", "azuleo"])
def test_a_module_asks_for_nothing_and_is_small(folder, game, tmp_path):
    made = files(game)
    (tmp_path / "game.wasm").write_bytes(made[f"{game}.wasm"])
    code = "const m = new WebAssembly.Module(Deno.readFileSync(Deno.args[0]));"
    code += "console.log(JSON.stringify(WebAssembly.Module.imports(m)))"
    (tmp_path / "look.js").write_text(code)
    done = subprocess.run(
        [DENO, "run", "--allow-read", tmp_path / "look.js", tmp_path / "game.wasm"],
        capture_output=True,
        text=True,
    )
    assert json.loads(done.stdout) == []
    assert len(made[f"{game}.wasm"]) < 250_000


def test_files_are_made_the_same_again(folder):
    assert files("azul") == files("azul")
