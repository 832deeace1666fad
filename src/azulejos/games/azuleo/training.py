"""How networks for Azuleo are trained."""

from typing import Any

KINDS = [{"players": players} for players in (2, 3, 4)]
#: A decision has hundreds of actions.
SUITS_GPU = False
#: Chance comes with every turn, so there are no rounds to roll out and more decisions are worth a
#: sample. A search does not see hidden hands but the value network does (in determinizations): what
#: they are worth it learns from results rather than from root values.
SETTINGS: dict[str, Any] = {
    "kinds": (0.4, 0.36, 0.24),
    "visits": 120,
    "fast_visits": 20,
    "full_search_fraction": 0.25,
    "rollout_fraction": 0.0,
    "value_target_mix": 0.15,
}
