"""Whole random games, the package against the slow rules, for every mode and option."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .slow_play import from_record
from .strategies import (
    DRAW_TEXTS,
    FORTY,
    FORTY_FOUR,
    HOLED,
    MOVE_TEXTS,
    SMALL,
    SQUARE,
    WHOLE,
    label,
)

CHOICES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 1},
    {"players": 1, "mode": "score"},
    {"players": 2, "lenient": True},
    {"players": 3, "claims": "automatic"},
    {"players": 2, "claims": "automatic", "blockades": 2},
    {"players": 2, "claims": "hinted", "open_hands": True, "blockades": None},
    {"players": 2, "exchange": True},
    {"players": 3, "exchange": True, "lenient": True, "claims": "automatic"},
    {"players": 4, "exchange": True, "claims": "automatic", "blockades": None},
    {"players": 1, "mode": "score", "exchange": True, "claims": "automatic"},
    {"players": 2, "free_border": True},
    {"players": 1, "free_border": True},
    {"players": 3, "free_border": True, "lenient": True, "board": HOLED},
    {"players": 2, "board": HOLED},
    {"players": 2, "board": SMALL, "idle_limit": 2},
    {"players": 4, "board": SQUARE, "idle_limit": 1},
    {"players": 1, "board": SMALL},
    {"players": 1, "board": HOLED, "mode": "score", "free_border": True},
    {"players": 2, "final_claims": True},
    {"players": 4, "final_claims": True, "idle_limit": 2},
    {"players": 3, "final_claims": True, "claims": "automatic", "blockades": 3},
    {"players": 1, "final_claims": True, "mode": "score", "blockades": None},
    {"players": 1, "final_claims": True},
    {"players": 2, "border_pairs": False},
    {"players": 3, "border_pairs": False, "free_border": True, "lenient": True, "board": HOLED},
    {"players": 2, "equal_plates": True},
    {"players": 2, "equal_plates": True, "border_pairs": False, "final_claims": True},
    {"players": 2, "board": FORTY},
    {"players": 3, "board": FORTY_FOUR, "claims": "automatic", "final_claims": True},
    {"players": 4, "board": FORTY_FOUR, "free_border": True, "equal_plates": True},
    {"players": 2, "board": WHOLE, "exchange": True, "blockades": 2, "claims": "automatic"},
    {"players": 1, "board": WHOLE},
    {"players": 1, "board": WHOLE, "mode": "score"},
]
GAMES_EACH = 5


@pytest.mark.parametrize("choice", CHOICES, ids=label)
def test_whole_games_agree(choice: dict[str, Any]) -> None:
    for seed in range(GAMES_EACH):
        rng = Random(seed)
        lay_first = seed % 2 == 0
        game = azuleo.Game(**choice, seed=seed)
        record = game.record()
        options = {key: value for key, value in choice.items() if key != "players"}
        d = slow.set_up(choice["players"], record["options"]["first"], record["moves"], **options)
        while True:
            assert game.to_dict() == d
            texts = {str(move) for move in game.legal_moves()}
            assert texts == slow.legal_moves(d)
            assert list(game.winners) == slow.winners(d)
            if d["phase"] == "over":
                break
            laid = {text for text in texts if text[0] in "abcdefgh"}
            move = rng.choice(sorted(laid if laid and lay_first else texts))
            known = len(game.record()["moves"])
            game.play(move)
            new = game.record()["moves"][known:]
            d = slow.after(d, move, new[1:])
        history = list(from_record(game.record()))
        assert history[-1][2] == d
        result = game.record()["result"]
        assert result == {"scores": slow.scores(d), "winners": slow.winners(d)}


def test_every_other_text_is_refused_all_through_a_game() -> None:
    """Of the whole space of move texts only the legal ones are taken, in every tenth position."""
    game = azuleo.Game(2, seed=12)
    rng = Random(12)
    count = 0
    while not game.is_over:
        legal = [str(move) for move in game.legal_moves()]
        if count % 10 == 0:
            before = game.state.tobytes()
            for text in set(MOVE_TEXTS + DRAW_TEXTS) - set(legal):
                with pytest.raises(azuleo.IllegalMove):
                    game.play(text)
            assert game.state.tobytes() == before
        laid = [text for text in legal if text[0] in "abcdefgh"]
        game.play(rng.choice(laid or legal))
        count += 1


def test_seeds_do_not_matter_once_the_draws_are_given() -> None:
    """The same draws and moves give the same position, whatever the generator."""
    game = azuleo.Game(2, seed=1)
    rng = Random(1)
    while not game.is_over:
        game.play(rng.choice(game.legal_moves()))
    for seed in (2, None):
        again = azuleo.replay(game.record(), seed=seed)
        assert again.to_dict() == game.to_dict()


def test_positions_go_on_with_fresh_chance() -> None:
    """Nothing of the old generator is in a position: the draw after it differs by seed."""
    d = azuleo.Game(2, seed=1).to_dict()
    drawn = set()
    for seed in range(12):
        game = azuleo.Game.from_dict(d, seed=seed)
        game.play(game.legal_moves()[0])
        game.play("~" + game.to_dict()["sides"][game.turn]["plates"][0])
        drawn.add(game.to_text())
    assert len(drawn) > 2


def test_a_replayed_game_can_be_taken_back_move_by_move() -> None:
    game = azuleo.Game(3, seed=6, claims="automatic")
    rng = Random(6)
    stages = []
    while not game.is_over:
        stages.append((game.to_dict(), game.record()))
        game.play(rng.choice(game.legal_moves()))
    again = azuleo.replay(game.record())
    for d, record in reversed(stages):
        again.undo()
        assert again.to_dict() == d
        assert again.record() == record


def scramble(data: Any) -> None:
    """Change everything that can be changed in plain data."""
    for key, value in list(data.items() if isinstance(data, dict) else enumerate(data)):
        if isinstance(value, dict | list):
            scramble(value)
        else:
            data[key] = "scrambled"


def test_what_is_given_out_may_be_changed_without_harm() -> None:
    d = azuleo.Game(2, seed=3).to_dict()
    shape = list(HOLED)
    games = [azuleo.Game(2, seed=3), azuleo.Game.from_dict(d), azuleo.Game(2, seed=3, board=shape)]
    scramble(d)
    scramble(shape)
    for game in games:
        before = json.dumps([game.to_dict(), game.view(0), game.record(), game.public_record(0)])
        for given in (game.to_dict(), game.view(0), game.record(), game.public_record(0)):
            scramble(given)
        scramble(game.scores)
        scramble(game.legal_moves())
        after = json.dumps([game.to_dict(), game.view(0), game.record(), game.public_record(0)])
        assert after == before
    assert azuleo.Game(2, seed=3).to_dict()["options"] == slow.DEFAULT_OPTIONS
