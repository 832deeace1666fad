"""Every worked example of the rule page, and every case that it decides, by name."""

import pytest

from azulejos import azul

from . import slow_rules
from .agreement import check, everything_to_the_floor, floor_rounds, moves_of, play
from .positions import board, lid_of, position, without_columns

# --- The worked examples -----------------------------------------------------------------------


def test_example_1_taking_from_factories_and_centre():
    game = azul.Game(3, first=0, deals="manual")
    game.play("=BKKW YRRR BBYY BBYY KKWW KKWW BYKW")
    game.play("1K2")
    d = game.to_dict()
    assert d["factories"][0] == [0, 0, 0, 0, 0]
    assert d["centre"] == slow_rules.counts("BW")
    assert d["boards"][0]["lines"][1] == {"colour": "K", "count": 2}
    game.play("2Y1")
    d = game.to_dict()
    assert d["centre"] == slow_rules.counts("BWRRR")
    assert d["marker_in_centre"] is True
    assert d["first"] == 0
    game.play("CR4")
    d = game.to_dict()
    assert d["centre"] == slow_rules.counts("BW")
    assert d["marker_in_centre"] is False
    assert d["first"] == 2
    assert d["boards"][2]["floor"] == ["M"]
    assert d["boards"][2]["lines"][3] == {"colour": "R", "count": 3}
    assert game.turn == 0


def two_yellow_in_hand():
    mine = board(wall=["", "..Y", "...Y", "", ""], lines=["", "", "", "B", ""])
    return position(mine, board(), factories=["YY", "BBBB"])


def test_example_2_which_lines_are_open():
    game = azul.Game.from_dict(two_yellow_in_hand())
    assert {move for move in moves_of(game) if move.startswith("1")} == {"1Y1", "1Y5", "1YF"}


@pytest.mark.parametrize(
    ("move", "lines", "floor"),
    [
        ("1Y1", ["Y", "", "", "B", ""], "Y"),
        ("1Y5", ["", "", "", "B", "YY"], ""),
        ("1YF", ["", "", "", "B", ""], "YY"),
    ],
)
def test_example_2_where_the_tiles_go(move, lines, floor):
    _, d = play(two_yellow_in_hand(), move)
    assert d["boards"][0] == board(wall=["", "..Y", "...Y", "", ""], lines=lines, floor=floor)


def test_example_3_only_complete_lines_are_tiled():
    mine = board(lines=["", "RR", "KK", "BBBB", "YYYY"])
    game, d = play(position(mine, board(), factories=["W"], turn=1), "1W5")
    assert d["boards"][0] == board(
        score=2, lines=["", "", "KK", "", "YYYY"], wall=["", "...R", "", "...B", ""]
    )
    assert lid_of(d) == {"B": 3, "Y": 0, "R": 1, "K": 0, "W": 0}
    assert game.round == 3


SCORING = {
    "alone": (["", "", "", "", ""], ["B", "", "", "", ""], 1),
    "three across, nothing down": (["BY", "", "", "", ""], ["R", "", "", "", ""], 3),
    "two down, nothing across": (["B", "", "", "", ""], ["", "WW", "", "", ""], 2),
    "three down, nothing across": (["B", "W", "", "", ""], ["", "", "KKK", "", ""], 3),
    "four across and three down": (
        ["", "...R", "KWB", "...B", ""],
        ["", "", "YYY", "", ""],
        7,
    ),
    "two across and two down": (["BY", "W", "", "", ""], ["", "BB", "", "", ""], 4),
    "a gap breaks the run": (["B.RK", "", "", "", ""], ["W", "", "", "", ""], 3),
    "a neighbour across a corner does not count": (
        ["B", "", "", "", ""],
        ["", "BB", "", "", ""],
        1,
    ),
    "fills the gap between two runs": (["BY.K", "", "", "", ""], ["R", "", "", "", ""], 4),
    "a lower line sees the tile above it": (["", "", "", "", ""], ["B", "WW", "", "", ""], 1 + 2),
    "not beyond the edge": (["....W", "", "", "", ""], ["", "WW", "", "", ""], 1),
    "five down": (["B", "W", "K", "R", ""], ["", "", "", "", "YYYYY"], 5),
}


@pytest.mark.parametrize("name", SCORING)
def test_example_4_points_for_a_tile(name):
    wall, lines, points = SCORING[name]
    mine = board(score=10, wall=wall, lines=lines)
    _, d = play(position(mine, board(), factories=["W"], turn=1), "1W5")
    assert d["boards"][0]["score"] == 10 + points


