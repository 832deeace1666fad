"""The notebooks under examples/ run, in short, and are kept with the outputs of a full run."""

import re

import nbformat
import pytest

import notebooks
from notebooks import NOTEBOOKS

of_every_notebook = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
#: Larger ones are slow to show, and to fetch.
MOST_BYTES = 300_000
#: What only the machine knows on which a notebook was run.
OF_A_MACHINE = re.compile(r"/(home|root|tmp|work|usr|Users)/|[A-Z]:\\\\|site-packages|ipykernel_")


def test_there_are_notebooks():
    assert [path.stem for path in NOTEBOOKS] == [
        "first_bot",
        "first_player_marker",
        "luck_and_skill",
        "policy_gradient",
    ]


@of_every_notebook
def test_it_runs_from_the_top(path, tmp_path):
    notebook = notebooks.run(path, tmp_path, quick=True)
    assert kinds_of_output(notebook) == kinds_of_output(nbformat.read(path, as_version=4))


def kinds_of_output(notebook):
    """For every cell, what it shows: text, pictures."""
    return [
        [sorted(output.get("data", [output.output_type])) for output in cell.outputs]
        for cell in notebooks.clean(notebook).cells
        if cell.cell_type == "code"
    ]


@of_every_notebook
def test_it_is_kept_as_make_notebooks_writes_it(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert notebooks.clean(notebook) == notebook
    assert path.stat().st_size < MOST_BYTES
    assert not OF_A_MACHINE.search(path.read_text(encoding="utf-8"))


@of_every_notebook
def test_it_has_the_outputs_of_a_run(path):
    cells = [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]
    assert [cell.execution_count for cell in cells] == list(range(1, len(cells) + 1))
    outputs = [output for cell in cells for output in cell.outputs]
    assert {output.output_type for output in outputs} >= {"stream"}
    assert not any(output.output_type == "error" for output in outputs)
    pictures = {"image/png", "image/svg+xml"}
    assert sum(bool(pictures & output.get("data", {}).keys()) for output in outputs) >= 2


@of_every_notebook
def test_it_says_how_it_can_be_short(path):
    first = next(c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code")
    assert 'QUICK = bool(os.environ.get("AZULEJOS_QUICK"))' in first.source
