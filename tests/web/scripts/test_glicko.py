"""Our Glicko-2, which runs in browsers, against a rating library's: games one after the other.

The library rates each game as a period of its own. Of periods with several games there is the
example of the paper, in `puzzle_log_test.js`.
"""

import json
import random
from datetime import datetime

import pytest
from elote import Glicko2Competitor

from .run_deno import ROOT, run_deno

GLICKO = ROOT / "src/azulejos/web/static/js/glicko.js"
NOW = datetime(2026, 1, 1)


def careers(number):
    """Standings at the beginning, and who was met then, one after the other."""
    chance = random.Random(7)

    def standing():
        return {"rating": chance.uniform(800, 2400), "deviation": chance.uniform(60, 320)}

    for _ in range(number):
        before = standing() | {"volatility": chance.uniform(0.03, 0.09)}
        scores = [chance.choice((0, 0.5, 1)) for _ in range(chance.randint(1, 8))]
        met = [standing() | {"score": score} for score in scores]
        yield before, met


def by_the_library(before, met):
    own = Glicko2Competitor(before["rating"], before["deviation"], before["volatility"], NOW)
    for one in met:
        other = Glicko2Competitor(one["rating"], one["deviation"], initial_time=NOW)
        act = {1: own.beat, 0.5: own.tied, 0: own.lost_to}[one["score"]]
        act(other, NOW)
    return own.rating, own.rd, own.volatility


def test_ours_is_the_library_s(tmp_path):
    known = list(careers(200))
    script = tmp_path / "rated.js"
    script.write_text(
        f"import {{ rated }} from {json.dumps(GLICKO.as_uri())};\n"
        f"const known = {json.dumps(known)};\n"
        "console.log(JSON.stringify(known.map(([before, met]) =>\n"
        "  met.reduce((own, one) => rated(own, [one]), before))));\n",
        encoding="utf-8",
    )
    done = run_deno("run", "--no-check", script)
    assert done.returncode == 0, done.stderr
    for (before, met), ours in zip(known, json.loads(done.stdout), strict=True):
        rating, deviation, volatility = by_the_library(before, met)
        assert ours["rating"] == pytest.approx(rating, abs=0.01)
        assert ours["deviation"] == pytest.approx(deviation, abs=0.01)
        assert ours["volatility"] == pytest.approx(volatility, abs=1e-6)