@pytest.mark.parametrize("name", SCORING)
def test_example_4_points_for_a_tile_are_the_same_on_the_grey_wall(name):
    wall, lines, points = SCORING[name]
    mine = board(score=10, wall=wall, lines=lines)
    placements = [
        f"@{row + 1}{slow_rules.column_of(row, line[0]) + 1}"
        for row, line in enumerate(lines)
        if line
    ]
    d = position(mine, board(), factories=["W"], turn=1, wall="grey")
    _, d = play(d, "1W5", *placements)
    assert d["boards"][0]["score"] == 10 + points


def test_example_4_a_complete_row_scores_five_and_two_at_the_end():
    mine = board(score=10, wall=["BYRK", "", "", "", ""], lines=["W", "", "", "", ""])
    game, _ = play(position(mine, board(), factories=["W"], turn=1), "1W5")
    assert game.is_over
    assert list(game.scores) == [10 + 5 + 2, 0]


@pytest.mark.parametrize(
    ("floor", "cost"),
    [
        ("", 0),
        ("B", 1),
        ("BY", 2),
        ("BYR", 4),
        ("BYRK", 6),
        ("BYRKW", 8),
        ("BYRKWB", 11),
        ("BYRKWBY", 14),
        ("M", 1),
        ("MBYRK", 8),
        ("BYRKM", 8),
        ("BMYRKWB", 14),
    ],
)
def test_example_5_the_floor_line(floor, cost):
    mine = board(score=50, floor=floor)
    d = position(mine, board(), factories=["W"], turn=1, marker_in_centre="M" not in floor)
    _, d = play(d, "1W5")
    assert d["boards"][0] == board(score=50 - cost)
    assert lid_of(d) == {colour: floor.count(colour) for colour in "BYRKW"}


# --- Set-up and the first player ---------------------------------------------------------------


@pytest.mark.parametrize("wall", ["coloured", "grey"])
@pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
def test_a_new_game(players, factories, wall):
    game = azul.Game(players, wall, seed=3, first=1)
    d = game.to_dict()
    assert [sum(factory) for factory in d["factories"]] == [4] * factories
    assert sum(d["bag"]) == 100 - 4 * factories
    assert d["lid"] == d["centre"] == [0] * 5
    assert d["marker_in_centre"] is True
    assert (d["phase"], d["round"], d["turn"], d["first"]) == ("offer", 1, 1, 1)
    assert (d["idle"], d["idle_limit"]) == (0, 50)
    assert d["boards"] == [board()] * players
    check(game, d)


def test_the_first_player_is_the_callers_choice_or_chance():
    for player in range(4):
        assert azul.Game(4, seed=1, first=player).turn == player
    assert {azul.Game(4, seed=seed).turn for seed in range(60)} == {0, 1, 2, 3}


def test_turns_go_clockwise_and_the_marker_decides_who_starts_the_next_round():
    game = azul.Game(3, first=1, deals="manual")
    game.play("=BBBB BBBB YYYY YYYY RRRR RRRR KKWW")
    turns = []
    for move in ("1BF", "2BF", "3YF", "4YF", "5RF", "6RF", "7KF", "CWF"):
        turns.append(game.turn)
        game.play(move)
    assert turns == [1, 2, 0, 1, 2, 0, 1, 2]
    assert (game.phase, game.round, game.first, game.turn) == ("deal", 2, 2, 2)
    assert game.legal_moves() == []


# --- The offer -----------------------------------------------------------------------------------


def test_the_marker_is_laid_before_the_tiles():
    _, d = play(position(board(), board(), centre="BBBY"), "CB2")
    assert d["boards"][0]["floor"] == ["M", "B"]
    assert d["first"] == 0


def test_the_marker_takes_the_leftmost_free_space():
    _, d = play(position(board(floor="RK"), board(), centre="BBBY", first=1), "CBF")
    assert d["boards"][0]["floor"] == list("RKMBBB")
    assert (d["first"], d["marker_in_centre"]) == (0, False)


def test_only_the_first_from_the_centre_takes_the_marker():
    _, d = play(position(board(), board(), centre="BYR"), "CBF", "CYF")
    assert [each["floor"] for each in d["boards"]] == [["M", "B"], ["Y"]]
    assert d["first"] == 0


