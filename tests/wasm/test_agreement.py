"""What a module computes is what Python computes; `agreement.py` compares as much as is wanted."""

import pytest

from .agreement import KINDS, compare, in_wasm, looked_at

#: A few of each kind: make test shall stay quick.
POSITIONS, GAMES, VISITS = 14, 100, 64


@pytest.mark.parametrize(
    ("game", "kind"),
    [(game, kind) for game, kinds in KINDS.items() for kind in kinds],
    ids=lambda value: value if isinstance(value, str) else "-".join(map(str, value.values())),
)
def test_the_same_moves_values_and_nodes_and_the_same_games(folder, game, kind):
    assert compare(folder, game, kind, POSITIONS, GAMES, VISITS) == (0, 0)


@pytest.mark.parametrize("game", KINDS)
def test_what_a_table_asks_is_told_as_in_python(folder, game):
    for kind in KINDS[game]:
        asked = looked_at(game, kind, 12)
        found = in_wasm(folder, game, looks=asked)["looks"]
        for here, there in zip(asked, found, strict=True):
            assert there == here["expected"], kind
