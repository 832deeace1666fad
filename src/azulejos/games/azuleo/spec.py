"""What Azuleo offers to the rest of azulejos."""

from azulejos.games.spec import GameSpec

SPEC = GameSpec(
    name="azuleo",
    title="Azuleo",
    package="azulejos.games.azuleo",
    min_players=1,
    max_players=4,
    recognised_by="sides",
    compiled_functions=(148, 48, 92, 8),
)
