"""Networks: features, forward pass, shipped weights."""
