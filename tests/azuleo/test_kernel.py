"""The kernel's contract on Azuleo: it says the same as the Game and the slow rules."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from azulejos import azuleo
from azulejos.core import kernel as contract
from azulejos.games.azuleo import kernel

from . import slow_rules as slow
from .strategies import DRAW_TEXTS, FORTY_FOUR, HOLED, WHOLE, label, twin

CHOICES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "claims": "automatic", "exchange": True},
    {"players": 4, "lenient": True, "blockades": None},
    {"players": 2, "open_hands": True, "board": HOLED, "free_border": True},
    {"players": 1},
    {"players": 1, "mode": "score", "exchange": True},
    {"players": 3, "board": FORTY_FOUR, "final_claims": True, "equal_plates": True},
    {"players": 2, "board": WHOLE, "border_pairs": False, "exchange": True},
]


def observation(state: Any, player: int) -> NDArray[np.int16]:
    out = np.full(kernel.OBSERVATION, -77, np.int16)
    kernel.observe(state, player, out)
    return out


def positions_of(choice: dict[str, Any], seed: int) -> list[azuleo.Game]:
    """A random game, a copy at every fifth move and at the end."""
    game = azuleo.Game(**choice, seed=seed)
    rng = Random(seed)
    seen = []
    moves = 0
    while not game.is_over:
        if moves % 5 == 0:
            seen.append(game.copy())
        legal = game.legal_moves()
        game.play(rng.choice([move for move in legal if move.what == "lay"] or legal))
        moves += 1
    return [*seen, game]


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_the_ways_to_ask_for_legal_actions_agree(choice: dict[str, Any]) -> None:
    for game in positions_of(choice, 1):
        state = game.state
        actions = np.zeros(kernel.MAX_LEGAL, np.int16)
        count = kernel.legal(state, actions)
        listed = actions[:count].tolist()
        assert listed == sorted(listed)
        assert {str(azuleo.Move.of_action(a)) for a in listed} == slow.legal_moves(game.to_dict())
        assert kernel.count_legal(state) == count
        assert sorted(kernel.nth_legal(state, n) for n in range(count)) == listed
        allowed = np.zeros(kernel.ACTIONS, np.int8)
        contract.mask(state, allowed)
        assert np.flatnonzero(allowed).tolist() == listed
        for action in (-1, -1000, kernel.ACTIONS, 10**6):
            assert not kernel.is_legal(state, action)
        assert kernel.to_move(state) == (-1 if game.is_over else game.turn)
        assert bool(kernel.is_over(state)) == game.is_over


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_chance_is_a_step_of_its_own(choice: dict[str, Any]) -> None:
    """After an action the next draw is pending, its weights are the copies that may come."""
    for game in positions_of(choice, 2)[:-1]:
        d = game.to_dict()
        for move in game.legal_moves()[::5]:
            states = np.zeros(1, kernel.STATE)
            states[0] = game.state
            kernel.apply(states[0], move.action)
            possible = Counter(slow.possible_draws(d, str(move)))
            assert bool(kernel.is_chance(states[0])) == bool(possible)
            if possible:
                assert kernel.to_move(states[0]) == -1
                weights = np.full(kernel.OUTCOMES, -1, np.int32)
                assert kernel.chance_weights(states[0], weights) == possible.total()
                expected = [possible[text] for text in DRAW_TEXTS]
                assert weights[: len(expected)].tolist() == expected
                assert not weights[len(expected) :].any()


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_points_and_scores_of_the_win(choice: dict[str, Any]) -> None:
    for game in positions_of(choice, 3):
        d = game.to_dict()
        points = np.zeros(kernel.MAX_PLAYERS, np.int32)
        shares = np.zeros(kernel.MAX_PLAYERS)
        kernel.scores(game.state, points)
        kernel.returns(game.state, shares)
        players = d["players"]
        assert points[:players].tolist() == slow.scores(d)
        winners = slow.winners(d)
        assert {p for p in range(players) if shares[p] > 0} == set(winners)
        assert len({share for share in shares[:players] if share}) <= 1
        assert 0 <= shares.min() <= shares.max() <= 1


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_an_observation_holds_only_what_a_player_may_know(choice: dict[str, Any]) -> None:
    rng = Random(4)
    for game in positions_of(choice, 4)[:-1]:
        d = game.to_dict()
        for player in range(d["players"]):
            known = observation(game.state, player)
            other = azuleo.Game.from_dict(twin(d, player, rng), seed=rng.randrange(1000))
            assert observation(other.state, player).tolist() == known.tolist()
            unseen = slow.view(d, player)["unseen"]
            assert known[64:70].tolist() == list(unseen.values())


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_what_is_imagined_agrees_with_what_is_known(choice: dict[str, Any]) -> None:
    """A guess looks the same to who guesses, depends on the seed alone, and adds up."""
    rng = Random(5)
    for game in positions_of(choice, 5)[:-1]:
        d = game.to_dict()
        for player in range(d["players"]):
            guesses = np.zeros(2, kernel.STATE)
            guesses[0] = azuleo.Game.from_dict(d).state
            guesses[1] = azuleo.Game.from_dict(twin(d, player, rng)).state
            kernel.determinize(guesses[0], player, 99)
            kernel.determinize(guesses[1], player, 99)
            assert guesses[0].tobytes() == guesses[1].tobytes()
            known = observation(game.state, player).tolist()
            assert observation(guesses[0], player).tolist() == known


def test_guesses_differ() -> None:
    game = azuleo.Game(2, seed=1)
    guesses = np.zeros(20, kernel.STATE)
    guesses[:] = game.state
    for seed in range(20):
        kernel.determinize(guesses[seed], 0, seed)
    seen = {tuple(observation(guess, 1).tolist()) for guess in guesses}
    assert len(seen) > 5
