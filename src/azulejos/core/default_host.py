"""What answers for a game's table where the game does not itself."""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.core.kernel import is_over, scores


@compiled
def begin(state: Any, players: int, first: int, choices: Any) -> bool:  # noqa: ARG001
    """A game that does not say how it begins cannot."""
    return False


@compiled
def refusal(state: Any, action: int, parts: Any) -> int:  # noqa: ARG001
    """A game that gives no reasons."""
    return 0 if is_over(state) else 1


@compiled
def conceal(state: Any, player: int) -> None:  # noqa: ARG001
    """In every game, what comes."""
    state.generator = 0


@compiled
def is_shown(state: Any, action: int) -> bool:  # noqa: ARG001
    return True


@compiled
def has_secrets(state: Any) -> bool:  # noqa: ARG001
    return True


@compiled
def round_of(state: Any) -> int:  # noqa: ARG001
    return 0


@compiled
def compared(state: Any, points: Any) -> None:
    scores(state, points)


@compiled
def place(state: Any, parts: Any) -> int:  # noqa: ARG001
    """A game that does not say how it goes on from a position does not."""
    return 0
