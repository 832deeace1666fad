"""A game as a review walks through it: decisions, and what chance gave between them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.core.game import TableGame


@dataclass(frozen=True)
class Step:
    """A decision, or all that chance gave between two of them.

    at, count: the entries of the record's `moves` that it is. player: who decided; None is chance.
    action: the decision's number in the action space, −1 for chance. before, after: states (1,).
    seen_by: the players from whose knowledge it is judged. round: from 1, where there are rounds.
    """

    at: int
    count: int
    player: int | None
    action: int
    before: NDArray[Any]
    after: NDArray[Any]
    seen_by: tuple[int, ...]
    round: int | None


def steps_of(game: TableGame[Any, Any], record: dict[str, Any]) -> list[Step]:
    """The steps of a record, which `game` has been replayed from.

    Chance that is still incomplete where the record ends is left out.
    """
    kernel = game.KERNEL
    follower = type(game).begun_by(record)
    everybody = tuple(range(game.players)) if game.has_secrets else (0,)
    steps: list[Step] = []
    last_mover: int | None = None
    for at, text in enumerate(record["moves"]):
        made = follower.parse(text)
        is_chance = isinstance(made, follower.CHANCE)
        player = None if is_chance else follower.turn
        before = _state(follower, kernel)
        round_number = follower.round
        follower.repeat(made)
        after = _state(follower, kernel)
        if not is_chance:
            assert player is not None
            steps.append(Step(at, 1, player, made.action, before, after, (player,), round_number))
            last_mover = player
            continue
        if steps and steps[-1].player is None:
            first = steps.pop()
            steps.append(
                Step(
                    first.at,
                    at + 1 - first.at,
                    None,
                    -1,
                    first.before,
                    after,
                    first.seen_by,
                    follower.round,
                )
            )
        else:
            seen_by = everybody if last_mover is None or not game.has_secrets else (last_mover,)
            round_number = follower.round
            steps.append(Step(at, 1, None, -1, before, after, seen_by, round_number))
    if steps and steps[-1].player is None and kernel.is_chance(steps[-1].after[0]):
        steps.pop()
    return steps


def _state(game: TableGame[Any, Any], kernel: Any) -> NDArray[Any]:
    return np.frombuffer(bytearray(game.states.tobytes()), kernel.STATE)
