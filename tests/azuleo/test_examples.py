"""Rule page, by name: material, colours, set-up, claims, lays and points."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .both import ANGLE, ONE, ROW, SAME, Rules, gain, late, lays
from .positions import filled, kinds, part, position
from .slow_play import random_set_up_draws

# ------------------------------------------------------------------------------- Material


def test_the_36_crosses_can_fill_the_board() -> None:
    d = position(filled(), hands=[[], []])
    assert Counter(kinds(filled())) == dict.fromkeys(slow.KINDS, 6)
    points = {p for field in slow.all_fields(d) for p in slow.corner_points(field)}
    assert len(points) == 49
    assert all(slow.keeps_colour_rule_at(d, point) for point in points)
    assert d["supply"] == dict.fromkeys(slow.KINDS, 0)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_material_of_a_new_game(players: int) -> None:
    d = azuleo.Game(players, mode="score" if players == 1 else None, seed=3).to_dict()
    count = Counter(kind for side in d["sides"] for kind in side["hand"])
    count.update(d["supply"])
    count.update([d["start"]])
    assert count == dict.fromkeys(slow.KINDS, 6)
    plates = Counter(pair for side in d["sides"] for pair in side["plates"])
    plates.update(d["plate_supply"])
    assert plates == dict.fromkeys(slow.PAIRS, 3)
    assert list(d["supply"]) == list(slow.KINDS)
    assert list(d["plate_supply"]) == list(d["discards"]) == list(slow.PAIRS)
    assert d["blockades"] == 8


# ---------------------------------------------------------------------------- Colour rule


def test_turning_and_corners_of_one_cross_among_four_neighbours(rules: Rules) -> None:
    """Each lay makes two pairs with c3. Against red-yellow and blue-green only these four fit:
    d3 RYBG: RY in the north, BG in the south; b3 the same; c2 BGRY: RY twice; c4 BGRY: BG twice.
    """
    d = position(ONE, hands=[SAME, ["RYGB"] * 3], plates=[["RY", "BG"], ["RY", "RY"]])
    expected = {"d3RYBG", "b3RYBG", "c2BGRY", "c4BGRY"}
    assert lays(rules.legal(d)) == expected
    assert [gain(rules, d, move) for move in sorted(expected)] == [4, 4, 4, 4]


def test_a_cross_is_never_flipped(rules: Rules) -> None:
    d = position(ONE, hands=[SAME, [*SAME[:2], "RGBY"]], plates=[["RY", "BG"], ["RY", "RG"]])
    assert all(slow.kind_of(move[2:]) == "RYBG" for move in lays(rules.legal(d)))


def test_neighbouring_triangles_must_differ(rules: Rules) -> None:
    """d3 = YBGR would put yellow beside the yellow of c3."""
    d = position(ONE, hands=[SAME, [*SAME[:2], "RGBY"]], plates=[["RY", "BG"], ["YB", "YG"]])
    assert rules.refuses(d, "d3YBGR")


def test_opposite_triangles_must_agree_even_while_those_between_are_missing(rules: Rules) -> None:
    """c3 turns green to d4, whose other two neighbours there (d3, c4) are missing."""
    crosses = part("c3", "b3", "b4", "b5", "c5", "d5")
    hand = [slow.kind_of("GBYR"), slow.kind_of("BGYR"), "RYBG"]
    d = position(crosses, hands=[hand, ["RYBG", "RBYG", "RGYB"]], plates=[["RY", "RG"], ["RB"] * 2])
    assert "d4GBYR" in rules.legal(d)
    assert rules.refuses(d, "d4BGYR")  # fits d5 and c5 just as well, but not c3


def test_two_opposite_triangles_alone_are_no_combination(rules: Rules) -> None:
    """d4 = GBYR lies opposite c3 (green, green: nothing), makes red-yellow of three triangles
    with c5 and d5, and red-yellow of two with d5.
    """
    crosses = part("c3", "b3", "b4", "b5", "c5", "d5")
    hand = [slow.kind_of("GBYR"), "RYBG", "RYBG"]
    for other in ("RG", "YG", "BG", "RB"):
        d = position(crosses, hands=[hand, ["RBYG"] * 3], plates=[["RY", other], ["RB", "RB"]])
        assert gain(rules, d, "d4GBYR") == 5
    d = position(crosses, hands=[hand, ["RBYG"] * 3], plates=[["YG", "BG"], ["RB", "RB"]])
    assert rules.refuses(d, "d4GBYR")


COLUMN = part("c1", "c2", "c3")  # RBYG, YGRB, YBGR


def test_the_colour_rule_holds_at_the_border(rules: Rules) -> None:
    """d1 = BRYG would put blue beside the blue of c1 where only two fields meet."""
    hand = ["RYGB", slow.kind_of("YRBG"), "RBGY"]
    d = position(COLUMN, hands=[hand, ["RGBY"] * 3], plates=[["YG", "YB"], ["RY", "RY"]])
    assert rules.refuses(d, "d1BRYG")
    assert gain(rules, d, "d1YRBG") == 2 + 3  # yellow-blue at the border, yellow-green inside


def test_free_border_lifts_the_rule_at_the_border_alone(rules: Rules) -> None:
    hand = ["RYGB", slow.kind_of("YRBG"), "RBGY"]
    plates = [["YG", "RB"], ["RY", "RY"]]
    d = position(COLUMN, hands=[hand, ["RGBY"] * 3], plates=plates, free_border=True)
    assert gain(rules, d, "d1BRYG") == 3  # blue beside blue shows no pair
    assert rules.refuses(d, "d1RYGB")  # inside, d1 must turn green to c2
    d = position(COLUMN, hands=[hand, ["RGBY"] * 3], plates=[["YG", "YB"], ["RY", "RY"]])
    d["options"]["free_border"] = True
    assert gain(rules, d, "d1YRBG") == 5  # pairs at the border score as ever


HOLED = ["......", "...x..", "..oo..", "..oo..", "......", "......"]


def test_a_hole_makes_a_border(rules: Rules) -> None:
    """Without d2 the corner point of c1, d1 and c2 is border: the rule holds, unless freed."""
    hand = ["RYGB", slow.kind_of("YRBG"), "RBGY"]
    plates = [["YB", "YB"], ["RY", "RY"]]
    d = position(COLUMN, hands=[hand, ["RGBY"] * 3], plates=plates, board=HOLED)
    assert rules.refuses(d, "d1YGBR")  # red where c2 opposite turns green
    d["options"]["free_border"] = True
    assert "d1YGBR" in rules.legal(d)
    assert rules.refuses(d, "d2RYBG")  # no field


def test_without_the_colour_rule_three_triangles_may_show_no_pair(rules: Rules) -> None:
    """e3 = RGYB turns blue to the corner point of d3 (blue, beside it), d4 (yellow, opposite) and
    the hole e4. Blue beside blue is on no plate, so neither is this: nothing to score.
    """
    shape = ["......", "......", "..oo..", "..oox.", "......", "......"]
    hands = [["RGYB"] * 3, ["RBYG"] * 3]
    crosses = {"d3": "YGBR", "d4": "BYRG"}
    plates = [["YB", "YB"], ["RY", "RY"]]
    d = position(crosses, hands=hands, plates=plates, board=shape, free_border=True)
    assert rules.refuses(d, "e3RGYB")
    d["sides"][0]["plates"] = ["RG", "YB"]
    d["plate_supply"] |= {"RG": 2, "YB": 2}
    assert gain(rules, d, "e3RGYB") == 2


def test_never_an_azuleo_where_a_field_is_missing(rules: Rules) -> None:
    """c1, c2 and d1 around the hole d2: a combination of three, without a bonus."""
    hand = ["RYGB", slow.kind_of("YRBG"), "RBGY"]
    plates = [["YG", "RG"], ["RY", "RY"]]
    d = position(COLUMN, hands=[hand, ["RGBY"] * 3], plates=plates, board=HOLED)
    assert gain(rules, d, "d1YRBG") == 3


# --------------------------------------------------------------------------------- Set-up


@pytest.mark.parametrize(("players", "sides"), [(2, 2), (3, 3), (4, 2)])
def test_each_side_holds_three_crosses_and_two_plates(players: int, sides: int) -> None:
    game = azuleo.Game(players, seed=1)
    d = game.to_dict()
    assert len(d["sides"]) == sides
    assert len(game.scores) == players
    for side in d["sides"]:
        assert (len(side["hand"]), len(side["plates"])) == (3, 2)
        assert (side["score"], side["swaps"]) == (0, 0)
    assert game.phase == d["phase"] == "start"
    assert not game.is_over
    assert list(game.winners) == []


def test_the_set_up_is_drawn_in_order() -> None:
    """Crosses of side 0, of side 1, ..., plates of side 0, of side 1, ..., the start cross."""
    for players in (2, 3, 4):
        game = azuleo.Game(players, seed=5, first=1)
        texts = game.record()["moves"]
        sides = 3 if players == 3 else 2
        assert [text[0] for text in texts] == ["+"] * 3 * sides + ["%"] * 2 * sides + ["+"]
        assert slow.set_up(players, 1, texts) == game.to_dict()


def test_the_caller_chooses_the_first_player() -> None:
    for players in (2, 3, 4):
        for first in range(players):
            assert azuleo.Game(players, first=first, seed=1).turn == first


def test_or_chance_does() -> None:
    for players in (2, 3, 4):
        assert {azuleo.Game(players, seed=seed).turn for seed in range(60)} == set(range(players))


def test_a_seed_gives_the_same_game_again() -> None:
    assert azuleo.Game(2, seed=9).record() == azuleo.Game(2, seed=9).record()
    assert azuleo.Game(2, seed=9).record() != azuleo.Game(2, seed=10).record()
    assert azuleo.Game(2).record() != azuleo.Game(2).record()


def test_the_start_cross_goes_on_a_dotted_field_turned_at_will(rules: Rules) -> None:
    d = position({}, start="RYGB")
    fields, turns = ("c3", "d3", "c4", "d4"), ("RYGB", "YGBR", "GBRY", "BRYG")
    assert rules.legal(d) == {field + lying for field in fields for lying in turns}
    for move in ("b3RYGB", "c3RYBG", "#c3", "~RY", "-", "^RYGB"):
        assert rules.refuses(d, move)


def test_the_start_cross_brings_no_points_and_the_same_player_goes_on(rules: Rules) -> None:
    for turn in (0, 1):
        d = rules.after(position({}, start="RYGB", turn=turn), "d4BRYG")
        assert (d["phase"], d["turn"], d["start"], d["idle"]) == ("turn", turn, None, 0)
        assert d["board"][3][3] == "BRYG"
        assert [side["score"] for side in d["sides"]] == [0, 0]
        assert [len(side["hand"]) for side in d["sides"]] == [3, 3]  # no draw for it


def test_a_game_for_one_is_fill_unless_told() -> None:
    assert azuleo.Game(1, seed=1).to_dict()["options"]["mode"] == "fill"
    assert azuleo.Game(1, mode="score", seed=1).to_dict()["options"]["mode"] == "score"
    assert azuleo.Game(2, seed=1).to_dict()["options"]["mode"] == "normal"


def test_the_options_are_those_of_the_page() -> None:
    assert azuleo.Game(2, seed=1).to_dict()["options"] == slow.DEFAULT_OPTIONS


# ---------------------------------------------------------------------------------- Claims


def test_a_field_that_would_need_one_colour_twice_is_unplayable(rules: Rules) -> None:
    d = position(ROW)
    assert {move for move in rules.legal(d) if move[0] == "#"} == {"#d2", "#d4"}


def test_a_field_nobody_can_reach_yet_may_be_unplayable(rules: Rules) -> None:
    """c3 and c5 both turn blue to d4, whose four neighbours along the edges are all free."""
    crosses = {"c3": "RYBG", "b3": "BGYR", "b4": "YGRB", "b5": "RYBG", "c5": "RBGY"}
    d = position(crosses)
    assert "#d4" in rules.legal(d)
    assert rules.after(d, "#d4")["board"][3][3] == "#"


def test_a_claim_brings_two_points_and_is_not_a_turn(rules: Rules) -> None:
    d = position(ROW, turn=1, swaps=(1, 2), idle=3)
    once = rules.after(d, "#d4")
    assert once["board"][3][3] == "#"
    assert once["blockades"] == 7
    assert [side["score"] for side in once["sides"]] == [0, 2]
    assert (once["turn"], once["phase"], once["idle"]) == (1, "turn", 3)
    assert [side["swaps"] for side in once["sides"]] == [1, 2]  # a claim does not reset them
    twice = rules.after(once, "#d2")
    assert twice["sides"][1]["score"] == 4
    assert twice["blockades"] == 6
    assert rules.legal(twice) == rules.legal(d) - {"#d2", "#d4"}


def test_a_wrong_claim_is_refused(rules: Rules) -> None:
    d = rules.after(position(ROW), "#d4")
    for field in ("c4", "a1", "c3", "d4"):  # playable, far away, taken, claimed already
        assert rules.refuses(d, "#" + field)


@pytest.mark.parametrize("claims", ["found", "hinted"])
def test_legal_moves_list_the_correct_claims(rules: Rules, claims: str) -> None:
    assert {"#d2", "#d4"} <= rules.legal(position(ROW, claims=claims))


def test_used_up_copies_do_not_make_a_field_unplayable(rules: Rules) -> None:
    """Found in the slow rules' own play: the colours around a free field admit only kinds of
    which all six copies are on the board. It cannot be claimed.
    """
    d, field = field_for_used_up_kinds_only()
    assert rules.refuses(d, "#" + slow.name(field))


def field_for_used_up_kinds_only() -> tuple[slow.Position, slow.Field]:
    rng = Random(4)
    while True:
        d = slow.set_up(2, 0, random_set_up_draws(2, "normal", rng))
        while d["phase"] != "over":
            moves = slow.legal_moves(d)
            move = rng.choice(sorted(lays(moves) or moves))
            possible = slow.possible_draws(d, move)
            d = slow.after(d, move, [rng.choice(possible)] if possible else [])
            on_board = Counter(slow.kind_of(c) for row in d["board"] for c in row if c and c != "#")
            for field in slow.free_fields(d) if d["phase"] == "turn" else []:
                fit = {
                    slow.kind_of(lying)
                    for lying in slow.WAYS_TO_LIE
                    if slow.keeps_colour_rule(d, field, lying)
                }
                if fit and all(on_board[kind] == 6 for kind in fit):
                    return d, field


def test_who_caused_it_can_claim_on_the_next_turn_at_the_earliest() -> None:
    """Side 0 lays e3; d2 and d4 are unplayable now, but it is side 1's turn."""
    game = azuleo.Game.from_dict(before_row())
    game.play("e3YRGB")
    assert game.turn == 1
    before = game.to_dict()
    with pytest.raises(azuleo.IllegalMove):
        game.play("#d4", player=0)
    assert game.to_dict() == before
    game.play("#d4", player=1)
    game.play("~" + game.to_dict()["sides"][1]["plates"][0], player=1)
    game.play("#d2", player=0)
    assert list(game.scores) == [game.scores[0], 2]


