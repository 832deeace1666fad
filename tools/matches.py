"""Matches between two ways to search, for the tools: options, and the result."""

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from azulejos.arena.statistics import score_estimate


def add_options(options: argparse.ArgumentParser, *, deals: int, seed: int) -> None:
    """Which games are played, and how many; deals, seed: the usual ones."""
    options.add_argument("--visits", type=int, default=1000)
    options.add_argument("--deals", type=int, default=deals)
    options.add_argument("--players", type=int, default=2)
    options.add_argument("--wall", choices=("coloured", "grey"))
    options.add_argument("--seed", type=int, default=seed, help="of the deals")


def kind_of(options: argparse.ArgumentParser, given: argparse.Namespace) -> dict[str, Any]:
    """The options of a game of the kind asked for."""
    if given.visits < 1 or given.deals < 1:
        options.error("visits and deals: expected 1 or more")
    kind: dict[str, Any] = {"players": given.players}
    return kind | {"wall": given.wall} if given.wall else kind


def told(scores: NDArray[np.float64], sides: int) -> str:
    """A score with its 95 % interval. scores: of each deal (deals,)."""
    found = score_estimate([float(value) for value in scores], sides)
    assert found is not None
    return f"{100 * found.value:.1f} % ({100 * found.low:.1f} to {100 * found.high:.1f})"
