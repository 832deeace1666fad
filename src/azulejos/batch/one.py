"""One game at a time, from Python: what an environment asks of a batch of one, in one call each."""

from typing import Any

from azulejos.batch.rewards import write_rewards
from azulejos.core.compiled import compiled
from azulejos.core.kernel import mask, observe, to_move


@compiled
def look(states: Any, player: int, seen: Any, allowed: Any) -> None:
    """What a player knows, and which actions are the player's to take: none, if not to move.

    seen int16, allowed int8: as long as the number of players needs.
    """
    observe(states[0], player, seen)
    if to_move(states[0]) == player:
        mask(states[0], allowed)
    else:
        allowed[:] = 0


@compiled
def gains(states: Any, kind: int, before: Any, shares: Any, points: Any, out: Any) -> None:
    """`write_rewards` of the only state."""
    write_rewards(states[0], kind, before, shares, points, out)