def before_row(**options: Any) -> slow.Position:
    crosses = {"c3": "RYBG", "d3": "BRGY"}
    hands = [["RGBY", "RYBG", "RYBG"], ["RBYG", "RBYG", "RBYG"]]
    return position(crosses, hands=hands, plates=[["RY", "RY"], ["BG", "BG"]], **options)


def test_when_the_blockade_crosses_are_used_up_the_field_stays_empty(rules: Rules) -> None:
    d = rules.after(position(ROW, blockades=1), "#d4")
    assert d["blockades"] == 0
    assert not any(move[0] == "#" for move in rules.legal(d))
    assert rules.refuses(d, "#d2")


def test_the_blockade_crosses_may_be_unlimited(rules: Rules) -> None:
    d = rules.after(position(ROW, blockades=None), "#d4", "#d2")
    assert d["blockades"] is None
    assert d["sides"][0]["score"] == 4


def test_automatic_claims_are_made_for_the_active_side_when_its_turn_begins(rules: Rules) -> None:
    d = rules.after(before_row(claims="automatic"), "e3YRGB")
    assert (d["board"][1][3], d["board"][3][3], d["turn"]) == ("#", "#", 1)
    assert [side["score"] for side in d["sides"]] == [2, 4]
    assert d["blockades"] == 6
    assert not any(move[0] == "#" for move in rules.legal(d))


