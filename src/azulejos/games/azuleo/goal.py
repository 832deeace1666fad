"""The goal of who plays alone, a full board: whether it can still be reached (see `core.goals`)."""

from threading import Event
from typing import Any

from azulejos.core.goals import Answer
from azulejos.games.azuleo.filling import fill

OPTIONS = {"players": 1, "mode": "fill"}


def can_be_reached(state: Any, *, end: float, stop: Event) -> Answer:
    return fill(state, end=end, stop=stop).answer
