"""What a table asks of a state, against what `Game` says in Python."""

import numpy as np
import pytest

from azulejos import azul, azuleo
from azulejos.core import host, kernel
from azulejos.core.compiled import compiled
from azulejos.core.options import as_numbers
from azulejos.games.azul.options import OPTIONS as OF_AZUL
from azulejos.games.azuleo.options import OPTIONS as OF_AZULEO

BOARD = ["..o..x", "......", "x..o.."]
GAMES = [
    (azul, OF_AZUL, {"players": 2}),
    (azul, OF_AZUL, {"players": 4, "wall": "grey", "idle_limit": 7}),
    (azuleo, OF_AZULEO, {"players": 2}),
    (azuleo, OF_AZULEO, {"players": 1, "mode": "fill"}),
    (azuleo, OF_AZULEO, {"players": 1, "mode": "score", "board": BOARD, "idle_limit": 3}),
    (azuleo, OF_AZULEO, {"players": 4, "claims": "hinted", "blockades": None, "open_hands": True}),
    (
        *(azuleo, OF_AZULEO),
        {"players": 3, "claims": "automatic", "exchange": True, "border_pairs": False},
    ),
]


@compiled
def begun(states, players, first, choices):
    return host.begin(states[0], players, first, choices)


@compiled
def concealed(states, player):
    host.conceal(states[0], player)


@compiled
def facts_of(states, told, points):
    told[0] = kernel.sides(states[0])
    told[1] = host.has_secrets(states[0])
    told[2] = host.round_of(states[0])
    host.compared(states[0], points)


@compiled
def shown_of(states, action):
    return host.is_shown(states[0], action)


@pytest.mark.parametrize(("package", "options", "chosen"), GAMES)
def test_a_game_begins_as_python_begins_it(package, options, chosen):
    manual = {"deals" if package is azul else "draws": "manual"}
    game = package.Game(seed=5, first=0, **chosen, **manual)
    states = np.zeros(1, game.KERNEL.STATE)
    states["generator"] = game.states["generator"]
    assert begun(states, game.players, 0, np.array(as_numbers(options, chosen)))
    assert states.tobytes() == game.states.tobytes()


def test_what_cannot_be_together_does_not_begin():
    states = np.zeros(1, azuleo.Game.KERNEL.STATE)
    for players, chosen in ((2, {"mode": "fill"}), (1, {}), (2, {"board": ["....", "...."]})):
        assert not begun(states, players, 0, np.array(as_numbers(OF_AZULEO, chosen)))


@pytest.mark.parametrize(("package", "options", "chosen"), GAMES)
def test_a_state_tells_what_the_game_tells(package, options, chosen):
    game = package.Game(seed=8, **chosen)
    chance = np.random.default_rng(2)
    while not game.is_over and game.entries < 60:
        told, points = np.zeros(3, np.int64), np.zeros(4, np.int32)
        facts_of(game.states, told, points)
        assert told.tolist() == [game.sides, game.has_secrets, game.round or 0]
        assert points[: len(game.points)].tolist() == game.points
        legal = game.legal_moves()
        assert game.shown_moves() == [m for m in legal if shown_of(game.states, m.action)]
        for player in range(game.players):
            states = game.states.copy()
            concealed(states, player)
            assert states.tobytes() == game.known_state(player)
        game.play(legal[chance.integers(len(legal))])