def test_full_floor_line_and_the_marker():
    """It is owned, it lies nowhere, and it costs nothing."""
    full = board(score=20, floor="RRRKKKW")
    d = position(board(), full, centre="BBY", turn=1, first=0)
    game, d = play(d, "CBF")
    assert d["boards"][1]["floor"] == list("RRRKKKW")
    assert (d["first"], d["marker_in_centre"]) == (1, False)
    assert lid_of(d)["B"] == 2
    game, d = play(d, "CYF")
    assert d["boards"][1]["score"] == 20 - 14
    assert d["boards"][0]["score"] == 0
    assert (game.first, game.turn, game.round) == (1, 1, 3)


def test_the_marker_on_the_last_floor_space_leaves_none_for_the_tiles():
    d = position(board(score=20, floor="RRRKKK"), board(), centre="BBBY")
    _, d = play(d, "CB2")
    assert d["boards"][0]["floor"] == list("RRRKKKM")
    assert d["boards"][0]["lines"][1] == {"colour": "B", "count": 2}
    assert lid_of(d) == {"B": 1, "Y": 0, "R": 0, "K": 0, "W": 0}


def test_what_does_not_fit_on_the_floor_goes_to_the_lid():
    _, d = play(position(board(floor="RRRKK"), board(), factories=["BBBB", "Y"]), "1BF")
    assert d["boards"][0]["floor"] == list("RRRKKBB")
    assert lid_of(d)["B"] == 2


def test_what_does_not_fit_into_the_line_falls_to_the_floor():
    mine = board(lines=["", "", "BB", "", ""])
    _, d = play(position(mine, board(), factories=["BBBY"]), "1B3")
    assert d["boards"][0] == board(lines=["", "", "BBB", "", ""], floor="BB")
    assert d["centre"] == slow_rules.counts("Y")


def test_a_complete_line_takes_nothing_not_even_its_colour():
    mine = board(lines=["B", "BB", "", "", ""])
    game = azul.Game.from_dict(position(mine, board(), factories=["B", "Y"]))
    assert moves_of(game) == {"1B3", "1B4", "1B5", "1BF", "2Y3", "2Y4", "2Y5", "2YF"}


def test_a_line_takes_one_colour_only():
    mine = board(lines=["", "B", "Y", "R", "K"])
    game = azul.Game.from_dict(position(mine, board(), factories=["W", "B"]))
    assert moves_of(game) == {"1W1", "1WF", "2B1", "2B2", "2BF"}


def test_a_line_never_takes_a_colour_that_its_row_shows():
    mine = board(wall=["B", ".B", "..B", "...B", "....B"])
    game = azul.Game.from_dict(position(mine, board(), factories=["B"]))
    assert moves_of(game) == {"1BF"}


def test_on_the_grey_wall_too_a_line_never_takes_a_colour_that_its_row_shows():
    mine = board(wall=["....B", "", "B", "", ""])
    game = azul.Game.from_dict(position(mine, board(), factories=["B"], wall="grey"))
    assert moves_of(game) == {"1B2", "1B4", "1B5", "1BF"}


def test_taking_is_compulsory_and_to_the_floor_always_allowed():
    mine = board(lines=["Y", "YY", "YYY", "YYYY", "RRRRR"], floor="RRRRKKK")
    game, d = play(position(mine, board(), factories=["B", "W"]), "1BF")
    assert lid_of(d)["B"] == 1
    assert d["boards"][0] == mine
    assert game.turn == 1


def test_the_same_colour_in_two_places_is_two_takings():
    game, d = play(position(board(), board(), factories=["BB", "BB"], centre="BBB"), "1B5")
    assert d["boards"][0]["lines"][4] == {"colour": "B", "count": 2}
    assert {"2B5", "CB5"} <= moves_of(game)


def test_nobody_took_the_marker():
    """Every factory was of one colour: the marker's owner starts again."""
    game = azul.Game(2, first=1, deals="manual")
    game.play("=BBBB YYYY RRRR KKKK WWWW")
    for move in ("1B4", "2YF", "3R4", "4K4", "5W4"):
        if move not in moves_of(game):
            move = move[:2] + "F"
        game.play(move)
    assert (game.phase, game.round, game.first, game.turn) == ("deal", 2, 1, 1)
    assert [each["floor"] for each in game.to_dict()["boards"]] == [[], []]
    game.play("=BBBB YYYY RRRR KKKK WWWW")
    assert game.turn == 1
    assert game.to_dict()["marker_in_centre"] is True