def test_automatic_claims_go_row_by_row(rules: Rules) -> None:
    d = rules.after(before_row(claims="automatic", blockades=1), "e3YRGB")
    assert (d["board"][1][3], d["board"][3][3], d["blockades"]) == ("#", None, 0)
    assert [side["score"] for side in d["sides"]] == [2, 2]


def test_without_automatic_claims_nothing_is_claimed(rules: Rules) -> None:
    d = rules.after(before_row(), "e3YRGB")
    assert (d["board"][1][3], d["board"][3][3], d["blockades"]) == (None, None, 8)


# ------------------------------------------------------------------------------------- Lay


def test_where_a_cross_may_be_laid(rules: Rules) -> None:
    hand = ["RYBG", "RBYG", "RBGY"]
    d = position(ANGLE, hands=[hand, ["RGYB"] * 3], plates=[["RY", "YG"], ["RB", "RB"]])
    assert "d4RYBG" in rules.legal(d)
    assert rules.refuses(d, "c3RYBG")  # taken
    assert rules.refuses(d, "e5RYBG")  # no edge with a cross (a corner with nothing)
    assert rules.refuses(d, "e4RYBG")  # only diagonal to d3
    assert rules.refuses(d, "d4YRGB")  # not in hand (the flipped one)


def test_a_blockade_is_not_a_coloured_cross_to_lay_against(rules: Rules) -> None:
    """d5 shares an edge with the blockade on d4 alone."""
    d = rules.after(position(ROW, hands=[["RYBG", "RYGB", "RBYG"]] * 2), "#d4")
    assert not any(move.startswith("d5") for move in rules.legal(d))
    assert rules.refuses(d, "d4RYBG")


