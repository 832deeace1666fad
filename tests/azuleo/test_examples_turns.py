"""Rule page, by name: swap, pass, exchange, the end, teams, solo, what is hidden."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from azulejos import azuleo

from . import slow_rules as slow
from .both import ANGLE, ONE, ROW, SAME, STUCK, Rules, late, lays
from .positions import FILLING, filled, kinds, part, position

# ------------------------------------------------------------------------------------ Swap


def test_a_swap_puts_a_plate_down_and_draws_another(rules: Rules) -> None:
    d = position(ANGLE, plates=[["RY", "YG"], ["RB", "RB"]])
    assert lays(rules.legal(d)), "allowed also when laying is possible"
    then = rules.after(d, "~RY")
    assert then["discards"] == {**dict.fromkeys(slow.PAIRS, 0), "RY": 1}
    assert sum(then["plate_supply"].values()) == 13
    assert "YG" in then["sides"][0]["plates"]
    assert len(then["sides"][0]["plates"]) == 2
    assert (then["sides"][0]["swaps"], then["idle"], then["turn"]) == (1, 1, 1)
    assert [side["score"] for side in then["sides"]] == [0, 0]


def test_only_an_own_plate_can_be_swapped(rules: Rules) -> None:
    d = position(ANGLE, plates=[["RY", "YG"], ["RB", "RB"]])
    assert {move for move in rules.legal(d) if move[0] == "~"} == {"~RY", "~YG"}
    assert rules.refuses(d, "~RB")


def test_at_most_three_swaps_in_a_row(rules: Rules) -> None:
    for count in range(4):
        d = position(ANGLE, plates=[["RY", "YG"], ["RB", "RB"]], swaps=(count, 3))
        assert ("~RY" in rules.legal(d)) == (count < 3)


def test_a_lay_resets_the_swaps(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position(ANGLE, hands=hands, plates=[["RY", "YG"], ["RB", "RB"]], swaps=(3, 2), idle=5)
    then = rules.after(d, "d4RYBG")
    assert [side["swaps"] for side in then["sides"]] == [0, 2]
    assert then["idle"] == 0


def test_an_empty_plate_supply_is_refilled_without_the_plate_just_put_down(rules: Rules) -> None:
    """All three red-yellow plates are held; the twelve others besides RB and RG lie discarded."""
    discards = {"RB": 2, "RG": 3, "YB": 3, "YG": 3, "BG": 3}
    d = position(ONE, plates=[["RY", "RY"], ["RY", "RB"]], discards=discards)
    assert sum(d["plate_supply"].values()) == 0
    for seed in range(12):
        then = rules.after(d, "~RY", seed=seed)
        assert then["discards"] == {**dict.fromkeys(slow.PAIRS, 0), "RY": 1}
        assert sum(then["plate_supply"].values()) == 13
        drawn = [plate for plate in then["sides"][0]["plates"] if plate != "RY"]
        assert len(drawn) == 1
        assert then["plate_supply"] == {
            **dict.fromkeys(slow.PAIRS, 0),
            **discards,
            drawn[0]: discards[drawn[0]] - 1,
        }


def test_the_plate_supply_is_refilled_only_when_a_plate_must_be_drawn(rules: Rules) -> None:
    discards = {"RB": 2, "RG": 3, "YB": 3, "YG": 3, "BG": 2}
    d = position(ONE, plates=[["RY", "RY"], ["RY", "RB"]], discards=discards)
    then = rules.after(d, "~RY")  # draws the last one
    assert then["sides"][0]["plates"] == ["RY", "BG"]
    assert sum(then["plate_supply"].values()) == 0
    assert then["discards"] == {"RY": 1, **discards}


# ---------------------------------------------------------------------- Pass and exchange


def stuck(swaps: int, **options: Any) -> slow.Position:
    hands = [SAME, ["RGYB"] * 3]
    kw: dict[str, Any] = {"swaps": (swaps, 0), "idle": 4, **options}
    return position(ONE, hands=hands, plates=[STUCK, ["RY", "RY"]], **kw)


def test_pass_only_after_three_swaps_in_a_row(rules: Rules) -> None:
    for count in range(3):
        assert rules.legal(stuck(count)) == {"~RB", "~YG"}
        assert rules.refuses(stuck(count), "-")
    assert rules.legal(stuck(3)) == {"-"}


def test_pass_only_with_no_legal_lay(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position(ANGLE, hands=hands, plates=[["RY", "YG"], ["RB", "RB"]], swaps=(3, 0))
    assert rules.refuses(d, "-")
    assert rules.legal(d) == lays(rules.legal(d)) != set()


def test_a_pass_resets_the_swaps(rules: Rules) -> None:
    then = rules.after(stuck(3), "-")
    assert (then["sides"][0]["swaps"], then["idle"], then["turn"]) == (0, 5, 1)
    assert then["sides"][0]["hand"] == SAME
    assert then["sides"][0]["plates"] == STUCK
    assert then["sides"][0]["score"] == 0


def test_claims_are_still_possible_when_only_a_pass_is(rules: Rules) -> None:
    hands = [["RGYB"] * 3, ["RBGY"] * 3]
    d = position(ROW, hands=hands, plates=[["YB", "YB"], ["RY", "RB"]], swaps=(3, 0))
    assert rules.legal(d) == {"#d2", "#d4", "-"}
    assert rules.legal(rules.after(d, "#d2", "#d4")) == {"-"}


def test_an_exchange_replaces_the_pass_while_the_supply_lasts(rules: Rules) -> None:
    assert rules.legal(stuck(2, exchange=True)) == {"~RB", "~YG"}
    d = stuck(3, exchange=True)
    assert rules.legal(d) == {"^RYBG"}
    assert rules.refuses(d, "-")
    assert rules.refuses(d, "^RGYB")
    assert rules.refuses(stuck(3), "^RYBG")  # not without the option


def test_an_exchange_draws_first_and_returns_the_old_cross_then(rules: Rules) -> None:
    d = stuck(3, exchange=True)
    for seed in range(8):
        then = rules.after(d, "^RYBG", seed=seed)
        hand = Counter(then["sides"][0]["hand"])
        assert hand.total() == 3
        assert hand["RYBG"] >= 2
        assert sum(then["supply"].values()) == sum(d["supply"].values())
        assert Counter(then["supply"]) + hand == Counter(d["supply"]) + Counter(SAME)
        assert (then["sides"][0]["swaps"], then["idle"], then["turn"]) == (0, 5, 1)


def test_with_the_supply_empty_it_is_a_pass_again(rules: Rules) -> None:
    """No cross of side 0 makes red and yellow in any of the six gaps."""
    d = late([["RY", "RY"], ["RB", "RG"]], swaps=(3, 0), exchange=True)
    assert rules.legal(d) == {"-"}


# ------------------------------------------------------------------------------------- End


SQUARE = ["oo", "oo"]
# With these three on a board of four fields only RYBG, RBYG and RBGY fit b2.
THREE = {"a1": "BGRY", "b1": "RBGY"}


@pytest.mark.parametrize("exchange", [False, True])
def test_over_when_no_cross_in_any_hand_fits(rules: Rules, exchange: bool) -> None:
    """Looked at after the lay with its draw; with `exchange` the supply's crosses count too."""
    hands = [["RYBG", "RYGB", "RGYB"], ["RGYB", "RGBY", "RGBY"]]
    plates = [["RY", "RY"], ["BG", "BG"]]
    d = position(THREE, hands=hands, plates=plates, board=SQUARE, exchange=exchange)
    seen = set()
    for seed in range(30):
        then = rules.after(d, "a2RYBG", seed=seed)
        drawn = next(iter(Counter(then["sides"][0]["hand"]) - Counter(hands[0][1:])))
        fits = drawn in ("RYBG", "RBYG", "RBGY") or exchange
        assert then["phase"] == ("turn" if fits else "over")
        assert then["turn"] == (1 if fits else None)
        seen.add(drawn)
    assert len(seen) > 3