def test_nobody_took_the_marker_with_dealing_by_chance():
    d = position(board(), board(), board(), factories=["BBB"], turn=0, first=2)
    game, _ = play(d, "1BF")
    assert (game.first, game.turn, game.round) == (2, 2, 3)
    assert game.to_dict()["marker_in_centre"] is True


# --- The end of a round --------------------------------------------------------------------------


def test_a_score_never_falls_below_zero():
    mine = board(score=5, floor="RRRKKKW")
    _, d = play(position(mine, board(score=1), factories=["BB"], turn=1), "1BF")
    assert [each["score"] for each in d["boards"]] == [0, 0]


def test_the_floor_is_scored_after_the_tiles():
    mine = board(score=0, lines=["B", "WW", "", "", ""], floor="RR")
    _, d = play(position(mine, board(), factories=["Y"], turn=1), "1Y5")
    assert d["boards"][0]["score"] == 1 + 2 - 2


def test_end_bonuses_come_after_the_floor():
    mine = board(wall=["BYRK", "", "", "", ""], lines=["W", "", "", "", ""], floor="RRRKKKB")
    game, _ = play(position(mine, board(), factories=["Y"], turn=1), "1Y5")
    assert game.is_over
    assert list(game.scores) == [0 + 2, 0]


def test_lines_are_tiled_from_top_to_bottom():
    """Upwards the two tiles would score 2 + 3."""
    mine = board(lines=["B", "WW", "", "", ""], wall=["", "", "K", "", ""])
    _, d = play(position(mine, board(), factories=["Y"], turn=1), "1Y5")
    assert d["boards"][0]["score"] == 1 + 3


def test_tiles_of_the_floor_go_to_the_lid_and_the_marker_stays_with_its_owner():
    d = position(board(floor="BMW"), board(floor="KKKKKKK"), factories=["Y"], turn=1)
    game, d = play(d, "1YF")
    assert lid_of(d) == {"B": 1, "Y": 1, "R": 0, "K": 7, "W": 1}
    assert [each["floor"] for each in d["boards"]] == [[], []]
    assert game.turn == game.first == 0


# --- The end of the game -------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [1, 2, 5, 7])
@pytest.mark.parametrize(("players", "wall"), [(2, "coloured"), (3, "grey"), (4, "coloured")])
def test_dead_games(players, wall, limit):
    """Nobody ever moves a tile to a wall: over after so many rounds, and scored."""
    game = azul.Game(players, wall, seed=limit, idle_limit=limit)
    for number in range(1, limit + 1):
        assert (game.round, game.to_dict()["idle"]) == (number, number - 1)
        everything_to_the_floor(game)
    assert game.is_over
    assert game.to_dict()["idle"] == limit
    assert list(game.scores) == [0] * players
    assert game.winners == list(range(players))


def test_dead_games_with_given_deals_wait_for_no_other_deal():
    game = floor_rounds(2, ["=BBBB YYYY RRRR KKKK WWWW"], idle_limit=1)
    assert game.is_over
    assert game.turn is None


def test_a_tile_on_any_wall_starts_the_idle_count_again():
    mine = board(lines=["B", "", "", "", ""])
    d = position(mine, board(), factories=["Y"], turn=1, idle=4)
    game, d = play(d, "1YF")
    assert game.phase == "offer"
    assert d["idle"] == 0
    game, d = play(position(board(), board(), factories=["Y"], turn=1, idle=4), "1YF")
    assert game.is_over
    assert d["idle"] == 5


def test_a_dead_game_is_scored():
    walls = [without_columns(2, 3, 4, 5), without_columns(3, 4, 5)]
    boards = [board(score=8, wall=wall) for wall in walls]
    game, _ = play(position(*boards, factories=["Y"], turn=1, idle=4), "1YF")
    assert list(game.scores) == [8 + 7, 8 - 1 + 14]
    assert game.winners == [1]


def test_only_a_horizontal_row_ends_the_game():
    wall = ["B", "W", "K", "R", ""]
    mine = board(wall=wall, lines=["", "", "", "", "YYYYY"])
    game, d = play(position(mine, board(), factories=["B"], turn=1), "1B5")
    assert game.phase == "offer"
    assert d["boards"][0]["score"] == 5  # the column's bonus comes at the end


