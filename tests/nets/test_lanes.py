"""Sums in lanes: the right sums, in the one order that is the same everywhere."""

import numpy as np

from azulejos.core.compiled import compiled
from azulejos.nets.lanes import LANES, add_weighted_rows, product_with_sum

CHANCE = np.random.default_rng(3)


def numbers(*shape):
    return CHANCE.standard_normal(shape).astype(np.float32)


@compiled
def add(rows, chosen, n, weights, sums):
    add_weighted_rows(rows, chosen, n, weights, sums)


@compiled
def product(x, one, other, n):
    return product_with_sum(x, one, other, n)


def in_lanes(terms):
    """A sum of vectors in the order they come: float32, each addition rounded."""
    total = np.zeros_like(terms[0])
    for term in terms:
        total = total + term
    return total


def test_chosen_rows_are_added_evens_and_odds_apart():
    for depth in (LANES, 2 * LANES, 4 * LANES):
        for n in (0, 1, 2, 3, 8, 37):
            rows, weights, sums = numbers(50, depth), numbers(50), numbers(depth)
            chosen = CHANCE.integers(0, 50, 60).astype(np.int16)
            parts = []
            for first in (0, 1):
                terms = [rows[i] * weights[i] for i in chosen[first:n:2]]
                parts.append(in_lanes([np.zeros(depth, np.float32), *terms]))
            wanted = sums + (parts[0] + parts[1])
            add(rows, chosen, n, weights, sums)
            assert sums.tobytes() == wanted.tobytes(), (depth, n)


def test_a_product_is_added_up_in_lanes_and_these_by_halves():
    for n in (LANES, 2 * LANES, 4 * LANES):
        x, one, other = numbers(3, 4 * LANES)
        lanes = in_lanes(
            [(x * (one + other))[at : at + LANES] for at in range(0, n, LANES)],
        )
        while len(lanes) > 1:
            lanes = lanes[: len(lanes) // 2] + lanes[len(lanes) // 2 :]
        assert product(x, one, other, n) == lanes[0]
