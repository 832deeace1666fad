"""Tree search for both games, written once over the kernel contract."""

from azulejos.search import azul, azuleo  # noqa: F401  (they register their heuristics)
