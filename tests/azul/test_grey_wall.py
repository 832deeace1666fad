"""The grey wall: every sentence of its rules."""

import pytest

from azulejos import azul

from .agreement import moves_of, play
from .positions import board, lid_of, position


def grey(*boards, move="1Y5", **table):
    """The last tile of the offer goes to the last player's bottom line."""
    table = {"factories": ["Y"], "turn": len(boards) - 1, "wall": "grey", **table}
    return play(position(*boards, **table), move)


def test_grey_any_free_space_of_the_row():
    game, d = grey(board(lines=["", "BB", "", "", ""]), board())
    assert (game.phase, game.turn) == ("tiling", 0)
    assert moves_of(game) == {"@21", "@22", "@23", "@24", "@25"}
    assert d["boards"][0]["lines"][1] == {"colour": "B", "count": 2}


def test_grey_not_where_the_column_shows_the_colour():
    game, _ = grey(board(lines=["", "BB", "", "", ""], wall=["B", "..YR", "", ".B", ""]), board())
    assert moves_of(game) == {"@25"}  # asked even when only one column is free


def test_grey_a_placed_tile_scores_and_its_line_goes_to_the_lid_at_once():
    mine = board(lines=["", "", "BBB", "KKKK", ""], wall=["", "", "YR", "", ""])
    game, d = grey(mine, board())
    game, d = play(d, "@33")
    assert (game.phase, game.turn) == ("tiling", 0)
    assert d["boards"][0]["score"] == 3
    assert lid_of(d)["B"] == 2
    assert d["boards"][0]["lines"][2] == {"colour": None, "count": 0}
    assert d["boards"][0]["wall"][2] == ["Y", "R", "B", None, None]
    assert moves_of(game) == {"@41", "@42", "@43", "@44", "@45"}


def test_grey_placing_is_compulsory_and_in_order():
    mine = board(lines=["B", "", "KKK", "", ""])
    game, d = grey(mine, board())
    for wrong in ("@31", "@16", "@21", "1Y5", "CBF", "@01"):
        with pytest.raises(azul.IllegalMove):
            game.play(wrong)
        assert game.to_dict() == d


#: Row 3 has free spaces only in columns 1 and 2, and both columns show blue.
NOWHERE_FOR_BLUE_3 = ["B", ".B", "..YRK", "", ""]


def test_grey_a_line_with_nowhere_to_go_drops_by_itself():
    mine = board(score=30, lines=["", "", "BBB", "", ""], wall=NOWHERE_FOR_BLUE_3, floor="W")
    game, d = grey(mine, board())
    assert game.phase == "offer"
    assert d["boards"][0] == board(score=30 - 6, wall=NOWHERE_FOR_BLUE_3)
    assert lid_of(d) == {"B": 3, "Y": 0, "R": 0, "K": 0, "W": 1}
    assert d["idle"] == 1  # no tile moved to a wall


def test_grey_a_dropped_line_overflows_to_the_lid():
    mine = board(score=30, lines=["", "", "BBB", "", "W"], wall=NOWHERE_FOR_BLUE_3, floor="RRRRRR")
    other = board(lines=["K", "", "", "", ""])
    game, d = grey(mine, other)
    assert (game.phase, game.turn) == ("tiling", 1)
    assert d["boards"][0]["floor"] == list("RRRRRRB")
    assert lid_of(d)["B"] == 2
    assert d["boards"][0]["score"] == 30  # all floor lines are scored after the last placement
    game, d = play(d, "@11")
    assert d["boards"][0]["score"] == 30 - 14
    assert lid_of(d) == {"B": 3, "Y": 0, "R": 6, "K": 0, "W": 0}


def test_grey_a_dropped_line_comes_after_the_marker():
    mine = board(score=30, lines=["", "", "BBB", "", ""], wall=NOWHERE_FOR_BLUE_3, floor="M")
    _, d = grey(mine, board())
    assert d["boards"][0]["score"] == 30 - 6


#: Blue in row 2 may go to column 3 only: column 4 shows blue, the others are taken.
ONLY_COLUMN_3 = ["", "YR..K", "...B", "", ""]


def test_grey_nowhere_to_go_is_judged_after_the_lines_above():
    mine = board(score=30, lines=["B", "BB", "", "", ""], wall=ONLY_COLUMN_3)
    game, d = grey(mine, board())
    assert moves_of(game) == {"@11", "@12", "@13", "@15"}
    # Column 3 is the only one left for the second line: taking it makes that line drop.
    game, dropped = play(d, "@13")
    assert game.phase == "offer"
    assert dropped["boards"][0]["score"] == 30 + 1 - 2
    assert lid_of(dropped) == {"B": 2, "Y": 0, "R": 0, "K": 0, "W": 0}
    # Elsewhere it does not.
    game, d = play(d, "@15")
    assert (game.phase, game.turn) == ("tiling", 0)
    assert moves_of(game) == {"@23"}


