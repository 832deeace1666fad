"""What every game's positions have in common when they are read for a drawing."""

from azulejos.core.plain_data import Reader

MOST_POINTS = 30_000


def turn_of(turn: Reader, players: int) -> int | None:
    """The player to move, None where nobody is."""
    return None if turn.data is None else turn.number(0, players - 1)
