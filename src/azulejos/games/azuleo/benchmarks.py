"""The kinds of games of Azuleo whose speed is measured."""

from typing import Any

KINDS: dict[str, dict[str, Any]] = {
    "2": {"players": 2},
    "3": {"players": 3},
    "4": {"players": 4},
    "1-fill": {"players": 1, "mode": "fill"},
    "1-score": {"players": 1, "mode": "score"},
}
