"""OpenSpiel's playthroughs of our games say today what they said before."""

import pytest

from . import spiel_playthroughs as golden


@pytest.mark.parametrize("name", golden.GAMES)
def test_playthrough(name):
    text = (golden.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert golden.playthrough(name) == text, (
        "the games say something else than before: if that is meant, run `make golden`"
    )


def test_every_file_belongs_to_a_playthrough():
    assert {path.stem for path in golden.FOLDER.iterdir()} == set(golden.GAMES)
