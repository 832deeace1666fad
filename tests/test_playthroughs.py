"""The golden playthroughs are what the rules say today."""

import pytest

import playthrough


@pytest.mark.parametrize("name", playthrough.GAMES)
def test_playthrough(name):
    golden = (playthrough.FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough.playthrough(name) == golden, (
        "the rules say something else than before: if that is meant, run `make golden`"
    )


def test_every_file_belongs_to_a_playthrough():
    assert {path.stem for path in playthrough.FOLDER.glob("*.txt")} == set(playthrough.GAMES)
