"""Files of finds that the tests of this folder share: they take a while to be found."""

import pytest

from azulejos.puzzles import Setting, make

#: Few visits: what is tested is the sieves, not how well they judge.
QUICK = {"visits": 64, "play_visits": 40}
GAMES = 6


def quick(game="azul", seed=1, **options):
    return Setting(game, {"players": 2, **options}, seed, **QUICK)


@pytest.fixture(scope="package")
def file(tmp_path_factory):
    """Finds on the coloured wall."""
    path = tmp_path_factory.mktemp("puzzles") / "finds.jsonl"
    make(quick(), path, games=GAMES)
    return path


@pytest.fixture(scope="package")
def files(file, tmp_path_factory):
    """Those, and finds on the grey wall."""
    grey = tmp_path_factory.mktemp("puzzles") / "grey.jsonl"
    make(quick(wall="grey"), grey, games=GAMES)
    return [file, grey]
