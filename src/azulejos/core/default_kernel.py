"""What answers for a game's kernel where the game does not itself."""

from typing import Any

from azulejos.core.compiled import compiled
from azulejos.core.kernel import apply, chance
from azulejos.core.kernel import tell as tell_of_game


@compiled
def sides(state: Any) -> int:
    """Every player is a side."""
    return int(state.players)


@compiled
def tell(state: Any, action: int, facts: Any) -> int:
    """A game that tells nothing."""
    apply(state, action)
    return int(facts[0, 0])


@compiled
def foresee(state: Any, action: int, facts: Any) -> int:
    """In a game where all that a move brings comes at once."""
    return int(tell_of_game(state, action, facts))


@compiled
def tell_chance(state: Any, outcome: int, facts: Any) -> int:
    """A game that tells nothing."""
    chance(state, outcome)
    return int(facts[0, 0])