def test_a_cross_of_the_other_side_keeps_the_game_going(rules: Rules) -> None:
    hands = [["RYBG", "RYGB", "RGYB"], ["RGYB", "RGBY", "RBYG"]]
    d = position(THREE, hands=hands, plates=[["RY", "RY"], ["BG", "BG"]], board=SQUARE)
    assert all(rules.after(d, "a2RYBG", seed=s)["phase"] == "turn" for s in range(8))


def test_plates_do_not_matter_for_the_end(rules: Rules) -> None:
    """Nobody can match, but a cross fits: the game goes on."""
    d = position({}, start="RYBG", hands=[SAME, [*SAME[:2], "RYGB"]], plates=[STUCK, STUCK])
    assert rules.after(d, "c3RYBG")["phase"] == "turn"


def test_over_when_nothing_fits_after_the_start_cross(rules: Rules) -> None:
    d = position({}, start="RYBG", board=["ox."])
    then = rules.after(d, "a1GRYB")
    assert (then["phase"], then["turn"]) == ("over", None)
    assert rules.winners(then) == [0, 1]
    assert rules.legal(then) == set()


def test_over_when_the_board_is_full(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position({"a1": "RYBG"}, hands=hands, plates=[["RY", "BG"], ["RB", "RB"]], board=["o."])
    then = rules.after(d, "b1RYBG")
    assert then["phase"] == "over"
    assert rules.winners(then) == [0]
    assert [side["score"] for side in then["sides"]] == [4, 0]


def test_the_last_lay_still_draws(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position({"a1": "RYBG"}, hands=hands, plates=[["RY", "BG"], ["RB", "RB"]], board=["o."])
    assert len(rules.after(d, "b1RYBG")["sides"][0]["hand"]) == 3


def test_it_ends_without_further_claims(rules: Rules) -> None:
    """e3 makes d2 unplayable for good, and on this board nothing else is left."""
    shape = ["xxx.x", "xxooo"]
    crosses = {"c2": "RYBG", "d2": "BRGY"}
    hands = [["RGBY", "RYBG", "RYBG"], ["RBYG", "RBYG", "RBYG"]]
    for claims in ("found", "automatic"):
        d = position(
            crosses, hands=hands, plates=[["RY"] * 2, ["BG"] * 2], board=shape, claims=claims
        )
        then = rules.after(d, "e2YRGB")
        assert then["phase"] == "over"
        assert then["board"][0][3] is None
        assert then["blockades"] == 8
        assert [side["score"] for side in then["sides"]] == [2, 0]


def test_over_at_once_when_a_side_has_laid_its_last_cross(rules: Rules) -> None:
    """Side 1 could still lay, but side 0's hand is empty and nothing can be drawn."""
    gaps = ("c3", "a1", "f6")
    hands = [kinds(part("c3")), kinds(part("a1", "f6"))]
    d = position(filled(*gaps), hands=hands, plates=[["YB", "RY"], ["RB", "RB"]], scores=(0, 11))
    then = rules.after(d, "c3YBGR")
    assert (then["phase"], then["turn"]) == ("over", None)
    assert then["sides"][0]["hand"] == []
    assert then["sides"][0]["score"] == 12
    assert rules.winners(then) == [0]


def test_over_after_so_many_turns_a_side_without_a_lay(rules: Rules) -> None:
    for players, sides in ((2, 2), (3, 3), (4, 2)):
        for idle, phase in ((58 * sides - 2, "turn"), (58 * sides - 1, "over")):
            d = position(ONE, players=players, idle=idle)
            plate = d["sides"][0]["plates"][0]
            then = rules.after(d, "~" + plate)
            assert (then["phase"], then["idle"]) == (phase, idle + 1)
            assert then["turn"] == (None if phase == "over" else 1)
    then = rules.after(stuck(3, idle_limit=3, idle=5), "-")
    assert (then["phase"], then["idle"]) == ("over", 6)
    then = rules.after(stuck(3, idle_limit=3, idle=5, exchange=True), "^RYBG")
    assert (then["phase"], then["idle"]) == ("over", 6)


def test_the_idle_limit_is_an_option(rules: Rules) -> None:
    d = position(ONE, idle_limit=1)
    then = rules.after(d, "~RY")
    assert then["phase"] == "turn"
    assert rules.after(then, "~RB")["phase"] == "over"


def test_a_lay_starts_the_idle_count_again(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    d = position(ANGLE, hands=hands, plates=[["RY", "YG"], ["RB", "RB"]], idle=115)
    then = rules.after(d, "d4RYBG")
    assert (then["phase"], then["idle"]) == ("turn", 0)


@pytest.mark.parametrize(
    ("players", "points", "expected"),
    [
        (2, (7, 5), [0]),
        (2, (5, 7), [1]),
        (2, (5, 5), [0, 1]),
        (3, (1, 9, 9), [1, 2]),
        (3, (2, 0, 1), [0]),
        (4, (3, 8), [1, 3]),
        (4, (8, 3), [0, 2]),
        (4, (0, 0), [0, 1, 2, 3]),
    ],
)
def test_most_points_wins_and_equal_points_score(
    rules: Rules, players: int, points: tuple[int, ...], expected: list[int]
) -> None:
    sides = len(points)
    d = position(ONE, players=players, scores=points, idle=58 * sides - 1)
    assert rules.winners(d) == []
    then = rules.after(d, "~" + d["sides"][0]["plates"][0])
    assert rules.winners(then) == expected


def test_the_finished_game_says_so() -> None:
    game = azuleo.Game.from_dict(position(ONE, scores=(3, 8), players=4, idle=115))
    assert not game.is_over
    game.play("~RY")
    assert game.is_over
    assert game.phase == "over"
    assert game.turn is None
    assert list(game.winners) == [1, 3]
    assert list(game.scores) == [3, 8, 3, 8]
    assert game.legal_moves() == []
    for move in ("~RY", "-", "c4RYBG", "#c4", "^RYBG"):
        with pytest.raises(azuleo.IllegalMove):
            game.play(move)


# ----------------------------------------------------------------------------------- Teams


def test_partners_score_crosses_plates_and_score(rules: Rules) -> None:
    hands = [["RYBG"] * 3, ["RGYB"] * 3]
    plates = [["RY", "YG"], ["RB", "RB"]]
    for turn, after in ((0, 1), (2, 3)):
        d = position(ANGLE, players=4, turn=turn, hands=hands, plates=plates)
        then = rules.after(d, "d4RYBG")
        assert then["turn"] == after
        assert [side["score"] for side in then["sides"]] == [8, 0]
    d = position(ANGLE, players=4, turn=3, hands=hands, plates=plates)
    then = rules.after(d, "~RB")
    assert then["turn"] == 0
    assert then["sides"][1]["swaps"] == 1


def test_turns_in_a_row_are_a_sides(rules: Rules) -> None:
    """Partners swap in turn: together at most three."""
    d = position(ONE, players=4, turn=2, swaps=(3, 1))
    assert not any(move[0] == "~" for move in rules.legal(d))


# ------------------------------------------------------------------------------------ Solo


def test_fill_is_laid_by_edge_and_colour_alone(rules: Rules) -> None:
    d = position(ONE, players=1, hands=[SAME])
    expected = {"d3RYBG", "d3BGRY", "b3RYBG", "b3BGRY", "c2RYBG", "c2BGRY", "c4RYBG", "c4BGRY"}
    assert rules.legal(d) == expected
    then = rules.after(d, "c2RYBG")
    assert then["sides"][0]["score"] == 0
    assert then["turn"] == 0
    assert len(then["sides"][0]["hand"]) == 3


def test_fill_has_no_plates_and_no_claims(rules: Rules) -> None:
    d = position(ROW, players=1)
    assert d["sides"][0]["plates"] == []
    assert rules.legal(d) == lays(rules.legal(d)) != set()
    for move in ("#d4", "~RY", "-"):
        assert rules.refuses(d, move)
    assert azuleo.Game(1, seed=2).to_dict()["sides"][0]["plates"] == []


def test_fill_is_won_when_all_fields_are_full(rules: Rules) -> None:
    d = position(filled("a1", "b2"), players=1, hands=[kinds(part("a1", "b2"))])
    then = rules.after(d, "b2" + FILLING[1][1])
    assert then["phase"] == "turn"
    done = rules.after(then, "a1" + FILLING[0][0])
    assert done["phase"] == "over"
    assert rules.winners(done) == [0]
    assert done["sides"][0] == {"score": 0, "hand": [], "plates": [], "swaps": 0}


def test_fill_is_lost_when_nothing_in_hand_fits(rules: Rules) -> None:
    """The supply would have a cross that fits, but the hand has none."""
    hand = ["RYBG", "RYGB", "RGYB"]
    d = position(THREE, players=1, hands=[hand], board=SQUARE)
    phases = set()
    for seed in range(20):
        then = rules.after(d, "a2RYBG", seed=seed)
        drawn = next(iter(Counter(then["sides"][0]["hand"]) - Counter(hand[1:])))
        assert then["phase"] == ("turn" if drawn in ("RYBG", "RBYG", "RBGY") else "over")
        assert rules.winners(then) == []
        phases.add(then["phase"])
    assert phases == {"turn", "over"}


def test_fill_of_another_board_is_won_when_its_fields_are_full(rules: Rules) -> None:
    d = position({}, players=1, start="RYBG", board=["xox"])
    then = rules.after(d, "b1BGRY")
    assert then["phase"] == "over"
    assert rules.winners(then) == [0]


def test_score_is_the_normal_game_alone(rules: Rules) -> None:
    d = position(ANGLE, players=1, mode="score", hands=[["RYBG"] * 3], plates=[["RY", "YG"]])
    then = rules.after(d, "d4RYBG")
    assert then["sides"][0]["score"] == 8
    assert then["turn"] == 0
    d = position(ONE, players=1, mode="score", hands=[SAME], plates=[["RY", "YG"]], idle=57)
    then = rules.after(d, "~RY")
    assert then["phase"] == "over"
    assert rules.winners(then) == [0]


# ---------------------------------------------------------------------- Hidden information


def test_a_view_hides_the_other_sides_crosses_and_every_supply() -> None:
    d = position(ROW, players=3, hands=[SAME, ["RGYB"] * 3, ["RBYG"] * 3])
    view = azuleo.Game.from_dict(d).view(1)
    assert [side["hand"] for side in view["sides"]] == [3, ["RGYB"] * 3, 3]
    assert (view["supply"], view["plate_supply"]) == (36 - 3 - 9, 18 - 6)
    assert view["unseen"] == {
        kind: d["supply"][kind] + 3 * (kind in ("RYBG", "RBYG")) for kind in slow.KINDS
    }
    assert view == slow.view(d, 1)


def test_partners_see_their_common_hand() -> None:
    game = azuleo.Game.from_dict(position(ROW, players=4, hands=[SAME, ["RGYB"] * 3]))
    assert game.view(0) == game.view(2) != game.view(1) == game.view(3)
    assert game.view(2)["sides"][0]["hand"] == SAME


def test_open_hands_are_seen_by_all() -> None:
    d = position(ROW, hands=[SAME, ["RGYB"] * 3], open_hands=True)
    view = azuleo.Game.from_dict(d).view(0)
    assert view["sides"] == d["sides"]
    assert view["unseen"] == d["supply"]
    assert view["supply"] == 36 - 3 - 6


def test_the_start_cross_is_public() -> None:
    game = azuleo.Game(2, seed=1, first=0)
    assert game.view(1)["start"] == game.to_dict()["start"] is not None


# -------------------------------------------------------------------------------- Messages


def test_a_refusal_names_the_rule_broken() -> None:
    """Moves that break different rules are refused in different words."""
    hand = ["RYBG", "RBYG", "RBGY"]
    rivals = [hand, ["RGYB"] * 3]
    angle = position(ANGLE, hands=rivals, plates=[["RY", "YG"], ["RB", "RB"]])
    unmatched = position(ANGLE, hands=rivals, plates=[["YG", "BG"], ["RB", "RB"]])
    swapped = position(ANGLE, hands=rivals, plates=[["RY", "YG"], ["RB", "RB"]], swaps=(3, 0))
    tries = {
        "taken": (angle, "c3RYBG"),
        "no edge": (angle, "e4RYBG"),
        "colour rule": (angle, "d4BGRY"),
        "not in hand": (angle, "d4RGYB"),
        "azuleo without plate": (unmatched, "d4RYBG"),
        "no plate matches": (stuck(0), "d3RYBG"),
        "plate not held": (angle, "~RB"),
        "three swaps": (swapped, "~RY"),
        "pass too early": (angle, "-"),
        "pass with a lay": (swapped, "-"),
        "claim of a playable field": (angle, "#d4"),
        "exchange without the option": (angle, "^RYBG"),
        "draw while none is awaited": (angle, "+RYBG"),
    }
    messages = {}
    for rule, (d, move) in tries.items():
        game = azuleo.Game.from_dict(d)
        with pytest.raises(azuleo.IllegalMove) as error:
            game.play(move)
        messages[rule] = str(error.value).replace(move, "").replace(move[:2], "")
        assert game.to_dict() == d
    assert len(set(messages.values())) == len(messages), messages
