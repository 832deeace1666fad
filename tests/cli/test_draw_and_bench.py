"""Pictures and figures."""

import json
import re
import sys
import types
from xml.etree import ElementTree

import pytest

from azulejos import azul, azuleo


@pytest.fixture(params=[azul, azuleo], ids=["azul", "azuleo"])
def game(request):
    game = request.param.Game(seed=6)
    game.play(game.legal_moves()[0])
    return game


def is_svg(text):
    return ElementTree.fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"


def test_every_way_to_give_a_position(azulejos, tmp_path, game):
    """As text, as data, as a record, in a file or on stdin: the same picture."""
    picture = azulejos(f"draw '{game.to_text()}'").stdout
    assert is_svg(picture)
    for data in (game.to_text(), json.dumps(game.to_dict()), json.dumps(game.record())):
        file = tmp_path / "position"
        file.write_text(data)
        assert azulejos(f"draw {file}").stdout == picture
        assert azulejos("draw -", data).stdout == picture


def test_a_view_can_be_drawn(azulejos, game):
    assert is_svg(azulejos("draw -", json.dumps(game.view(0))).stdout)


def test_output_file(azulejos, tmp_path, game):
    file = tmp_path / "x.svg"
    result = azulejos(f"draw '{game.to_text()}' -o {file}")
    assert (result.exit_code, result.output) == (0, "")
    assert is_svg(file.read_text())
    assert is_svg(azulejos(f"draw '{game.to_text()}' -o -").stdout)


def test_output_that_cannot_be_written(azulejos, tmp_path, game):
    result = azulejos(f"draw '{game.to_text()}' -o {tmp_path}/no/x.svg")
    assert result.exit_code == 1
    assert result.stderr.startswith("azulejos: cannot write ")
    assert azulejos(f"draw '{game.to_text()}' -o {tmp_path}").exit_code == 1


@pytest.fixture
def _figures(monkeypatch):
    """Figures without the time it takes to measure them."""

    def run(seconds, progress):
        progress(f"measuring for {seconds} s")
        rates = {"moves_per_s": 12_345_678.9, "games_per_s": 150_000.2}
        return {
            "azul": {"2": rates, "2-grey": rates},
            "azuleo": {"2": rates},
            "threads": {"1": 1.5, "2": 2_000_000},
            "search": {"azul": {"visits_per_s": 234_567}},
        }

    monkeypatch.setitem(sys.modules, "azulejos.bench", types.SimpleNamespace(run=run))


@pytest.mark.usefixtures("_figures")
def test_bench_as_table(azulejos):
    result = azulejos("bench --seconds 0.5")
    assert result.exit_code == 0
    assert "12,345,679" in result.stdout
    assert "2-grey" in result.stdout
    assert re.search(r"azul visits_per_s +234,567", result.stdout)
    assert "measuring for 0.5 s" in result.stderr


@pytest.mark.usefixtures("_figures")
def test_bench_as_json(azulejos):
    figures = json.loads(azulejos("bench --json").stdout)
    assert figures["azul"]["2"]["moves_per_s"] == 12_345_678.9
