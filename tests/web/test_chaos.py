"""A short while of chaos; `make chaos` runs it for long.

Afterwards every acknowledged move is there once, every stream has seen every event in order, none
was answered by 5xx but an honest 503, and the log has no traceback.
"""

import sys

import pytest

from . import postgres
from .chaos.run import run

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.mark.parametrize("storage", ["sqlite", "postgresql"])
def test_nothing_is_lost_whatever_fails(storage):
    if storage == "postgresql" and postgres.programs() is None:
        pytest.skip("PostgreSQL is not installed")
    quick = {"the server is killed and started again", "the disk is slow", "a worker is killed"}
    quick |= {"connections to the database are dropped", "the network is cut"}
    quick |= {"the database stands still", "the database crashes and is started again"}
    counts, wrong = run(storage, 12, players=3, pause=(0.2, 1.0), names=quick)
    assert wrong == [], counts
    assert counts["moves acknowledged"] > 5
    assert counts["events seen"] > 5
