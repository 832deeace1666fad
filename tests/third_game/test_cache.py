"""Compiled code of a game that another package brings is not used after that package changed."""

import os
import shutil
import subprocess
import sys

from .installed import SOURCES

POINTS = """
from fileira import Game
game = Game.from_text("fileira turn1 0 1234/2..2 555/666")
print(game.scores[0])
"""


def test_a_changed_rule_counts_at_once(tmp_path):
    package = tmp_path / "fileira"
    shutil.copytree(SOURCES / "fileira", package)

    def points():
        paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
        }
        done = subprocess.run(
            [sys.executable, "-c", POINTS],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return int(done.stdout)

    # `azulejos.core.kernel.scores_of`, in a file that stays as it is, calls the rule.
    assert points() == 5
    rules = package / "rules.py"
    text = rules.read_text("utf-8")
    rules.write_text(text.replace("POINTS_A_FULL_RISE = 2", "POINTS_A_FULL_RISE = 7"), "utf-8")
    assert points() == 10
