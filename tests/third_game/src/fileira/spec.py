"""What Fileira offers to azulejos."""

from azulejos.games.spec import GameSpec

SPEC = GameSpec(
    name="fileira",
    title="Fileira",
    package="fileira",
    min_players=2,
    max_players=3,
    recognised_by="rows",
)