def test_a_lay_must_match_an_own_plate(rules: Rules) -> None:
    hand = ["RYBG", "RBYG", "RBGY"]
    d = position(ANGLE, hands=[hand, ["RGYB"] * 3], plates=[["RB", "RB"], ["RY", "YG"]])
    assert rules.refuses(d, "d4RYBG")


def test_a_cross_is_drawn_after_a_lay(rules: Rules) -> None:
    d = position(ANGLE, hands=[["RYBG"] * 3, ["RGYB"] * 3], plates=[["RY", "YG"], ["RB", "RB"]])
    then = rules.after(d, "d4RYBG")
    assert len(then["sides"][0]["hand"]) == 3
    assert then["sides"][0]["hand"].count("RYBG") >= 2
    assert sum(then["supply"].values()) == sum(d["supply"].values()) - 1
    assert (then["turn"], then["phase"]) == (1, "turn")


def test_when_there_are_none_left_no_cross_is_drawn(rules: Rules) -> None:
    d = late([["YB", "RY"], ["RB", "RB"]])
    then = rules.after(d, "c3YBGR")
    assert len(then["sides"][0]["hand"]) == 2
    assert (then["turn"], then["phase"]) == (1, "turn")


# ---------------------------------------------------------------------------------- Points


def test_example_of_eight_points(rules: Rules) -> None:
    """An azuleo that matches (4), its bonus (2), and a matching pair at another corner (2)."""
    d = position(ANGLE, hands=[["RYBG"] * 3, ["RGYB"] * 3], plates=[["RY", "YG"], ["RB", "RB"]])
    assert gain(rules, d, "d4RYBG") == 8


