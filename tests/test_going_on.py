"""Going on from a position, with chance drawn by the game or given by hand."""

import pytest

from azulejos import azul, azuleo

BEFORE_CHANCE = {
    azul: (azul.Game(deals="manual", first=0).to_dict(), {"deals": "auto"}, "offer"),
    azuleo: (azuleo.Game(draws="manual", first=0).to_dict(), {"draws": "auto"}, "start"),
}


@pytest.mark.parametrize("package", BEFORE_CHANCE, ids=lambda package: package.__name__)
def test_an_automatic_game_draws_what_is_due_at_once(package):
    position, automatic, phase = BEFORE_CHANCE[package]
    game = package.Game.from_dict(position, seed=1, **automatic)
    assert game.phase == phase
    assert game.legal_moves()
    assert package.replay(game.record()).record() == game.record()
    assert package.Game.from_dict(position).legal_moves() == []  # given by hand, as it was


@pytest.mark.parametrize("package", BEFORE_CHANCE, ids=lambda package: package.__name__)
def test_a_wrong_position_in_a_record_is_named_as_such(package):
    record = package.Game.from_text(package.Game(seed=1).to_text()).record()
    with pytest.raises(package.RecordError, match=r"^position: .*missing"):
        package.replay(record | {"position": {"players": 2}})


def test_a_table_can_be_joined_in_mid_round():
    game = azul.Game(seed=5)
    game.play(game.legal_moves()[0])
    joined = azul.Game.from_dict(game.to_dict(), deals="manual")
    while joined.phase == "offer":
        joined.play(joined.legal_moves()[0])
    assert joined.phase == "deal"
    assert azul.replay(joined.record()).record() == joined.record()


def test_claims_to_be_found_are_not_shown():
    shown = {"found": False, "hinted": True}
    for claims, expected in shown.items():
        for seed in range(30):
            game = azuleo.Game(seed=seed, claims=claims)
            while not game.is_over:
                legal = game.legal_moves()
                if any(move.what == "claim" for move in legal):
                    assert any(m.what == "claim" for m in game.shown_moves()) is expected
                game.play(next(move for move in legal if move.what != "claim"))


def test_what_is_to_be_found_is_every_free_field_whether_unplayable_or_not():
    for claims in ("found", "hinted"):
        game = azuleo.Game(seed=4, claims=claims)
        assert game.moves_to_find() == []  # the start cross comes first
        game.play(game.legal_moves()[0])
        while not game.is_over:
            free = sum(field is None for row in game.to_dict()["board"] for field in row)
            to_find = game.moves_to_find()
            assert len(to_find) == (free if claims == "found" else 0)
            claimed = {move for move in game.legal_moves() if move.what == "claim"}
            assert claims == "hinted" or claimed <= set(to_find)
            game.play(next(move for move in game.legal_moves() if move.what != "claim"))
    assert azuleo.Game(players=1, mode="fill", seed=1).has_goal
    assert not azuleo.Game(players=1, mode="score", seed=1).has_goal
    assert not azul.Game(seed=1).has_goal