def test_all_five_of_a_colour_do_not_end_the_game():
    wall = ["B", ".B", "..B", "...B", ""]
    mine = board(wall=wall, lines=["", "", "", "", "BBBBB"])
    game, d = play(position(mine, board(), factories=["Y"], turn=1), "1Y5")
    assert game.phase == "offer"
    assert d["boards"][0]["score"] == 1


def test_the_round_is_finished_when_a_row_is_complete():
    """All players tile and score their floors in the last round."""
    mine = board(wall=["BYRK", "", "", "", ""], lines=["W", "", "", "", ""])
    other = board(score=9, lines=["", "BB", "", "", ""], floor="RR")
    game, d = play(position(mine, other, factories=["Y"], turn=1), "1Y5")
    assert game.is_over
    assert game.turn is None
    assert d["round"] == 2
    assert list(game.scores) == [5 + 2, 9 + 1 - 2]
    assert d["boards"][1]["lines"][4] == {"colour": "Y", "count": 1}  # incomplete lines stay


def test_end_bonuses():
    """One row, one column and one colour: 2 + 7 + 10."""
    wall = ["BYRK", "WB", "K.B", "R..B", "Y...B"]
    mine = board(score=0, wall=wall, lines=["W", "", "", "", ""])
    game, _ = play(position(mine, board(), factories=["Y"], turn=1), "1Y5")
    assert list(game.scores) == [5 + 2 + 7 + 10, 0]


def one_row(score):
    """Scores 5 for the tile and 2 for the row."""
    return board(score=score, wall=["BYRK", "", "", "", ""], lines=["W", "", "", "", ""])


def two_rows(score):
    """Scores 5 + 2, then 5 for the second row with nothing above, and 4 for both rows."""
    wall = ["BYRK", "", ".WBYR", "", ""]
    return board(score=score, wall=wall, lines=["W", "", "KKK", "", ""])


def test_most_points_win():
    d = position(one_row(10), board(score=20), board(score=3), factories=["Y"], turn=2)
    game, _ = play(d, "1Y5")
    assert list(game.scores) == [17, 20, 3]
    assert game.winners == [1]


def test_among_equals_more_complete_rows_win():
    d = position(one_row(10), two_rows(3), board(score=3), factories=["Y"], turn=2)
    game, _ = play(d, "1Y5")
    assert list(game.scores) == [17, 17, 3]
    assert game.winners == [1]


def test_rows_matter_only_among_those_with_most_points():
    d = position(one_row(10), two_rows(2), board(score=17), factories=["Y"], turn=2)
    game, _ = play(d, "1Y5")
    assert list(game.scores) == [17, 16, 17]
    assert game.winners == [0]


def test_still_equal_is_a_shared_win():
    d = position(one_row(10), board(score=17), one_row(10), one_row(9), factories=["Y"], turn=3)
    game, _ = play(d, "1Y5")
    assert list(game.scores) == [17, 17, 17, 16]
    assert game.winners == [0, 2]


def test_nobody_has_won_while_the_game_runs():
    game = azul.Game(2, seed=1)
    assert game.winners == []
    assert not game.is_over


# --- Whose turn it is, and the end ---


def test_a_move_for_the_wrong_player_is_refused():
    game = azul.Game(3, seed=1, first=1)
    move = game.legal_moves()[0]
    before = game.to_dict()
    for player in (0, 2):
        with pytest.raises(azul.IllegalMove):
            game.play(move, player=player)
        assert game.to_dict() == before
    game.play(move, player=1)
    assert game.turn == 2


def test_no_move_after_the_end():
    game = floor_rounds(2, ["=BBBB YYYY RRRR KKKK WWWW"], idle_limit=1)
    before = game.to_dict()
    for move in ("1BF", "CB1", "@11", "=BBBB YYYY RRRR KKKK WWWW"):
        with pytest.raises(azul.IllegalMove, match="over"):
            game.play(move)
        assert game.to_dict() == before


def test_no_move_before_the_deal_and_no_deal_before_the_end_of_the_round():
    game = azul.Game(2, deals="manual", first=0)
    for move in ("1BF", "@11"):
        with pytest.raises(azul.IllegalMove):
            game.play(move)
    game.play("=BBBB YYYY RRRR KKKK WWWW")
    with pytest.raises(azul.IllegalMove):
        game.play("=BBBB YYYY RRRR KKKK WWWW")
