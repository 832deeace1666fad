"""The features of a game that has none: no network can be made for it."""

from typing import Any

from azulejos.core.compiled import compiled

FEATURES = SIDE_FEATURES = ACTION_FEATURES = 0


def supports(states: Any) -> bool:  # noqa: ARG001
    return False


@compiled
def is_covered(state: Any) -> bool:  # noqa: ARG001
    return False


@compiled
def features(state: Any, active: Any, spans: Any) -> int:  # noqa: ARG001
    """None are active."""
    spans[:] = 0
    return state.players


@compiled
def action_features(state: Any, actions: Any, n: int, out: Any) -> None:  # noqa: ARG001
    out[:n] = 0