def test_all_matching_combinations_score(rules: Rules) -> None:
    """d4 = RBYG makes blue-green twice: 4 + 2 + 2 + 2."""
    d = position(ANGLE, hands=[["RBYG"] * 3, ["RGYB"] * 3], plates=[["RY", "BG"], ["RB", "RB"]])
    assert gain(rules, d, "d4RBYG") == 10


def test_two_equal_plates_score_once(rules: Rules) -> None:
    d = position(ANGLE, hands=[["RYBG"] * 3, ["RGYB"] * 3], plates=[["RY", "RY"], ["RB", "RB"]])
    assert gain(rules, d, "d4RYBG") == 6


def test_a_combination_of_three_scores_three(rules: Rules) -> None:
    """c4 after c3 and d3: yellow of d3 opposite, red of c3 between."""
    crosses = {"c3": "BGRY", "d3": "RBGY"}
    d = position(crosses, hands=[["RYBG"] * 3, ["RGYB"] * 3], plates=[["RY", "RG"], ["RB", "RB"]])
    assert gain(rules, d, "c4RYBG") == 3 + 2  # and red beside yellow on its north-west


def test_an_azuleo_needs_a_matching_plate(rules: Rules) -> None:
    d = position(ANGLE, hands=[["RYBG"] * 3, ["RGYB"] * 3], plates=[["YG", "BG"], ["RB", "RB"]])
    assert rules.refuses(d, "d4RYBG")


def test_lenient_an_azuleo_without_a_plate_gives_nothing_itself(rules: Rules) -> None:
    d = position(
        ANGLE,
        hands=[["RYBG"] * 3, ["RGYB"] * 3],
        plates=[["YG", "BG"], ["RB", "RB"]],
        lenient=True,
    )
    assert gain(rules, d, "d4RYBG") == 4  # yellow-green 2, blue-green 2


def test_lenient_another_combination_must_still_match(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position(ANGLE, hands=hands, plates=[["RB", "RG"], ["YB", "YB"]], lenient=True)
    assert rules.refuses(d, "d4RYBG")


def test_lenient_changes_nothing_when_a_plate_matches(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position(ANGLE, hands=hands, plates=[["RY", "YG"], ["RB", "RB"]], lenient=True)
    assert gain(rules, d, "d4RYBG") == 8


@pytest.mark.parametrize("lenient", [False, True])
def test_several_azuleos_with_one_matching_plate(rules: Rules, lenient: bool) -> None:
    """c3 completes yellow-blue, red-blue, blue-green and red-green: the bonus for all four,
    triangles only for what matches.
    """
    for plates, expected in [
        (["YB", "RY"], 4 + 8),
        (["YB", "YB"], 4 + 8),
        (["YB", "RB"], 8 + 8),
        (["BG", "RG"], 8 + 8),
    ]:
        d = late([plates, ["YG", "YG"]], lenient=lenient)
        assert gain(rules, d, "c3YBGR") == expected
    assert rules.refuses(late([["RY", "YG"], ["YB", "YB"]], lenient=lenient), "c3YBGR")
