"""How networks for Azul are trained."""

from typing import Any

KINDS: list[dict[str, Any]] = [
    {"players": number, **wall} for wall in ({}, {"wall": "grey"}) for number in (2, 3, 4)
]
#: A decision has few actions, which a GPU's threads can search side by side.
SUITS_GPU = True
SETTINGS: dict[str, Any] = {"kinds": (0.32, 0.18, 0.13, 0.18, 0.10, 0.09)}
