"""Count move sequences by the slow rules and write them to `perft.json`.

    python -m tests.azuleo.make_perft

A case is a game with its draws given (options and the entries of a record so far) and, for each
depth, the number of sequences of that many legal moves. Claims count as moves. A draw is not one:
it is always the first that is possible, in the order of the kinds and pairs.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from random import Random
from typing import Any

from . import slow_rules as slow
from .slow_play import random_set_up_draws
from .strategies import HOLED, SMALL

FILE = Path(__file__).with_name("perft.json")

# Name, options, random moves played before counting, whether lays go first in them, depth.
CASES: list[tuple[str, dict[str, Any], int, bool, int]] = [
    ("two players, from the start", {"players": 2}, 0, True, 4),
    ("three players, from the start", {"players": 3}, 0, True, 3),
    ("teams, from the start", {"players": 4}, 0, True, 3),
    ("two players, early", {"players": 2}, 8, True, 3),
    ("two players, middle", {"players": 2}, 20, True, 3),
    ("two players, late", {"players": 2}, 33, True, 5),
    ("three players, middle", {"players": 3}, 24, True, 3),
    ("three players, late", {"players": 3}, 36, True, 7),
    ("teams, middle", {"players": 4}, 18, True, 3),
    ("many swaps", {"players": 2}, 40, False, 5),
    ("fill, from the start", {"players": 1}, 0, True, 3),
    ("fill, late", {"players": 1}, 22, True, 5),
    ("score, middle", {"players": 1, "mode": "score"}, 18, True, 4),
    ("lenient", {"players": 2, "lenient": True}, 20, True, 3),
    ("automatic claims", {"players": 2, "claims": "automatic"}, 20, True, 4),
    (
        "automatic claims, two blockades",
        {"players": 3, "claims": "automatic", "blockades": 2},
        26,
        True,
        4,
    ),
    ("exchange", {"players": 2, "exchange": True}, 34, True, 8),
    ("free border", {"players": 2, "free_border": True}, 18, True, 3),
    ("holes", {"players": 2, "board": HOLED}, 14, True, 3),
    ("holes and free border", {"players": 3, "board": HOLED, "free_border": True}, 16, True, 3),
    ("small board, short patience", {"players": 2, "board": SMALL, "idle_limit": 2}, 0, True, 6),
]


def count(d: slow.Position, depth: int) -> int:
    """The number of sequences of `depth` legal moves from a position."""
    moves = slow.legal_moves(d)
    if depth == 1:
        return len(moves)
    return sum(
        count(slow.after(d, move, slow.possible_draws(d, move)[:1]), depth - 1) for move in moves
    )


def played(
    options: dict[str, Any], moves: int, lay_first: bool, rng: Random
) -> tuple[list[str], slow.Position] | None:
    """The entries of a random game after so many moves, and where it stands; None if it ended."""
    chosen = dict(options)
    players = chosen.pop("players")
    mode = chosen.get("mode") or ("fill" if players == 1 else "normal")
    entries = random_set_up_draws(players, mode, rng)
    d = slow.set_up(players, 0, entries, **chosen)
    for _ in range(moves):
        legal = slow.legal_moves(d)
        laid = {move for move in legal if move[0] in "abcdef"}
        if not legal:
            return None
        move = rng.choice(sorted(laid if laid and lay_first else legal))
        possible = slow.possible_draws(d, move)
        draws = [rng.choice(possible)] if possible else []
        entries += [move, *draws]
        d = slow.after(d, move, draws)
    return None if d["phase"] == "over" else (entries, d)


def main() -> None:
    cases = []
    for number, (name, options, moves, lay_first, depth) in enumerate(CASES):
        rng = Random(number)
        found = None
        while found is None:
            found = played(options, moves, lay_first, rng)
        entries, d = found
        began = time.perf_counter()
        counts = [count(d, deep) for deep in range(1, depth + 1)]
        print(f"{name}: {counts} ({time.perf_counter() - began:.0f} s)", flush=True)
        cases.append({"name": name, "options": options, "entries": entries, "counts": counts})
    FILE.write_text(json.dumps(cases, indent=1) + "\n")


if __name__ == "__main__":
    main()
