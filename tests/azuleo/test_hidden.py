"""Hidden information: what is given out about a running game, and following a game half seen."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .strategies import HOLED, label

CHOICES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "claims": "automatic"},
    {"players": 4, "exchange": True, "lenient": True},
    {"players": 2, "exchange": True, "board": HOLED},
    {"players": 2, "free_border": True, "blockades": None},
    {"players": 1, "mode": "score"},
    {"players": 1},
]
choices = pytest.mark.parametrize("choice", CHOICES, ids=label)


def running(choice: dict[str, Any], seeds: range) -> Iterator[azuleo.Game]:
    """Random games, at every fourth move."""
    for seed in seeds:
        rng = Random(seed)
        game = azuleo.Game(**choice, seed=seed)
        for count in range(400):
            if game.is_over:
                break
            if count % 4 == 0:
                yield game.copy()
            legal = game.legal_moves()
            laid = [move for move in legal if move.what == "lay"]
            game.play(rng.choice(laid if laid and rng.random() < 0.6 else legal))


def blanked(record: dict[str, Any], player: int | None) -> list[str]:
    """The entries of a record with the crosses drawn by other sides blanked."""
    options = record["options"]
    sides = slow.number_of_sides(options["players"])
    own = None if player is None else player % sides
    crosses = 0
    mover = None
    shown = []
    for text, turn in zip(record["moves"], record["turns"], strict=True):
        mover = mover if turn is None else turn % sides
        if text[0] == "+":
            start = crosses == 3 * sides
            owner = crosses // 3 if crosses < 3 * sides else mover
            crosses += 1
            if owner != own and not start:
                text = "+?"
        shown.append(text)
    return shown


def watchers(game: azuleo.Game) -> list[int | None]:
    return [*range(game.players), None]


@choices
def test_anybody_sees_no_hand_at_all(choice: dict[str, Any]) -> None:
    for game in running(choice, range(1)):
        d, view = game.to_dict(), game.view(None)
        for side, seen in zip(d["sides"], view["sides"], strict=True):
            assert seen == {**side, "hand": len(side["hand"])}
        hands = [kind for side in d["sides"] for kind in side["hand"]]
        assert view["unseen"] == {k: d["supply"][k] + hands.count(k) for k in slow.KINDS}


@choices
def test_the_record_of_a_running_game_blanks_what_others_drew(choice: dict[str, Any]) -> None:
    for game in running(choice, range(2)):
        record = game.record()
        before = json.dumps(record)
        for player in watchers(game):
            given = game.public_record(player)
            assert given == {**record, "moves": blanked(record, player)}
        assert json.dumps(game.record()) == before


@choices
def test_it_replays_to_what_the_player_knows(choice: dict[str, Any]) -> None:
    for game in running(choice, range(2)):
        for player in watchers(game):
            given = game.public_record(player)
            again = azuleo.replay(json.loads(json.dumps(given)))
            assert again.view(player) == game.view(player)
            assert again.phase == game.phase
            assert {str(m) for m in game.legal_moves()} <= {str(m) for m in again.legal_moves()}


@choices
def test_a_view_is_a_position_to_go_on_from(choice: dict[str, Any]) -> None:
    """Whose crosses are known has the same moves; who may hold anything, at least those."""
    for game in running(choice, range(2)):
        for player in watchers(game):
            seen = azuleo.Game.from_dict(json.loads(json.dumps(game.view(player))), seed=1)
            assert seen.view(player) == game.view(player)
            actual = {str(move) for move in game.legal_moves()}
            possible = {str(move) for move in seen.legal_moves()}
            assert actual <= possible
            if player is not None and game.turn is not None:
                if slow.side_of(game.to_dict(), player) == slow.side_of(game.to_dict(), game.turn):
                    assert actual == possible
            again = azuleo.Game.from_text(seen.to_text())
            assert again.to_dict() == seen.to_dict()
            assert again.to_text() == seen.to_text()


def test_a_finished_game_shows_all() -> None:
    game = azuleo.Game(2, seed=1, idle_limit=1)
    game.play(game.legal_moves()[0])
    for _ in range(2):
        side = game.to_dict()["sides"][game.turn]
        game.play("~" + side["plates"][0])
    assert game.is_over
    assert game.public_record(0) == game.public_record(None) == game.record()


def test_open_hands_are_given_out() -> None:
    game = azuleo.Game(3, seed=1, open_hands=True)
    assert game.public_record(0) == game.public_record(None) == game.record()


def test_games_that_differ_in_hidden_draws_are_given_out_alike() -> None:
    """Side 1 holds other crosses and swaps; player 0 must not notice."""
    plates = ["%RY", "%YB", "%RB", "%RG"]
    given = set()
    for hidden in (["+RYGB"] * 3, ["+RGBY", "+RYGB", "+RBYG"], ["+RBGY"] * 3):
        game = azuleo.Game(2, draws="manual", first=1)
        moves = ["c3RYBG", "~RB", "%BG", "b3RYBG", "+RGYB", "~RG", "%YB"]
        for text in ["+RYBG"] * 3 + hidden + plates + ["+RYBG"] + moves:
            game.play(text)
        given.add(json.dumps([game.public_record(0), game.view(0)]))
        assert hidden[0] in game.public_record(1)["moves"]
    assert len(given) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_unseen_draws_can_be_followed(players: int) -> None:
    """A game on a real table as player 0 sees it: the others' crosses are unknown until laid."""
    table = azuleo.Game(players, seed=4, first=0)
    follower = azuleo.Game(players, first=0, draws="manual")
    known = 0
    rng = Random(4)
    while not table.is_over:
        for text in table.public_record(0)["moves"][known:]:
            follower.play(text)
        known = len(table.record()["moves"])
        assert follower.view(0) == table.view(0)
        assert sum(side["hand"].count("?") for side in follower.to_dict()["sides"]) == sum(
            len(side["hand"]) for side in table.to_dict()["sides"][1:]
        )
        legal = table.legal_moves()
        table.play(rng.choice([move for move in legal if move.what == "lay"] or legal))


def test_the_start_cross_cannot_be_drawn_unseen() -> None:
    game = azuleo.Game(2, first=0, draws="manual")
    for text in ["+RYBG"] * 3 + ["+?"] * 3 + ["%RY", "%RB", "%RG", "%YB"]:
        game.play(text)
    before = game.state.tobytes()
    with pytest.raises(azuleo.IllegalMove):
        game.play("+?")  # the start cross
    assert game.state.tobytes() == before
    with pytest.raises(azuleo.IllegalMove):
        azuleo.Game(2, seed=1).play("+?")


def test_six_of_a_kind_cannot_be_seven() -> None:
    """Six seen: the unseen ones are others, and a seventh is refused."""
    game = azuleo.Game(2, first=0, draws="manual")
    for text in ["+RYBG"] * 3 + ["+?"] * 3 + ["%RY", "%RB", "%RG", "%YB", "+RYBG", "c3RYBG"]:
        game.play(text)
    assert game.view(0)["unseen"]["RYBG"] == 2
    game.play("b3RYBG")
    game.play("+RYBG")
    for move in game.legal_moves():
        if move.what == "lay" and slow.kind_of(move.colours) == "RYBG":
            game.play(move)
            break
    else:
        raise AssertionError("the last of its kind may be in the unseen hand")
    with pytest.raises(azuleo.IllegalMove):
        game.play("+RYBG")
    game.play("+?")
    assert game.view(0)["unseen"]["RYBG"] == 0
