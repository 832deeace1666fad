"""What Azul offers to the rest of azulejos."""

from azulejos.games.spec import GameSpec

SPEC = GameSpec(
    name="azul",
    title="Azul",
    package="azulejos.games.azul",
    min_players=2,
    max_players=4,
    recognised_by="boards",
    compiled_functions=(148, 27, 109, 12),
)
