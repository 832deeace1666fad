"""Networks: features, forward pass, shipped weights."""

from azulejos.nets import azul, azuleo  # noqa: F401  (they register their features)
