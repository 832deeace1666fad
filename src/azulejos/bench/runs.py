"""How often every figure is measured; the best run counts."""

RUNS = 5
