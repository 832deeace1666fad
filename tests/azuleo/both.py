"""Each example is put to the package and to the slow rules, so that each pins the other.

Crosses are four letters clockwise from the north-west: in c3 = RYBG the red triangle points to the
north-west corner of c3, yellow to the north-east, blue to the south-east, green to the south-west.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .positions import filled, kinds, part, position


class Package:
    """The rules as the package plays them."""

    def legal(self, d: slow.Position) -> set[str]:
        texts = [str(move) for move in azuleo.Game.from_dict(d).legal_moves()]
        assert len(texts) == len(set(texts))
        return set(texts)

    def after(self, d: slow.Position, *moves: str, seed: int = 1) -> slow.Position:
        game = azuleo.Game.from_dict(d, seed=seed)
        for move in moves:
            game.play(move)
        return game.to_dict()

    def refuses(self, d: slow.Position, move: str) -> bool:
        game = azuleo.Game.from_dict(d)
        with pytest.raises(azuleo.IllegalMove) as error:
            game.play(move)
        return len(str(error.value)) > 10 and game.to_dict() == d

    def winners(self, d: slow.Position) -> list[int]:
        return azuleo.Game.from_dict(d).winners


class Slow:
    """The rules as `slow_rules` reads them."""

    def legal(self, d: slow.Position) -> set[str]:
        return slow.legal_moves(d)

    def after(self, d: slow.Position, *moves: str, seed: int = 1) -> slow.Position:
        rng = Random(seed)
        for move in moves:
            possible = slow.possible_draws(d, move)
            d = slow.after(d, move, [rng.choice(possible)] if possible else [])
        return d

    def refuses(self, d: slow.Position, move: str) -> bool:
        return move not in slow.legal_moves(d)

    def winners(self, d: slow.Position) -> list[int]:
        return slow.winners(d)


Rules = Package | Slow


def lays(moves: set[str]) -> set[str]:
    return {move for move in moves if move[0] in "abcdefgh"}


def gain(rules: Rules, d: slow.Position, move: str) -> int:
    """The points a legal move gives the side that makes it."""
    assert move in rules.legal(d)
    side = slow.side_of(d, d["turn"])
    return rules.after(d, move)["sides"][side]["score"] - d["sides"][side]["score"]


# c3 d3   Laid on d4 = RYBG, a cross completes the red and yellow azuleo between the four fields,
# c4 --   makes yellow-green with d3 on its north-east and blue-green with c4 on its south-west.
ANGLE = {"c3": "BGRY", "d3": "RBGY", "c4": "RYBG"}

# In this row c3 and e3 turn blue to d4, yellow to d2: neither can ever be filled.
ROW = {"c3": "RYBG", "d3": "BRGY", "e3": "YRGB"}

# With only c3 = RYBG laid and three of the same in hand, no lay makes red-blue or yellow-green.
ONE = {"c3": "RYBG"}
SAME = ["RYBG", "RYBG", "RYBG"]
STUCK = ["RB", "YG"]


# The board full but for six fields; the two hands hold the six crosses, the supply is empty.
GAPS = ("c3", "a1", "f1", "a6", "f6", "b6")


def late(plates: list[list[str]], hand: tuple[str, ...] = GAPS[:3], **kw: Any) -> slow.Position:
    rest = tuple(field for field in GAPS if field not in hand)
    hands = [kinds(part(*hand)), kinds(part(*rest))]
    return position(filled(*GAPS), hands=hands, plates=plates, **kw)
