"""A position that is explored, as it leaves the server: all that lies there is open."""

from typing import Any

from azulejos.core import points
from azulejos.web.seats import Seat
from azulejos.web.tables import Game, Table
from azulejos.web.views import View

#: What stands for a table's id where there is none.
NO_TABLE = "-"


def state_of(game: Game) -> dict[str, Any]:
    """The position as a table (`TableState`) at which one acts for all sides, and sees all."""
    seats = [Seat("here", token_hash=NO_TABLE) for _ in range(game.players)]
    table = Table(NO_TABLE, {"options": game.record()["options"]}, seats, game)
    seen = View(table, range(game.players)).to_dict(moves=False)
    return seen | {"position": game.to_dict()}


def entry_of(game: Game) -> dict[str, Any] | None:
    """What was done last (`ExploredEntry`); None at the beginning of a line."""
    n = game.entries
    if n == 0:
        return None
    told = game.log_entry(n - 1)
    return {
        "n": n,
        "turn": told.turn,
        "text": told.made.text,
        "drawn": [drawn.text for drawn in told.drawn],
        "round": told.round,
        "points": points.gained(game, told.facts),
        "round_points": points.gained_in_round(game, n - 1),
        "facts": [fact.to_dict() for fact in told.facts],
    }
