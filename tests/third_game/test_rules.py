"""Fileira's rules, and the kernel contract that every game keeps."""

import pytest
from fileira import Game, replay
from fileira.rules import HAND

import test_kernel_contract as contract
from azulejos.core.errors import IllegalMove, MalformedMove, OptionError, PositionError

GAMES = {
    "2": lambda seed: Game(2, seed=seed),
    "3": lambda seed: Game(3, seed=seed),
    "3 long": lambda seed: Game(3, row_length=5, seed=seed),
}


@pytest.fixture(params=GAMES, name="new")
def _new(request):
    return GAMES[request.param]


test_all_ways_to_ask_for_legal_actions_agree = contract.test_all_ways_to_ask_for_legal_actions_agree
test_settling_is_drawing_one_by_one = contract.test_settling_is_drawing_one_by_one
test_draws_follow_the_weights = contract.test_draws_follow_the_weights
test_returns_score_one_win_among_the_sides = contract.test_returns_score_one_win_among_the_sides
test_nobody_observes_what_is_hidden = contract.test_nobody_observes_what_is_hidden
test_imagining_forgets_the_generator_and_the_others_tiles = (
    contract.test_imagining_forgets_the_generator_and_the_others_crosses
)
test_a_batch_is_played_as_its_games_are = contract.test_a_batch_is_played_as_its_games_are
test_perft_counts_what_can_be_played = contract.test_perft_counts_what_can_be_played
test_a_game_can_be_pickled_and_deep_copied = contract.test_a_game_can_be_pickled_and_deep_copied


def played(game, moves):
    """The game, `moves` first legal moves later."""
    for _ in range(moves):
        game.play(game.legal_moves()[0])
    return game


def position(rows, hands, turn=0, phase="turn", scores=(0, 0)):
    return {
        "players": 2,
        "turn": turn,
        "first": 0,
        "phase": phase,
        "row_length": len(rows[0]),
        "rows": rows,
        "hands": hands,
        "scores": list(scores),
    }


def test_everybody_holds_three_tiles_whenever_it_is_a_players_turn():
    game = Game(3, seed=1)
    while not game.is_over:
        assert [len(hand) for hand in game.to_dict()["hands"]] == [HAND] * 3
        game.play(game.legal_moves()[0])
    assert all(all(row) for row in game.to_dict()["rows"])


def test_a_row_scores_its_rises_and_two_more_if_it_rises_throughout():
    game = Game.from_dict(
        position([[1, 2, None], [5, 5, 9]], [[3, 9, 1], [4, 4, 6]], scores=(1, 1))
    )
    assert game.scores == [1, 1]
    game.play("A3=3")
    assert game.scores == [4, 1]
    assert game.winners == [0]


def test_equal_points_share_the_win():
    game = Game.from_dict(
        position([[1, 2, None], [5, 5, 9]], [[1, 9, 8], [4, 4, 6]], scores=(1, 1))
    )
    game.play("A3=1")
    assert game.winners == [0, 1]


def test_a_tile_may_be_laid_in_anybodys_row():
    game = Game(2, seed=1, first=0)
    number = game.to_dict()["hands"][0][0]
    game.play(f"B1={number}")
    assert game.to_dict()["rows"][1][0] == number
    assert game.turn == 1


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("A1=3", "a tile lies there already"),
        ("A4=3", "there is no such place"),
        ("C1=3", "there is no such place"),
        ("A3=2", "player 0 holds no tile 2"),
        ("+3", "this game draws by itself"),
    ],
)
def test_a_refusal_names_the_rule_and_changes_nothing(move, why):
    game = Game.from_dict(
        position([[1, 2, None], [5, 5, None]], [[3, 9, 1], [4, 4, 6]], scores=(1, 0))
    )
    before = game.to_dict()
    with pytest.raises(IllegalMove, match=why):
        game.play(move)
    assert game.to_dict() == before


@pytest.mark.parametrize("text", ["", "A1", "A1=0", "D1=3", "A6=3", "+0", "+10", "a1=3"])
def test_what_is_no_move_is_refused(text):
    with pytest.raises(MalformedMove):
        Game(seed=1).play(text)


@pytest.mark.parametrize("options", [{"players": 1}, {"row_length": 6}, {"draws": "x"}])
def test_impossible_options_are_refused(options):
    with pytest.raises(OptionError):
        Game(**options)


@pytest.mark.parametrize(
    "change",
    [
        {"rows": [[1, 2, 10], [5, 5, 9]]},
        {"rows": [[9, 9, 9], [9, None, None]]},
        {"hands": [[3, 9], [4, 4, 6]]},
        {"phase": "over", "turn": None},
        {"scores": [2, 1]},
        {"turn": 2},
        {"more": 1},
    ],
)
def test_positions_that_cannot_be_are_refused(change):
    usual = position([[1, 2, None], [5, 5, 9]], [[3, 9, 1], [4, 4, 6]], scores=(1, 1))
    with pytest.raises(PositionError):
        Game.from_dict(usual | change)


def test_positions_go_through_data_and_text():
    game = Game(3, row_length=5, seed=4)
    while not game.is_over:
        assert Game.from_dict(game.to_dict()).to_dict() == game.to_dict()
        assert Game.from_text(game.to_text()).to_text() == game.to_text()
        for player in range(3):
            view = game.view(player)
            assert Game.from_dict(view).view(player) == view
        game.play(game.legal_moves()[-1])


def test_a_view_hides_the_others_tiles():
    game = played(Game(2, seed=2), 3)
    hands = game.to_dict()["hands"]
    assert game.view(0)["hands"] == [hands[0], ["?", "?", "?"]]
    assert game.view(None)["hands"] == [["?", "?", "?"]] * 2


def test_records_replay_whole_and_as_the_players_may_have_them():
    game = played(Game(3, row_length=3, seed=5), 4)
    assert replay(game.record()).record() == game.record()
    public = game.public_record(1)
    assert public["moves"] != game.record()["moves"]
    assert replay(public).view(1) == game.view(1)
    played(game, 5)
    assert game.is_over
    assert game.public_record(1) == replay(game.record()).record() == game.record()


def test_what_a_player_may_know_is_the_same_for_games_it_cannot_tell_apart():
    game = played(Game(2, seed=6), 3)
    guess = game.known_to(0, seed=1)
    assert guess.view(0) == game.view(0)
    assert guess.record() != game.record()
    assert guess.known_state(0) == game.known_state(0)
    again = guess.known_to(0, seed=1)
    assert again.to_dict() == guess.to_dict()


def test_draws_can_be_given_from_outside():
    game = Game(2, draws="manual", first=1)
    for draw in ("+1", "+1", "+2", "+?", "+?", "+?"):
        assert game.phase == "draw"
        game.play(draw)
    assert game.view(1)["hands"][1] == [1, 1, 2]
    game.play("B1=1")
    with pytest.raises(IllegalMove, match="a tile is to be drawn first"):
        game.play("B2=1")
    game.play("+1")
    game.play("A1=9")  # whoever hides tiles may hold this one
    assert game.to_dict()["rows"] == [[9, None, None, None], [1, None, None, None]]
