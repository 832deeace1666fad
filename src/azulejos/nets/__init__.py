"""Networks: features, forward pass, shipped weights."""

from azulejos.nets import azul, azuleo  # noqa: F401  (make their facts known)