def test_grey_a_line_drops_only_when_its_turn_comes():
    mine = board(score=30, lines=["K", "", "BBB", "", ""], wall=NOWHERE_FOR_BLUE_3)
    game, d = grey(mine, board())
    assert moves_of(game) == {"@12", "@13", "@14"}
    assert d["boards"][0]["lines"][2] == {"colour": "B", "count": 3}
    assert d["boards"][0]["floor"] == []
    game, d = play(d, "@12")
    assert d["boards"][0]["score"] == 30 + (2 + 2) - 4


def test_grey_other_players_lines_wait_for_their_turn():
    mine = board(lines=["K", "", "", "", ""])
    stuck = board(score=30, lines=["", "", "BBB", "", ""], wall=NOWHERE_FOR_BLUE_3)
    game, d = grey(mine, stuck)
    assert game.turn == 0
    assert d["boards"][1]["lines"][2] == {"colour": "B", "count": 3}
    game, d = play(d, "@11")
    assert game.phase == "offer"
    assert d["boards"][1]["score"] == 30 - 4


def test_grey_a_line_may_be_started_that_will_have_nowhere_to_go():
    mine = board(wall=NOWHERE_FOR_BLUE_3)
    game = azul.Game.from_dict(position(mine, board(), factories=["BB"], wall="grey"))
    assert "1B3" in moves_of(game)


def test_grey_the_owner_of_the_marker_is_asked_first_then_clockwise():
    boards = [board(lines=["B", "", "", "", ""]), board(lines=["", "KK", "", "", ""]), board()]
    boards.append(board(lines=["R", "", "WWW", "", ""]))
    d = position(*boards, centre="Y", turn=2, first=0, wall="grey")
    game, d = play(d, "CY1")  # and takes the marker
    assert (game.phase, game.first) == ("tiling", 2)
    order = []
    while game.phase == "tiling":
        move = min(moves_of(game))
        order.append((game.turn, move))
        game, d = play(d, move)
    assert order == [(2, "@11"), (3, "@11"), (3, "@31"), (0, "@11"), (1, "@21")]
    assert game.turn == 2


def test_grey_nobody_took_the_marker():
    boards = [board(lines=["B", "", "", "", ""]), board(lines=["", "KK", "", "", ""])]
    game, d = play(position(*boards, factories=["Y"], turn=0, first=1, wall="grey"), "1Y5")
    assert (game.phase, game.turn) == ("tiling", 1)
    game, d = play(d, "@21", "@11")
    assert (game.turn, game.first, game.phase) == (1, 1, "offer")
    assert game.to_dict()["marker_in_centre"] is True


def test_grey_a_complete_row_ends_the_game_only_when_all_have_tiled():
    mine = board(wall=["YRKW", "", "", "", ""], lines=["B", "", "", "", ""], floor="M")
    other = board(lines=["K", "", "", "", ""])
    game, d = grey(mine, other)
    assert moves_of(game) == {"@15"}
    game, d = play(d, "@15")
    assert (game.phase, game.turn) == ("tiling", 1)
    assert d["boards"][0]["score"] == 5  # neither the floor nor the bonus yet
    game, d = play(d, "@11")
    assert game.is_over
    assert list(game.scores) == [5 - 1 + 2, 1]


def test_grey_end_bonuses():
    """A row, a column and all five of a colour, wherever they lie."""
    wall = ["YRKW", "B", "KB", "R.B", "W..B"]
    mine = board(wall=wall, lines=["B", "", "", "", ""])
    game, d = grey(mine, board())
    assert moves_of(game) == {"@15"}
    game, _ = play(d, "@15")
    assert list(game.scores) == [5 + 2 + 7 + 10, 0]


def test_grey_phase_tiling_is_seen_only_while_a_placement_is_pending():
    game, _ = grey(board(lines=["", "B", "", "", ""]), board())
    assert game.phase == "offer"


def test_coloured_phase_tiling_is_never_seen():
    d = position(board(lines=["B", "BB", "", "", ""]), board(), factories=["Y"], turn=1)
    game, _ = play(d, "1Y5")
    assert (game.phase, game.round) == ("offer", 3)
