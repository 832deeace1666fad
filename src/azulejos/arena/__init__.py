"""Matches between players: paired deals, confidence intervals, Elo ratings, SPRT.

`run` plays a `Contest` and keeps every game in a folder; `findings` is the report on the games as
plain data, which `table` and `svg` display.
"""

from azulejos.arena.match import run
from azulejos.arena.plot import svg
from azulejos.arena.report import Anchor, findings
from azulejos.arena.schedule import Contest
from azulejos.arena.statistics import Sprt
from azulejos.arena.store import StoreError, usual_folder
from azulejos.arena.tables import standing, table
from azulejos.arena.workers import WorkersFailed, spread_over

__all__ = [
    "Anchor",
    "Contest",
    "Sprt",
    "StoreError",
    "WorkersFailed",
    "findings",
    "run",
    "spread_over",
    "standing",
    "svg",
    "table",
    "usual_folder",
]
